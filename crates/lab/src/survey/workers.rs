use std::io::{self, Write};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use games::klondike::{Config, Klondike};
use solver::{UnknownReason, Verdict};
use table::Table;

use super::deal::NumberedDeal;
use super::error::SurveyError;
use super::row::SurveyRow;
use crate::{SolveLimits, StopFlag, VerdictKind};

/// Solves deals on several threads.
pub(super) struct Workers<'a> {
    pub(super) config: Config,
    pub(super) limits: SolveLimits,
    pub(super) stop: &'a StopFlag,
}

const TAKE_INTERVAL: Duration = Duration::from_millis(100);

impl Workers<'_> {
    /// Solves one deal; `None` if it was stopped before the verdict was known.
    pub(super) fn solve(&self, deal: NumberedDeal) -> Result<Option<SurveyRow>, SurveyError> {
        let table = Table::<Klondike>::new(self.config, cards::DealId::from(deal))?;
        let solved = self.limits.solve(table.game(), self.stop);
        if let Verdict::Unknown(UnknownReason::Refused) = solved.answer.verdict {
            // A bug of the solver must not look like a limit.
            let _ = writeln!(io::stderr(), "{deal}: {}", solved.reason());
        }
        let verdict = VerdictKind::from(&solved.answer.verdict);
        if verdict == VerdictKind::Unknown && self.stop.is_requested() {
            return Ok(None);
        }
        let cpu_ms = 1e3 * solved.cpu.as_secs_f64();
        Ok(Some(SurveyRow { deal, verdict, nodes: solved.answer.nodes, cpu_ms }))
    }

    /// Solves all deals on several threads, and hands the rows to `take` ten times a second. The threads
    /// never wait for `take`.
    pub(super) fn solve_all(
        &self,
        deals: impl Iterator<Item = NumberedDeal> + Send,
        threads: usize,
        mut take: impl FnMut(Vec<SurveyRow>) -> Result<(), SurveyError>,
    ) -> Result<(), SurveyError> {
        let deals = Mutex::new(deals);
        let found = Mutex::new(Ok(Vec::new()));
        let taker = thread::current();
        let work = || {
            while !self.stop.is_requested() {
                let Some(deal) = lock(&deals).next() else { break };
                let row = self.solve(deal);
                let mut found = lock(&found);
                match (row, &mut *found) {
                    (Ok(Some(row)), Ok(rows)) => rows.push(row),
                    (Err(error), Ok(_)) => *found = Err(error),
                    (Ok(None), _) | (_, Err(_)) => break,
                }
            }
            taker.unpark();
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut result = Ok(());
            while result.is_ok() {
                let ended = workers.iter().all(thread::ScopedJoinHandle::is_finished);
                let rows = std::mem::replace(&mut *lock(&found), Ok(Vec::new()));
                result = rows.and_then(&mut take);
                if ended {
                    break;
                }
                thread::park_timeout(TAKE_INTERVAL);
            }
            if result.is_err() {
                self.stop.request();
            }
            result
        })
    }
}

/// A panic in a thread ends the program, so a poisoned lock is never seen.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
