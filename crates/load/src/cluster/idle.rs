use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::faults::{Cluster, FaultKind};
use super::node::{Node, NodeSettings};
use super::{Clients, DatabaseArgs, finish};
use crate::player::RandomPlayer;
use crate::server_process::Folder;
use crate::tables::seat_tables_at;

/// Hold many idle connections with three servers, then restart one after the other under load
#[derive(clap::Args)]
pub(crate) struct ClusterIdleArgs {
    /// How many idle connections, two at each table
    #[arg(long, default_value = "10000")]
    connections: usize,
    /// How many tables are played meanwhile
    #[arg(long, default_value = "60")]
    tables: usize,
    /// Moves per second at all these tables together
    #[arg(long, default_value = "200")]
    rate: f64,
    #[command(flatten)]
    database: DatabaseArgs,
}

pub(crate) async fn run(program: &Path, args: &ClusterIdleArgs) -> Result<()> {
    let folder = Folder::new("cluster-idle")?;
    let settings = NodeSettings {
        program,
        folder: &folder.0,
        lease: Duration::from_secs(10),
        without_fence: false,
        // Each connection through a proxy would need two more file descriptors.
        is_proxied: false,
    };
    let mut cluster = Cluster::start(&settings, &args.database, 1).await?;
    let before: Vec<u64> = cluster.nodes.iter().map(Node::memory).collect();
    let start = Instant::now();
    let mut clients = Clients::new();
    let idle = open_idle(&cluster, &mut clients, args.connections / 2).await?;
    println!("{idle} connections on {} tables after {:.0} s", idle / 2, start.elapsed().as_secs_f64());
    for (number, (node, before)) in cluster.nodes.iter().zip(before).enumerate() {
        let memory = node.memory();
        let each = memory.saturating_sub(before) as f64 / (idle as f64 / cluster.nodes.len() as f64);
        println!(
            "  node {number}: {:.1} MB, {:.1} kB for each of its connections, with its share of tables and relays",
            memory as f64 / 1e6,
            each / 1e3
        );
    }
    clients.open_groups(&mut cluster, args.tables, args.rate, 1_000_000).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let injected = cluster.inject(FaultKind::RollingRestart).await;
    finish(cluster, clients, start.elapsed(), injected).await
}

/// How many tables are opened at the same time.
const AT_ONCE: usize = 64;

/// Opens tables with running games and two connections each, at different nodes. Whoever has begun answers
/// pings while others are still coming.
async fn open_idle(cluster: &Cluster, clients: &mut Clients, tables: usize) -> Result<usize> {
    let nodes = cluster.endpoints.len();
    let mut connections = 0;
    for first in (0..tables).step_by(AT_ONCE) {
        let endpoint = |number: usize, seat: table::Seat| (first + number + seat.number()) % nodes;
        let seated = seat_tables_at(
            |number, seat| cluster.endpoints[endpoint(number, seat)].clone(),
            AT_ONCE.min(tables - first),
            2,
            10_000_000 + 2 * first as u64,
        );
        let mut seated = seated.await?;
        let players = seated.iter_mut().flat_map(|(_, players)| players);
        futures_util::future::try_join_all(players.map(RandomPlayer::begin)).await?;
        for (number, (_, players)) in seated.into_iter().enumerate() {
            for (player, seat) in players.into_iter().zip(table::Seat::all(2)) {
                clients.start(cluster, player, None, endpoint(number, seat), connections as u64);
                connections += 1;
            }
        }
    }
    ensure!(connections == 2 * tables, "not all connections are there");
    Ok(connections)
}
