use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use client::online::VisitInput;
use games::klondike::{self, Klondike};
use server::store::{PostgresStore, StoreError};
use table::BySeat;
use transport::Endpoint;
use wire::{SeatPlan, TableCommand, TableId};

use super::database::{Database, DatabaseArgs};
use super::group::{Group, come_to};
use super::node::{Node, NodeSettings};
use super::proxy::Traffic;
use crate::player::RandomPlayer;
use crate::random::Random;
use crate::server_process::MAX_WAIT;
use crate::tables::new_table;

/// What is done to the cluster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum FaultKind {
    /// The network holds back a move of one node until another node owns the table and plays on.
    LateAppend,
    /// A node gets `kill -9`.
    Crash,
    /// A node gets SIGTERM.
    PlannedStop,
    /// All nodes are stopped and started, one after the other.
    RollingRestart,
    /// A node is suspended beyond its lease.
    Freeze,
    /// A node is suspended for less than its lease.
    ShortFreeze,
    /// The database connections of a node are cut, and for a while it gets no new ones.
    DatabaseCut,
    /// The database connections of a node are slow.
    DatabaseDelay,
    /// The database connections of a node are silent, and what was sent arrives later.
    DatabaseHold,
    /// PostgreSQL is killed.
    DatabaseCrash,
    /// The connections of a node's clients are cut.
    ClientCut,
    /// The connections from other nodes to a node are cut.
    RelayCut,
    /// The connections from other nodes to a node are silent for a while.
    RelayHold,
}

impl FaultKind {
    pub(crate) const ALL: [FaultKind; 13] = [
        FaultKind::LateAppend,
        FaultKind::Crash,
        FaultKind::PlannedStop,
        FaultKind::DatabaseHold,
        FaultKind::DatabaseCut,
        FaultKind::Freeze,
        FaultKind::DatabaseCrash,
        FaultKind::RollingRestart,
        FaultKind::DatabaseDelay,
        FaultKind::ShortFreeze,
        FaultKind::ClientCut,
        FaultKind::RelayCut,
        FaultKind::RelayHold,
    ];

    /// How soon all tables must be playable again; `None` if there is no limit for this kind.
    pub(crate) fn limit(self, lease: Duration) -> Option<Duration> {
        match self {
            // Until the lease ends, nobody may take over. With the usual lease of 10 s, this is 15 s.
            FaultKind::Crash => Some(lease + Duration::from_secs(5)),
            FaultKind::PlannedStop | FaultKind::RollingRestart => Some(Duration::from_secs(2)),
            _ => None,
        }
    }

    /// Whether nobody may lose a turn by it.
    pub(crate) fn is_planned(self) -> bool {
        matches!(self, FaultKind::PlannedStop | FaultKind::RollingRestart)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::LateAppend => "move of a former owner arrives late",
            FaultKind::Crash => "kill -9 of a node",
            FaultKind::PlannedStop => "planned stop of a node",
            FaultKind::RollingRestart => "rolling restart",
            FaultKind::Freeze => "node suspended beyond its lease",
            FaultKind::ShortFreeze => "node suspended for less than its lease",
            FaultKind::DatabaseCut => "database connections of a node cut",
            FaultKind::DatabaseDelay => "database connections of a node slow",
            FaultKind::DatabaseHold => "database connections of a node silent",
            FaultKind::DatabaseCrash => "PostgreSQL killed",
            FaultKind::ClientCut => "connections of clients cut",
            FaultKind::RelayCut => "connections between nodes cut",
            FaultKind::RelayHold => "connections between nodes silent",
        })
    }
}

/// One interruption of some tables.
pub(crate) struct Outage {
    pub(crate) kind: FaultKind,
    pub(crate) start: Instant,
    /// When all of its tables were playable again.
    pub(crate) end: Instant,
    /// For how long each of the tables could not be played.
    pub(crate) times: Vec<Duration>,
}

/// The running cluster, to which faults happen.
pub(crate) struct Cluster {
    pub(crate) nodes: Vec<Node>,
    pub(crate) database: Database,
    /// A connection that no fault interrupts, except a crash of PostgreSQL.
    pub(crate) store: PostgresStore,
    pub(crate) groups: Vec<Arc<Group>>,
    pub(crate) endpoints: Arc<[Endpoint]>,
    /// The players of tables that are only for one fault.
    pub(crate) players: Vec<RandomPlayer>,
    pub(crate) outages: Vec<Outage>,
    pub(crate) lease: Duration,
    pub(crate) random: Random,
}

/// How many nodes there are.
const NODES: usize = 3;

