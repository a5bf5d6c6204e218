use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::relay::DIAL_TIMEOUT;
use crate::server_state::{ServerState, wait_for_stop};
use crate::watched::Watched;

/// The pause between two questions to the store whether an owner still has its lease.
const LEASE_INTERVAL: Duration = Duration::from_millis(100);
/// The pause between two attempts to reach an owner again.
const DIAL_INTERVAL: Duration = Duration::from_millis(500);

/// What becomes of an owner that could not be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnerFate {
    /// It can be reached again.
    Reachable,
    /// It has left the store, or its lease has ended: its tables can be claimed.
    Gone,
    /// It renews its lease, but cannot be reached from here. Clients have to try another node.
    Alive,
}

/// The nodes that own tables and could not be reached. One task watches each of them, however many tables
/// and clients wait for it.
///
/// The wait is bounded by the lease: the owner renews it, or it ends.
#[derive(Default)]
pub(crate) struct UnreachableOwners(Mutex<HashMap<u64, Arc<Watched<Option<OwnerFate>>>>>);

impl UnreachableOwners {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Watched<Option<OwnerFate>>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a node is known to be unreachable.
    pub(super) fn contains(&self, node: u64) -> bool {
        self.lock().contains_key(&node)
    }
}

/// Waits until it is known what becomes of a node that could not be reached.
pub(crate) async fn owner_fate(server: Arc<ServerState>, node: u64, address: String) -> OwnerFate {
    let mut is_new = false;
    let fate = Arc::clone(server.unreachable_owners.lock().entry(node).or_insert_with(|| {
        is_new = true;
        Arc::new(Watched::new(None))
    }));
    if is_new {
        tracing::warn!(address, "a server that owns tables cannot be reached");
        server.environment.spawn(watch(Arc::clone(&server), node, address, Arc::clone(&fate)));
    }
    drop(server);
    fate.wait_for(|fate| fate.is_some()).await;
    fate.get().unwrap_or(OwnerFate::Alive)
}

async fn watch(server: Arc<ServerState>, node: u64, address: String, fate: Arc<Watched<Option<OwnerFate>>>) {
    let known = tokio::select! {
        biased;
        () = wait_for_stop(&server.stop) => OwnerFate::Alive,
        // Without a lease of its own, this server cannot claim anything.
        () = wait_until_lost(&server) => OwnerFate::Alive,
        fate = watch_lease(&server, node) => fate,
        () = dial_until_reached(&server, &address) => OwnerFate::Reachable,
    };
    tracing::info!(address, fate = ?known, "a server that could not be reached");
    server.unreachable_owners.lock().remove(&node);
    fate.set(Some(known));
}

async fn wait_until_lost(server: &ServerState) {
    if let Some(term) = server.lease.term() {
        server.lease.wait_until_lost(term).await;
    }
}

async fn watch_lease(server: &ServerState, node: u64) -> OwnerFate {
    let mut first = None;
    loop {
        match server.store.lease_version(node).await {
            Ok(None) => return OwnerFate::Gone,
            Ok(Some(version)) if *first.get_or_insert(version) != version => return OwnerFate::Alive,
            Ok(Some(_)) | Err(_) => {}
        }
        sleep(LEASE_INTERVAL).await;
    }
}

async fn dial_until_reached(server: &ServerState, address: &str) {
    loop {
        sleep(DIAL_INTERVAL).await;
        let dialed = timeout(DIAL_TIMEOUT, server.environment.dial(&server.node_key, address)).await;
        if matches!(dialed, Ok(Ok(_))) {
            return;
        }
    }
}
