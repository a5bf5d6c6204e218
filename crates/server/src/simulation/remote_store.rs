use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use wire::TableId;

use super::random::Random;
use super::world::{Bug, World};
use crate::Identity;
use crate::store::{
    Append, ClaimResult, CreateResult, FinishedGame, Lease, MemoryStore, NewStoredTable, NewTransfer,
    NodeInfo, Ownership, PassStore, SignOut, SignOutCursor, SignOutPage, Store, StoreError, StoreFuture,
    StoredTable, TransferCode,
};

/// The store as one node reaches it: over a network with delays and faults. What is on its way reaches the
/// store even if the node crashes or is frozen meanwhile.
pub(super) struct RemoteStore {
    world: Arc<World>,
    node: usize,
    store: Arc<MemoryStore>,
    link: Mutex<StoreLink>,
}

struct StoreLink {
    random: Random,
    /// The longest delay in each direction, in milliseconds.
    max_delay: u64,
    condition: StoreCondition,
}

/// What is wrong with a node's connection to the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StoreCondition {
    /// Nothing.
    Good,
    /// Everything takes up to this many milliseconds in each direction.
    Slow(u64),
    /// Every operation fails soon, and nothing happens.
    Unreachable,
    /// Operations get no answer until they time out. Some of them happen.
    Silent,
    /// This percentage of operations is interrupted.
    Interrupted(usize),
}

/// What happens to one operation.
struct Fate {
    /// After how long it reaches the store; `None` if it does not.
    arrives: Option<Duration>,
    /// After how long it is answered. An operation that has not arrived by then is answered with an error.
    answered: Duration,
    /// Whether the connection breaks instead of an answer.
    is_broken: bool,
}

/// How long a node waits for an answer at most, as with PostgreSQL.
const TIMEOUT_MILLIS: u64 = 15_000;

impl StoreLink {
    fn fate(&mut self) -> Fate {
        let (random, usual) = (&mut self.random, self.max_delay);
        let normal = |random: &mut Random, most: u64| {
            let arrives = random.millis(0, most);
            Fate { arrives: Some(arrives), answered: arrives + random.millis(0, most), is_broken: false }
        };
        let broken = |arrives, answered| Fate { arrives, answered, is_broken: true };
        match self.condition {
            StoreCondition::Good => normal(random, usual),
            StoreCondition::Slow(most) => normal(random, most),
            StoreCondition::Unreachable => broken(None, random.millis(0, usual)),
            StoreCondition::Silent => {
                let answered = random.millis(500, TIMEOUT_MILLIS);
                let arrives = random.percent(50).then(|| random.millis(0, TIMEOUT_MILLIS));
                broken(arrives, answered)
            }
            StoreCondition::Interrupted(percent) if random.percent(percent) => {
                let answered = random.millis(0, 2 * usual);
                match random.below(3) {
                    // Lost, stored, or late.
                    0 => broken(None, answered),
                    1 => broken(Some(Duration::ZERO), answered),
                    _ => broken(Some(answered + random.millis(0, 4_000)), answered),
                }
            }
            StoreCondition::Interrupted(_) => normal(random, usual),
        }
    }
}

impl RemoteStore {
    pub(super) fn new(
        world: &Arc<World>,
        node: usize,
        store: &Arc<MemoryStore>,
        max_delay: u64,
    ) -> RemoteStore {
        let link = StoreLink { random: world.random(), max_delay, condition: StoreCondition::Good };
        RemoteStore { world: Arc::clone(world), node, store: Arc::clone(store), link: Mutex::new(link) }
    }

    pub(super) fn set_condition(&self, condition: StoreCondition) {
        self.world.note(format_args!("node {}: store {condition:?}", self.node));
        self.link().condition = condition;
    }

    fn link(&self) -> MutexGuard<'_, StoreLink> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request to the store and waits for the answer. The request is on its way even if nobody waits
    /// any more.
    fn request<'a, T: Send + 'static>(
        &'a self,
        name: &'static str,
        interrupted: StoreError,
        call: impl for<'s> FnOnce(&'s MemoryStore) -> StoreFuture<'s, T> + Send + 'static,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let Fate { arrives, answered, is_broken } = self.link().fate();
            let (sender, receiver) = oneshot::channel();
            if let Some(arrives) = arrives {
                let (world, store, node) = (Arc::clone(&self.world), Arc::clone(&self.store), self.node);
                tokio::spawn(async move {
                    tokio::time::sleep(arrives).await;
                    let result = call(&store).await;
                    let outcome = result.as_ref().err();
                    world.note(format_args!("store: {name} of node {node}: {outcome:?}"));
                    let _ = sender.send(result);
                });
            }
            tokio::time::sleep(answered).await;
            if is_broken {
                self.world.note(format_args!("node {}: {name} interrupted", self.node));
                return Err(interrupted);
            }
            receiver.await.unwrap_or(Err(StoreError::Unknown))
        })
    }
}

