use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::Instant;
use wire::{BasePath, ProtocolVersions, TableId};

use crate::connections::Connections;
use crate::dice::RollCache;
use crate::environment::Environment;
use crate::fair_permits::FairPermits;
use crate::health::StoreProbe;
use crate::housekeeping;
use crate::limits::{Bucket, Limits};
use crate::metrics::Metrics;
use crate::new_table_limits::NewTableLimits;
use crate::node::{NodeKey, UnreachableOwners};
use crate::node_lease::{self, NodeLease};
use crate::open_tables::OpenTables;
use crate::pass::Signer;
use crate::pauses::{self, Pauses};
use crate::sign_out::{self, SignOuts};
use crate::store::{Store, StoreError};
use crate::table::{self, TableMessage};
use crate::watched::Watched;

/// How many messages may be queued for a table.
const MAX_QUEUED_MESSAGES: usize = 64;
/// How many connections to other servers may be opened at the same time.
const MAX_DIALS: usize = 32;
/// Above this number of addresses, idle ones are dropped.
const MAX_ADDRESSES: usize = 4096;
/// How many files and connections are allowed in place of one request. A page needs many files at once.
const TRAFFIC_PER_REQUEST: u32 = 5;

/// How the server is configured.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Rate and resource limits.
    pub limits: Limits,
    /// Other origins whose pages may connect, such as `https://cards.example`.
    pub origins: Vec<String>,
    /// The path below which browsers find the server. A proxy must pass it on.
    pub base: BasePath,
    /// Whether browsers connect by TLS.
    pub secure: bool,
    /// Whether `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.
    pub trust_proxy: bool,
    /// Whether `X-Forwarded-Host` is trusted.
    pub trust_forwarded_host: bool,
    /// Where other servers on the same store can reach this one ([`serve_nodes`](crate::serve_nodes)); empty
    /// if they cannot.
    pub address: String,
    /// How long the server says that it is about to shut down, before it does.
    pub drain_time: Duration,
    /// Randomness and tasks. Only a simulation replaces it.
    pub environment: Environment,
    /// The versions of the protocol that the server speaks. Only tests replace them.
    pub protocols: ProtocolVersions,
    /// By how many seconds the server's wall clock is wrong. Tests show with this that servers whose clocks
    /// differ work together.
    #[cfg(feature = "suite")]
    pub clock_offset: i64,
}

/// The shared state of the server: its store, its running tables, and the limits per address.
pub struct ServerState {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) environment: Environment,
    #[cfg(feature = "suite")]
    clock_offset: i64,
    pub(crate) lease: NodeLease,
    pub(crate) signer: Signer,
    /// Authenticates connections between servers.
    pub(crate) node_key: NodeKey,
    /// Limits how many connections to other servers are opened at the same time.
    pub(crate) dial_permits: Semaphore,
    pub(crate) unreachable_owners: UnreachableOwners,
    pub(crate) limits: Limits,
    pub(crate) origins: Vec<String>,
    pub(crate) base: BasePath,
    pub(crate) secure: bool,
    pub(crate) trust_proxy: bool,
    pub(crate) protocols: ProtocolVersions,
    pub(crate) trust_forwarded_host: bool,
    pub(crate) metrics: Metrics,
    pub(crate) probe: StoreProbe,
    pub(crate) new_tables: NewTableLimits,
    pub(crate) open_tables: OpenTables,
    pub(crate) sign_outs: SignOuts,
    /// When the server was not running.
    pub(crate) pauses: Pauses,
    pub(crate) dice: RollCache,
    /// Limits how many bots think at the same time.
    pub(crate) bot_permits: FairPermits,
    /// Limits how much else is computed at the same time.
    pub(crate) work_permits: FairPermits,
    drain_time: Duration,
    /// Whether the server is about to shut down.
    draining: AtomicBool,
    /// Becomes true when the server shuts down.
    pub(crate) stop: Arc<Watched<bool>>,
    pub(crate) connections: Connections,
    tables: Mutex<HashMap<TableId, Sender<Box<TableMessage>>>>,
    addresses: Mutex<HashMap<IpAddr, Address>>,
    sockets: AtomicU64,
}

