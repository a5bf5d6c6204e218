use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::sync::Mutex;
use transport::Endpoint;

use crate::latencies::Latencies;
use crate::player::RandomPlayer;
use crate::server_process::{Folder, ServerProcess};
use crate::tables::seat_pairs;

/// Play at many tables over real sockets; measure moves per second and the latency of
/// acknowledgements
#[derive(clap::Args)]
pub(crate) struct LoadArgs {
    /// How many tables to play at
    #[arg(long, default_value = "50")]
    tables: usize,
    /// For how long
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
    let tables = seat_pairs(&endpoint, args.tables, 1).await?;
    let usage = || program.as_ref().map(ServerProcess::usage).unwrap_or_default();
    let (before, start) = (usage(), Instant::now());
    let end = start + Duration::from_secs(args.seconds);
    let mut players = Vec::new();
    for (number, (_, pair)) in tables.into_iter().enumerate() {
        let pace = args.rate.map(|rate| {
            let between = Duration::from_secs_f64(1.0 / rate);
            // Spread the tables over time.
            let first = start + between.mul_f64(number as f64 / args.tables as f64);
            Arc::new(Pace { between, next: Mutex::new(first) })
        });
        players.extend(pair.into_iter().map(|player| tokio::spawn(play(player, pace.clone(), end))));
    }
    let mut times = Latencies::default();
    for player in players {
        times.join(player.await??);
    }
    let (after, seconds) = (usage(), start.elapsed().as_secs_f64());
    let moves = times.len();
    let cpu = after.cpu - before.cpu;
    println!(
        "{} tables, {seconds:.1} s: {moves} moves, {:.0} moves/s, p50 {:.1} ms, p99 {:.1} ms",
        args.tables,
        moves as f64 / seconds,
        times.percentile(50),
        times.percentile(99)
    );
    if program.is_some() {
        println!(
            "server: {cpu:.2} s of processor time, {:.0} moves for each, {:.1} MB of memory",
            moves as f64 / cpu.max(0.01),
            after.memory as f64 / 1e6
        );
    }
    anyhow::ensure!(moves > 0, "nobody has made a move");
    Ok(())
}

/// Schedules the moves of a table.
struct Pace {
    between: Duration,
    next: Mutex<Instant>,
}

impl Pace {
    async fn wait(&self) {
        let due = {
            let mut next = self.next.lock().await;
            let due = *next;
            *next = due.max(Instant::now()) + self.between;
            due
        };
        tokio::time::sleep_until(due.into()).await;
    }
}

async fn play(mut player: RandomPlayer, pace: Option<Arc<Pace>>, end: Instant) -> Result<Latencies> {
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
        player.seen.clear();
        player.acknowledged.clear();
    }
}
