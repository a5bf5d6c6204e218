use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use wire::TableId;

use crate::player::RandomPlayer;
use crate::server_process::{Folder, ServerProcess};
use crate::tables::seat_pairs;

/// Measure the memory of many idle connections, and how quickly the server restarts
#[derive(clap::Args)]
pub(crate) struct IdleArgs {
    /// How many tables, with two connections each
    #[arg(long, default_value = "5000")]
    tables: usize,
    /// How many tables are open when the server is killed; only the first ones have connections
    #[arg(long, default_value = "10000")]
    open: usize,
    /// The memory limit, in megabytes
    #[arg(long, default_value = "150")]
    most: f64,
}

pub(crate) async fn run(path: &Path, args: &IdleArgs) -> Result<()> {
    let folder = Folder::new("idle")?;
    let program = ServerProcess::start(path, &folder.0)?;
    let before = program.usage().memory;
    let mut tables = begun(&program, args.tables, 1).await?;
    let after = program.usage().memory;
    let used = after.saturating_sub(before) as f64;
    println!(
        "{} connections on {} tables that are played: {:.1} MB, {:.1} kB for each connection with its half of a table",
        2 * args.tables,
        args.tables,
        after as f64 / 1e6,
        used / 1e3 / (2 * args.tables) as f64
    );
    // Disconnect these players to make room for the others.
    tables.drain(..args.tables.saturating_sub(1));
    let mut open = args.tables;
    while open < args.open {
        let more = args.tables.clamp(1, args.open - open);
        begun(&program, more, 1 + 2 * open as u64).await?;
        open += more;
    }
    program.kill()?;
    let start = Instant::now();
    let program = ServerProcess::start(path, &folder.0)?;
    let ready = start.elapsed();
    if let Some((_, [player, _])) = tables.last_mut() {
        player.reconnect(&program.endpoint).await?;
    }
    println!(
        "killed and started again with {open} open tables: ready after {} ms, at a table after {} ms",
        ready.as_millis(),
        start.elapsed().as_millis()
    );
    ensure!(after as f64 / 1e6 <= args.most, "more than {} MB", args.most);
    Ok(())
}

/// Opens tables with running games and two connections each.
async fn begun(
    program: &ServerProcess,
    tables: usize,
    seed: u64,
) -> Result<Vec<(TableId, [RandomPlayer; 2])>> {
    let mut tables = seat_pairs(&program.endpoint, tables, seed).await?;
    for (_, [first, second]) in &mut tables {
        tokio::try_join!(first.begin(), second.begin())?;
    }
    Ok(tables)
}
