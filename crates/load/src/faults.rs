mod pause;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use transport::Endpoint;
use wire::{RefusalReason, TableCommand, TableId, ToServer};

use crate::check::check;
use crate::flood::{Flood, forge, stall};
use crate::latencies::Latencies;
use crate::player::RandomPlayer;
use crate::random::Random;
use crate::server_process::{Folder, MAX_WAIT, ServerProcess};
use crate::tables::{SeatedTable, seat_tables};

/// Inject faults: kill -9, a suspended server, a full disk, repeated commands, broken messages
#[derive(clap::Args)]
pub(crate) struct FaultsArgs {
    /// How often to kill the server
    #[arg(long, default_value = "200")]
    rounds: usize,
    /// How many tables are played at the same time
    #[arg(long, default_value = "16")]
    tables: usize,
    /// How many forged messages to send
    #[arg(long, default_value = "100000")]
    messages: usize,
    /// The seed of the random numbers
    #[arg(long, default_value = "1")]
    seed: u64,
}

pub(crate) async fn run(program: &Path, args: &FaultsArgs) -> Result<()> {
    kill_repeatedly(program, args).await.context("kill -9")?;
    suspend(program, args).await.context("a suspended server")?;
    pause::pause(program, args).await.context("a server that was stopped for long")?;
    flood(program, args).await.context("broken messages")?;
    fill_disk(program).await.context("a full disk")
}

/// Kills the server at random moments. The players reconnect and resend unanswered commands.
async fn kill_repeatedly(path: &Path, args: &FaultsArgs) -> Result<()> {
    let folder = Folder::new("kill_repeatedly")?;
    let mut random = Random::new(args.seed);
    let mut program = ServerProcess::start(path, &folder.0)?;
    let mut players = all(seat_tables(&program.endpoint, args.tables, 2, args.seed).await?);
    let mut slowest = Duration::ZERO;
    for round in 0..args.rounds {
        let playing: Vec<_> = players.into_iter().map(|player| tokio::spawn(play_on(player))).collect();
        tokio::time::sleep(Duration::from_millis(50 + random.below(400) as u64)).await;
        program.kill()?;
        players = Vec::new();
        for player in playing {
            players.push(player.await?);
        }
        let start = Instant::now();
        program = ServerProcess::start(path, &folder.0)?;
        slowest = slowest.max(start.elapsed());
        let endpoint = &program.endpoint;
        let back = futures_util::future::join_all(
            players.iter_mut().map(|player| reconnect_player(player, endpoint)),
        )
        .await;
        for back in back {
            back.with_context(|| format!("round {round}"))?;
        }
    }
    program.kill()?;
    let findings = check(&folder.0, &players).await?;
    println!(
        "kill -9, {} rounds: {} commands acknowledged, none missing; {} views seen, all as stored; {} lines of {} tables; \
         ready again within {} ms",
        args.rounds,
        findings.acknowledged,
        findings.seen,
        findings.lines,
        findings.tables,
        slowest.as_millis()
    );
    Ok(())
}

pub(crate) fn all(tables: Vec<SeatedTable>) -> Vec<RandomPlayer> {
    tables.into_iter().flat_map(|(_, players)| players).collect()
}

/// Plays until the connection breaks.
async fn play_on(player: RandomPlayer) -> RandomPlayer {
    play_counted(player, Acknowledged::default()).await
}

/// The same, and counts acknowledged moves.
pub(crate) async fn play_counted(mut player: RandomPlayer, acknowledged: Acknowledged) -> RandomPlayer {
    while let Ok(step) = player.step().await {
        acknowledged.0.fetch_add(usize::from(step.is_some()), Ordering::Relaxed);
    }
    player
}

/// The number of acknowledged moves of all players.
#[derive(Clone, Default)]
pub(crate) struct Acknowledged(Arc<AtomicUsize>);

