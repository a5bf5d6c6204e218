//! A server that is stopped for longer than a turn may take.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use games::savannah::{Config, Savannah};
use table::{BySeat, Seat};
use transport::Endpoint;
use wire::{NewTable, SeatPlan};

use super::{Acknowledged, FaultsArgs, play_counted, reconnect_player};
use crate::check::check;
use crate::player::RandomPlayer;
use crate::server_process::{Folder, MAX_WAIT, ServerProcess};
use crate::tables::{new_table, open_table};

/// Seconds per turn.
const CLOCK: u32 = 30;
const PAUSE: Duration = Duration::from_secs(40);
const TABLES: u64 = 8;

/// Stops the server for longer than the clock of its tables allows. Nobody is replaced for that.
pub(super) async fn pause(path: &Path, args: &FaultsArgs) -> Result<()> {
    let folder = Folder::new("pause")?;
    let program = ServerProcess::start(path, &folder.0)?;
    let endpoint = program.endpoint.clone();
    let plan = BySeat::new(2, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Open });
    let table = NewTable { clock: Some(CLOCK), ..new_table::<Savannah>(&Config::new(2)?, plan) };
    let mut players = Vec::new();
    for number in 0..TABLES {
        let seated = open_table(|_| endpoint.clone(), table.clone(), args.seed + 2 * number).await?;
        players.extend(seated.1);
    }
    let acknowledged = Acknowledged::default();
    let play = |player| tokio::spawn(play_counted(player, acknowledged.clone()));
    let playing: Vec<_> = players.into_iter().map(play).collect();
    acknowledged.more(100).await?;
    program.signal("STOP")?;
    tokio::time::sleep(PAUSE).await;
    program.signal("CONT")?;
    // The connections have broken meanwhile, because the server did not answer.
    let mut players = Vec::new();
    for player in playing {
        players.push(player.await?);
    }
    let back = players.iter_mut().map(|player| come_back(player, &endpoint));
    for back in futures_util::future::join_all(back).await {
        back?;
    }
    let playing: Vec<_> = players.into_iter().map(play).collect();
    acknowledged.more(100).await?;
    program.stop()?;
    let mut players = Vec::new();
    for player in playing {
        players.push(player.await?);
    }
    let findings = check(&folder.0, &players).await?;
    ensure!(findings.replacements == 0, "{} players lost their turn", findings.replacements);
    println!(
        "SIGSTOP for {} s with {CLOCK} s per turn: nobody was replaced; {} commands acknowledged, none missing",
        PAUSE.as_secs(),
        findings.acknowledged
    );
    Ok(())
}

/// Reconnects a player. The lease of the server has ended meanwhile, so it sends everybody away once more.
async fn come_back(player: &mut RandomPlayer, endpoint: &Endpoint) -> Result<()> {
    let end = Instant::now() + MAX_WAIT;
    loop {
        match reconnect_player(player, endpoint).await {
            Err(_) if Instant::now() < end => tokio::time::sleep(Duration::from_millis(200)).await,
            back => return back,
        }
    }
}
