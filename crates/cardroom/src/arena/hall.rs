use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Args;
use super::contest::Contest;
use crate::progress;
use crate::stop::Stop;

/// Where contests are held: its threads, its deals, and how far it is.
pub(super) struct Hall {
    pool: ThreadPool,
    stop: Stop,
    deals: Range<u64>,
    bar: ProgressBar,
    start: Instant,
}

impl Hall {
    /// A hall for so many contests, with as many deals for each as the games need that were asked for.
    pub(super) fn new(args: &Args, games_a_deal: u64, contests: u64) -> Result<Hall> {
        let deals = args.games.div_ceil(games_a_deal);
        let end = args.first_deal.checked_add(deals).context("there are not so many deals")?;
        Ok(Hall {
            pool: ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0).into()).build()?,
            stop: Stop::on_ctrl_c()?,
            deals: args.first_deal..end,
            bar: progress::bar(deals * games_a_deal * contests, progress::GAMES)?,
            start: Instant::now(),
        })
    }

    /// Lets the contest go through all deals, or until it is enough, which is asked whenever a batch of deals is over: so it does not
    /// depend on the number of threads when that is.
    pub(super) fn hold(
        &self,
        contest: &mut Contest,
        batch: u64,
        mut enough: impl FnMut(&Contest) -> bool,
    ) -> Result<()> {
        let mut next = self.deals.start;
        while next < self.deals.end && !self.stop.is_asked() && !enough(contest) {
            let deals = next..self.deals.end.min(next.saturating_add(batch));
            next = deals.end;
            self.pool.install(|| contest.play(deals, &self.bar, &self.stop))?;
        }
        Ok(())
    }

    /// Whether somebody has stopped it.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// Ends it; how long it took.
    pub(super) fn close(&self) -> Duration {
        self.bar.finish_and_clear();
        self.start.elapsed()
    }
}
