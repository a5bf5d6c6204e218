//! Players of Savannah against each other: who is how strong.

mod bout;
mod contest;
mod hall;
mod ladder;
mod picture;
mod rating;
mod report;
mod seating;
mod sequential;
mod share;
mod standings;
mod times;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use games::catalog::GameId;
use serde::Serialize;

use self::contest::Contest;
use self::hall::Hall;
use self::ladder::Ladder;
use self::report::Report;
use self::seating::Seating;
use self::sequential::{Bounds, Decision, Test};
use self::standings::Standings;
use crate::Answer;
use crate::choice::{TableOptions, offer_named};

/// Let players of Savannah meet in many games, and measure their strength
///
/// Each deal is played once for every rotation of the players over the seats, with the same cards and dice. The deals are v1:FIRST,
/// the next number, and so on; what comes of them does not depend on the number of threads.
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
pub(crate) struct Args {
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
    sequential: Option<Option<Bounds>>,
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
    table: TableOptions,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Answer> {
    if offer_named(&args.game)?.game != GameId::Savannah {
        bail!("{} has no opponents: only players of savannah can meet", args.game);
    }
    match (&args.seats, &args.round_robin) {
        (Some(seating), _) => meet(args, seating, out),
        (None, Some(players)) => climb(args, players, out),
        (None, None) => bail!("nobody plays: name them, as in --seats expert,strong"),
    }
}

/// How many deals are played before their results are put in order.
const BATCH: u64 = 4096;

/// How many deals are played before a test is looked at.
const TEST_BATCH: u64 = 32;

/// One table.
fn meet(args: &Args, seating: &Seating, out: &mut dyn Write) -> Result<Answer> {
    let mut contest = Contest::new(args.table.config(seating.seats())?, seating.clone());
    let hall = Hall::new(args, contest.games_a_deal(), 1)?;
    let Some(bounds) = args.sequential else {
        hall.hold(&mut contest, BATCH, |_| false)?;
        let report = Report::new(&contest, args.first_deal, hall.close());
        print(args, &report, |out| report.print(out), out)?;
        return stopped(args, &hall, out);
    };
    let bounds = bounds.unwrap_or_else(|| seating.fair());
    let mut test = Test::new(bounds);
    hall.hold(&mut contest, TEST_BATCH, |contest| test.has_enough(&contest.shares[0]))?;
    test.has_enough(&contest.shares[0]);
    let report = Report::new(&contest, args.first_deal, hall.close()).with_test(&test);
    print(args, &report, |out| report.print(out), out)?;
    Ok(match test.decision() {
        Some(Decision::More) => Answer::Yes,
        Some(Decision::Less) => Answer::No,
        None => Answer::Unknown,
    })
}

/// Everybody against everybody.
fn climb(args: &Args, players: &str, out: &mut dyn Write) -> Result<Answer> {
    let config = args.table.config(2)?;
    let mut ladder = Ladder::new(players, config)?;
    let hall = Hall::new(args, 2, ladder.contests.len() as u64)?;
    for contest in &mut ladder.contests {
        hall.hold(contest, BATCH, |_| false)?;
    }
    let took = hall.close();
    // Who has not met everybody has no place on the ladder.
    if hall.is_stopped() {
        return stopped(args, &hall, out);
    }
    let standings = Standings::new(&ladder, config, args.first_deal, took);
    if let Some(path) = &args.out {
        fs::write(path, picture::draw(&standings))
            .with_context(|| format!("cannot write to {}", path.display()))?;
    }
    print(args, &standings, |out| standings.print(out), out)?;
    Ok(Answer::Yes)
}

/// For programs, or for people.
fn print(
    args: &Args,
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

fn stopped(args: &Args, hall: &Hall, out: &mut dyn Write) -> Result<Answer> {
    if !hall.is_stopped() {
        return Ok(Answer::Yes);
    }
    if !args.json {
        writeln!(out, "Stopped before the end.")?;
    }
    Ok(Answer::Unknown)
}
