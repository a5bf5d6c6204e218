use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use client::online::{Connection, Gone, Name};
use transport::Endpoint;
use wire::{RefusalReason, TableCommand, TableId, ToServer};

use crate::check::check;
use crate::flood::{Flood, forge, stall};
use crate::latencies::Latencies;
use crate::player::Player;
use crate::random::Random;
use crate::server_process::{Folder, MAX_WAIT, ServerProcess};
use crate::tables::seat_pairs;

/// What faults do: kill -9, a server that stands still, a full disk, torn files, commands that come twice, broken messages
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How often the server is killed
    #[arg(long, default_value = "200")]
    rounds: usize,
    /// How many tables are played meanwhile
    #[arg(long, default_value = "16")]
    tables: usize,
    /// How many forged messages are sent
    #[arg(long, default_value = "100000")]
    messages: usize,
    /// What the random numbers begin with
    #[arg(long, default_value = "1")]
    seed: u64,
}

pub(crate) async fn run(program: &Path, args: &Args) -> Result<()> {
    kills(program, args).await.context("kill -9")?;
    stands_still(program, args).await.context("a server that stands still")?;
    floods(program, args).await.context("broken messages")?;
    full_disk(program).await.context("a full disk")?;
    torn_files(program, args).await.context("torn files")
}

