use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bots::Level;
use futures_util::future::join_all;
use games::catalog::GameId;
use table::{BySeat, Seat};
use tokio::task::JoinSet;
use tokio::time::Instant;
use transport::{Driver, Visit};
use wire::{NewTable, SeatPlan, TableId};

use super::failure::Failure;
use super::faults::{FaultRates, FaultTime, break_links, break_node, break_store, fill_disk};
use super::node::Node;
use super::player::{ClientStatus, Party, Player, Role, SimulatedEndpoint};
use super::random::Random;
use super::remote_store::RemoteStore;
use super::world::{Bug, Phase, World};
use crate::pass::Pass;
use crate::store::{MemoryStore, Store, StoredTable};
use crate::table::can_be_replayed;

/// How long everything may take to recover after the last fault.
const MAX_RECOVERY: Duration = Duration::from_secs(60);
/// How long a single outage and its consequences may last.
const MAX_OUTAGE: Duration = Duration::from_secs(30);
/// How often it is noted who is at their table.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(20);
/// How many moves at each table prove that it has recovered.
const RECOVERED_MOVES: u64 = 2;

/// What happened in a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    /// A hash of everything that happened.
    pub(super) trace: u64,
    /// The stored lines, or what went wrong.
    pub(super) result: Result<usize, Failure>,
}

/// Runs the schedule of a seed.
pub(super) fn run(seed: u64, bug: Option<Bug>, is_printed: bool) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime").block_on(async {
        let world = Arc::new(World::new(seed, bug, is_printed));
        let result = simulate(&world).await;
        Outcome { trace: world.trace_hash(), result }
    })
}

/// The table of a party, and how many people play and watch.
fn choose_party(random: &mut Random) -> (NewTable, usize, usize) {
    let klondike = games::klondike::Config::KLONDIKE.to_string();
    let (game, config, people, bots): (GameId, &str, u8, u8) = match random.below(7) {
        0 | 1 => (GameId::Klondike, &klondike, 1, 0),
        2 => (GameId::Savannah, "quick", 1, 1),
        3 => (GameId::Savannah, "quick", 2, 0),
        4 => (GameId::Savannah, "seats=3", 2, 1),
        5 => (GameId::TestGame, "seats=1", 1, 0),
        _ => (GameId::TestGame, "seats=2", 2, 0),
    };
    let seats = BySeat::new(people + bots, |seat| match seat {
        Seat::A => SeatPlan::Me,
        seat if seat.number() < usize::from(people) => SeatPlan::Open,
        _ => SeatPlan::Bot(Level::Beginner),
    });
    let has_clock = game == GameId::Savannah && random.percent(40);
    let table = NewTable {
        game: game.name().to_owned(),
        config: config.to_owned(),
        seats,
        public: random.percent(50),
        clock: has_clock.then(|| 5 + random.below(10) as u32),
    };
    (table, people.into(), usize::from(random.percent(30)))
}

struct Clients {
    /// The numbers of the clients of each party.
    parties: Vec<Vec<usize>>,
    statuses: Vec<Arc<Mutex<ClientStatus>>>,
    tasks: JoinSet<()>,
}

/// Starts several nodes. Returns them and the longest delay of a message to a client.
async fn start_nodes(
    world: &Arc<World>,
    store: &Arc<MemoryStore>,
    random: &mut Random,
) -> (Arc<[Node]>, Duration) {
    let (store_delay, max_delay) = (random.pick(&[1, 5, 40]), random.pick(&[1, 20, 200]));
    let relay_delay = Duration::from_millis(random.pick(&[1, 5, 50]));
    let node =
        |number| Node::new(world, number, RemoteStore::new(world, number, store, store_delay), relay_delay);
    let nodes: Arc<[Node]> = (0..2 + random.below(3)).map(node).collect();
    world.set_nodes(&nodes);
    join_all(nodes.iter().map(Node::start)).await;
    (nodes, Duration::from_millis(max_delay))
}

