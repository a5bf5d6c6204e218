use std::ops::Range;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How many games to play, which deals to use and on how many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// How many games to play.
    pub games: u64,
    /// The number of the first deal: `v1:NUMBER`. The next deals follow it.
    pub first_deal: u64,
    /// How many threads to use; 0 stands for one per processor.
    pub threads: usize,
}

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The range of deals goes beyond the last deal number.
    #[error("there are not that many deals")]
    TooManyDeals,
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
}

impl RunOptions {
    /// The deals to play if each is played that many times; rounded up, so that each deal is played in full.
    pub(crate) fn deals(&self, games_per_deal: u64) -> Result<Range<u64>, RunError> {
        let deals = self.games.div_ceil(games_per_deal);
        let end = self.first_deal.checked_add(deals).ok_or(RunError::TooManyDeals)?;
        Ok(self.first_deal..end)
    }

    pub(crate) fn thread_pool(&self) -> Result<ThreadPool, RunError> {
        Ok(ThreadPoolBuilder::new().num_threads(self.threads).build()?)
    }
}
