use std::time::Instant;

use bots::klondike::PlayerBudget;
use games::klondike::Config;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::measure::play;
use super::report::PlayerComparison;
use super::row::{GameResult, GameRow};
use crate::arena::TEST_BATCH;
use crate::arena::sequential::{SequentialTest, TestBounds};
use crate::survey::{DealRange, NumberedDeal, SurveyError};
use crate::{RunError, StopFlag, progress};

/// Which two players to compare, and on which deals.
pub struct ComparisonOptions {
    /// The options of the game.
    pub config: Config,
    /// What each player may spend on a decision.
    pub budgets: [PlayerBudget; 2],
    /// The deals. Both players play each of them.
    pub deals: DealRange,
    /// Stop once the result is clear. A deal counts half if both players win it or both lose it.
    pub bounds: Option<TestBounds>,
    /// How many threads to use; 0 stands for one per processor.
    pub threads: usize,
}

/// Why players could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The threads could not be started.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A game could not be played.
    #[error(transparent)]
    Game(#[from] SurveyError),
}

/// Lets two players play the same deals. When a stop is requested, the report covers the deals that both have
/// played.
pub fn compare_players(
    options: &ComparisonOptions,
    stop: &StopFlag,
) -> Result<PlayerComparison, CompareError> {
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build().map_err(RunError::from)?;
    let (start, bar) = (Instant::now(), progress::bar(2 * options.deals.count(), progress::GAMES));
    let mut test = options.bounds.map(SequentialTest::new);
    let mut pairs: Vec<[GameRow; 2]> = Vec::new();
    let mut shares = Vec::new();
    let deals: Vec<NumberedDeal> = options.deals.iter().collect();
    // The test is asked only between batches, so that the result does not depend on the number of threads.
    for batch in deals.chunks(TEST_BATCH as usize) {
        let is_decided = test.as_ref().is_some_and(SequentialTest::is_decided);
        if is_decided || stop.is_requested() {
            break;
        }
        let both = |deal: &NumberedDeal| -> Result<Option<[GameRow; 2]>, SurveyError> {
            let mut rows = options.budgets.map(|budget| play(options.config, budget, *deal, stop));
            bar.inc(2);
            let [one, other] = &mut rows;
            let (one, other) = (std::mem::replace(one, Ok(None))?, std::mem::replace(other, Ok(None))?);
            Ok(one.zip(other).map(|(one, other)| [one, other]))
        };
        let new: Result<Vec<_>, SurveyError> =
            pool.install(|| batch.par_iter().with_max_len(1).map(both).collect());
        for pair in new?.into_iter().flatten() {
            let [one, other] = pair.map(|row| f64::from(u8::from(row.result == GameResult::Won)));
            shares.push((1.0 + one - other) / 2.0);
            pairs.push(pair);
        }
        if let Some(test) = &mut test {
            test.update(&shares);
        }
    }
    bar.finish_and_clear();
    Ok(PlayerComparison::new(&pairs, test.as_ref(), start.elapsed()))
}