/// The server is killed at random moments, and the players come back and send what was not answered.
async fn kills(path: &Path, args: &Args) -> Result<()> {
    let folder = Folder::new("kills")?;
    let mut random = Random::new(args.seed);
    let mut program = ServerProcess::start(path, &folder.0)?;
    let mut players = all(seat_pairs(&program.endpoint, args.tables, args.seed).await?);
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
        let back =
            futures_util::future::join_all(players.iter_mut().map(|player| come_back(player, endpoint)))
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

fn all(tables: Vec<(TableId, [Player; 2])>) -> Vec<Player> {
    tables.into_iter().flat_map(|(_, players)| players).collect()
}

/// Plays until the connection breaks.
async fn play_on(player: Player) -> Player {
    play_counted(player, Acknowledged::default()).await
}

/// The same, and counts the moves that were acknowledged.
async fn play_counted(mut player: Player, acknowledged: Acknowledged) -> Player {
    while let Ok(step) = player.step().await {
        acknowledged.0.fetch_add(usize::from(step.is_some()), Ordering::Relaxed);
    }
    player
}

/// How many moves were acknowledged, of all who play.
#[derive(Clone, Default)]
struct Acknowledged(Arc<AtomicUsize>);

impl Acknowledged {
    /// Waits until so many more are.
    async fn more(&self, count: usize) -> Result<()> {
        let wanted = self.0.load(Ordering::Relaxed) + count;
        let until = async {
            while self.0.load(Ordering::Relaxed) < wanted {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(4 * MAX_WAIT, until).await.context("the game does not go on")
    }
}

/// Comes back after the connection broke. What was pending is sent again by the client, and here once more.
async fn come_back(player: &mut Player, endpoint: &Endpoint) -> Result<()> {
    for (command, first) in player.reconnect(endpoint).await? {
        // All have gone to another table then, which knows nothing of the command.
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

/// Nobody is forfeited by a pause: all goes on after it.
async fn stands_still(path: &Path, args: &Args) -> Result<()> {
    let folder = Folder::new("still")?;
    let program = ServerProcess::start(path, &folder.0)?;
    let players = all(seat_pairs(&program.endpoint, args.tables.min(8), args.seed).await?);
    let acknowledged = Acknowledged::default();
    let play = |player| tokio::spawn(play_counted(player, acknowledged.clone()));
    let playing: Vec<_> = players.into_iter().map(play).collect();
    for _ in 0..3 {
        acknowledged.more(100).await?;
        program.signal("STOP")?;
        // Longer than somebody may be away before a bot may play.
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

/// Forged and broken messages, and readers who stall, while others play.
async fn floods(path: &Path, args: &Args) -> Result<()> {
    let folder = Folder::new("floods")?;
    let program = ServerProcess::start(path, &folder.0)?;
    let endpoint = program.endpoint.clone();
    let tables = seat_pairs(&endpoint, 8, args.seed).await?;
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

/// All play for a while, at a pace of people in a hurry; how long their moves took.
async fn measure(players: &mut [Player], time: Duration) -> Result<Latencies> {
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

/// A small disk that is full for a while. It needs a file system of its own, which Linux gives to anybody in a namespace of their own.
async fn full_disk(path: &Path) -> Result<()> {
    let folder = Folder::new("full")?;
    let mount = "mount -t tmpfs -o size=16m cardroom \"$0\" && exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", mount]).arg(&folder.0).arg(path);
    let program = match ServerProcess::start_with(command, &folder.0) {
        Ok(program) => program,
        Err(error) => {
            println!("a full disk: SKIPPED, there can be no small disk here ({error:#})");
            return Ok(());
        }
    };
    let disk = PathBuf::from(format!("/proc/{}/root{}", program.id(), folder.0.display()));
    let (_, [mut first, mut second]) = seat_pairs(&program.endpoint, 1, 7).await?.remove(0);
    tokio::try_join!(first.begin(), second.begin())?;
    let filler = disk.join("filler");
    let mut slowest = Duration::ZERO;
    for _ in 0..3 {
        moves(&mut first, &mut second, 20).await?;
        // What cannot be written fills the disk all the same.
        let _ = fs::write(&filler, vec![0; 32 << 20]);
        let mut refused = 0;
        while refused < 5 {
            let start = Instant::now();
            match move_of(&mut first, &mut second).await? {
                Err(RefusalReason::NotStored) => {
                    slowest = slowest.max(start.elapsed());
                    refused += 1;
                }
                Err(why) => bail!("refused otherwise: {why}"),
                // There was room left in what the database has already.
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

/// So many moves, whoever's turn it is.
async fn moves(first: &mut Player, second: &mut Player, count: usize) -> Result<()> {
    for _ in 0..count {
        move_of(first, second).await??;
    }
    Ok(())
}

async fn move_of(first: &mut Player, second: &mut Player) -> Result<Result<u64, RefusalReason>> {
    loop {
        for player in [&mut *first, &mut *second] {
            if let Some(input) = player.next() {
                return player.act(input).await;
            }
        }
        // Whose turn it is has not been heard yet.
        tokio::select! {
            heard = first.listen() => drop(heard?),
            heard = second.listen() => drop(heard?),
        }
    }
}

/// The log breaks off in the middle of a write; then bytes of the database itself are overwritten.
async fn torn_files(path: &Path, args: &Args) -> Result<()> {
    let folder = Folder::new("torn")?;
    let program = ServerProcess::start(path, &folder.0)?;
    let tables = seat_pairs(&program.endpoint, 40, args.seed).await?;
    let ids: Vec<TableId> = tables.iter().map(|(table, _)| *table).collect();
    let acknowledged = Acknowledged::default();
    let play = |player| tokio::spawn(play_counted(player, acknowledged.clone()));
    let playing: Vec<_> = all(tables).into_iter().map(play).collect();
    acknowledged.more(10_000).await?;
    program.kill()?;
    for player in playing {
        player.await?;
    }
    let log = folder.0.join("cardroom.sqlite-wal");
    let bytes = fs::read(&log)?;
    fs::write(&log, &bytes[..bytes.len() - bytes.len().min(3000)])?;
    let program = ServerProcess::start(path, &folder.0)?;
    let (well, damaged) = look(&program.endpoint, &ids).await?;
    println!("a log that breaks off: {well} tables are well, {damaged} damaged");
    ensure!(damaged == 0, "the end of the log belongs to no table that was acknowledged before it");
    program.stop()?;
    let file = folder.0.join("cardroom.sqlite");
    let mut bytes = fs::read(&file)?;
    let mut random = Random::new(args.seed);
    // Three pages somewhere behind the first ones, which say what tables there are.
    for _ in 0..3 {
        let page = 8 + random.below(bytes.len() / 4096 - 8);
        bytes[page * 4096..(page + 1) * 4096].fill(0x5a);
    }
    fs::write(&file, bytes)?;
    let program = ServerProcess::start(path, &folder.0)?;
    let (well, damaged) = look(&program.endpoint, &ids).await?;
    println!("three pages of the database overwritten: {well} tables are well, {damaged} are closed");
    ensure!(well > 0, "no table is left");
    program.stop()
}

/// How many tables can be played, and how many are said to be damaged.
async fn look(endpoint: &Endpoint, tables: &[TableId]) -> Result<(usize, usize)> {
    let name: Name = "Looker".parse()?;
    let pass = endpoint.request_pass(&name, None).await?;
    let (mut well, mut damaged) = (0, 0);
    for table in tables {
        let mut player = Player::with_pass(endpoint, name.clone(), pass.clone(), 1);
        match player.join(*table).await {
            Ok(()) => well += 1,
            Err(_) if is_closed(player.visit().connection()) => damaged += 1,
            Err(error) => return Err(error),
        }
    }
    Ok((well, damaged))
}

fn is_closed(connection: Connection) -> bool {
    matches!(connection, Connection::Gone(Gone::Damaged | Gone::Missing))
}
