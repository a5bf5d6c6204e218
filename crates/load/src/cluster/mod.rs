//! Three nodes on one PostgreSQL, under faults, while clients play and record what they see.

mod database;
mod faults;
mod group;
mod node;
mod proxy;
mod report;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use server::store::PostgresStore;
use tokio::sync::watch;
use transport::Endpoint;

pub(crate) use self::database::{Database, DatabaseArgs};
use self::faults::{Cluster, FaultKind};
use self::group::{Group, open_group};
use self::node::{Node, NodeSettings};
use self::report::{report_forfeits, report_outages};
use crate::check::{Findings, check_table, merge};
use crate::player::RandomPlayer;
use crate::random::Random;
use crate::server_process::Folder;

/// How many nodes there are.
const NODES: usize = 3;

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

/// What clients saw differs from what is stored, or took longer than allowed.
#[derive(Debug)]
pub(crate) struct Violations(Vec<String>);

impl std::fmt::Display for Violations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the cluster has failed the test:")?;
        self.0.iter().try_for_each(|violation| write!(f, "\n  {violation}"))
    }
}

impl std::error::Error for Violations {}

pub(crate) async fn run(program: &Path, args: &ClusterArgs) -> Result<()> {
    let folder = Folder::new("cluster")?;
    let lease = Duration::from_secs_f64(args.lease);
    let settings = NodeSettings { program, folder: &folder.0, lease, without_fence: args.without_fence };
    let (database, store, nodes) = start(&settings, &args.database).await?;
    let endpoints: Arc<[Endpoint]> = nodes.iter().map(Node::endpoint).collect::<Result<_>>()?;
    let mut cluster = Cluster {
        nodes,
        database,
        store,
        groups: Vec::new(),
        endpoints,
        players: Vec::new(),
        outages: Vec::new(),
        lease,
        random: Random::new(args.seed),
    };
    let (stop, stopped) = watch::channel(false);
    let mut clients = Vec::new();
    for number in 0..args.tables {
        let rate = args.rate / args.tables as f64;
        let group = Arc::new(Group::new(rate, number as f64 / args.tables as f64));
        let seed = args.seed + 100 * number as u64;
        let (_, players) = open_group(&cluster.endpoints, number, seed).await.context("a new table")?;
        for (number, (player, at)) in players.into_iter().enumerate() {
            let (endpoints, stopped) = (Arc::clone(&cluster.endpoints), stopped.clone());
            let play = Arc::clone(&group).play(player, at, endpoints, stopped, seed + number as u64);
            clients.push(tokio::spawn(play));
        }
        cluster.groups.push(group);
    }
    let start = Instant::now();
    let injected = inject_all(&mut cluster, args).await;
    stop.send_replace(true);
    let seconds = start.elapsed().as_secs_f64();
    let mut violations: Vec<String> = Vec::new();
    if let Err(error) = injected {
        violations.push(format!("{error:#}"));
    }
    let mut players = std::mem::take(&mut cluster.players);
    for client in clients {
        let (player, end) = client.await?;
        violations.extend(end);
        players.push(player);
    }
    for node in &mut cluster.nodes {
        if let Err(error) = node.stop().await.and_then(|()| node.check_log()) {
            violations.push(format!("{error:#}"));
        }
    }
    let findings = check(&cluster.store, &players, &mut violations).await?;
    let moves: usize = players.iter().map(|player| player.done).sum();
    println!(
        "{NODES} nodes, {} tables, {seconds:.0} s: {moves} commands acknowledged ({:.0} per second), {} views seen; \
         {} tables with {} lines compared; {} faults:",
        args.tables,
        moves as f64 / seconds,
        findings.seen,
        findings.tables,
        findings.lines,
        cluster.outages.len()
    );
    violations.extend(report_outages(&cluster.outages, lease));
    violations.extend(report_forfeits(&cluster.outages, cluster.groups.iter().map(Arc::as_ref)));
    match violations.is_empty() {
        true => {
            println!("  no acknowledged command lost, no fork, nothing seen that is not stored");
            Ok(())
        }
        false => {
            violations.dedup();
            Err(Violations(violations).into())
        }
    }
}

/// Starts PostgreSQL and the nodes.
async fn start(
    settings: &NodeSettings<'_>,
    args: &DatabaseArgs,
) -> Result<(Database, PostgresStore, Vec<Node>)> {
    let database = Database::start(args, settings.folder).await?;
    let store = PostgresStore::open(&database.direct_url().parse()?).await?;
    let mut nodes = Vec::new();
    for number in 0..NODES {
        nodes.push(Node::start(number, settings, &database).await?);
    }
    Ok((database, store, nodes))
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
    for (table, history) in &merge(players) {
        match check_table(store, *table, history).await {
            Ok(checked) => findings.add(&checked),
            Err(error) => violations.push(format!("{error:#}")),
        }
    }
    let report = server::check(store).await?;
    violations.extend(report.damaged.iter().map(|table| {
        format!("table {table}: what is stored is not what one owner after the other has written")
    }));
    Ok(findings)
}