impl Cluster {
    /// Starts PostgreSQL and the nodes.
    pub(crate) async fn start(
        settings: &NodeSettings<'_>,
        args: &DatabaseArgs,
        seed: u64,
    ) -> Result<Cluster> {
        let database = Database::start(args, settings.folder).await?;
        let store = PostgresStore::open(&database.direct_url().parse()?).await?;
        let mut nodes = Vec::new();
        for number in 0..NODES {
            nodes.push(Node::start(number, settings, &database).await?);
        }
        Ok(Cluster {
            endpoints: nodes.iter().map(|node| node.endpoint.clone()).collect(),
            nodes,
            database,
            store,
            groups: Vec::new(),
            players: Vec::new(),
            outages: Vec::new(),
            lease: settings.lease,
            random: Random::new(seed),
        })
    }

    /// Does something to the cluster, repairs it, and waits until all tables are played again.
    pub(crate) async fn inject(&mut self, kind: FaultKind) -> Result<()> {
        let at = self.busy_node().await?;
        match kind {
            FaultKind::LateAppend => self.late_append(at).await,
            FaultKind::Crash => self.crash(at).await,
            FaultKind::PlannedStop => self.stop(at, kind).await,
            FaultKind::RollingRestart => {
                for at in 0..self.nodes.len() {
                    self.stop(at, kind).await?;
                }
                Ok(())
            }
            FaultKind::Freeze => self.freeze(at, kind, 1.1, 1.6).await,
            FaultKind::ShortFreeze => self.freeze(at, kind, 0.1, 0.7).await,
            FaultKind::DatabaseCut => {
                let (tables, start) = (self.tables_of(at).await?, Instant::now());
                self.nodes[at].database.set(Traffic::Refuse);
                self.nodes[at].database.cut();
                self.pause(0.0, 0.7).await;
                self.nodes[at].database.set(Traffic::Flow);
                self.resume(kind, start, &tables).await
            }
            FaultKind::DatabaseDelay => {
                let (tables, start) = (self.tables_of(at).await?, Instant::now());
                let delay = Duration::from_millis(20 + self.random.below(300) as u64);
                self.nodes[at].database.set(Traffic::Delay(delay));
                self.pause(0.3, 1.0).await;
                self.nodes[at].database.set(Traffic::Flow);
                self.resume(kind, start, &tables).await
            }
            FaultKind::DatabaseHold => {
                let (tables, start) = (self.tables_of(at).await?, Instant::now());
                self.nodes[at].database.set(Traffic::Hold);
                self.pause(0.2, 1.5).await;
                self.nodes[at].database.set(Traffic::Flow);
                self.resume(kind, start, &tables).await
            }
            FaultKind::DatabaseCrash => {
                let start = Instant::now();
                let signal = if self.random.below(2) == 0 { "KILL" } else { "QUIT" };
                self.database.kill(signal).await?;
                self.pause(0.0, 0.3).await;
                self.database.restart().await?;
                self.resume(kind, start, &self.groups.clone()).await
            }
            FaultKind::ClientCut => {
                let start = Instant::now();
                self.nodes[at].clients.cut();
                self.resume(kind, start, &self.groups.clone()).await
            }
            FaultKind::RelayCut => {
                let (tables, start) = (self.tables_of(at).await?, Instant::now());
                self.nodes[at].relays.cut();
                self.resume(kind, start, &tables).await
            }
            FaultKind::RelayHold => {
                let (tables, start) = (self.tables_of(at).await?, Instant::now());
                self.nodes[at].relays.set(Traffic::Hold);
                self.pause(0.2, 1.0).await;
                self.nodes[at].relays.set(Traffic::Flow);
                self.resume(kind, start, &tables).await
            }
        }
    }

    /// The node that owns a random table.
    async fn busy_node(&mut self) -> Result<usize> {
        let mut owners = Vec::new();
        for at in 0..self.nodes.len() {
            let count = self.tables_of(at).await?.len();
            owners.extend(std::iter::repeat_n(at, count));
        }
        let random = self.random.below(owners.len());
        Ok(owners.get(random).copied().unwrap_or_default())
    }

    /// Waits for a random part of the lease.
    async fn pause(&mut self, min: f64, max: f64) {
        let part = self.random.below(1000) as f64 / 1000.0;
        tokio::time::sleep(self.lease.mul_f64(min + (max - min) * part)).await;
    }

    async fn crash(&mut self, at: usize) -> Result<()> {
        let (tables, start) = (self.tables_of(at).await?, Instant::now());
        self.nodes[at].kill()?;
        self.pause(0.0, 0.8).await;
        self.nodes[at].restart().await?;
        self.resume(FaultKind::Crash, start, &tables).await
    }

