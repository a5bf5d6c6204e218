//! Attacks a server while others play at the pace of people, and measures what they notice of it.
//!
//! The attackers are a process of their own with the lowest priority, because in reality they do not compute
//! on the server's machine.

use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use table::Seat;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::TableId;

use crate::check::check;
use crate::latencies::Latencies;
use crate::move_schedule::MoveSchedule;
use crate::player::RandomPlayer;
use crate::server_process::{Folder, MAX_WAIT, ServerProcess};
use crate::tables::seat_tables_at;

/// Attack the server in every known way at once, while others play at the pace of people
#[derive(clap::Args)]
pub(crate) struct HostileArgs {
    /// How long the attacks last
    #[arg(long, default_value = "10")]
    minutes: f64,
    /// How many tables are played in peace
    #[arg(long, default_value = "50")]
    tables: usize,
    /// Moves per second at each table
    #[arg(long, default_value = "0.5")]
    rate: f64,
    /// From how many addresses the server is attacked
    #[arg(long, default_value = "4", value_parser = clap::value_parser!(u8).range(4..=80))]
    attackers: u8,
    /// The most memory that the server may use, in megabytes
    #[arg(long, default_value = "300")]
    max_memory: f64,
    /// The most that the data folder may grow, in megabytes
    #[arg(long, default_value = "300")]
    max_disk: f64,
    /// Check only that nothing is lost and everything is bounded, and not how long it takes
    #[arg(long)]
    untimed: bool,
}

/// The p99 of moves under attack may be twice that of the calm before, and at most this.
const MAX_P99: f64 = 50.0;
/// How long `/healthz` may take, in milliseconds.
const MAX_HEALTH: f64 = 100.0;
/// The most that the server may write to its log, in bytes per minute.
const MAX_LOG: f64 = 1e6;
/// Everybody gets to move in this time.
const MIN_TIME: Duration = Duration::from_secs(5);
/// The limit of open files for the attack on connections.
const FEW_FILES: u32 = 512;

/// What is different about a run.
struct Scene<'a> {
    name: &'a str,
    tables: usize,
    time: Duration,
    attackers: u8,
    open_files: Option<u32>,
}

pub(crate) async fn run(program: &Path, args: &HostileArgs) -> Result<()> {
    let time = Duration::from_secs_f64(args.minutes * 60.0);
    let all =
        Scene { name: "all attacks", tables: args.tables, time, attackers: args.attackers, open_files: None };
    play(program, args, &all).await.context("all attacks")?;
    let few = Scene {
        name: "few file descriptors",
        tables: args.tables.min(20),
        time: (time / 5).max(MIN_TIME),
        attackers: 3 * args.attackers,
        open_files: Some(FEW_FILES),
    };
    play(program, args, &few).await.context("few file descriptors")
}

/// An address of this computer. Group 2 plays, and group 3 attacks.
fn address(group: u8, number: usize) -> IpAddr {
    Ipv4Addr::new(127, 0, group, 1 + (number % 250) as u8).into()
}

async fn play(program: &Path, args: &HostileArgs, scene: &Scene<'_>) -> Result<()> {
    let folder = Folder::new("hostile")?;
    let (data, log) = (folder.0.join("data"), folder.0.join("log"));
    fs::create_dir_all(&data)?;
    let server = ServerProcess::start_default(program, &data, &log, scene.open_files)?;
    let endpoint = server.endpoint.clone();
    // Ten people share an address.
    let endpoint_of = |table: usize, _: Seat| endpoint.clone().from_local(address(2, table / 5));
    let tables = seat_tables_at(endpoint_of, scene.tables, 2, 1).await?;
    let ids: Vec<TableId> = tables.iter().map(|(table, _)| *table).collect();
    let mut players = Vec::new();
    for (number, (_, people)) in tables.into_iter().enumerate() {
        let pace = Arc::new(MoveSchedule::new(args.rate, number as f64 / scene.tables as f64));
        players.extend(people.into_iter().map(|player| (player, Arc::clone(&pace))));
    }
    let host = endpoint.host();
    let calm_time = (scene.time / 4).clamp(MIN_TIME, Duration::from_secs(60));
    let (mut calm, mut calm_health) =
        measure(&mut players, host, calm_time).await.context("before the attack")?;
    let (before, disk) = (server.usage(), size(&data)?);
    let attack = Attack::start(&endpoint.link(), scene, &ids)?;
    let (mut storm, mut health) = measure(&mut players, host, scene.time).await.context("under attack")?;
    let (after, grown) = (server.usage(), size(&data)?.saturating_sub(disk));
    attack.finish()?;
    let metrics = get(host, "/metrics").await?;
    server.stop()?;
    let players: Vec<RandomPlayer> = players.into_iter().map(|(player, _)| player).collect();
    let findings = check(&data, &players).await?;
    let written = fs::metadata(&log)?.len();
    let (p99, calm_p99) = (storm.percentile(99), calm.percentile(99));
    let (memory, disk) = (after.memory as f64 / 1e6, grown as f64 / 1e6);
    println!(
        "{}, {:.0} s from {} addresses, {} tables: p50 {:.1} ms, p99 {p99:.1} ms of {} moves ({:.1} and {calm_p99:.1} ms \
         of {} in calm: {:.2} times)",
        scene.name,
        scene.time.as_secs_f64(),
        scene.attackers,
        scene.tables,
        storm.percentile(50),
        storm.len(),
        calm.percentile(50),
        calm.len(),
        p99 / calm_p99
    );
    println!(
        "  /healthz: p99 {:.1} ms, slowest {:.1} ms ({:.1} ms in calm); {memory:.0} MB of memory ({:.0} MB in calm), \
         {disk:.1} MB more on disk, {written} bytes of log, {:.0} % of a core",
        health.percentile(99),
        health.percentile(100),
        calm_health.percentile(99),
        before.memory as f64 / 1e6,
        100.0 * (after.cpu - before.cpu) / scene.time.as_secs_f64()
    );
    println!(
        "  {} commands acknowledged, none missing; {} views as stored",
        findings.acknowledged, findings.seen
    );
    for name in ["refused_connections_total", "evicted_connections_total", "descriptors_exhausted_total"] {
        let line = metrics.lines().find(|line| line.starts_with(&format!("cardroom_{name} ")));
        println!("  {}", line.context("a metric is missing")?);
    }
    ensure!(calm.len() > 0 && storm.len() > 0, "nobody has made a move");
    ensure!(memory <= args.max_memory, "more than {} MB of memory", args.max_memory);
    ensure!(disk <= args.max_disk, "more than {} MB on disk", args.max_disk);
    let minutes = 1.0 + scene.time.as_secs_f64() / 60.0;
    ensure!(written as f64 <= MAX_LOG * minutes, "{written} bytes of log");
    if !args.untimed {
        ensure!(
            p99 <= 2.0 * calm_p99 && p99 <= MAX_P99,
            "p99 must at most double and stay below {MAX_P99} ms"
        );
        ensure!(health.percentile(99) <= MAX_HEALTH, "/healthz takes longer than {MAX_HEALTH} ms");
    }
    Ok(())
}