/// The error after a connection broke, for operations that can simply be repeated.
fn unavailable() -> StoreError {
    StoreError::Unavailable("this is a simulation".to_owned())
}

impl PassStore for RemoteStore {
    fn offer_transfer(&self, transfer: NewTransfer, limit: u32) -> StoreFuture<'_, bool> {
        self.request("offer a transfer", unavailable(), move |store| store.offer_transfer(transfer, limit))
    }

    fn cancel_transfer(&self, person: Identity) -> StoreFuture<'_, ()> {
        self.request("cancel a transfer", unavailable(), move |store| store.cancel_transfer(person))
    }

    fn transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>> {
        self.request("transfer", unavailable(), move |store| store.transfer(code))
    }

    fn take_transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>> {
        self.request("take a transfer", unavailable(), move |store| store.take_transfer(code))
    }

    fn sign_out(&self, sign_out: SignOut, limit: u32) -> StoreFuture<'_, bool> {
        self.request("sign out", unavailable(), move |store| store.sign_out(sign_out, limit))
    }

    fn sign_outs(&self, since: Option<SignOutCursor>) -> StoreFuture<'_, SignOutPage> {
        self.request("sign-outs", unavailable(), move |store| store.sign_outs(since))
    }
}

impl Store for RemoteStore {
    fn join(&self, node: NodeInfo) -> StoreFuture<'_, Lease> {
        self.request("join", unavailable(), move |store| store.join(node))
    }

    fn renew(&self, node: u64) -> StoreFuture<'_, ()> {
        self.request("renew", unavailable(), move |store| store.renew(node))
    }

    fn lease_version(&self, node: u64) -> StoreFuture<'_, Option<u64>> {
        self.request("lease version", unavailable(), move |store| store.lease_version(node))
    }

    fn leave(&self, node: u64) -> StoreFuture<'_, ()> {
        self.request("leave", unavailable(), move |store| store.leave(node))
    }

    fn create(&self, table: NewStoredTable, limit: u32) -> StoreFuture<'_, CreateResult> {
        self.request("create", StoreError::Unknown, move |store| store.create(table, limit))
    }

    fn claim(&self, table: TableId, node: u64) -> StoreFuture<'_, ClaimResult> {
        self.request("claim", unavailable(), move |store| store.claim(table, node))
    }

    fn reclaim(&self, table: TableId, node: u64, epoch: u64) -> StoreFuture<'_, Option<Ownership>> {
        self.request("reclaim", unavailable(), move |store| store.reclaim(table, node, epoch))
    }

    fn append(&self, append: Arc<Append>) -> StoreFuture<'_, ()> {
        let appended = self.request("append", StoreError::Unknown, move |store| store.append(append));
        if !self.world.has_bug(Bug::EarlyAnswer) {
            return appended;
        }
        Box::pin(async move {
            // The request is sent, but the answer is not awaited.
            let _ = tokio::time::timeout(Duration::ZERO, appended).await;
            Ok(())
        })
    }

    fn release(&self, table: TableId, epoch: u64) -> StoreFuture<'_, ()> {
        self.request("release", unavailable(), move |store| store.release(table, epoch))
    }

    fn load(&self, table: TableId) -> StoreFuture<'_, Option<StoredTable>> {
        self.request("load", unavailable(), move |store| store.load(table))
    }

    fn listings(&self, limit: u32) -> StoreFuture<'_, Vec<String>> {
        self.request("listings", unavailable(), move |store| store.listings(limit))
    }

    fn finished(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<FinishedGame>> {
        self.request("finished", unavailable(), move |store| store.finished(after, limit))
    }

    fn remove_unstarted(&self, age: Duration, limit: u32) -> StoreFuture<'_, u64> {
        self.request("remove unstarted", unavailable(), move |store| store.remove_unstarted(age, limit))
    }

    /// No part of the simulation: it would only be one more request.
    fn size(&self) -> StoreFuture<'_, u64> {
        Box::pin(async { Ok(0) })
    }

    fn probe(&self, node: u64) -> StoreFuture<'_, ()> {
        self.request("probe", unavailable(), move |store| store.probe(node))
    }

    fn close(&self, table: TableId) -> StoreFuture<'_, ()> {
        self.request("close", unavailable(), move |store| store.close(table))
    }

    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, Vec<TableId>> {
        self.store.backup(to)
    }
}
