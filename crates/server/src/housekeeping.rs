//! What a server does in the background to keep its store small: it removes tables at which no game has
//! started, and looks how much space is used.

use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::ServerState;
use crate::server_state::wait_for_stop;

/// The pause between two rounds.
const INTERVAL: Duration = Duration::from_secs(60);
/// How many tables are removed at a time. Moves wait for that, so there are only a few.
const STEP: u32 = 50;
/// The pause between two steps, in which moves are stored.
const PAUSE: Duration = Duration::from_millis(200);

/// Runs until the server shuts down or is dropped. Several servers may do this on the same store: nothing is
/// removed twice.
pub(crate) async fn keep(server: Weak<ServerState>) {
    let Some(stop) = server.upgrade().map(|server| Arc::clone(&server.stop)) else { return };
    let mut pause = INTERVAL;
    loop {
        tokio::select! {
            biased;
            () = wait_for_stop(&stop) => return,
            () = tokio::time::sleep(pause) => {}
        }
        let Some(server) = server.upgrade() else { return };
        pause = if server.remove_unstarted().await == u64::from(STEP) { PAUSE } else { INTERVAL };
        server.measure_store().await;
    }
}

impl ServerState {
    /// Removes some tables at which no game has started for too long. Returns how many.
    async fn remove_unstarted(&self) -> u64 {
        match self.store.remove_unstarted(self.limits.unstarted_timeout, STEP).await {
            Ok(removed) => {
                self.metrics.removed_tables.add(removed);
                removed
            }
            Err(error) => {
                tracing::warn!(%error, "old tables could not be removed");
                0
            }
        }
    }

    /// Notes how much space the store uses.
    pub(crate) async fn measure_store(&self) {
        match self.store.size().await {
            Ok(size) => {
                self.metrics.store_bytes.set(size);
                if self.is_store_full() {
                    let limit = self.limits.max_store_bytes;
                    tracing::warn!(size, limit, "the store has reached its limit: no new tables are opened");
                }
            }
            Err(error) => tracing::warn!(%error, "the size of the store is not known"),
        }
    }

    /// Whether the store has no space for new tables.
    pub(crate) fn is_store_full(&self) -> bool {
        self.limits.max_store_bytes.is_some_and(|limit| self.metrics.store_bytes.get() >= limit)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use wire::TableId;

    use crate::store::{MemoryStore, NewStoredTable, Store};
    use crate::{Identity, Limits, ServerOptions, ServerState};

    #[tokio::test(start_paused = true)]
    async fn tables_at_which_no_game_starts_are_removed() {
        let store = Arc::new(MemoryStore::default());
        let limits = Limits { unstarted_timeout: Duration::from_hours(2), ..Limits::default() };
        let options = ServerOptions { limits, ..ServerOptions::default() };
        let server = ServerState::new(Arc::clone(&store) as _, options).await.unwrap();
        let creator = Identity::from_bytes(&[1; 16]).unwrap();
        // More than one step.
        let id = |number: u8| TableId::from_random(std::array::from_fn(|at| number >> (4 * (at % 2)) & 15));
        let ids: Vec<TableId> = (0..120).map(id).collect();
        for table in &ids {
            let lines = Vec::new();
            let table = NewStoredTable { table: *table, secret: [1; 32], creator, created: 1, lines };
            store.create(table, 1000).await.unwrap();
        }
        tokio::time::sleep(Duration::from_hours(1)).await;
        assert!(store.load(ids[0]).await.unwrap().is_some());
        tokio::time::sleep(Duration::from_hours(1) + Duration::from_secs(130)).await;
        for table in &ids {
            assert!(store.load(*table).await == Ok(None));
        }
        assert_eq!(server.metrics.removed_tables.get(), 120);
    }
}