impl Acknowledged {
    /// Waits for this many more.
    pub(crate) async fn more(&self, count: usize) -> Result<()> {
        let wanted = self.0.load(Ordering::Relaxed) + count;
        let until = async {
            while self.0.load(Ordering::Relaxed) < wanted {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(4 * MAX_WAIT, until).await.context("the game does not continue")
    }
}

/// Reconnects a player. The client resends pending commands, and this sends them once more.
pub(crate) async fn reconnect_player(player: &mut RandomPlayer, endpoint: &Endpoint) -> Result<()> {
    for (command, first) in player.reconnect(endpoint).await? {
        // The player is at the rematch now, which does not know the command.
        if matches!(command, ToServer::Do { act: TableCommand::Rematch, .. }) {
            return Ok(());
        }
        let table = player.visit().at();
        let again = player.resend(&command).await?;
        if player.visit().at() != table {
            return Ok(());
        }
        match (&first, &again) {
            (Ok(one), Ok(other)) => ensure!(one == other, "the answer was another the second time"),
            (Err(_), Err(_)) => {}
            _ => bail!("done once and refused once: {first:?}, {again:?}"),
        }
    }
    Ok(())
}

/// Suspends the server. Nobody may lose their seat, and all games go on afterwards.
async fn suspend(path: &Path, args: &FaultsArgs) -> Result<()> {
    let folder = Folder::new("still")?;
    let program = ServerProcess::start(path, &folder.0)?;
    let players = all(seat_tables(&program.endpoint, args.tables.min(8), 2, args.seed).await?);
    let acknowledged = Acknowledged::default();
    let play = |player| tokio::spawn(play_counted(player, acknowledged.clone()));
    let playing: Vec<_> = players.into_iter().map(play).collect();
    for _ in 0..3 {
        acknowledged.more(100).await?;
        program.signal("STOP")?;
        // Longer than the timeout after which a bot may take over.
        tokio::time::sleep(Duration::from_millis(400)).await;
        program.signal("CONT")?;
    }
    acknowledged.more(100).await?;
    program.stop()?;
    let mut players = Vec::new();
    for player in playing {
        players.push(player.await?);
    }
    let findings = check(&folder.0, &players).await?;
    println!(
        "SIGSTOP and SIGCONT, then SIGTERM: {} commands acknowledged, none missing",
        findings.acknowledged
    );
    Ok(())
}

/// Sends forged and broken messages and stalls readers, while others play.
async fn flood(path: &Path, args: &FaultsArgs) -> Result<()> {
    let folder = Folder::new("flood")?;
    let program = ServerProcess::start(path, &folder.0)?;
    let endpoint = program.endpoint.clone();
    let tables = seat_tables(&endpoint, 8, 2, args.seed).await?;
    let ids: Vec<TableId> = tables.iter().map(|(table, _)| *table).collect();
    let mut players = all(tables);
    let calm = measure(&mut players, Duration::from_secs(2)).await?;
    let mut stalled = Vec::new();
    for table in &ids {
        stalled.push(stall(&endpoint, *table).await?);
    }
    let each = args.messages.div_ceil(4);
    let forgers: Vec<_> = (0..4)
        .map(|number| {
            let (endpoint, table) = (endpoint.clone(), ids[number]);
            tokio::spawn(async move { forge(&endpoint, table, each, number as u64).await })
        })
        .collect();
    let mut storm = Latencies::default();
    while forgers.iter().any(|forger| !forger.is_finished()) || storm.len() == 0 {
        storm.join(measure(&mut players, Duration::from_millis(500)).await?);
    }
    let mut flood = Flood::default();
    for forger in forgers {
        let Flood { sent, refused, closed } = forger.await??;
        flood.sent += sent;
        flood.refused += refused;
        flood.closed += closed;
    }
    drop(stalled);
    program.kill()?;
    check(&folder.0, &players).await?;
    let (mut calm, mut storm) = (calm, storm);
    println!(
        "{} forged messages: {} refused, {} connections closed, no table changed; others' p99 {:.1} ms, {:.1} ms without them",
        flood.sent,
        flood.refused,
        flood.closed,
        storm.percentile(99),
        calm.percentile(99)
    );
    Ok(())
}

/// Lets everybody play for a while, at the pace of people in a hurry. Returns the latencies of
/// their moves.
async fn measure(players: &mut [RandomPlayer], time: Duration) -> Result<Latencies> {
    let end = Instant::now() + time;
    let each = players.iter_mut().map(|player| async move {
        let mut times = Latencies::default();
        while let Ok(step) = tokio::time::timeout_at(end.into(), player.step()).await {
            if let Some(time) = step? {
                times.add(time);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        Ok::<_, anyhow::Error>(times)
    });
    let mut all = Latencies::default();
    for times in futures_util::future::join_all(each).await {
        all.join(times?);
    }
    Ok(all)
}

/// Runs the server on a small disk that is full for a while. This needs its own file system, which
/// Linux allows in a user namespace.
async fn fill_disk(path: &Path) -> Result<()> {
    let folder = Folder::new("full")?;
    let mount = "mount -t tmpfs -o size=16m cardroom \"$0\" && exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", mount]).arg(&folder.0).arg(path);
    let program = match ServerProcess::start_with(command, &folder.0) {
        Ok(program) => program,
        Err(error) => {
            println!("a full disk: SKIPPED, no small disk can be created here ({error:#})");
            return Ok(());
        }
    };
    let disk = PathBuf::from(format!("/proc/{}/root{}", program.id(), folder.0.display()));
    let players = all(seat_tables(&program.endpoint, 1, 2, 7).await?);
    let Ok([mut first, mut second]) = <[RandomPlayer; 2]>::try_from(players) else {
        bail!("there are two players")
    };
    tokio::try_join!(first.begin(), second.begin())?;
    let filler = disk.join("filler");
    let mut slowest = Duration::ZERO;
    for _ in 0..3 {
        moves(&mut first, &mut second, 20).await?;
        // Failed writes fill the disk, too.
        let _ = fs::write(&filler, vec![0; 32 << 20]);
        let mut refused = 0;
        while refused < 5 {
            let start = Instant::now();
            match move_of(&mut first, &mut second).await? {
                Err(RefusalReason::NotStored) => {
                    slowest = slowest.max(start.elapsed());
                    refused += 1;
                }
                Err(why) => bail!("refused for another reason: {why}"),
                // The database still had free pages.
                Ok(_) => {}
            }
        }
        fs::remove_file(&filler)?;
    }
    moves(&mut first, &mut second, 20).await?;
    ensure!(slowest < Duration::from_secs(1), "refused after {slowest:?}");
    fs::copy(disk.join("cardroom.sqlite"), folder.0.join("cardroom.sqlite"))?;
    fs::copy(disk.join("cardroom.sqlite-wal"), folder.0.join("cardroom.sqlite-wal"))?;
    program.kill()?;
    let findings = check(&folder.0, &[first, second]).await?;
    println!(
        "a full disk: refused within {} ms, {} commands acknowledged, none missing, and play went on",
        slowest.as_millis(),
        findings.acknowledged
    );
    Ok(())
}

/// Makes this many moves, by the player whose turn it is.
async fn moves(first: &mut RandomPlayer, second: &mut RandomPlayer, count: usize) -> Result<()> {
    for _ in 0..count {
        move_of(first, second).await??;
    }
    Ok(())
}

async fn move_of(first: &mut RandomPlayer, second: &mut RandomPlayer) -> Result<Result<u64, RefusalReason>> {
    loop {
        for player in [&mut *first, &mut *second] {
            if let Some(input) = player.next() {
                return player.act(input).await;
            }
        }
        // The player does not know yet whose turn it is.
        tokio::select! {
            heard = first.listen() => drop(heard?),
            heard = second.listen() => drop(heard?),
        }
    }
}
