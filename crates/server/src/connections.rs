//! Counts and limits connections from the moment they are accepted, before anything is read from them.
//!
//! A connection is *waiting* until it has sent a complete request, and again after it was answered. Then it
//! is *busy* for a moment, or becomes a WebSocket. Clients that are slow on purpose only ever wait. So if
//! there are too many connections, the one that has waited longest is closed in favour of a new one: browsers
//! do not mind, because they open another one when they need it. Only if there is none, the new one is
//! refused.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::{Limits, ServerState};

/// How many file descriptors are left for the store, for other servers and for what the system needs.
const RESERVED_DESCRIPTORS: usize = 64;

/// The pause after a connection could not be accepted.
pub(crate) const ACCEPT_PAUSE: Duration = Duration::from_millis(10);

/// The open connections of a server.
pub(crate) struct Connections {
    max_per_address: usize,
    max_total: usize,
    /// WebSockets never fill the server, so that it still answers requests.
    max_sockets: usize,
    open: Mutex<OpenConnections>,
    /// For lines about missing file descriptors.
    log: LogInterval,
}

#[derive(Default)]
struct OpenConnections {
    total: usize,
    sockets: usize,
    /// The number of the next wait. A connection gets a new one whenever it begins to wait.
    next_wait: u64,
    /// The waiting connections, those that have waited longest first.
    waiting: BTreeMap<u64, (Source, Arc<Notify>)>,
    addresses: HashMap<IpAddr, AddressConnections>,
}

/// The connections of one address.
#[derive(Default)]
struct AddressConnections {
    count: usize,
    waiting: BTreeSet<u64>,
}

/// Where a connection comes from: an address, or a trusted proxy, which has many clients.
type Source = Option<IpAddr>;

/// Why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionRefusal {
    /// Its address has too many.
    Address,
    /// The server has too many.
    Total,
}

/// What a connection does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It has not sent a complete request.
    Waiting(u64),
    /// Its request is being handled.
    Busy,
    /// It is a WebSocket.
    Socket,
    /// It was closed in favour of another one.
    Evicted,
}

impl Connections {
    pub(crate) fn new(limits: &Limits) -> Connections {
        let possible =
            descriptor_limit().map_or(usize::MAX, |limit| limit.saturating_sub(RESERVED_DESCRIPTORS));
        let max_total = (limits.max_connections as usize).min(possible).max(1);
        if max_total < limits.max_connections as usize {
            tracing::info!(
                connections = max_total,
                "the limit of open files allows only this many connections"
            );
        }
        Connections {
            max_per_address: limits.sockets_per_address as usize,
            max_total,
            max_sockets: max_total - max_total.div_ceil(16),
            open: Mutex::default(),
            log: LogInterval::new(Duration::from_secs(1)),
        }
    }

