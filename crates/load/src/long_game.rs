use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use client::online::VisitInput;
use games::klondike::{self, Klondike};
use table::BySeat;
use wire::{SeatPlan, TableCommand, ToServer};

use crate::player::RandomPlayer;
use crate::server_process::{Folder, ServerProcess};
use crate::tables::new_table;

/// Measure what commands, joins and loading cost while a game becomes long
#[derive(clap::Args)]
pub(crate) struct LongArgs {
    /// The number of stored lines at the end
    #[arg(long, default_value = "19000")]
    lines: u64,
    /// Fail if something costs this many times as much at the end as at the beginning
    #[arg(long, default_value = "2")]
    most: f64,
}

/// How many commands and joins are measured together.
const COMMANDS: u32 = 1000;
const JOINS: u32 = 300;

/// What the server needs for one command and for one join, in microseconds of CPU time.
struct Costs {
    command: f64,
    join: f64,
}

pub(crate) async fn run(path: &Path, args: &LongArgs) -> Result<()> {
    let folder = Folder::new("long")?;
    let mut server = ServerProcess::start(path, &folder.0)?;
    let mut player = RandomPlayer::new(&server.endpoint, "Player", 1).await?;
    let seats = BySeat::new(1, |_| SeatPlan::Me);
    let table = player.open(new_table::<Klondike>(&klondike::Config::KLONDIKE, seats)).await?;
    player.begin().await?;
    for _ in 0..20 {
        player.step().await?;
    }
    let mut costs = Vec::new();
    for goal in [1000, args.lines / 4, args.lines] {
        while version(&player)? + u64::from(COMMANDS) < goal {
            toggle(&mut player).await?;
        }
        let start = server.usage().cpu;
        for _ in 0..COMMANDS / 2 {
            toggle(&mut player).await?;
        }
        let middle = server.usage().cpu;
        for _ in 0..JOINS {
            player.send_raw(&ToServer::Join { table, since: 0 }).await?;
            player.listen().await?;
        }
        let end = server.usage().cpu;
        let cost = Costs {
            command: (middle - start) * 1e6 / f64::from(COMMANDS),
            join: (end - middle) * 1e6 / f64::from(JOINS),
        };
        let lines = version(&player)?;
        println!(
            "{lines} lines: {:.0} us of CPU time for a command, {:.0} us for a join",
            cost.command, cost.join
        );
        costs.push(cost);
    }
    server.kill()?;
    server = ServerProcess::start(path, &folder.0)?;
    let start = Instant::now();
    player.reconnect(&server.endpoint).await?;
    println!("back at the table after a restart: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let [first, .., last] = costs.as_slice() else { return Ok(()) };
    for (what, first, last) in [("command", first.command, last.command), ("join", first.join, last.join)] {
        ensure!(
            last <= args.most * first.max(20.0),
            "a {what} costs {last:.0} us in a long game, not {first:.0} us"
        );
    }
    Ok(())
}

fn version(player: &RandomPlayer) -> Result<u64> {
    Ok(player.visit().seen().context("no table")?.version)
}

/// Undoes a move and plays it again.
async fn toggle(player: &mut RandomPlayer) -> Result<()> {
    player.act(VisitInput::Do(TableCommand::Undo)).await??;
    player.act(VisitInput::Do(TableCommand::Redo)).await??;
    player.histories.clear();
    Ok(())
}