    async fn stop(&mut self, at: usize, kind: FaultKind) -> Result<()> {
        let (tables, start) = (self.tables_of(at).await?, Instant::now());
        self.nodes[at].stop().await?;
        self.nodes[at].restart().await?;
        self.resume(kind, start, &tables).await
    }

    async fn freeze(&mut self, at: usize, kind: FaultKind, min: f64, max: f64) -> Result<()> {
        let (tables, start) = (self.tables_of(at).await?, Instant::now());
        self.nodes[at].signal("STOP")?;
        self.pause(min, max).await;
        self.nodes[at].signal("CONT")?;
        self.resume(kind, start, &tables).await
    }

    /// One person plays on two devices. The network holds back what the node of the first device sends to
    /// the database, among it a move. Another node takes over, and the person plays on there. Then the move
    /// of the former owner arrives. Only the fence keeps it out of the table.
    async fn late_append(&mut self, at: usize) -> Result<()> {
        let here = self.endpoints[at].clone();
        let elsewhere: Vec<Endpoint> = (1..self.endpoints.len())
            .map(|step| self.endpoints[(at + step) % self.endpoints.len()].clone())
            .collect();
        let name: client::online::Name = "Two Devices".parse()?;
        let pass = here.request_pass(&name, None).await?;
        let mut first = RandomPlayer::with_pass(&here, name.clone(), pass.clone(), self.random.next());
        let solo = new_table::<Klondike>(&klondike::Config::KLONDIKE, BySeat::new(1, |_| SeatPlan::Me));
        let table = first.open(solo).await?;
        first.begin().await?;
        moves(&mut first, 3).await?;
        let tables = self.tables_of(at).await?;
        let start = Instant::now();
        self.nodes[at].database.set(Traffic::Hold);
        let play = std::iter::repeat_with(|| first.next())
            .take(1000)
            .find(|next| matches!(next, Some(VisitInput::Do(TableCommand::Play(_)))));
        let play = play.flatten().context("there is no move")?;
        // It cannot be answered. Meanwhile the node has sent it to the database.
        let held = tokio::time::timeout(self.lease / 5, first.act(play)).await;
        ensure!(held.is_err(), "a move was acknowledged without the database");
        let mut second = RandomPlayer::with_pass(&elsewhere[0], name, pass, self.random.next());
        come_to(&mut second, table, &elsewhere).await.context("another node takes over")?;
        moves(&mut second, 3).await?;
        self.nodes[at].database.set(Traffic::Flow);
        tokio::time::sleep(Duration::from_millis(500)).await;
        moves(&mut second, 3).await?;
        self.players.extend([first, second]);
        self.resume(FaultKind::LateAppend, start, &tables).await
    }

    /// The groups whose tables a node owns.
    async fn tables_of(&self, at: usize) -> Result<Vec<Arc<Group>>> {
        let address = self.nodes[at].address.clone();
        let mut owned: Result<Vec<TableId>, StoreError> = self.store.tables_of(&address).await;
        // The connection may have been lost with the previous fault.
        for _ in 0..20 {
            if owned.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            owned = self.store.tables_of(&address).await;
        }
        let owned = owned?;
        let is_owned = |group: &&Arc<Group>| group.table().is_some_and(|table| owned.contains(&table));
        Ok(self.groups.iter().filter(is_owned).cloned().collect())
    }

    /// Waits until all tables are played again, and records for how long these could not be played.
    async fn resume(&mut self, kind: FaultKind, start: Instant, affected: &[Arc<Group>]) -> Result<()> {
        let repaired = Instant::now();
        let mut times = Vec::new();
        for group in &self.groups {
            let pause =
                played_again(group, start, repaired).await.with_context(|| format!("after: {kind}"))?;
            if affected.iter().any(|affected| Arc::ptr_eq(affected, group)) {
                times.push(pause);
            }
        }
        self.outages.push(Outage { kind, start, end: Instant::now(), times });
        Ok(())
    }
}

/// Waits until a table changes after a repair. Returns the longest time without a change since the start of
/// the fault.
async fn played_again(group: &Group, start: Instant, repaired: Instant) -> Result<Duration> {
    let limit = repaired + 2 * MAX_WAIT;
    loop {
        if let Some(pause) = group.longest_pause(start, repaired) {
            return Ok(pause);
        }
        let table = group.table().map_or("none".to_owned(), |table| table.to_string());
        ensure!(Instant::now() < limit, "table {table} is not played any more");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Makes this many moves, alone at a table.
async fn moves(player: &mut RandomPlayer, count: usize) -> Result<()> {
    let wanted = player.done + count;
    while player.done < wanted {
        player.step().await?;
    }
    Ok(())
}
