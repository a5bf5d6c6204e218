use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{Semaphore, watch};
use wire::TableId;

use crate::dice::Counted;
use crate::limits::{Bucket, Limits};
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::moving::Moving;
use crate::pass::Signer;
use crate::store::{Store, StoreError};
use crate::table::{self, Order};

/// How many orders may wait for a table.
const ORDERS: usize = 64;
/// How many addresses are remembered before those that have been quiet are forgotten.
const ADDRESSES: usize = 4096;

/// How the house is to be run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How much one may ask.
    pub limits: Limits,
    /// Origins whose pages may connect, beside our own: `https://cards.example`.
    pub origins: Vec<String>,
    /// Whether browsers reach us by TLS.
    pub secure: bool,
    /// Whether what a proxy tells about the client is believed.
    pub trust_proxy: bool,
}

/// All that the parts of the server share.
pub struct House {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) owner: u64,
    pub(crate) signer: Signer,
    pub(crate) limits: Limits,
    pub(crate) origins: Vec<String>,
    pub(crate) secure: bool,
    pub(crate) trust_proxy: bool,
    pub(crate) metrics: Metrics,
    pub(crate) lobby: Lobby,
    pub(crate) moving: Moving,
    pub(crate) dice: Counted,
    /// Places for bots that think.
    pub(crate) thinkers: Semaphore,
    /// Turns true when the server is to end.
    pub(crate) stop: watch::Sender<bool>,
    tables: Mutex<HashMap<TableId, Sender<Order>>>,
    addresses: Mutex<HashMap<IpAddr, Address>>,
    sockets: AtomicU64,
}

/// What comes from one address.
struct Address {
    bucket: Bucket,
    sockets: u32,
}

impl House {
    /// A house whose tables are in this store.
    pub async fn new(store: Arc<dyn Store>, options: Options) -> Result<Arc<House>, StoreError> {
        let opening = store.open().await?;
        let Options { limits, origins, secure, trust_proxy } = options;
        Ok(Arc::new(House {
            store,
            owner: opening.owner,
            signer: Signer::new(&opening.secret),
            thinkers: Semaphore::new(limits.thinkers),
            limits,
            origins,
            secure,
            trust_proxy,
            metrics: Metrics::default(),
            lobby: Lobby::default(),
            moving: Moving::default(),
            dice: Counted::default(),
            stop: watch::Sender::new(false),
            tables: Mutex::default(),
            addresses: Mutex::default(),
            sockets: AtomicU64::new(0),
        }))
    }

    /// A number for a connection.
    pub(crate) fn number(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// Where a table takes its orders. One that is not in memory is loaded.
    pub(crate) fn table(self: &Arc<House>, id: TableId) -> Sender<Order> {
        let mut tables = self.tables();
        if let Some(orders) = tables.get(&id).filter(|orders| !orders.is_closed()) {
            return orders.clone();
        }
        let (orders, waiting) = mpsc::channel(ORDERS);
        tokio::spawn(table::run(Arc::clone(self), id, waiting, orders.downgrade()));
        tables.insert(id, orders.clone());
        orders
    }

    /// Gives an order to a table; where it takes the next ones.
    pub(crate) async fn tell(self: &Arc<House>, id: TableId, mut order: Order) -> Sender<Order> {
        loop {
            let orders = self.table(id);
            match orders.send(order).await {
                Ok(()) => return orders,
                // The table was being forgotten.
                Err(mpsc::error::SendError(back)) => order = back,
            }
        }
    }

    /// Forgets a table that nobody wants anything of; `false` if somebody does.
    pub(crate) fn forget(&self, id: TableId, orders: &mut Receiver<Order>) -> bool {
        let mut tables = self.tables();
        let idle = orders.is_empty();
        if idle {
            tables.remove(&id);
            orders.close();
        }
        idle
    }

    /// Forgets a table that is not ours any more.
    pub(crate) fn forget_anyway(&self, id: TableId, orders: &mut Receiver<Order>) {
        self.tables().remove(&id);
        orders.close();
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Sender<Order>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something could not be stored or read.
    pub(crate) fn failed(&self, table: TableId, error: &StoreError) {
        self.metrics.failed.add(1);
        tracing::warn!(table = table.short(), %error, "not stored");
    }

    /// Whether an address may ask for one more thing.
    pub(crate) fn may_ask(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        self.with_address(address, now, |from| from.bucket.take(now))
    }

    /// A connection from an address begins, if there may be one more.
    pub(crate) fn enter(&self, address: IpAddr) -> bool {
        let most = self.limits.sockets;
        self.with_address(address, Instant::now(), |from| {
            let may = from.sockets < most;
            from.sockets += u32::from(may);
            may
        })
    }

    /// A connection from an address has ended.
    pub(crate) fn leave(&self, address: IpAddr) {
        self.with_address(address, Instant::now(), |from| from.sockets = from.sockets.saturating_sub(1));
    }

    fn with_address<T>(&self, address: IpAddr, now: Instant, act: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= ADDRESSES {
            addresses.retain(|_, from| from.sockets > 0 || !from.bucket.is_full(now));
        }
        let new = || Address { bucket: Bucket::new(self.limits.requests, now), sockets: 0 };
        act(addresses.entry(address).or_insert_with(new))
    }

    /// Whether the store answers.
    pub(crate) async fn is_well(&self) -> bool {
        let nothing = TableId::from_random([0; TableId::LENGTH]);
        let asked = tokio::time::timeout(Duration::from_secs(2), self.store.load(nothing));
        matches!(asked.await, Ok(Ok(_)))
    }

    /// The end: connections are closed so that clients come back, and tables finish what they do.
    pub(crate) async fn finish(&self) {
        self.stop.send_replace(true);
        let running = || self.metrics.sockets.get() > 0 || self.metrics.tables.get() > 0;
        while running() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Waits until the server is to end.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}
