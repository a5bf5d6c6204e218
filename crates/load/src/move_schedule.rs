use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// Schedules the moves of a table.
pub(crate) struct MoveSchedule {
    between: Duration,
    next: Mutex<Instant>,
}

impl MoveSchedule {
    /// This many moves per second, from now on. `part` of the first interval passes before the first move, so
    /// that many tables are spread over time.
    pub(crate) fn new(rate: f64, part: f64) -> MoveSchedule {
        let between = Duration::from_secs_f64(1.0 / rate);
        MoveSchedule { between, next: Mutex::new(Instant::now() + between.mul_f64(part)) }
    }

    /// Waits until the next move is due.
    pub(crate) async fn wait(&self) {
        let due = {
            let mut next = self.next.lock().await;
            let due = *next;
            *next = due.max(Instant::now()) + self.between;
            due
        };
        tokio::time::sleep_until(due.into()).await;
    }
}
