use std::ops::Range;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rayon::ThreadPool;

use super::duplicate::BadMove;
use super::matchup::Matchup;
use crate::{RunError, RunOptions, StopFlag, progress};

/// Plays matchups: holds the threads, the deals and the progress bar.
pub(super) struct Runner<'a> {
    pool: ThreadPool,
    stop: &'a StopFlag,
    deals: Range<u64>,
    bar: ProgressBar,
    start: Instant,
}

impl<'a> Runner<'a> {
    /// A runner for that many matchups with the same deals.
    pub(super) fn new(
        options: &RunOptions,
        games_per_deal: u64,
        matchups: u64,
        stop: &'a StopFlag,
    ) -> Result<Runner<'a>, RunError> {
        let deals = options.deals(games_per_deal)?;
        let games = (deals.end - deals.start) * games_per_deal * matchups;
        Ok(Runner {
            pool: options.thread_pool()?,
            stop,
            deals,
            bar: progress::bar(games, progress::GAMES),
            start: Instant::now(),
        })
    }

    /// Plays a matchup in batches of deals, until all are played, a stop is requested or `is_done` says so.
    /// It is asked only between batches, so that the result does not depend on the number of threads.
    pub(super) fn play(
        &self,
        matchup: &mut Matchup,
        batch: u64,
        mut is_done: impl FnMut(&Matchup) -> bool,
    ) -> Result<(), BadMove> {
        let mut next = self.deals.start;
        while next < self.deals.end && !self.stop.is_requested() && !is_done(matchup) {
            let deals = next..self.deals.end.min(next.saturating_add(batch));
            next = deals.end;
            self.pool.install(|| matchup.play(deals, &self.bar, self.stop))?;
        }
        Ok(())
    }

    /// Removes the progress bar, and gives the time since the start.
    pub(super) fn finish(self) -> Duration {
        self.bar.finish_and_clear();
        self.start.elapsed()
    }
}
