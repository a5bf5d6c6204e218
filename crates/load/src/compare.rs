use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Result, ensure};
use table::Seat;

use crate::cluster::{Database, DatabaseArgs};
use crate::fsync::FsyncProbe;
use crate::latencies::Latencies;
use crate::load::play_for;
use crate::server_process::{Folder, ServerProcess};
use crate::tables::{seat_tables, seat_tables_at};

/// Compare PostgreSQL with SQLite, and measure how much time a relay between two servers adds
#[derive(clap::Args)]
pub(crate) struct CompareArgs {
    /// How many tables to play at
    #[arg(long, default_value = "50")]
    tables: usize,
    /// For how long, for each measurement
    #[arg(long, default_value = "10")]
    seconds: u64,
    /// Moves per second at each table for the measurement of relays
    #[arg(long, default_value = "4")]
    rate: f64,
    #[command(flatten)]
    database: DatabaseArgs,
}

pub(crate) async fn run(program: &Path, args: &CompareArgs) -> Result<()> {
    let folder = Folder::new("compare")?;
    let database = Database::start(&args.database, &folder.0).await?;
    let time = Duration::from_secs(args.seconds);
    let sqlite = {
        let server = ServerProcess::start(program, &folder.0.join("tables"))?;
        measure("SQLite", &server, &folder.0, args).await?
    };
    let first = node(program, &database)?;
    let postgres = measure("PostgreSQL", &first, &folder.0, args).await?;
    println!(
        "  PostgreSQL to SQLite: {:.2} times the moves, {:.2} times the p99",
        postgres.0 / sqlite.0,
        postgres.1 / sqlite.1
    );
    // The first player of each table is at its owner, and the second one at the other server.
    let second = node(program, &database)?;
    let endpoint = |_, seat| match seat {
        Seat::A => first.endpoint.clone(),
        _ => second.endpoint.clone(),
    };
    let tables = seat_tables_at(endpoint, args.tables, 2, 1_000_000).await?;
    let mut seats = play_for(tables, time, Some(args.rate)).await?;
    ensure!(seats.len() == 2, "there are two seats");
    let mut p99 = |seat: usize| (seats[seat].len(), seats[seat].percentile(50), seats[seat].percentile(99));
    let (owner, relayed) = (p99(0), p99(1));
    println!(
        "relays, {:.0} moves/s: at the owner {} moves, p50 {:.1} ms, p99 {:.1} ms; relayed {} moves, p50 {:.1} ms, \
         p99 {:.1} ms: {:+.1} ms at p99",
        args.rate * args.tables as f64,
        owner.0,
        owner.1,
        owner.2,
        relayed.0,
        relayed.1,
        relayed.2,
        relayed.2 - owner.2
    );
    Ok(())
}

/// Starts a server on the database.
fn node(program: &Path, database: &Database) -> Result<ServerProcess> {
    let mut command = Command::new(program);
    ServerProcess::add_arguments(&mut command, "127.0.0.1:0");
    command.args(["--store", &database.direct_url(), "--node-listen", "127.0.0.1:0"]).stderr(Stdio::null());
    ServerProcess::spawn(command)
}

/// Plays as many moves as possible. Returns the moves per second and the p99 in milliseconds.
async fn measure(
    name: &str,
    server: &ServerProcess,
    folder: &Path,
    args: &CompareArgs,
) -> Result<(f64, f64)> {
    let tables = seat_tables(&server.endpoint, args.tables, 2, 1).await?;
    let probe = FsyncProbe::start(folder)?;
    let before = server.usage();
    let mut times = Latencies::default();
    for seat in play_for(tables, Duration::from_secs(args.seconds), None).await? {
        times.join(seat);
    }
    let (cpu, mut disk) = (server.usage().cpu - before.cpu, probe.finish()?);
    ensure!(times.len() > 0, "nobody has made a move");
    let (rate, p99) = (times.len() as f64 / args.seconds as f64, times.percentile(99));
    println!(
        "{name}, 2 seats, {} tables: {rate:.0} moves/s, p50 {:.1} ms, p99 {p99:.1} ms; {:.0} moves per CPU second of the \
         server; fsync of this disk: p99 {:.1} ms",
        args.tables,
        times.percentile(50),
        times.len() as f64 / cpu.max(0.01),
        disk.percentile(99)
    );
    Ok((rate, p99))
}
