use indicatif::ProgressBar;

use super::row::SurveyRow;
use crate::{Interval, VerdictKind, progress};

/// The progress bar of a survey, with the share of wins so far.
pub(super) struct SurveyProgress {
    bar: ProgressBar,
    deals: u64,
    won: u64,
    unknown: u64,
}

impl SurveyProgress {
    /// `left` deals are still to be solved; the rows in `before` are known.
    pub(super) fn new(left: u64, before: &[SurveyRow]) -> SurveyProgress {
        let bar = progress::bar(left, PROGRESS_TEMPLATE);
        let mut progress = SurveyProgress { bar, deals: 0, won: 0, unknown: 0 };
        progress.count(before);
        progress
    }

    pub(super) fn add(&mut self, rows: &[SurveyRow]) {
        self.count(rows);
        self.bar.inc(rows.len() as u64);
        self.bar.set_message(Interval::wilson(self.won, self.unknown, self.deals).text());
    }

    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn count(&mut self, rows: &[SurveyRow]) {
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count() as u64;
        self.deals += rows.len() as u64;
        self.won += count(VerdictKind::Winnable);
        self.unknown += count(VerdictKind::Unknown);
    }
}

pub(crate) const PROGRESS_TEMPLATE: &str =
    "{wide_bar} {pos}/{len} deals, {speed} a second, {eta} left\ncan be won: {msg}";
