use std::future::pending;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_util::SinkExt;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use super::network::{Cable, SimulatedSocket, connection};
use super::random::Random;
use super::remote_store::RemoteStore;
use super::world::World;
use crate::connection::{Client, ConnectionEnd, serve_connection};
use crate::environment::{Environment, SimulatedEnvironment};
use crate::metrics::GaugeGuard;
use crate::node::{DialFuture, NodeSocket, read_hello, serve_relayed};
use crate::table::Caller;
use crate::{Limits, ServerOptions, ServerState};

/// How long a planned stop may take, as for a real server.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// How long another node may take to say whom it relays, as for a real server.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(2);

/// A machine that runs a server most of the time.
pub(super) struct Node {
    world: Arc<World>,
    pub(super) number: usize,
    pub(super) store: Arc<RemoteStore>,
    process: Mutex<Option<Process>>,
    cables: Mutex<Vec<Cable>>,
    /// The longest delay of a message from another node.
    max_delay: Duration,
    /// Whether other nodes cannot connect.
    is_isolated: AtomicBool,
    /// Whether a task of any process of this node has panicked.
    panicked: AtomicBool,
}

/// A running server.
#[derive(Clone)]
struct Process {
    server: Arc<ServerState>,
    environment: Arc<ProcessEnvironment>,
}

/// Limits that let things happen within seconds of simulated time.
fn limits() -> Limits {
    Limits {
        away_timeout: Duration::from_secs(8),
        min_turn_seconds: 5,
        reveal_timeout: Duration::from_secs(6),
        min_bot_delay: Duration::from_millis(300),
        max_thinking_bots: 1,
        // All players have the same address.
        new_tables_per_hour: 100_000,
        new_tables_per_minute: 100_000,
        ..Limits::default()
    }
}

impl Node {
    pub(super) fn new(world: &Arc<World>, number: usize, store: RemoteStore, max_delay: Duration) -> Node {
        Node {
            world: Arc::clone(world),
            number,
            store: Arc::new(store),
            process: Mutex::new(None),
            cables: Mutex::default(),
            max_delay,
            is_isolated: AtomicBool::new(false),
            panicked: AtomicBool::new(false),
        }
    }

    fn process(&self) -> MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The running server.
    pub(super) fn server(&self) -> Option<Arc<ServerState>> {
        self.process().as_ref().map(|process| Arc::clone(&process.server))
    }

    fn address(&self) -> String {
        format!("node-{}", self.number)
    }

    /// Whether other nodes cannot connect to this one.
    pub(super) fn set_isolated(&self, isolated: bool) {
        self.world.note(format_args!("node {}: isolated {isolated}", self.number));
        self.is_isolated.store(isolated, Ordering::Relaxed);
    }

