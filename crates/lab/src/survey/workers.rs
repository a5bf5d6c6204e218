use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use super::deal::NumberedDeal;
use super::error::SurveyError;
use crate::StopFlag;

const TAKE_INTERVAL: Duration = Duration::from_millis(100);

/// Does something with many deals on several threads, and hands the rows to `take` ten times a second. The
/// threads never wait for `take`. `work` returns `None` if it was stopped.
pub(super) fn work_through<R: Send>(
    deals: impl Iterator<Item = NumberedDeal> + Send,
    threads: usize,
    stop: &StopFlag,
    work: impl Fn(NumberedDeal) -> Result<Option<R>, SurveyError> + Sync,
    mut take: impl FnMut(Vec<R>) -> Result<(), SurveyError>,
) -> Result<(), SurveyError> {
    let deals = Mutex::new(deals);
    let found = Mutex::new(Ok(Vec::new()));
    let taker = thread::current();
    let run = || {
        while !stop.is_requested() {
            let Some(deal) = lock(&deals).next() else { break };
            let row = work(deal);
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
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
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
            stop.request();
        }
        result
    })
}

/// A panic in a thread ends the program, so a poisoned lock is never seen.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
