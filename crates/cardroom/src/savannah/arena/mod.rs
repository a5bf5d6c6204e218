//! `cardroom arena`: measures how strong the players of Savannah are.

mod print;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use games::catalog::GameId;
use games::savannah::Savannah;
use lab::arena::{Seating, TestBounds, TestDecision, chart, play_match, play_round_robin};
use lab::{RunOptions, StopFlag};
use serde::Serialize;

use crate::choice::{TableOptions, levels, offer_named};
use crate::{Answer, stop};

/// Let players of Savannah meet in many games, and measure their strength
///
/// Each deal is played once for every rotation of the players over the seats, with the same cards and
/// dice. The deals are v1:FIRST, the next number, and so on; what comes of them does not depend on the
/// number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom arena savannah --seats expert,strong --games 1000
  cardroom arena savannah --seats expert,strong,strong,strong --json
  cardroom arena savannah --round-robin --games 500 --out levels.svg
  cardroom arena savannah --seats keen,casual --sequential 50..55 --games 20000

A win that is shared counts in parts. The interval takes the deals, not the
games, as independent of each other. Elo is against the others at the table; in
a round-robin, against the average of all players.

A sequential test ends when it is decided whether the player who is named first
wins more than the lower or less than the higher share of the games. Either
answer is wrong with a probability of 5 % at most.

Exit codes: 0 all is well, 2 bad input, 3 stopped by Ctrl-C before the end; of
a sequential test: 0 more than the lower share, 1 less than the higher share,
3 not decided")]
pub(crate) struct ArenaArgs {
    /// savannah
    #[arg(value_name = "GAME")]
    game: String,
    /// Who sits at the table: for each seat beginner, casual, keen, strong or expert
    #[arg(long, value_name = "LEVELS", required_unless_present = "round_robin")]
    seats: Option<Seating>,
    /// Let these players, or those of all levels, meet each other two by two
    #[arg(
        long,
        value_name = "LEVELS",
        num_args = 0..=1,
        default_missing_value = "beginner,casual,keen,strong,expert",
        conflicts_with = "seats"
    )]
    round_robin: Option<String>,
    /// How many games, for each pair of a round-robin; rounded up, so that each deal is played in all seats
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Stop as soon as it is decided which share of wins it is not; without shares, the equal one and 5 more
    #[arg(long, value_name = "LOW..HIGH", num_args = 0..=1, conflicts_with = "round_robin")]
    sequential: Option<Option<TestBounds>>,
    /// The number of the first deal
    #[arg(long, value_name = "N", default_value_t = 1)]
    first_deal: u64,
    /// Draw the picture of a round-robin
    #[arg(long, value_name = "FILE.svg", conflicts_with = "seats")]
    out: Option<PathBuf>,
    /// How many threads; without it, one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: TableOptions<Savannah>,
}

pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<Answer> {
    if offer_named(&args.game)?.game != GameId::Savannah {
        bail!("{} has no opponents: only players of savannah can meet", args.game);
    }
    match (&args.seats, &args.round_robin) {
        (Some(seating), _) => one_table(args, seating, out),
        (None, Some(players)) => round_robin(args, players, out),
        (None, None) => bail!("nobody plays: name them, as in --seats expert,strong"),
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
        writeln!(out, "Stopped before the end.")?;
    }
    Ok(Answer::Unknown)
}
