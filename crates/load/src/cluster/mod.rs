//! Three nodes on one PostgreSQL, under faults, while clients play and record what they see.

mod database;
mod faults;
mod group;
mod idle;
mod node;
mod proxy;
mod report;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use server::store::PostgresStore;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub(crate) use self::database::{Database, DatabaseArgs};
use self::faults::{Cluster, FaultKind};
use self::group::{ClientEnd, Group, Survivor, open_group};
pub(crate) use self::idle::{ClusterIdleArgs, run as run_idle};
use self::node::NodeSettings;
use self::report::{report_forfeits, report_outages};
use crate::check::{Findings, check_table, merge};
use crate::player::RandomPlayer;
use crate::random::Random;
use crate::server_process::Folder;

/// Inject faults into three servers that share a PostgreSQL database
#[derive(clap::Args)]
pub(crate) struct ClusterArgs {
    /// For how long, in minutes; at least until each kind of fault has happened
    #[arg(long, default_value = "30")]
    minutes: f64,
    /// Moves per second of all people together
    #[arg(long, default_value = "200")]
    rate: f64,
    /// How many tables are played at the same time
    #[arg(long, default_value = "60")]
    tables: usize,
    /// The shortest time between the starts of two faults, in seconds
    #[arg(long, default_value = "5")]
    min_pause: f64,
    /// The longest time between the starts of two faults, in seconds, if the first is over by then
    #[arg(long, default_value = "30")]
    max_pause: f64,
    /// The lease of the nodes, in seconds
    #[arg(long, default_value = "10")]
    lease: f64,
    /// The seed of the random numbers
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Disable the check that keeps former owners from writing: the test must find the damage
    #[arg(long)]
    without_fence: bool,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// What clients saw differs from what is stored.
#[derive(Debug)]
pub(crate) struct Violations(Vec<String>);

impl std::fmt::Display for Violations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "what clients were told is not what is stored:")?;
        self.0.iter().try_for_each(|violation| write!(f, "\n  {violation}"))
    }
}

impl std::error::Error for Violations {}

pub(crate) async fn run(program: &Path, args: &ClusterArgs) -> Result<()> {
    let folder = Folder::new("cluster")?;
    let settings = NodeSettings {
        program,
        folder: &folder.0,
        lease: Duration::from_secs_f64(args.lease),
        without_fence: args.without_fence,
        is_proxied: true,
    };
    let mut cluster = Cluster::start(&settings, &args.database, args.seed).await?;
    let (mut clients, start) = (Clients::new(), Instant::now());
    clients.open_groups(&mut cluster, args.tables, args.rate, args.seed).await?;
    let injected = inject_all(&mut cluster, args).await;
    finish(cluster, clients, start.elapsed(), injected).await
}

/// How long nothing is done to the cluster before the clients stop.
const CALM: Duration = Duration::from_secs(3);

/// The tasks of clients.
struct Clients {
    tasks: Vec<JoinHandle<(RandomPlayer, ClientEnd)>>,
    stop: watch::Sender<bool>,
}

impl Clients {
    fn new() -> Clients {
        Clients { tasks: Vec::new(), stop: watch::Sender::new(false) }
    }

    /// Starts a client that plays with a group, or only stays at its table.
    fn start(&mut self, of: &Cluster, player: RandomPlayer, group: Option<Arc<Group>>, at: usize, seed: u64) {
        let (endpoints, stop) = (Arc::clone(&of.endpoints), self.stop.subscribe());
        let client = Survivor { player, group, at, endpoints, stop, random: Random::new(seed) };
        self.tasks.push(tokio::spawn(client.run()));
    }

    /// Opens tables, and lets their clients play this many moves per second in total.
    async fn open_groups(&mut self, to: &mut Cluster, tables: usize, rate: f64, seed: u64) -> Result<()> {
        for number in 0..tables {
            let group = Arc::new(Group::new(rate / tables as f64, number as f64 / tables as f64));
            let seed = seed + 100 * number as u64;
            let players = open_group(&to.endpoints, number, seed).await.context("a new table")?;
            for ((player, at), seed) in players.into_iter().zip(seed..) {
                self.start(to, player, Some(Arc::clone(&group)), at, seed);
            }
            to.groups.push(group);
        }
        Ok(())
    }
}

