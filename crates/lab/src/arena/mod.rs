//! Measures how strong the players of Savannah are, by games between them; those of Klondike are in
//! [`klondike`].
//!
//! Dice and cards decide much of a game, so each deal is played once for every rotation of the players around
//! the table, with the same cards and dice. Deals are independent of each other, games are not: all intervals
//! are computed from the results of whole deals.

mod chart;
mod duplicate;
mod elo;
mod histogram;
pub mod klondike;
mod matchup;
mod report;
mod round_robin;
mod runner;
mod seating;
mod sequential;
mod standings;

use bots::Level;
use games::savannah::Config;

pub use self::chart::chart;
pub use self::duplicate::BadMove;
use self::matchup::Matchup;
pub use self::report::{MatchReport, PlayerResult, TestResult};
use self::round_robin::RoundRobin;
pub use self::round_robin::RoundRobinError;
use self::runner::Runner;
pub use self::seating::{ParseSeatingError, Seating};
use self::sequential::SequentialTest;
pub use self::sequential::{ParseTestBoundsError, TestBounds, TestDecision};
pub use self::standings::{Standing, Standings};
use crate::{RunError, RunOptions, StopFlag};

/// Why players could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The games could not be started.
    #[error(transparent)]
    Run(#[from] RunError),
    /// These players cannot play a round-robin.
    #[error(transparent)]
    Players(#[from] RoundRobinError),
    /// A player has a bug.
    #[error(transparent)]
    BadMove(#[from] BadMove),
}

/// How many deals are played between two looks at their results.
const BATCH: u64 = 4096;

/// How many deals are played between two looks at a sequential test.
const TEST_BATCH: u64 = 32;

/// Plays games at one table. With `bounds`, they end as soon as a sequential test of the first player is
/// decided.
///
/// When a stop is requested, the report covers the games that were played until then.
pub fn play_match(
    config: Config,
    seating: &Seating,
    bounds: Option<TestBounds>,
    options: &RunOptions,
    stop: &StopFlag,
) -> Result<MatchReport, ArenaError> {
    let mut matchup = Matchup::new(config, seating.clone());
    let runner = Runner::new(options, matchup.games_per_deal(), 1, stop)?;
    let Some(bounds) = bounds else {
        runner.play(&mut matchup, BATCH, |_| false)?;
        return Ok(MatchReport::new(&matchup, options.first_deal, runner.finish()));
    };
    let mut test = SequentialTest::new(bounds);
    runner.play(&mut matchup, TEST_BATCH, |matchup| {
        test.update(&matchup.shares[0]);
        test.is_decided()
    })?;
    test.update(&matchup.shares[0]);
    Ok(MatchReport::new(&matchup, options.first_deal, runner.finish()).with_test(&test))
}

/// Plays a round-robin, with `options.games` games for each pair.
///
/// `None` if a stop was requested: ratings need all pairs.
pub fn play_round_robin(
    config: Config,
    players: Vec<Level>,
    options: &RunOptions,
    stop: &StopFlag,
) -> Result<Option<Standings>, ArenaError> {
    let mut round_robin = RoundRobin::new(players, config)?;
    let runner = Runner::new(options, 2, round_robin.matchups.len() as u64, stop)?;
    for matchup in &mut round_robin.matchups {
        runner.play(matchup, BATCH, |_| false)?;
    }
    let took = runner.finish();
    if stop.is_requested() {
        return Ok(None);
    }
    Ok(Some(Standings::new(&round_robin, config, options.first_deal, took)))
}