type PacedPlayer = (RandomPlayer, Arc<MoveSchedule>);

/// Lets everybody play for a while. Returns the latencies of the moves and of `/healthz`. Nobody may lose
/// their connection.
async fn measure(players: &mut [PacedPlayer], host: &str, time: Duration) -> Result<(Latencies, Latencies)> {
    let end = Instant::now() + time;
    let each = players.iter_mut().map(|(player, pace)| async move {
        let mut times = Latencies::default();
        let playing = async {
            loop {
                if player.next().is_some() {
                    pace.wait().await;
                }
                if let Some(time) = player.step().await? {
                    times.add(time);
                }
            }
        };
        let ended: Result<Result<()>, _> = tokio::time::timeout_at(end.into(), playing).await;
        match ended {
            Ok(broken) => broken.map(|()| times),
            Err(_) => Ok(times),
        }
    });
    let monitoring = async {
        let mut times = Latencies::default();
        while Instant::now() < end {
            let start = Instant::now();
            let answer = get(host, "/healthz").await?;
            ensure!(
                answer.starts_with("HTTP/1.1 200"),
                "/healthz: {}",
                answer.lines().next().unwrap_or_default()
            );
            times.add(start.elapsed());
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Ok(times)
    };
    let (played, health) = tokio::join!(futures_util::future::join_all(each), monitoring);
    let mut all = Latencies::default();
    for times in played {
        all.join(times?);
    }
    Ok((all, health?))
}

/// Sends a request as an operator does, from an address that nobody else uses.
async fn get(host: &str, path: &str) -> Result<String> {
    let answer = async {
        let mut stream = TcpStream::connect(host).await?;
        stream
            .write_all(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
            .await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok::<_, anyhow::Error>(answer)
    };
    tokio::time::timeout(MAX_WAIT, answer).await.with_context(|| format!("{path} does not answer"))?
}

/// The total size of the files in a folder.
fn size(folder: &Path) -> Result<u64> {
    fs::read_dir(folder)?.try_fold(0, |sum, entry| Ok(sum + entry?.metadata()?.len()))
}

/// The process of the attackers.
struct Attack(Child);

impl Attack {
    fn start(link: &str, scene: &Scene<'_>, tables: &[TableId]) -> Result<Attack> {
        let from: Vec<String> =
            (0..scene.attackers).map(|number| address(3, number.into()).to_string()).collect();
        let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
        let mut command = Command::new("nice");
        command.args(["-n", "19"]).arg(std::env::current_exe()?);
        command.args(["attack", "--address", link, "--from", &from.join(","), "--tables", &tables.join(",")]);
        command.args(["--seconds", &scene.time.as_secs().max(1).to_string()]);
        if scene.open_files.is_some() {
            command.arg("--connections-only");
        }
        Ok(Attack(command.stdin(Stdio::null()).spawn().context("cannot start the attackers")?))
    }

    /// Waits for the end of the attack.
    fn finish(mut self) -> Result<()> {
        let status = self.0.wait()?;
        ensure!(status.success(), "the attackers have failed: {status}");
        Ok(())
    }
}

impl Drop for Attack {
    fn drop(&mut self) {
        // Killing an ended process fails.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
