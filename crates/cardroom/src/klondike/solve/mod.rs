//! Whether one game can be won, and how.

mod budget;
mod start;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use games::catalog::{GameId, Offer};
use games::klondike::{Config, Klondike, Move, tell};
use lab::{Solved, VerdictKind};
use serde_json::{Value, json};
use solver::Verdict;
use table::{Eye, Seat, Table};

pub(crate) use self::budget::LimitArgs;
use crate::choice::{VariantChoice, deal_named};
use crate::english::{count, sentence};
use crate::ink::Ink;
use crate::parlour::title;
use crate::{Answer, stop};

/// Find out whether a game of Klondike can be won, and how
///
/// All cards are known to the solver. It says yes and shows the moves, or no when everything that matters was
/// tried, or that it does not know within its limits.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom solve klondike --deal v1:42
  cardroom solve klondike-3 --deal solvitaire:7 --time 2m --json
  cardroom solve --record game.record --at 25      after its first 25 moves

Exit codes: 0 it can be won, 1 it cannot, 2 bad input, 3 not known")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    choice: VariantChoice<Klondike>,
    /// The deal, as in v1:42
    #[arg(long, value_name = "DEAL", required_unless_present = "record", requires = "game")]
    deal: Option<String>,
    /// The game in a record, as it stands at its end; what was taken back is left out
    #[arg(long, value_name = "FILE", conflicts_with = "deal")]
    record: Option<PathBuf>,
    /// The game in the record after so many moves
    #[arg(long, value_name = "N", requires = "record", conflicts_with = "deal")]
    at: Option<usize>,
    /// Write the whole game, won, to a new file, as a record
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    budget: LimitArgs,
}

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Answer> {
    let mut table = start(args)?;
    // Told before a long search, and not after it.
    if let Some(path) = args.export.as_ref().filter(|path| path.exists()) {
        bail!("{} is there already, and is not overwritten", path.display());
    }
    let title = Ink::new(false).title(&title(&table, &table.view(Eye::Spectator)));
    let solved = args.budget.limits().solve(table.game(), &stop::on_ctrl_c()?);
    let mut told = Vec::new();
    if let Verdict::Winnable(line) = &solved.answer.verdict {
        told = play(&mut table, line)?;
        if let Some(path) = &args.export {
            write_new(path, &table.save())?;
        }
    }
    if args.json {
        writeln!(out, "{}", json(&solved))?;
    } else {
        writeln!(out, "{title}\n")?;
        report(&solved, &told, out)?;
    }
    Ok(match solved.answer.verdict {
        Verdict::Winnable(_) => Answer::Yes,
        Verdict::Lost => Answer::No,
        Verdict::Unknown(_) => Answer::Unknown,
    })
}

/// The game in the catalogue and its options; `None` if the player names neither.
pub(crate) fn chosen(choice: &VariantChoice<Klondike>) -> Result<Option<(Offer, Config)>> {
    let Some(offer) = choice.offer()? else { return Ok(None) };
    if offer.game != GameId::Klondike {
        bail!("{} has dice and opponents: only the games of Klondike can be solved", offer.name);
    }
    Ok(Some((offer, choice.config(offer)?)))
}

/// The table that is asked about.
fn start(args: &SolveArgs) -> Result<Table<Klondike>> {
    let asked = chosen(&args.choice)?;
    match (&args.record, &args.deal, asked) {
        (Some(path), _, asked) => {
            let asked = asked.map(|(_, config)| config);
            let name = path.display();
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            start::from_record(&text, asked, args.at).with_context(|| format!("cannot solve {name}"))
        }
        (None, Some(deal), Some((_, config))) => Ok(Table::new(config, deal_named(deal)?)?),
        _ => bail!("name a game and a deal, as in `cardroom solve klondike --deal v1:42`"),
    }
}

/// Plays the line at the table, and tells it: what is typed, and what it does. Draws that follow each other
/// are told at once.
fn play(table: &mut Table<Klondike>, line: &[Move]) -> Result<Vec<(String, String)>> {
    let mut told = Vec::new();
    for moves in line.chunk_by(|one, next| (*one, *next) == (Move::Draw, Move::Draw)) {
        let before = table.view(Eye::Spectator);
        for mv in moves {
            table.play(Seat::A, *mv)?;
        }
        let after = table.view(Eye::Spectator);
        told.push(match (moves, after.waste.last()) {
            ([mv], _) => (mv.to_string(), tell(&before, *mv, &after).to_string()),
            ([mv, ..], Some(top)) => {
                let times = moves.len();
                (format!("{mv} x{times}"), format!("drew {times} times: the {} is on top", top.name()))
            }
            _ => bail!("nothing was drawn"),
        });
    }
    Ok(told)
}

fn write_new(path: &Path, text: &str) -> Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write to {}", path.display()))
}

fn json(solved: &Solved) -> Value {
    let moves = match &solved.answer.verdict {
        Verdict::Winnable(line) => line.as_slice(),
        Verdict::Lost | Verdict::Unknown(_) => &[],
    };
    let mut json = json!({
        "verdict": VerdictKind::from(&solved.answer.verdict).name(), "moves": moves, "nodes": solved.answer.nodes,
        "seconds": solved.cpu.as_secs_f64(), "peak_bytes": solved.answer.peak_bytes,
    });
    if let Verdict::Unknown(_) = solved.answer.verdict {
        json["reason"] = solved.reason().into();
    }
    json
}

fn report(solved: &Solved, told: &[(String, String)], out: &mut dyn Write) -> Result<()> {
    match &solved.answer.verdict {
        Verdict::Winnable(line) if line.is_empty() => writeln!(out, "It is won.")?,
        Verdict::Winnable(line) => {
            writeln!(out, "It can be won, in {}:\n", count(line.len(), "move"))?;
            for (typed, text) in told {
                writeln!(out, "  {typed:<6} {}", sentence(text))?;
            }
            writeln!(out)?;
        }
        Verdict::Lost => writeln!(out, "It cannot be won.")?,
        Verdict::Unknown(_) => writeln!(out, "It is not known whether it can be won: {}.", solved.reason())?,
    }
    let (nodes, seconds) = (count(solved.answer.nodes as usize, "position"), solved.cpu.as_secs_f64());
    let bytes = match solved.answer.peak_bytes as f64 {
        bytes if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
        bytes => format!("{:.1} MB", bytes / 1e6),
    };
    writeln!(out, "{nodes}, {seconds:.3} seconds, {bytes}.")?;
    Ok(())
}