/// Stops everything, compares what clients saw with what is stored, and reports.
async fn finish(mut cluster: Cluster, clients: Clients, time: Duration, injected: Result<()>) -> Result<()> {
    // Clients may still be waiting for their next attempt to connect.
    tokio::time::sleep(CALM).await;
    clients.stop.send_replace(true);
    let mut players = std::mem::take(&mut cluster.players);
    let (mut violations, mut failures, mut away) = (Vec::new(), Vec::new(), 0);
    failures.extend(injected.err().map(|error| format!("{error:#}")));
    for client in clients.tasks {
        let (player, end) = client.await?;
        violations.extend(end);
        away += usize::from(!player.visit().is_current());
        players.push(player);
    }
    if away > 0 {
        failures.push(format!(
            "{away} clients were not at their tables {} s after the last fault",
            CALM.as_secs()
        ));
    }
    for node in &mut cluster.nodes {
        let stopped = node.stop().await.and_then(|()| node.check_log());
        failures.extend(stopped.err().map(|error| format!("{error:#}")));
    }
    let findings = check(&cluster.store, &players, &mut violations).await?;
    let (moves, seconds) = (players.iter().map(|player| player.done).sum::<usize>(), time.as_secs_f64());
    println!(
        "{} nodes, {} tables, {seconds:.0} s: {moves} commands acknowledged ({:.0} per second), {} views seen; \
         {} tables with {} lines compared; {} faults:",
        cluster.nodes.len(),
        cluster.groups.len(),
        moves as f64 / seconds,
        findings.seen,
        findings.tables,
        findings.lines,
        cluster.outages.len()
    );
    failures.extend(report_outages(&cluster.outages, cluster.lease));
    failures.extend(report_forfeits(&cluster.outages, cluster.groups.iter().map(Arc::as_ref)));
    for failure in &failures {
        println!("  FAILED: {failure}");
    }
    if !violations.is_empty() {
        return Err(Violations(violations).into());
    }
    println!("  no acknowledged command lost, no fork, nothing seen that is not stored");
    ensure!(failures.is_empty(), "see above");
    Ok(())
}

/// Each kind of fault once, then random ones until the time is over.
async fn inject_all(cluster: &mut Cluster, args: &ClusterArgs) -> Result<()> {
    let end = Instant::now() + Duration::from_secs_f64(60.0 * args.minutes);
    let mut number = 0;
    while Instant::now() < end || number < FaultKind::ALL.len() && !args.without_fence {
        let random = cluster.random.below(FaultKind::ALL.len());
        let kind = FaultKind::ALL.get(number).copied().unwrap_or(FaultKind::ALL[random]);
        let pause = args.min_pause
            + (args.max_pause - args.min_pause).max(0.0) * cluster.random.below(1000) as f64 / 1000.0;
        let next = Instant::now() + Duration::from_secs_f64(pause);
        cluster.inject(kind).await?;
        number += 1;
        tokio::time::sleep_until(next.into()).await;
    }
    Ok(())
}

/// Compares everything that the players saw with what is stored.
async fn check(
    store: &PostgresStore,
    players: &[RandomPlayer],
    violations: &mut Vec<String>,
) -> Result<Findings> {
    let mut findings = Findings::default();
    let histories = merge(players);
    for (table, history) in &histories {
        match check_table(store, *table, history).await {
            Ok(checked) => findings.add(&checked),
            Err(error) => {
                violations.push(format!("{error:#}"));
                let stored = store.commands_of(*table).await?;
                let lost = history.acknowledged.iter().filter(|command| {
                    command.is_change && stored.get(&command.version).copied() != Some(command.id)
                });
                violations.extend(lost.map(|command| {
                    format!(
                        "table {table}: the command of line {} was acknowledged, and another one is stored",
                        command.version
                    )
                }));
            }
        }
    }
    let damaged = server::check(store).await?.damaged;
    let unseen = damaged.iter().filter(|table| !histories.contains_key(table));
    violations.extend(unseen.map(|table| format!("table {table}: the stored data is damaged")));
    Ok(findings)
}