    /// How many connections are open.
    pub(crate) fn count(&self) -> usize {
        self.lock().total
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenConnections {
    fn start_waiting(&mut self, source: Source, evicted: &Arc<Notify>) -> u64 {
        let number = self.next_wait;
        self.next_wait += 1;
        self.waiting.insert(number, (source, Arc::clone(evicted)));
        if let Some(address) = source {
            self.addresses.entry(address).or_default().waiting.insert(number);
        }
        number
    }

    /// Returns whether the connection was still waiting.
    fn stop_waiting(&mut self, source: Source, number: u64) -> bool {
        if let Some(usage) = source.and_then(|address| self.addresses.get_mut(&address)) {
            usage.waiting.remove(&number);
        }
        self.waiting.remove(&number).is_some()
    }

    fn add(&mut self, source: Source) {
        self.total += 1;
        self.add_to_address(source);
    }

    fn add_to_address(&mut self, source: Source) {
        if let Some(address) = source {
            self.addresses.entry(address).or_default().count += 1;
        }
    }

    fn remove(&mut self, source: Source) {
        self.total -= 1;
        self.remove_from_address(source);
    }

    fn remove_from_address(&mut self, source: Source) {
        let Some(address) = source else { return };
        if let Some(usage) = self.addresses.get_mut(&address) {
            usage.count -= 1;
            if usage.count == 0 {
                self.addresses.remove(&address);
            }
        }
    }

    fn count_of(&self, address: IpAddr) -> usize {
        self.addresses.get(&address).map_or(0, |usage| usage.count)
    }

    /// Removes the connection that has waited longest, of one address or of all. The caller closes it.
    fn evict(&mut self, of: Source) -> Option<Arc<Notify>> {
        let number = match of {
            Some(address) => *self.addresses.get(&address)?.waiting.first()?,
            None => *self.waiting.keys().next()?,
        };
        let (source, connection) = self.waiting.get(&number).cloned()?;
        self.stop_waiting(source, number);
        self.remove(source);
        Some(connection)
    }
}

impl ServerState {
    /// Counts a connection from this address of the network.
    pub(crate) fn admit(
        self: &Arc<ServerState>,
        peer: IpAddr,
    ) -> Result<Arc<ConnectionSlot>, ConnectionRefusal> {
        // Behind a proxy, the address of a client is known only from its request.
        let source = (!self.trust_proxy).then(|| network(peer));
        if let Some(address) = source
            && !self.take_traffic_tokens(address, 1)
        {
            return Err(ConnectionRefusal::Address);
        }
        let limits = &self.connections;
        let mut open = limits.lock();
        let mut evicted = Vec::new();
        if let Some(address) = source
            && open.count_of(address) >= limits.max_per_address
        {
            evicted.push(open.evict(source).ok_or(ConnectionRefusal::Address)?);
        }
        if open.total >= limits.max_total {
            evicted.push(open.evict(None).ok_or(ConnectionRefusal::Total)?);
        }
        open.add(source);
        let close = Arc::new(Notify::new());
        let stage = Stage::Waiting(open.start_waiting(source, &close));
        drop(open);
        self.metrics.evicted_connections.add(evicted.len() as u64);
        evicted.iter().for_each(|connection| connection.notify_one());
        Ok(Arc::new(ConnectionSlot {
            server: Arc::clone(self),
            source,
            evicted: close,
            stage: Mutex::new(stage),
        }))
    }

    /// Handles the failure to accept a connection. If no file descriptor is left, closes the connection that
    /// has waited longest.
    pub(crate) fn handle_accept_error(&self, error: &io::Error) {
        const ENFILE: i32 = 23;
        const EMFILE: i32 = 24;
        // Otherwise the client has gone already.
        if !matches!(error.raw_os_error(), Some(ENFILE | EMFILE)) {
            return;
        }
        self.metrics.exhausted_descriptors.add(1);
        let evicted = self.connections.lock().evict(None);
        if let Some(connection) = evicted {
            connection.notify_one();
            self.metrics.evicted_connections.add(1);
        }
        if self.connections.log.is_due() {
            let connections = self.connections.count();
            tracing::error!(%error, connections, "no file descriptor is left for a new connection");
        }
    }

    /// Counts a request or WebSocket of a client behind a trusted proxy. `None` if there are too many from
    /// its address.
    pub(crate) fn admit_proxied(self: &Arc<ServerState>, address: IpAddr) -> Option<Arc<ProxiedSlot>> {
        let mut open = self.connections.lock();
        if open.count_of(address) >= self.connections.max_per_address {
            return None;
        }
        open.add_to_address(Some(address));
        Some(Arc::new(ProxiedSlot { server: Arc::clone(self), address }))
    }
}

/// A counted connection. Dropping it releases the count.
pub(crate) struct ConnectionSlot {
    server: Arc<ServerState>,
    source: Source,
    /// Notified when the connection has to be closed in favour of another one.
    pub(crate) evicted: Arc<Notify>,
    stage: Mutex<Stage>,
}

impl ConnectionSlot {
    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the list of waiting connections. Returns whether it was still there, or `Busy` already.
    fn stop_waiting(&self, open: &mut OpenConnections, next: Stage) -> bool {
        let mut stage = self.stage();
        *stage = match *stage {
            Stage::Waiting(number) if !open.stop_waiting(self.source, number) => Stage::Evicted,
            Stage::Waiting(_) | Stage::Busy => next,
            stage => stage,
        };
        *stage == next
    }

    /// Notes that a complete request has arrived. The connection is not closed before the request is handled.
    pub(crate) fn begin_request(self: &Arc<ConnectionSlot>) -> BusyGuard {
        self.stop_waiting(&mut self.server.connections.lock(), Stage::Busy);
        BusyGuard(Arc::clone(self))
    }

    /// Notes that the connection becomes a WebSocket. Returns `false` if there are too many.
    pub(crate) fn become_socket(&self) -> bool {
        let limits = &self.server.connections;
        let mut open = limits.lock();
        let fits = open.sockets < limits.max_sockets && self.stop_waiting(&mut open, Stage::Socket);
        open.sockets += usize::from(fits);
        fits
    }

    /// Whether the connection was closed in favour of another one.
    pub(crate) fn is_evicted(&self) -> bool {
        let stage = *self.stage();
        match stage {
            Stage::Waiting(number) => !self.server.connections.lock().waiting.contains_key(&number),
            stage => stage == Stage::Evicted,
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let stage = *self.stage();
        let mut open = self.server.connections.lock();
        let is_counted = match stage {
            Stage::Waiting(number) => open.stop_waiting(self.source, number),
            Stage::Busy => true,
            Stage::Socket => {
                open.sockets -= 1;
                true
            }
            Stage::Evicted => false,
        };
        if is_counted {
            open.remove(self.source);
        }
    }
}

/// Keeps a connection busy. When it is dropped, the connection waits for the next request.
pub(crate) struct BusyGuard(Arc<ConnectionSlot>);

impl Drop for BusyGuard {
    fn drop(&mut self) {
        let mut open = self.0.server.connections.lock();
        let mut stage = self.0.stage();
        if *stage == Stage::Busy {
            *stage = Stage::Waiting(open.start_waiting(self.0.source, &self.0.evicted));
        }
    }
}

/// A counted request or WebSocket behind a trusted proxy. Dropping it releases the count.
pub(crate) struct ProxiedSlot {
    server: Arc<ServerState>,
    address: IpAddr,
}

impl Drop for ProxiedSlot {
    fn drop(&mut self) {
        self.server.connections.lock().remove_from_address(Some(self.address));
    }
}

/// The network that counts as one address: a single IPv4 address, or 64 bits of an IPv6 address, because
/// everybody gets that many at home.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

/// How many files this process may have open, where the system says it.
fn descriptor_limit() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Allows a log line now and then, for what clients can cause as often as they like.
pub(crate) struct LogInterval {
    between: Duration,
    last: Mutex<Option<Instant>>,
}

impl LogInterval {
    pub(crate) fn new(between: Duration) -> LogInterval {
        LogInterval { between, last: Mutex::default() }
    }

    /// Whether it is time for a line. The caller then writes it.
    pub(crate) fn is_due(&self) -> bool {
        let now = Instant::now();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.is_none_or(|last| now >= last + self.between);
        if due {
            *last = Some(now);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use super::{ConnectionRefusal, network};
    use crate::store::MemoryStore;
    use crate::{Limits, ServerOptions, ServerState};

    async fn server(sockets_per_address: u32, max_connections: u32, trust_proxy: bool) -> Arc<ServerState> {
        let limits = Limits { sockets_per_address, max_connections, ..Limits::default() };
        let options = ServerOptions { limits, trust_proxy, ..ServerOptions::default() };
        ServerState::new(Arc::new(MemoryStore::default()), options).await.unwrap()
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_home_counts_as_one_address() {
        let network = |text: &str| network(address(text)).to_string();
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }

    #[tokio::test]
    async fn the_longest_wait_of_an_address_ends_first() {
        let server = server(3, 100, false).await;
        let (own, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let stranger = server.admit(other).unwrap();
        let slots: Vec<_> = (0..3).map(|_| server.admit(own).unwrap()).collect();
        // The first one has just been answered, so the second one has waited longest.
        drop(slots[0].begin_request());
        let _fourth = server.admit(own).unwrap();
        let evicted: Vec<bool> = slots.iter().map(|slot| slot.is_evicted()).collect();
        assert_eq!(evicted, [false, true, false]);
        assert!(!stranger.is_evicted());
        slots[1].evicted.notified().await;
        assert_eq!(server.connections.count(), 4);
        drop(slots);
        assert_eq!(server.connections.count(), 2);
    }

    #[tokio::test]
    async fn requests_and_sockets_are_not_closed_for_others() {
        let server = server(2, 100, false).await;
        let own = address("192.0.2.1");
        let slots = [server.admit(own).unwrap(), server.admit(own).unwrap()];
        let busy = slots[0].begin_request();
        assert!(slots[1].become_socket());
        assert_eq!(server.admit(own).err(), Some(ConnectionRefusal::Address));
        drop(busy);
        let third = server.admit(own).unwrap();
        assert!(slots[0].is_evicted() && !slots[0].become_socket());
        drop(third);
        drop(slots);
        assert_eq!(server.connections.count(), 0);
        assert!(server.connections.lock().addresses.is_empty());
    }

    /// However many WebSockets there are, somebody can still send a request.
    #[tokio::test]
    async fn sockets_do_not_fill_the_server() {
        let server = server(1, 32, false).await;
        let slot = |number: usize| server.admit(IpAddr::from([192, 0, 2, number as u8]));
        let slots: Vec<_> = (0..32).map(|number| slot(number).unwrap()).collect();
        assert_eq!(slots.iter().filter(|slot| slot.become_socket()).count(), 30);
        let late = slot(40).unwrap();
        assert_eq!(server.connections.count(), 32);
        let _busy = [late.begin_request(), slots[31].begin_request()];
        assert_eq!(slot(41).err(), Some(ConnectionRefusal::Total));
    }

    /// If no file descriptor is left, something is closed, so that the next client can be accepted.
    #[tokio::test]
    async fn without_descriptors_the_longest_wait_ends() {
        let server = server(9, 100, false).await;
        let slots: Vec<_> = (0..3).map(|_| server.admit(address("192.0.2.1")).unwrap()).collect();
        server.handle_accept_error(&std::io::Error::from_raw_os_error(24));
        server.handle_accept_error(&std::io::ErrorKind::ConnectionAborted.into());
        let evicted: Vec<bool> = slots.iter().map(|slot| slot.is_evicted()).collect();
        assert_eq!(evicted, [true, false, false]);
        assert_eq!(server.metrics.exhausted_descriptors.get(), 1);
        slots[0].evicted.notified().await;
    }

    #[tokio::test]
    async fn behind_a_proxy_clients_are_counted_by_request() {
        let server = server(2, 100, true).await;
        let (proxy, client) = (address("127.0.0.1"), address("192.0.2.1"));
        let connections: Vec<_> = (0..50).map(|_| server.admit(proxy).unwrap()).collect();
        assert!(connections.iter().all(|slot| !slot.is_evicted()));
        let first = server.admit_proxied(client).unwrap();
        let _second = server.admit_proxied(client).unwrap();
        assert!(server.admit_proxied(client).is_none() && server.admit_proxied(proxy).is_some());
        drop(first);
        assert!(server.admit_proxied(client).is_some());
    }
}
