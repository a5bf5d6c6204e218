use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use games::catalog::GameId;
use serde_json::{Value, json};
use table::{Entry, Eye, RecordError, Table, game_name};

use crate::Answer;
use crate::english::sentence;
use crate::ink::Ink;
use crate::parlour::{Parlour, ParlourVisitor, title, visit};
use crate::story::Story;

/// Check a record by the rules, and tell what happened in it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom replay game.record
  cardroom replay game.record --at 25      the table after 25 entries

Exit codes: 0 the record holds, 1 it does not, and the line and the reason are
told, 2 the file cannot be read or is no record at all")]
pub(crate) struct ReplayArgs {
    /// The record: a save file or an exported game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show the table after so many entries instead of telling them all
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Draw with letters only
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<Answer> {
    let name = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    let game = game_name(&text).with_context(|| format!("{name} is no record"))?;
    match GameId::offered().find(|offered| offered.name() == game) {
        Some(game) => visit(game, Replay(args, &text, out)),
        None => bail!("{name} is no record: there is no game `{game}`"),
    }
}

struct Replay<'a>(&'a ReplayArgs, &'a str, &'a mut dyn Write);

impl ParlourVisitor for Replay<'_> {
    type Output = Result<Answer>;
    fn visit<G: Parlour>(self) -> Result<Answer> {
        replay::<G>(self.0, self.1, self.2)
    }
}

fn replay<G: Parlour>(args: &ReplayArgs, text: &str, out: &mut dyn Write) -> Result<Answer> {
    let table = match Table::<G>::load(text) {
        Ok(table) => table,
        Err(error) => return refuse(args, &error, out),
    };
    let entries = &table.record().entries;
    let end = args.at.unwrap_or(entries.len());
    if end > entries.len() {
        bail!("the record has {} entries, so there is no table after {end}", entries.len());
    }
    let mut story = Story::new(&table, Eye::Spectator);
    let mut told = Vec::new();
    for entry in &entries[..end] {
        told.push(story.enter(entry)?.text);
    }
    if args.json {
        let result = as_json(&table, &entries[..end], &told, args.at.is_some().then(|| story.view()))?;
        writeln!(out, "{result}")?;
        return Ok(Answer::Yes);
    }
    if args.at.is_none() {
        writeln!(out, "{}, {}\n", G::title(&table.record().config), table.record().origin.name())?;
    }
    let lines = told.iter().enumerate().filter(|(at, _)| args.at.is_none() || at + 1 == end);
    for (at, text) in lines {
        writeln!(out, "{:4}  {}", at + 1, sentence(text))?;
    }
    if args.at.is_some() {
        let (view, ink) = (story.view(), Ink::new(args.ascii));
        writeln!(out, "\n{}", ink.title(&title(&table, &view)))?;
        for line in G::picture(&view, ink) {
            writeln!(out, "{line}")?;
        }
    } else {
        let end = G::tell_end(&story.view(), None).unwrap_or_else(|| "the game is not over".to_owned());
        writeln!(out, "\n{}", sentence(&end))?;
    }
    Ok(Answer::Yes)
}

fn as_json<G: Parlour>(
    table: &Table<G>,
    entries: &[Entry<G>],
    told: &[String],
    view: Option<G::View>,
) -> Result<Value> {
    let record = table.record();
    let entry = |(entry, text): (&Entry<G>, &String)| json!({ "entry": entry.to_string(), "text": text });
    let mut result = json!({
        "valid": true, "game": G::NAME, "rules": G::RULES, "config": record.config.to_string(),
        "origin": record.origin.name(), "outcome": table.outcome(),
        "entries": entries.iter().zip(told).map(entry).collect::<Vec<_>>(),
    });
    if let Some(view) = view {
        result["view"] = serde_json::to_value(view)?;
    }
    Ok(result)
}

fn refuse(args: &ReplayArgs, error: &RecordError, out: &mut dyn Write) -> Result<Answer> {
    if args.json {
        let result = json!({ "valid": false, "line": error.line, "reason": error.fault.to_string() });
        writeln!(out, "{result}")?;
    } else {
        writeln!(out, "The record does not hold: {error}.")?;
    }
    Ok(Answer::No)
}