/// What a server has stored since its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServerReport {
    /// How many tables were opened.
    pub tables: u64,
    /// How many moves were stored.
    pub moves: u64,
    /// How many writes failed. Nothing of them was acknowledged.
    pub failed: u64,
    /// How many tables are still running. After a clean shutdown there are none.
    pub running: u64,
}

/// The usage of one address.
struct Address {
    bucket: Bucket,
    /// For requests that make the server store something about a pass.
    pass_bucket: Bucket,
    /// For connections and files.
    traffic_bucket: Bucket,
}

impl ServerState {
    /// A server whose tables are in this store. It joins the store and renews its lease until it shuts
    /// down.
    pub async fn new(store: Arc<dyn Store>, options: ServerOptions) -> Result<Arc<ServerState>, StoreError> {
        let ServerOptions {
            limits,
            origins,
            base,
            secure,
            trust_proxy,
            trust_forwarded_host,
            address,
            drain_time,
            environment,
            protocols,
            ..
        } = options;
        let (lease, secret) = NodeLease::join(&*store, address, limits.lease).await?;
        let signer = Signer::new(&secret);
        let node_key =
            NodeKey::new(&signer.node_seed()).map_err(|error| StoreError::Failed(error.to_string()))?;
        let sign_outs = SignOuts::load(&*store).await?;
        let pauses = Pauses::new(Instant::now(), environment.seconds_since_1970());
        let server = Arc::new(ServerState {
            store,
            environment,
            #[cfg(feature = "suite")]
            clock_offset: options.clock_offset,
            lease,
            signer,
            node_key,
            dial_permits: Semaphore::new(MAX_DIALS),
            unreachable_owners: UnreachableOwners::default(),
            bot_permits: FairPermits::new(limits.max_thinking_bots),
            work_permits: FairPermits::new(limits.max_thinking_bots),
            connections: Connections::new(&limits),
            probe: StoreProbe::default(),
            new_tables: NewTableLimits::new(&limits),
            limits,
            origins,
            base,
            secure,
            trust_proxy,
            protocols,
            trust_forwarded_host,
            metrics: Metrics::default(),
            open_tables: OpenTables::default(),
            sign_outs,
            pauses,
            dice: RollCache::default(),
            drain_time,
            draining: AtomicBool::new(false),
            stop: Arc::new(Watched::new(false)),
            tables: Mutex::default(),
            addresses: Mutex::default(),
            sockets: AtomicU64::new(0),
        });
        server.environment.spawn(node_lease::keep(Arc::downgrade(&server)));
        server.environment.spawn(sign_out::keep(Arc::downgrade(&server)));
        server.environment.spawn(pauses::keep(Arc::downgrade(&server)));
        server.measure_store().await;
        server.environment.spawn(housekeeping::keep(Arc::downgrade(&server)));
        Ok(server)
    }

    /// Seconds since 1970 by the server's wall clock, which may be wrong. Two things depend on it: when a
    /// table was opened, for people; and when a pass was issued, which matters after 400 days.
    pub(crate) fn unix_time(&self) -> u64 {
        let now = self.environment.seconds_since_1970();
        #[cfg(feature = "suite")]
        let now = now.saturating_add_signed(self.clock_offset);
        now
    }

    /// For how long the server was not running since its start, though it should have been.
    pub(crate) fn lost_time(&self) -> Duration {
        self.pauses.lost(Instant::now(), self.environment.seconds_since_1970())
    }

