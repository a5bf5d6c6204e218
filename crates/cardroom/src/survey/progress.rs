use anyhow::Result;
use indicatif::ProgressBar;

use super::interval::Interval;
use super::row::Row;
use crate::progress;
use crate::solve::Verdict;

/// How far a survey is: on a terminal only, and to standard error.
pub(super) struct Progress {
    bar: ProgressBar,
    deals: u64,
    won: u64,
    unknown: u64,
}

impl Progress {
    /// So many deals are left, and these rows were there before.
    pub(super) fn new(left: u64, before: &[Row]) -> Result<Progress> {
        let bar = progress::bar(left, BAR)?;
        let mut progress = Progress { bar, deals: 0, won: 0, unknown: 0 };
        progress.count(before);
        Ok(progress)
    }

    pub(super) fn add(&mut self, rows: &[Row]) {
        self.count(rows);
        self.bar.inc(rows.len() as u64);
        self.bar.set_message(Interval::new(self.won, self.unknown, self.deals).text());
    }

    pub(super) fn end(self) {
        self.bar.finish_and_clear();
    }

    fn count(&mut self, rows: &[Row]) {
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count() as u64;
        self.deals += rows.len() as u64;
        self.won += count(Verdict::Winnable);
        self.unknown += count(Verdict::Unknown);
    }
}

const BAR: &str = "{wide_bar} {pos}/{len} deals, {speed} a second, {eta} left\ncan be won: {msg}";
