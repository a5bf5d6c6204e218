use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use games::klondike::{Config, Klondike};
use solver::{UnknownReason, Verdict};
use table::Table;

use super::chart;
use super::deal::{DealRange, NumberedDeal};
use super::deal_run::{DealRun, DealRunResult};
use super::error::SurveyError;
use super::row::SurveyRow;
use super::summary::SurveySummary;
use crate::{SolveLimits, StopFlag, VerdictKind};

/// What to survey.
pub struct SurveyOptions<'a> {
    /// The title of the chart.
    pub title: &'a str,
    /// The options of the game.
    pub config: Config,
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
    let run = DealRun { deals: options.deals, threads: options.threads, out: options.out };
    let DealRunResult { rows, done, is_complete, took } =
        run.run(|deal| solve(options.config, options.limits, deal, stop), stop)?;
    let summary = SurveySummary::new(&rows);
    if let Some(path) = options.out {
        chart::write(path, options.title, &rows, &summary)?;
    }
    Ok(SurveyRun { summary, solved: done, is_complete, took })
}

/// Solves one deal; `None` if it was stopped before the verdict was known.
fn solve(
    config: Config,
    limits: SolveLimits,
    deal: NumberedDeal,
    stop: &StopFlag,
) -> Result<Option<SurveyRow>, SurveyError> {
    let table = Table::<Klondike>::new(config, cards::DealId::from(deal))?;
    let solved = limits.solve(table.game(), stop);
    if let Verdict::Unknown(UnknownReason::Refused) = solved.answer.verdict {
        // A bug of the solver must not look like a limit.
        let _ = writeln!(io::stderr(), "{deal}: {}", solved.reason());
    }
    let verdict = VerdictKind::from(&solved.answer.verdict);
    if verdict == VerdictKind::Unknown && stop.is_requested() {
        return Ok(None);
    }
    let cpu_ms = 1e3 * solved.cpu.as_secs_f64();
    Ok(Some(SurveyRow { deal, verdict, nodes: solved.answer.nodes, cpu_ms }))
}
