use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use table::Seat;
use transport::Endpoint;

use crate::fsync::FsyncProbe;
use crate::latencies::Latencies;
use crate::move_schedule::MoveSchedule;
use crate::player::RandomPlayer;
use crate::server_process::{Folder, ServerProcess};
use crate::tables::{SeatedTable, seat_tables};

/// Play at many tables over real sockets; measure moves per second and the latency of
/// acknowledgements
#[derive(clap::Args)]
pub(crate) struct LoadArgs {
    /// How many tables to play at
    #[arg(long, default_value = "50")]
    tables: usize,
    /// How many people sit at each table: 2 to 8, or a list of such numbers, measured one after the other
    #[arg(long, value_delimiter = ',', default_value = "2,4,8", value_parser = clap::value_parser!(u8).range(2..=Seat::COUNT as i64))]
    seats: Vec<u8>,
    /// For how long, for each number of seats
    #[arg(long, default_value = "10")]
    seconds: u64,
    /// Moves per second at each table; as many as possible if omitted
    #[arg(long)]
    rate: Option<f64>,
    /// The address of a running server, such as http://127.0.0.1:7878; starts one if omitted
    #[arg(long)]
    address: Option<String>,
}

pub(crate) async fn run(program: &Path, args: &LoadArgs) -> Result<()> {
    for seats in &args.seats {
        measure(program, args, *seats).await?;
    }
    Ok(())
}

/// Measures a server, which is started for this unless it has an address, with this many people per table.
async fn measure(program: &Path, args: &LoadArgs, seats: u8) -> Result<()> {
    let folder = Folder::new("load")?;
    let program = match &args.address {
        Some(_) => None,
        None => Some(ServerProcess::start(program, &folder.0)?),
    };
    let endpoint = match (&args.address, &program) {
        (Some(address), _) => Endpoint::from_link(address)?,
        (None, Some(program)) => program.endpoint.clone(),
        (None, None) => anyhow::bail!("there is no server"),
    };
    let tables = seat_tables(&endpoint, args.tables, seats, 1).await?;
    let usage = || program.as_ref().map(ServerProcess::usage).unwrap_or_default();
    let probe = FsyncProbe::start(&folder.0)?;
    let (before, start) = (usage(), Instant::now());
    let mut times = Latencies::default();
    for seat in play_for(tables, Duration::from_secs(args.seconds), args.rate).await? {
        times.join(seat);
    }
    let (after, seconds) = (usage(), start.elapsed().as_secs_f64());
    let mut disk = probe.finish()?;
    let moves = times.len();
    let cpu = after.cpu - before.cpu;
    println!(
        "{seats} seats, {} tables, {seconds:.1} s: {moves} moves, {:.0} moves/s, p50 {:.1} ms, p99 {:.1} ms; \
         fsync of this disk: p50 {:.1} ms, p99 {:.1} ms",
        args.tables,
        moves as f64 / seconds,
        times.percentile(50),
        times.percentile(99),
        disk.percentile(50),
        disk.percentile(99)
    );
    if program.is_some() {
        println!(
            "  server: {:.0} moves per CPU second, {cpu:.2} s of CPU time, {:.1} MB of memory",
            moves as f64 / cpu.max(0.01),
            after.memory as f64 / 1e6
        );
    }
    anyhow::ensure!(moves > 0, "nobody has made a move");
    Ok(())
}

/// Lets everybody play for a while: this many moves per second at each table, or as many as possible. Returns
/// the latencies of the moves, for each seat.
pub(crate) async fn play_for(
    tables: Vec<SeatedTable>,
    time: Duration,
    rate: Option<f64>,
) -> Result<Vec<Latencies>> {
    let (end, count) = (Instant::now() + time, tables.len());
    let mut seats = Vec::new();
    for (number, (_, people)) in tables.into_iter().enumerate() {
        let pace = rate.map(|rate| Arc::new(MoveSchedule::new(rate, number as f64 / count as f64)));
        for (seat, player) in people.into_iter().enumerate() {
            seats.push((seat, tokio::spawn(play(player, pace.clone(), end))));
        }
    }
    let mut times: Vec<Latencies> = Vec::new();
    for (seat, player) in seats {
        if times.len() <= seat {
            times.resize_with(seat + 1, Latencies::default);
        }
        times[seat].join(player.await??);
    }
    Ok(times)
}

async fn play(mut player: RandomPlayer, pace: Option<Arc<MoveSchedule>>, end: Instant) -> Result<Latencies> {
    let mut times = Latencies::default();
    loop {
        if let Some(pace) = pace.as_ref().filter(|_| player.next().is_some()) {
            pace.wait().await;
        }
        // A player who is not on turn may wait past the end.
        match tokio::time::timeout_at(end.into(), player.step()).await {
            Ok(step) => step?.into_iter().for_each(|time| times.add(time)),
            Err(_) => return Ok(times),
        }
        player.histories.clear();
    }
}