/// What happens to one node while everything else works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outage {
    /// It crashes, and is started again much later.
    Crash,
    /// It crashes, and is started again before its lease would have ended.
    QuickRestart,
    /// It is stopped as planned.
    PlannedStop,
}

/// Runs a schedule with one outage. Returns for how long somebody was not at their table at most.
pub(super) fn run_outage(seed: u64, outage: Outage, is_printed: bool) -> Result<Duration, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime").block_on(async {
        let world = Arc::new(World::new(seed, None, is_printed));
        let mut random = world.random();
        let (nodes, max_delay) = start_nodes(&world, &Arc::default(), &mut random).await;
        world.set_phase(Phase::Calm);
        let clients = start_clients(&world, &nodes, &mut random, max_delay);
        wait_for_recovery(&world, &clients).await?;
        tokio::time::sleep(random.millis(0, 10_000)).await;
        let node = &nodes[random.below(nodes.len())];
        let happens = async {
            match outage {
                Outage::Crash => node.crash(),
                Outage::QuickRestart => {
                    node.crash();
                    tokio::time::sleep(random.millis(0, 8_000)).await;
                    node.start().await;
                }
                Outage::PlannedStop => node.stop().await,
            }
        };
        let absence = longest_absence(&clients, Instant::now() + MAX_OUTAGE);
        Ok(futures_util::future::join(happens, absence).await.1)
    })
}

/// The longest time until then for which one of the clients was not at its table.
async fn longest_absence(clients: &Clients, end: Instant) -> Duration {
    let mut last_seen = vec![Instant::now(); clients.statuses.len()];
    let mut longest = Duration::ZERO;
    while Instant::now() < end {
        tokio::time::sleep(PRESENCE_INTERVAL).await;
        for (status, last_seen) in clients.statuses.iter().zip(&mut last_seen) {
            longest = longest.max(last_seen.elapsed());
            if status.lock().unwrap_or_else(PoisonError::into_inner).table.is_some() {
                *last_seen = Instant::now();
            }
        }
    }
    longest
}

async fn simulate(world: &Arc<World>) -> Result<usize, Failure> {
    let mut random = world.random();
    let store = Arc::new(MemoryStore::default());
    if world.has_bug(Bug::NoFence) {
        store.disable_fence();
    }
    let (nodes, max_delay) = start_nodes(world, &store, &mut random).await;
    let mut clients = start_clients(world, &nodes, &mut random, max_delay);
    let rates = FaultRates::choose(&mut random);
    world.note(format_args!("{} nodes, {rates:?}", nodes.len()));
    let time = FaultTime { end: Instant::now() + random.millis(10_000, 40_000) };
    break_everything(world, &nodes, &store, &rates, time).await;
    world.set_phase(Phase::Calm);
    let recovered = wait_for_recovery(world, &clients).await;
    world.set_phase(Phase::Over);
    while let Some(ended) = clients.tasks.join_next().await {
        // A panic of a client is one of the test.
        ended.expect("a client");
    }
    if let Some(node) = nodes.iter().find(|node| node.has_panicked()) {
        return Err(Failure::Panicked(node.number));
    }
    let mut stored: BTreeMap<TableId, StoredTable> = BTreeMap::new();
    let tables: Vec<TableId> = world.recorder().tables().collect();
    for table in tables {
        let loaded = store.load(table).await.map_err(|_| Failure::Damaged(table))?;
        let loaded = loaded.ok_or(Failure::NoTable)?;
        if !can_be_replayed(table, &loaded) {
            return Err(Failure::Damaged(table));
        }
        stored.insert(table, loaded);
    }
    let lines = world.recorder().check(&stored)?;
    // If the stored lines are wrong, that is the reason for the rest.
    recovered.map(|()| lines)
}

