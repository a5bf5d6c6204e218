use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};

use crate::player::RandomPlayer;
use crate::server_process::{Folder, ServerProcess};
use crate::tables::{SeatedTable, seat_tables};

/// Measure the memory of many idle connections, and how quickly the server restarts
#[derive(clap::Args)]
pub(crate) struct IdleArgs {
    /// How many tables, with two connections each
    #[arg(long, default_value = "5000")]
    tables: usize,
    /// How many tables are open when the server is killed; only the first ones have connections
    #[arg(long, default_value = "10000")]
    open: usize,
    /// The memory limit of a connection with its half of a table, in kilobytes
    #[arg(long, default_value = "10")]
    most: f64,
}

pub(crate) async fn run(path: &Path, args: &IdleArgs) -> Result<()> {
    let folder = Folder::new("idle")?;
    let program = ServerProcess::start(path, &folder.0)?;
    let before = program.usage().memory;
    let mut tables = begun(&program, args.tables, 1).await?;
    let after = program.usage().memory;
    let used = after.saturating_sub(before) as f64 / 1e3 / (2 * args.tables) as f64;
    println!(
        "{} connections on {} tables that are played: {:.1} MB, {:.1} kB for each connection with its half of a table",
        2 * args.tables,
        args.tables,
        after as f64 / 1e6,
        used
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
    if let Some(player) = tables.last_mut().and_then(|(_, players)| players.first_mut()) {
        player.reconnect(&program.endpoint).await?;
    }
    println!(
        "killed and started again with {open} open tables: ready after {} ms, at a table after {} ms",
        ready.as_millis(),
        start.elapsed().as_millis()
    );
    ensure!(used <= args.most, "more than {} kB for each connection", args.most);
    Ok(())
}

/// Opens tables with running games and two connections each.
async fn begun(program: &ServerProcess, tables: usize, seed: u64) -> Result<Vec<SeatedTable>> {
    let mut tables = seat_tables(&program.endpoint, tables, 2, seed).await?;
    for (_, players) in &mut tables {
        futures_util::future::try_join_all(players.iter_mut().map(RandomPlayer::begin)).await?;
    }
    Ok(tables)
}
