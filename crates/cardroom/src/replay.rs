use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use client::catalog::{PlayVisitor, visit};
use client::shell::ViewOf;
use client::typed::{EventFeed, TypedPlay};
use games::catalog::GameId;
use serde_json::{Value, json};
use table::{Entry, Eye, Game as _, RecordError, Table, game_name};

use crate::english::{count, sentence};
use crate::heading::heading;
use crate::{Answer, ansi};

/// Check a record against the rules and describe what happened
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom replay game.record
  cardroom replay game.record --at 25      show the table after 25 entries

Exit codes: 0 the record is valid, 1 it is invalid (the line and the reason are
printed), 2 the file cannot be read or is not a record")]
pub(crate) struct ReplayArgs {
    /// The record: a save file or an exported game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show the table after N entries instead of describing all of them
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<Answer> {
    let name = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    let game = game_name(&text).with_context(|| format!("{name} is not a record"))?;
    match GameId::from_name(game) {
        Some(game) => visit(game, Replay(args, &text, out)),
        None => bail!("{name} cannot be replayed: there is no game `{game}`"),
    }
}

struct Replay<'a>(&'a ReplayArgs, &'a str, &'a mut dyn Write);

impl PlayVisitor for Replay<'_> {
    type Output = Result<Answer>;
    fn visit<P: TypedPlay>(self) -> Result<Answer> {
        replay::<P>(self.0, self.1, self.2)
    }
}

fn replay<P: TypedPlay>(args: &ReplayArgs, text: &str, out: &mut dyn Write) -> Result<Answer> {
    let table = match Table::<P::Game>::load(text) {
        Ok(table) => table,
        Err(error) => return refuse(args, &error, out),
    };
    let entries = &table.record().entries;
    let end = args.at.unwrap_or(entries.len());
    if end > entries.len() {
        bail!("the record has only {}, so --at {end} is too high", count(entries.len(), "entry", "entries"));
    }
    let mut feed = EventFeed::new(&table, Eye::Spectator);
    let mut told = Vec::new();
    for entry in &entries[..end] {
        told.push(feed.enter(entry)?.text.to_string());
    }
    if args.json {
        let view = args.at.is_some().then(|| feed.view());
        let result = as_json::<P>(&table, &entries[..end], &told, view)?;
        writeln!(out, "{result}")?;
        return Ok(Answer::Yes);
    }
    if args.at.is_none() {
        writeln!(out, "{}, {}\n", P::title(&table.record().config), table.record().origin.name())?;
    }
    let lines = told.iter().enumerate().filter(|(at, _)| args.at.is_none() || at + 1 == end);
    for (at, text) in lines {
        writeln!(out, "{:4}  {}", at + 1, sentence(text))?;
    }
    if args.at.is_some() {
        let (view, glyphs) = (feed.view(), ansi::glyphs(args.ascii));
        writeln!(out, "\n{}", ansi::heading(&heading::<P>(&table, &view), glyphs))?;
        for line in P::picture(&view, glyphs) {
            writeln!(out, "{}", ansi::render(&line))?;
        }
    } else {
        let end = P::describe_end(&feed.view(), None).unwrap_or_else(|| "the game is not over".to_owned());
        writeln!(out, "\n{}", sentence(&end))?;
    }
    Ok(Answer::Yes)
}

fn as_json<P: TypedPlay>(
    table: &Table<P::Game>,
    entries: &[Entry<P::Game>],
    told: &[String],
    view: Option<ViewOf<P>>,
) -> Result<Value> {
    let record = table.record();
    let entry =
        |(entry, text): (&Entry<P::Game>, &String)| json!({ "entry": entry.to_string(), "text": text });
    let mut result = json!({
        "valid": true, "game": P::Game::NAME, "rules": P::Game::RULES, "config": record.config.to_string(),
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
        writeln!(out, "The record is invalid: {error}.")?;
    }
    Ok(Answer::No)
}
