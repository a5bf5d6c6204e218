use std::io::{self, Write};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use games::klondike::{Config, Klondike};
use solver::{UnknownReason, Verdict as Found};
use table::Table;

use super::deal::Deal;
use super::row::Row;
use crate::solve::{Budget, Verdict};
use crate::stop::Stop;

/// How a deal is solved.
pub(super) struct Work<'a> {
    pub(super) config: Config,
    pub(super) budget: Budget,
    pub(super) stop: &'a Stop,
}

/// How often what was found is handed on.
const PAUSE: Duration = Duration::from_millis(100);

impl Work<'_> {
    /// Solves one deal; `None` if somebody stopped it.
    pub(super) fn solve(&self, deal: Deal) -> Result<Option<Row>> {
        let table = Table::<Klondike>::new(self.config, cards::DealId::from(deal))?;
        let solved = self.budget.solve(table.game(), self.stop);
        if let Found::Unknown(UnknownReason::Refused) = solved.answer.verdict {
            // A fault of the solver's must not hide among its limits.
            let _ = writeln!(io::stderr(), "{deal}: {}", solved.reason());
        }
        let verdict = Verdict::from(&solved.answer.verdict);
        if verdict == Verdict::Unknown && self.stop.is_asked() {
            return Ok(None);
        }
        let cpu_ms = 1e3 * solved.cpu.as_secs_f64();
        Ok(Some(Row { deal, verdict, nodes: solved.answer.nodes, cpu_ms }))
    }

    /// Solves all deals by several threads, and hands the rows on as they come, a tenth of a second's worth at a time. The
    /// threads never wait for whoever takes the rows.
    pub(super) fn solve_all(
        &self,
        deals: impl Iterator<Item = Deal> + Send,
        threads: usize,
        mut take: impl FnMut(Vec<Row>) -> Result<()>,
    ) -> Result<()> {
        let deals = Mutex::new(deals);
        let found = Mutex::new(Ok(Vec::new()));
        let taker = thread::current();
        let work = || {
            while !self.stop.is_asked() {
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
                thread::park_timeout(PAUSE);
            }
            if result.is_err() {
                self.stop.ask();
            }
            result
        })
    }
}

/// A thread that panics ends the program, so no lock is ever found poisoned.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
