use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::Instant;

use crate::server_state::{ServerState, wait_for_stop};
use crate::store::{NodeInfo, Store, StoreError};
use crate::watched::Watched;

/// The lease of this server in the store.
///
/// It is renewed long before it ends. If that fails, the server stops acting as the owner of its tables
/// before the lease ends in the store: it drops them and asks their clients to reconnect. The time is
/// measured by the server's own monotonic clock, from the moment at which the last successful renewal was
/// requested. So a server that was suspended notices it; and whatever it did meanwhile, the store would
/// not accept (see [`crate::store`]).
pub(crate) struct NodeLease {
    /// The number of this server.
    pub(crate) node: u64,
    duration: Duration,
    /// When the last successful renewal was requested.
    renewed: Watched<Instant>,
    /// The number of the term, while the lease is held. Each loss ends a term, and with it the ownership of
    /// all tables that were claimed in it: somebody else may have owned them in between.
    term: Watched<Option<u64>>,
}

impl NodeLease {
    /// Joins a store. Returns the lease and the secret that signs passes.
    pub(crate) async fn join(
        store: &dyn Store,
        address: String,
        duration: Duration,
    ) -> Result<(NodeLease, [u8; 32]), StoreError> {
        let joined = Instant::now();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let lease = store.join(NodeInfo { address, version, lease: duration }).await?;
        let (renewed, term) = (Watched::new(joined), Watched::new(Some(0)));
        Ok((NodeLease { node: lease.node, duration, renewed, term }, lease.secret))
    }

    /// Whether the server may act as the owner of tables.
    pub(crate) fn is_held(&self) -> bool {
        self.term().is_some()
    }

    /// The current term; `None` while the lease is not held.
    pub(crate) fn term(&self) -> Option<u64> {
        self.term.get()
    }

    /// When the last successful renewal was requested.
    pub(crate) fn last_renewal(&self) -> Instant {
        self.renewed.get()
    }

    /// Waits until this term is over. That is noticed even if the lease is held again by then.
    pub(crate) async fn wait_until_lost(&self, term: u64) {
        self.term.wait_for(|now| now != Some(term)).await;
    }

    /// Ends the term, or begins the next one if there is none.
    fn set_held(&self, held: bool, last_term: &mut u64) {
        if held == self.is_held() {
            return;
        }
        *last_term += u64::from(held);
        self.term.set(held.then_some(*last_term));
        match held {
            true => tracing::info!("the lease is held again"),
            false => tracing::error!("the lease was not renewed in time: all tables are closed for now"),
        }
    }
}

/// Renews the lease of a server until it shuts down or is dropped.
pub(crate) async fn keep(server: Weak<ServerState>) {
    let Some((duration, joined, stop)) = server
        .upgrade()
        .map(|server| (server.lease.duration, server.lease.last_renewal(), Arc::clone(&server.stop)))
    else {
        return;
    };
    let pause = duration * 3 / 10;
    // A margin, so that the server stops before the lease ends in the store.
    let valid = duration * 9 / 10;
    let mut end = joined + valid;
    let mut next = joined + pause;
    let mut last_term = 0;
    loop {
        tokio::select! {
            biased;
            () = wait_for_stop(&stop) => return,
            () = tokio::time::sleep_until(next) => {}
        }
        let Some(server) = server.upgrade() else { return };
        let requested = Instant::now();
        if requested >= end {
            // This server was suspended. Others may have claimed its tables, even if it can renew the lease.
            server.lease.set_held(false, &mut last_term);
        }
        // Never wait beyond the end of the lease without noticing it.
        let limit = if requested < end { end } else { requested + pause };
        match tokio::time::timeout_at(limit, server.store.renew(server.lease.node)).await {
            Ok(Ok(())) => {
                server.lease.renewed.set(requested);
                end = requested + valid;
                next = requested + pause;
                server.lease.set_held(Instant::now() < end, &mut last_term);
                continue;
            }
            Ok(Err(StoreError::LeaseLost)) => {
                tracing::error!(
                    "another server has taken over this store: this one only refuses from now on"
                );
                server.lease.set_held(false, &mut last_term);
                return;
            }
            Ok(Err(error)) => tracing::warn!(%error, "the lease was not renewed"),
            Err(_) => tracing::warn!("the lease was not renewed: the store does not answer"),
        }
        server.metrics.failed_renewals.add(1);
        let now = Instant::now();
        if now >= end {
            server.lease.set_held(false, &mut last_term);
        }
        next = now + pause / 6;
        if now < end {
            next = next.min(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use crate::store::MemoryStore;
    use crate::{ServerOptions, ServerState};

    /// The store still knows the node and renews its lease, but others may have owned its tables.
    #[tokio::test(start_paused = true)]
    async fn a_node_that_was_suspended_begins_a_new_term() {
        let store = Arc::new(MemoryStore::default());
        let server = ServerState::new(store, ServerOptions::default()).await.unwrap();
        tokio::time::sleep(Duration::from_secs(30)).await;
        assert_eq!(server.lease.term(), Some(0));
        // All timers are late, as after a suspension.
        tokio::time::advance(Duration::from_secs(20)).await;
        server.lease.wait_until_lost(0).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(server.lease.term(), Some(1));
    }
}
