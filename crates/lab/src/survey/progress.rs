use indicatif::ProgressBar;

use super::row::DealRow;
use crate::{Interval, progress};

/// The progress bar of many deals, with the share of wins so far.
pub(super) struct DealProgress {
    bar: ProgressBar,
    deals: u64,
    won: u64,
    unknown: u64,
}

impl DealProgress {
    /// `left` deals are still to be done; the rows in `before` are known.
    pub(super) fn new<R: DealRow>(left: u64, before: &[R]) -> DealProgress {
        let bar = progress::bar(left, R::PROGRESS);
        let mut progress = DealProgress { bar, deals: 0, won: 0, unknown: 0 };
        progress.count(before);
        progress
    }

    pub(super) fn add<R: DealRow>(&mut self, rows: &[R]) {
        self.count(rows);
        self.bar.inc(rows.len() as u64);
        self.bar.set_message(Interval::wilson(self.won, self.unknown, self.deals).text());
    }

    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn count<R: DealRow>(&mut self, rows: &[R]) {
        let count = |win| rows.iter().filter(|row| row.is_win() == win).count() as u64;
        self.deals += rows.len() as u64;
        self.won += count(Some(true));
        self.unknown += count(None);
    }
}
