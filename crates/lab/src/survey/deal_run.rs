use std::collections::HashSet;
use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use super::deal::{DealRange, NumberedDeal};
use super::error::SurveyError;
use super::file::SurveyFile;
use super::progress::DealProgress;
use super::row::DealRow;
use super::workers::work_through;
use crate::StopFlag;

/// Deals to go through, with a row of a file for each. If the file has some of them already, only the others
/// are done.
pub(crate) struct DealRun<'a> {
    pub(crate) deals: DealRange,
    /// How many threads to use; 0 stands for one per processor.
    pub(crate) threads: usize,
    /// The file to write or resume.
    pub(crate) out: Option<&'a Path>,
}

/// What came of it.
pub(crate) struct DealRunResult<R> {
    /// All rows of the file, sorted by deal.
    pub(crate) rows: Vec<R>,
    /// How many deals were done now.
    pub(crate) done: u64,
    /// Whether all deals are done.
    pub(crate) is_complete: bool,
    /// How long it took.
    pub(crate) took: Duration,
}

impl DealRun<'_> {
    /// Does the deals that are not in the file yet. `work` returns `None` if it was stopped. After a stop
    /// request, the deals that are done are kept.
    pub(crate) fn run<R: DealRow>(
        &self,
        work: impl Fn(NumberedDeal) -> Result<Option<R>, SurveyError> + Sync,
        stop: &StopFlag,
    ) -> Result<DealRunResult<R>, SurveyError> {
        let (mut file, mut rows) = match self.out {
            Some(path) => {
                let (file, rows) = SurveyFile::open(path)?;
                check_same_game(&work, &rows, path)?;
                (Some(file), rows)
            }
            None => (None, Vec::new()),
        };
        let deals = self.deals;
        let done: HashSet<NumberedDeal> = rows.iter().map(DealRow::deal).collect();
        let left = deals.count() - done.iter().filter(|deal| deals.contains(**deal)).count() as u64;
        let threads = match self.threads {
            0 => available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        };
        let (before, start) = (rows.len(), Instant::now());
        let mut progress = DealProgress::new(left, &rows);
        work_through(deals.iter().filter(|deal| !done.contains(deal)), threads, stop, work, |new| {
            if let Some(file) = &mut file {
                file.append(&new)?;
            }
            progress.add(&new);
            rows.extend(new);
            Ok(())
        })?;
        progress.finish();
        let took = start.elapsed();
        let done = (rows.len() - before) as u64;
        rows.sort_by_key(DealRow::deal);
        if let Some(file) = file {
            file.close(&rows)?;
        }
        Ok(DealRunResult { rows, done, is_complete: done == left, took })
    }
}

/// How many deals of a file are done again before it is resumed.
const CHECKED_DEALS: usize = 4;

/// Checks that a file is of this game, which it does not say: the same program searches the same number of
/// positions, so a few deals are enough.
fn check_same_game<R: DealRow>(
    work: impl Fn(NumberedDeal) -> Result<Option<R>, SurveyError>,
    rows: &[R],
    path: &Path,
) -> Result<(), SurveyError> {
    for old in rows.iter().filter(|row| row.is_win().is_some()).take(CHECKED_DEALS) {
        let Some(new) = work(old.deal())?.filter(|new| new.is_win().is_some()) else { continue };
        if new.result() != old.result() {
            return Err(SurveyError::AnotherGame {
                path: path.to_owned(),
                deal: old.deal(),
                old: old.result(),
                new: new.result(),
            });
        }
    }
    Ok(())
}
