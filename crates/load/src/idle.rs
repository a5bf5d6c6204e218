use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};

use crate::crowd::gather;
use crate::program::{Folder, Program};

/// Many connections that say nothing: how much memory they take, and how soon the server is back
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many tables, with two connections each
    #[arg(long, default_value = "5000")]
    tables: usize,
    /// The most memory that may be used, in megabytes
    #[arg(long, default_value = "150")]
    most: f64,
}

pub(crate) async fn run(path: &Path, args: &Args) -> Result<()> {
    let folder = Folder::new("idle")?;
    let program = Program::start(path, &folder.0)?;
    let before = program.usage().memory;
    let mut tables = gather(&program.callee, args.tables, 1).await?;
    for (_, players) in &mut tables {
        let [first, second] = players;
        tokio::try_join!(first.begin(), second.begin())?;
    }
    let after = program.usage().memory;
    let used = after.saturating_sub(before) as f64;
    println!(
        "{} connections on {} tables that are played: {:.1} MB, {:.1} kB for each connection with its half of a table",
        2 * args.tables,
        args.tables,
        after as f64 / 1e6,
        used / 1e3 / (2 * args.tables) as f64
    );
    program.kill()?;
    let start = Instant::now();
    let program = Program::start(path, &folder.0)?;
    let ready = start.elapsed();
    if let Some((table, [player, _])) = tables.last_mut() {
        player.call_again(&program.callee).await?;
        player.join(*table).await?;
    }
    println!(
        "killed and started again with {} open tables: ready after {} ms, at a table after {} ms",
        args.tables,
        ready.as_millis(),
        start.elapsed().as_millis()
    );
    ensure!(after as f64 / 1e6 <= args.most, "more than {} MB", args.most);
    Ok(())
}
