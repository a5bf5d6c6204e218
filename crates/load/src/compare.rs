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

/// The fewest moves per second with PostgreSQL on the same machine.
const MIN_RATE: f64 = 1_500.0;
/// How many times the p99 of SQLite that of PostgreSQL may be.
const MAX_P99_RATIO: f64 = 3.0;
/// How many milliseconds a relay may add at p99.
const MAX_RELAY_TIME: f64 = 2.0;

/// Measures, and fails if a result is worse than required. Only a machine with free cores can pass.
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
    let failures = failures(postgres.0, postgres.1 / sqlite.1, relayed.2 - owner.2);
    ensure!(failures.is_empty(), "worse than required: {}", failures.join("; "));
    Ok(())
}

/// What is worse than required.
fn failures(rate: f64, p99_ratio: f64, relay_time: f64) -> Vec<String> {
    let mut failures = Vec::new();
    if rate < MIN_RATE {
        failures.push(format!("PostgreSQL does {rate:.0} moves/s, at least {MIN_RATE:.0} are required"));
    }
    if p99_ratio > MAX_P99_RATIO {
        failures.push(format!(
            "the p99 of PostgreSQL is {p99_ratio:.2} times that of SQLite, at most {MAX_P99_RATIO:.0} times is allowed"
        ));
    }
    if relay_time > MAX_RELAY_TIME {
        failures.push(format!(
            "a relay adds {relay_time:.1} ms at p99, at most {MAX_RELAY_TIME:.0} ms are allowed"
        ));
    }
    failures
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

#[cfg(test)]
mod tests {
    use super::failures;

    #[test]
    fn every_limit_is_checked() {
        assert!(failures(1_500.0, 3.0, 2.0).is_empty());
        for (rate, ratio, time, found) in [
            (1_499.0, 0.5, -0.1, "1499 moves/s"),
            (9_000.0, 3.01, 0.0, "3.01 times"),
            (9_000.0, 1.0, 2.1, "2.1 ms"),
        ] {
            let failures = failures(rate, ratio, time);
            assert!(failures.len() == 1 && failures[0].contains(found), "{failures:?}");
        }
    }
}