    /// Starts a server, as soon as the store can be reached.
    pub(super) async fn start(&self) {
        loop {
            let environment = Arc::new(ProcessEnvironment::new(&self.world, self.number));
            let options = ServerOptions {
                limits: limits(),
                address: self.address(),
                environment: Environment { simulated: Some(Arc::clone(&environment) as _) },
                ..ServerOptions::default()
            };
            if let Ok(server) = ServerState::new(Arc::clone(&self.store) as _, options).await {
                self.world.note(format_args!("node {}: started as {}", self.number, server.lease.node));
                *self.process() = Some(Process { server, environment });
                return;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// Ends the server at once, in the middle of whatever it does.
    pub(super) fn crash(&self) {
        self.world.note(format_args!("node {}: crash", self.number));
        if let Some(process) = self.process().take() {
            self.end(&process);
        }
    }

    fn end(&self, process: &Process) {
        let panicked = process.environment.end();
        self.panicked.fetch_or(panicked, Ordering::Relaxed);
    }

    /// Whether a task of this node has panicked.
    pub(super) fn has_panicked(&self) -> bool {
        let now = self.process().as_ref().is_some_and(|process| process.environment.has_panicked());
        now || self.panicked.load(Ordering::Relaxed)
    }

    /// Stops the server as a service manager does.
    pub(super) async fn stop(&self) {
        self.world.note(format_args!("node {}: stop", self.number));
        let Some(process) = self.process().take() else { return };
        let _ = timeout(STOP_TIMEOUT, process.server.shut_down()).await;
        self.end(&process);
        self.world.note(format_args!("node {}: stopped", self.number));
    }

    /// Suspends all tasks of the server, or resumes them. Time goes on meanwhile.
    pub(super) fn set_frozen(&self, frozen: bool) {
        self.world.note(format_args!("node {}: frozen {frozen}", self.number));
        if let Some(process) = &*self.process() {
            process.environment.freezer.set_frozen(frozen);
        }
    }

    /// Whether the server accepts connections.
    pub(super) fn answers(&self) -> Option<bool> {
        self.process().as_ref().map(|process| !process.environment.freezer.is_frozen())
    }

    /// Serves a new connection of a client, as `upgrade` does.
    pub(super) fn accept(
        &self,
        client: usize,
        pass: &str,
        mut socket: SimulatedSocket,
        cable: Cable,
    ) -> bool {
        let Some(server) = self.server() else { return false };
        let Some(pass) = server.signer.read(pass, server.unix_time()) else { return false };
        let address = IpAddr::V4(Ipv4Addr::new(10, 0, 0, client as u8));
        if !server.take_request_token(address) {
            return false;
        }
        let Some(slot) = server.admit_proxied(address) else { return false };
        self.add_cable(cable);
        let counted = GaugeGuard::new(&server, |metrics| &metrics.sockets);
        let client = Client {
            caller: Caller { who: pass.identity(), name: pass.name, address_tag: 0 },
            address,
            protocol: Some(wire::PROTOCOL),
            generation: 0,
        };
        let environment = server.environment.clone();
        environment.spawn(async move {
            let _counted = (slot, counted);
            if let ConnectionEnd::Close(code) = serve_connection(&server, client, &mut socket).await {
                let frame = CloseFrame { code: code.into(), reason: "".into() };
                let _ = socket.send(Message::Close(Some(frame))).await;
            }
        });
        true
    }

    pub(super) fn add_cable(&self, cable: Cable) {
        self.cables.lock().unwrap_or_else(PoisonError::into_inner).push(cable);
    }

    /// The open connections to this node.
    pub(super) fn cables(&self) -> Vec<Cable> {
        let mut cables = self.cables.lock().unwrap_or_else(PoisonError::into_inner);
        cables.retain(|cable| !cable.is_broken());
        cables.clone()
    }
}

/// The randomness and the tasks of one process.
struct ProcessEnvironment {
    world: Arc<World>,
    node: usize,
    random: Mutex<Random>,
    freezer: Arc<Freezer>,
    tasks: Mutex<Tasks>,
}

#[derive(Default)]
struct Tasks {
    running: JoinSet<()>,
    has_ended: bool,
    has_panicked: bool,
}

impl Tasks {
    fn reap(&mut self) {
        while let Some(result) = self.running.try_join_next() {
            self.has_panicked |= result.is_err_and(|error| error.is_panic());
        }
    }
}

impl ProcessEnvironment {
    fn new(world: &Arc<World>, node: usize) -> ProcessEnvironment {
        ProcessEnvironment {
            world: Arc::clone(world),
            node,
            random: Mutex::new(world.random()),
            freezer: Arc::default(),
            tasks: Mutex::default(),
        }
    }

    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops all tasks. Returns whether one of them has panicked.
    fn end(&self) -> bool {
        let mut tasks = self.tasks();
        tasks.reap();
        tasks.has_ended = true;
        tasks.running.abort_all();
        tasks.has_panicked
    }

    fn has_panicked(&self) -> bool {
        let mut tasks = self.tasks();
        tasks.reap();
        tasks.has_panicked
    }
}

impl SimulatedEnvironment for ProcessEnvironment {
    fn fill(&self, bytes: &mut [u8]) {
        self.random.lock().unwrap_or_else(PoisonError::into_inner).fill(bytes);
    }

    fn spawn(&self, task: Pin<Box<dyn Future<Output = ()> + Send>>) {
        let mut tasks = self.tasks();
        tasks.reap();
        if !tasks.has_ended {
            tasks.running.spawn(Freezable { freezer: Arc::clone(&self.freezer), task });
        }
    }

    fn dial(&self, address: &str) -> DialFuture {
        let (world, node, address) = (Arc::clone(&self.world), self.node, address.to_owned());
        Box::pin(async move { dial(&world, node, &address).await })
    }
}

/// Connects a node to the one with this address.
async fn dial(world: &Arc<World>, from: usize, address: &str) -> io::Result<Box<dyn NodeSocket>> {
    let refused = || io::Error::from(io::ErrorKind::ConnectionRefused);
    let nodes = world.nodes().ok_or_else(refused)?;
    let node = nodes.iter().find(|node| node.address() == address).ok_or_else(refused)?;
    tokio::time::sleep(node.max_delay).await;
    match node.answers() {
        Some(true) if !node.is_isolated.load(Ordering::Relaxed) => {}
        // Nobody answers.
        Some(_) => pending().await,
        None => return Err(refused()),
    }
    let server = node.server().ok_or_else(refused)?;
    let names =
        [format!("relay {from} to {}", node.number), format!("node {}, relay of {from}", node.number)];
    let (mine, mut theirs, cable) = connection(world, names, node.max_delay);
    node.add_cable(cable);
    let environment = server.environment.clone();
    environment.spawn(async move {
        if let Ok(Some(hello)) = timeout(HANDSHAKE_TIMEOUT, read_hello(&mut theirs)).await {
            serve_relayed(&server, hello, &mut theirs).await;
        }
    });
    Ok(Box::new(mine))
}

/// Suspends tasks.
#[derive(Default)]
struct Freezer(Mutex<FreezerState>);

#[derive(Default)]
struct FreezerState {
    is_frozen: bool,
    /// The tasks that wanted to run meanwhile.
    waiting: Vec<Waker>,
}

impl Freezer {
    fn lock(&self) -> MutexGuard<'_, FreezerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_frozen(&self, frozen: bool) {
        let mut state = self.lock();
        state.is_frozen = frozen;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        waiting.into_iter().for_each(Waker::wake);
    }

    fn is_frozen(&self) -> bool {
        self.lock().is_frozen
    }
}

/// A task that can be suspended.
struct Freezable {
    freezer: Arc<Freezer>,
    task: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Future for Freezable {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.freezer.lock();
        if state.is_frozen {
            state.waiting.push(cx.waker().clone());
            return Poll::Pending;
        }
        drop(state);
        self.task.as_mut().poll(cx)
    }
}