    /// A unique id for a connection.
    pub(crate) fn next_socket_id(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// The mailbox of a table. A table that is not running is started, for somebody at the address with this
    /// tag. Messages are boxed, because a channel has room for 32 of them even if it is empty.
    fn table(self: &Arc<ServerState>, id: TableId, address_tag: u64) -> Sender<Box<TableMessage>> {
        let mut tables = self.tables();
        if let Some(mailbox) = tables.get(&id).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        let (mailbox, waiting) = mpsc::channel(MAX_QUEUED_MESSAGES);
        self.environment.spawn(table::run(Arc::clone(self), id, address_tag, waiting));
        tables.insert(id, mailbox.clone());
        mailbox
    }

    /// Sends a message to a table and returns the table's mailbox.
    pub(crate) async fn send_to_table(
        self: &Arc<ServerState>,
        id: TableId,
        message: TableMessage,
    ) -> Sender<Box<TableMessage>> {
        let mut message = Box::new(message);
        loop {
            let mailbox = self.table(id, message.address_tag());
            match mailbox.send(message).await {
                Ok(()) => return mailbox,
                // The table was being unloaded: start it again.
                Err(mpsc::error::SendError(back)) => message = back,
            }
        }
    }

    /// Unloads a table if no message is queued for it. Returns whether it did.
    pub(crate) fn unload_if_idle(&self, id: TableId, mailbox: &mut Receiver<Box<TableMessage>>) -> bool {
        let mut tables = self.tables();
        let idle = mailbox.is_empty();
        if idle {
            tables.remove(&id);
            mailbox.close();
        }
        idle
    }

    /// Unloads a table that another server has taken over.
    pub(crate) fn unload(&self, id: TableId, mailbox: &mut Receiver<Box<TableMessage>>) {
        self.tables().remove(&id);
        mailbox.close();
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Sender<Box<TableMessage>>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts and logs a failed store operation.
    pub(crate) fn report_store_error(&self, table: TableId, error: &StoreError) {
        self.metrics.failed.add(1);
        self.metrics.fenced_appends.add(u64::from(*error == StoreError::Fenced));
        tracing::warn!(table = table.short(), %error, "a change could not be stored");
    }

    /// Counts a request of this address. Returns whether it is within the limit.
    pub(crate) fn take_request_token(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        self.with_address(address, now, |usage| usage.bucket.take(now))
    }

    /// Counts a request of this address that makes the server store something about a pass. Returns whether
    /// it is within the limit.
    pub(crate) fn take_pass_token(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        self.with_address(address, now, |usage| usage.pass_bucket.take(now))
    }

    /// Counts a connection or a file. A large file costs several tokens. Returns whether it is within the
    /// limit.
    pub(crate) fn take_traffic_tokens(&self, address: IpAddr, tokens: u64) -> bool {
        let now = Instant::now();
        self.with_address(address, now, |usage| usage.traffic_bucket.charge(tokens as f64, now))
    }

    /// Makes this address wait, because it has sent a message beyond the limit. Whoever sends many of them
    /// cannot connect again at once.
    pub(crate) fn punish(&self, address: IpAddr) {
        let now = Instant::now();
        self.with_address(address, now, |usage| {
            usage.bucket.punish(1.0);
            usage.traffic_bucket.punish(1.0);
        });
    }

    fn with_address<T>(&self, address: IpAddr, now: Instant, act: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= MAX_ADDRESSES {
            addresses.retain(|_, usage| {
                ![&usage.bucket, &usage.pass_bucket, &usage.traffic_bucket]
                    .iter()
                    .all(|bucket| bucket.is_full(now))
            });
        }
        let new = || Address {
            bucket: Bucket::new(self.limits.requests_per_second, now),
            pass_bucket: Bucket::per_hour(self.limits.pass_changes_per_hour, now),
            traffic_bucket: Bucket::new(
                self.limits.requests_per_second.saturating_mul(TRAFFIC_PER_REQUEST),
                now,
            ),
        };
        act(addresses.entry(address).or_insert_with(new))
    }

    /// What the server has stored since its start.
    #[must_use]
    pub fn report(&self) -> ServerReport {
        ServerReport {
            tables: self.metrics.opened.get(),
            moves: self.metrics.moves.get(),
            failed: self.metrics.failed.get(),
            running: self.metrics.tables.get(),
        }
    }

    /// Whether the server is about to shut down.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Tells the proxy to send no more clients, and gives it time to notice. Everything works meanwhile.
    pub(crate) async fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        tokio::time::sleep(self.drain_time).await;
    }

    /// Shuts down: closes connections with a code that makes clients reconnect, and waits for the
    /// tables.
    pub(crate) async fn shut_down(&self) {
        self.stop.set(true);
        while self.metrics.tables.get() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // Others can claim the tables at once, also while slow clients close their connections here.
        if let Err(error) = self.store.leave(self.lease.node).await {
            tracing::warn!(%error, "could not leave the store");
        }
        while self.metrics.sockets.get() + self.metrics.relays_in.get() > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Waits until the server shuts down.
pub(crate) async fn wait_for_stop(stop: &Watched<bool>) {
    stop.wait_for(|stop| stop).await;
}