fn start_clients(
    world: &Arc<World>,
    nodes: &Arc<[Node]>,
    random: &mut Random,
    max_delay: Duration,
) -> Clients {
    let mut clients = Clients { parties: Vec::new(), statuses: Vec::new(), tasks: JoinSet::new() };
    // Every node can sign a pass.
    let Some(server) = nodes.iter().find_map(Node::server) else { return clients };
    for _ in 0..1 + random.below(3) {
        let (opening, players, spectators) = choose_party(random);
        world.note(format_args!("a party of {players} plays {} {:?}", opening.game, opening.seats));
        let party = Arc::new(Party::new(opening));
        let mut numbers = Vec::new();
        let max_pause = if world.is_calm() { 300 } else { random.pick(&[300, 1_000, 3_000]) };
        for person in 0..players + spectators {
            let client = clients.statuses.len();
            let status = Arc::new(Mutex::new(ClientStatus::default()));
            let name: wire::Name = format!("Client {client}").parse().expect("a name");
            let pass =
                Pass::new(&server.environment, name.clone(), server.unix_time()).expect("random bytes");
            let endpoint = SimulatedEndpoint {
                world: Arc::clone(world),
                nodes: Arc::clone(nodes),
                client,
                // After an outage, a proxy sends clients only to nodes that accept connections.
                avoids_crashed: world.is_calm(),
                max_delay,
                random: Mutex::new(world.random()),
            };
            let visit = Visit::new(Some(name), None, None, random.next());
            let player = Player {
                world: Arc::clone(world),
                driver: Driver::new(endpoint, server.signer.sign(&pass), visit),
                random: world.random(),
                party: Arc::clone(&party),
                role: match person {
                    0 => Role::Opener,
                    person if person < players => Role::Player,
                    _ => Role::Spectator,
                },
                max_pause,
                has_opened: false,
                status: Arc::clone(&status),
            };
            clients.tasks.spawn(player.run());
            clients.statuses.push(status);
            numbers.push(client);
        }
        clients.parties.push(numbers);
    }
    clients
}

async fn break_everything(
    world: &World,
    nodes: &[Node],
    store: &Arc<MemoryStore>,
    rates: &FaultRates,
    time: FaultTime,
) {
    let mut faults: Vec<futures_util::future::BoxFuture<'_, ()>> = Vec::new();
    for node in nodes {
        faults.extend(rates.nodes.map(|rate| Box::pin(break_node(node, world.random(), rate, time)) as _));
        faults.extend(rates.links.map(|rate| Box::pin(break_links(node, world.random(), rate, time)) as _));
        faults.extend(rates.stores.map(|rate| Box::pin(break_store(node, world.random(), rate, time)) as _));
    }
    faults.extend(rates.disk.map(|rate| Box::pin(fill_disk(store, world.random(), rate, time)) as _));
    faults.push(Box::pin(tokio::time::sleep_until(time.end)));
    join_all(faults).await;
}

/// Waits until every client is connected and every party has played on.
async fn wait_for_recovery(world: &World, clients: &Clients) -> Result<(), Failure> {
    let status =
        |client: usize| clients.statuses[client].lock().unwrap_or_else(PoisonError::into_inner).clone();
    let moves = |party: &[usize]| party.iter().map(|client| world.recorder().moves(*client)).sum::<u64>();
    let before: Vec<u64> = clients.parties.iter().map(|party| moves(party)).collect();
    let end = Instant::now() + MAX_RECOVERY;
    loop {
        tokio::time::sleep(Duration::from_millis(250)).await;
        for client in 0..clients.statuses.len() {
            if let Some(why) = status(client).gone {
                return Err(Failure::GaveUp(client, why));
            }
        }
        let stuck = clients.parties.iter().zip(&before).find(|(party, before)| {
            let first = status(party[0]).table;
            let together = first.is_some() && party.iter().all(|client| status(*client).table == first);
            !together || moves(party) < **before + RECOVERED_MOVES
        });
        match stuck {
            None => return Ok(()),
            Some((party, before)) if Instant::now() >= end => {
                let statuses: Vec<_> = party.iter().map(|client| (client, status(*client).table)).collect();
                let made = moves(party) - before;
                return Err(Failure::NotRecovered(format!("{made} moves, {statuses:?}")));
            }
            Some(_) => {}
        }
    }
}
