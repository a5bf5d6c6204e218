use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::ServerState;
use crate::store::StoreError;

/// The state of a server, for a load balancer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Health {
    /// It works.
    Ready,
    /// It shuts down soon.
    Draining,
    /// The store works, but this server has lost its lease.
    NoLease,
    /// Nothing can be stored.
    NoStore(StoreError),
    /// The store does not answer.
    NoAnswer,
}

/// Tests the store with a small write when somebody asks for the health of the server, but not too often.
#[derive(Default)]
pub(crate) struct StoreProbe {
    state: Mutex<ProbeState>,
    finished: Notify,
}

#[derive(Default)]
struct ProbeState {
    /// When the last write ended, and how.
    last: Option<(Instant, Result<(), StoreError>)>,
    /// When the current write began.
    running: Option<Instant>,
}

/// The pause between two writes.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long a question waits for a write that is running.
const MAX_WAIT: Duration = Duration::from_millis(80);
/// A store that takes longer for a write does not work.
const MAX_WRITE_TIME: Duration = Duration::from_secs(2);

impl StoreProbe {
    fn lock(&self) -> MutexGuard<'_, ProbeState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a write is due. If so, it counts as running.
    fn begin(&self) -> bool {
        let mut state = self.lock();
        let now = Instant::now();
        let is_recent = state.last.as_ref().is_some_and(|(ended, _)| now.duration_since(*ended) < INTERVAL);
        let is_due = state.running.is_none() && !is_recent;
        if is_due {
            state.running = Some(now);
        }
        is_due
    }

    fn end(&self, result: Result<(), StoreError>) {
        *self.lock() = ProbeState { last: Some((Instant::now(), result)), running: None };
        self.finished.notify_waiters();
    }

    /// Waits for the write that is running, but not for long. Returns what is known: `None` if the store does
    /// not answer.
    async fn result(&self) -> Option<Result<(), StoreError>> {
        let finished = self.finished.notified();
        if self.lock().running.is_some() {
            let _ = tokio::time::timeout(MAX_WAIT, finished).await;
        }
        let state = self.lock();
        match state.running {
            Some(began) if began.elapsed() >= MAX_WRITE_TIME => None,
            // A slow disk is no reason to send clients elsewhere.
            _ => state.last.as_ref().map(|(_, result)| result.clone()),
        }
    }
}

impl ServerState {
    /// Whether clients should be sent to this server. This answers soon, whatever the store does.
    pub(crate) async fn health(self: &Arc<ServerState>) -> Health {
        if self.is_draining() {
            return Health::Draining;
        }
        if self.probe.begin() {
            let server = Arc::clone(self);
            self.environment.spawn(async move {
                let result = server.store.probe(server.lease.node).await;
                if let Err(error) = &result {
                    tracing::warn!(%error, "the store does not work");
                }
                server.probe.end(result);
            });
        }
        match self.probe.result().await {
            None => Health::NoAnswer,
            Some(Err(error)) => Health::NoStore(error),
            Some(Ok(())) if !self.lease.is_held() => Health::NoLease,
            Some(Ok(())) => Health::Ready,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::time::Instant;

    use super::Health;
    use crate::store::{MemoryStore, StoreError};
    use crate::{ServerOptions, ServerState};

    async fn server() -> (Arc<MemoryStore>, Arc<ServerState>) {
        let store = Arc::new(MemoryStore::default());
        let server = ServerState::new(Arc::clone(&store) as _, ServerOptions::default()).await.unwrap();
        (store, server)
    }

    #[tokio::test(start_paused = true)]
    async fn many_questions_cost_one_write_per_second() {
        let (store, server) = server().await;
        assert_eq!(server.health().await, Health::Ready);
        store.set_full(true);
        assert_eq!(server.health().await, Health::Ready, "the last write was a moment ago");
        for second in 1..5 {
            tokio::time::sleep(Duration::from_secs(1)).await;
            for _ in 0..100 {
                assert_eq!(server.health().await, Health::NoStore(StoreError::Full));
            }
            assert_eq!(store.refused(), second);
        }
        store.set_full(false);
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(server.health().await, Health::Ready);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_comes_soon_even_if_the_store_hangs() {
        let (store, server) = server().await;
        assert_eq!(server.health().await, Health::Ready);
        store.set_hanging(true);
        tokio::time::sleep(Duration::from_secs(1)).await;
        let asked = Instant::now();
        assert_eq!(server.health().await, Health::Ready, "it may only be slow");
        assert!(asked.elapsed() < Duration::from_millis(100));
        tokio::time::sleep(Duration::from_secs(2)).await;
        let asked = Instant::now();
        for _ in 0..3 {
            assert_eq!(server.health().await, Health::NoAnswer);
        }
        assert!(asked.elapsed() < Duration::from_millis(300));
        store.set_hanging(false);
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(server.health().await, Health::Ready);
    }
}
