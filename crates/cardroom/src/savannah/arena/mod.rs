//! `cardroom arena`: measures how strong the players of Savannah are. Those of Klondike are measured by
//! [`crate::klondike::arena`].

mod print;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use client::klondike::KlondikePlay;
use client::savannah::SavannahPlay;
use games::catalog::GameId;
use lab::arena::{Seating, TestBounds, TestDecision, chart, play_match, play_round_robin};
use lab::{RunOptions, StopFlag};
use serde::Serialize;

use crate::choice::{TableOptions, levels, offer_named};
use crate::klondike::arena::{self as solo, SoloArgs};
use crate::{Answer, stop};

/// Let bots play many games and measure their strength
///
/// In Savannah, each deal is played once for every rotation of the players over the seats, with the same
/// cards and dice. The deals are v1:FIRST, the next number, and so on. A player of Klondike knows what a
/// person knows, and plays each deal of a range once. The results do not depend on the number of threads.
#[derive(clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n{}\n{NOTES}\n{}\n\n{EXIT_CODES}", solo::EXAMPLES, solo::NOTES))]
pub(crate) struct ArenaArgs {
    /// savannah, or a game by the rules of klondike
    #[arg(value_name = "GAME")]
    game: String,
    /// The level on each seat: beginner, casual, keen, strong or expert
    #[arg(long, value_name = "LEVELS", required_unless_present_any = ["round_robin", "player"])]
    seats: Option<Seating>,
    /// Let each of these levels play each other in pairs; the default is all levels
    #[arg(
        long,
        value_name = "LEVELS",
        num_args = 0..=1,
        default_missing_value = "beginner,casual,keen,strong,expert",
        conflicts_with = "seats"
    )]
    round_robin: Option<String>,
    /// The number of games, in a round-robin for each pair; rounded up so that everybody plays in every seat
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Stop once the result is statistically clear; the default bounds are an equal share of wins and 5
    /// percentage points above it
    #[arg(long, value_name = "LOW..HIGH", num_args = 0..=1, conflicts_with = "round_robin")]
    pub(crate) sequential: Option<Option<TestBounds>>,
    /// The number of the first deal
    #[arg(long, value_name = "N", default_value_t = 1)]
    first_deal: u64,
    /// Write a chart of the round-robin to this file; in Klondike, write a row for each game, and resume
    #[arg(long, value_name = "FILE", conflicts_with = "seats")]
    pub(crate) out: Option<PathBuf>,
    /// The number of threads; the default is one per processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) solo: SoloArgs,
    #[command(flatten)]
    table: TableOptions<SavannahPlay>,
    #[command(flatten)]
    variant: TableOptions<KlondikePlay>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom arena savannah --seats expert,strong --games 1000
  cardroom arena savannah --seats expert,strong,strong,strong --json
  cardroom arena savannah --round-robin --games 500 --out levels.svg
  cardroom arena savannah --seats keen,casual --sequential 50..55 --games 20000";

const NOTES: &str = "
A shared win is divided among the winners. The intervals assume that deals, not
games, are independent of each other. Elo is relative to the other players at
the table; in a round-robin, to the average of all players.

A sequential test stops once it is clear that the first player wins more than
the lower bound or less than the upper bound. Each answer is wrong with a
probability of at most 5 %.";

const EXIT_CODES: &str = "\
Exit codes: 0 success, 2 bad input, 3 stopped by Ctrl-C; of a sequential test:
0 more than the lower bound, 1 less than the upper bound, 3 undecided";

pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<Answer> {
    let offer = offer_named(&args.game)?;
    match offer.game {
        GameId::Savannah => {}
        GameId::Klondike => {
            return solo::run(args, offer.name, args.variant.config_of(offer)?, out);
        }
        #[allow(unreachable_patterns)]
        _ => bail!("{} has no bots", args.game),
    }
    match (&args.seats, &args.round_robin) {
        (Some(seating), _) => one_table(args, seating, out),
        (None, Some(players)) => round_robin(args, players, out),
        (None, None) => bail!("name the players, as in --seats expert,strong"),
    }
}

impl ArenaArgs {
    fn run_options(&self) -> RunOptions {
        let threads = self.threads.unwrap_or(0).into();
        RunOptions { games: self.games, first_deal: self.first_deal, threads }
    }
}

fn one_table(args: &ArenaArgs, seating: &Seating, out: &mut dyn Write) -> Result<Answer> {
    let config = args.table.config(seating.seats())?;
    let bounds = args.sequential.map(|bounds| bounds.unwrap_or_else(|| seating.default_bounds()));
    let stop = stop::on_ctrl_c()?;
    let report = play_match(config, seating, bounds, &args.run_options(), &stop)?;
    print(args, &report, |out| print::report(&report, out), out)?;
    match &report.test {
        None => finish(args, &stop, out),
        Some(test) => Ok(match test.decision {
            TestDecision::More => Answer::Yes,
            TestDecision::Less => Answer::No,
            TestDecision::Undecided => Answer::Unknown,
        }),
    }
}

fn round_robin(args: &ArenaArgs, players: &str, out: &mut dyn Write) -> Result<Answer> {
    let (config, players) = (args.table.config(2)?, levels(players)?);
    let stop = stop::on_ctrl_c()?;
    if let Some(standings) = play_round_robin(config, players, &args.run_options(), &stop)? {
        if let Some(path) = &args.out {
            fs::write(path, chart(&standings))
                .with_context(|| format!("cannot write to {}", path.display()))?;
        }
        print(args, &standings, |out| print::standings(&standings, out), out)?;
        return Ok(Answer::Yes);
    }
    finish(args, &stop, out)
}

/// Prints JSON or text.
fn print(
    args: &ArenaArgs,
    json: &impl Serialize,
    text: impl FnOnce(&mut dyn Write) -> Result<()>,
    out: &mut dyn Write,
) -> Result<()> {
    if !args.json {
        return text(out);
    }
    writeln!(out, "{}", serde_json::to_string(json)?)?;
    Ok(())
}

fn finish(args: &ArenaArgs, stop: &StopFlag, out: &mut dyn Write) -> Result<Answer> {
    if !stop.is_requested() {
        return Ok(Answer::Yes);
    }
    if !args.json {
        writeln!(out, "Stopped early.")?;
    }
    Ok(Answer::Unknown)
}
