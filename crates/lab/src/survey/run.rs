use std::collections::HashSet;
use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use super::chart;
use super::deal::{DealRange, NumberedDeal};
use super::error::SurveyError;
use super::file::SurveyFile;
use super::progress::SurveyProgress;
use super::row::SurveyRow;
use super::summary::SurveySummary;
use super::workers::Workers;
use crate::{SolveLimits, StopFlag, VerdictKind};

/// What to survey.
pub struct SurveyOptions<'a> {
    /// The title of the chart.
    pub title: &'a str,
    /// The options of the game.
    pub config: games::klondike::Config,
    /// The deals.
    pub deals: DealRange,
    /// What the solver may use for each deal.
    pub limits: SolveLimits,
    /// How many threads to use; 0 stands for one per processor.
    pub threads: usize,
    /// The file to write or resume. Its chart is written beside it.
    pub out: Option<&'a Path>,
}

/// What a survey has done, and the statistics of its whole file.
pub struct SurveyRun {
    /// All deals, including those that were in the file before.
    pub summary: SurveySummary,
    /// How many deals were solved now.
    pub solved: u64,
    /// Whether all deals are done.
    pub is_complete: bool,
    /// How long it took.
    pub took: Duration,
}

/// Solves the deals that are not in the file yet. After a stop request, the deals that are done are kept.
pub fn survey(options: &SurveyOptions<'_>, stop: &StopFlag) -> Result<SurveyRun, SurveyError> {
    let workers = Workers { config: options.config, limits: options.limits, stop };
    let (mut file, mut rows) = match options.out {
        Some(path) => {
            let (file, rows) = SurveyFile::open(path)?;
            check_same_game(&workers, &rows, path)?;
            (Some(file), rows)
        }
        None => (None, Vec::new()),
    };
    let deals = options.deals;
    let done: HashSet<NumberedDeal> = rows.iter().map(|row| row.deal).collect();
    let left = deals.count() - done.iter().filter(|deal| deals.contains(**deal)).count() as u64;
    let threads = match options.threads {
        0 => available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    };
    let (before, start) = (rows.len(), Instant::now());
    let mut progress = SurveyProgress::new(left, &rows);
    workers.solve_all(deals.iter().filter(|deal| !done.contains(deal)), threads, |new| {
        if let Some(file) = &mut file {
            file.append(&new)?;
        }
        progress.add(&new);
        rows.extend(new);
        Ok(())
    })?;
    progress.finish();

    let took = start.elapsed();
    let solved = (rows.len() - before) as u64;
    rows.sort_by_key(|row| row.deal);
    let summary = SurveySummary::new(&rows);
    if let (Some(file), Some(path)) = (file, options.out) {
        file.close(&rows)?;
        chart::write(path, options.title, &rows, &summary)?;
    }
    Ok(SurveyRun { summary, solved, is_complete: solved == left, took })
}

/// How many deals of a file are solved again before it is resumed.
const CHECKED_DEALS: usize = 4;

/// Checks that a file is of this game, which it does not say: the same solver searches the same number of
/// positions, so a few deals are enough.
fn check_same_game(workers: &Workers<'_>, rows: &[SurveyRow], path: &Path) -> Result<(), SurveyError> {
    for old in rows.iter().filter(|row| row.verdict != VerdictKind::Unknown).take(CHECKED_DEALS) {
        let Some(new) = workers.solve(old.deal)? else { continue };
        if new.verdict != VerdictKind::Unknown && (new.verdict, new.nodes) != (old.verdict, old.nodes) {
            return Err(SurveyError::AnotherGame { path: path.to_owned(), old: *old, new });
        }
    }
    Ok(())
}
