use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use bots::Level;
use client::online::Connection;
use games::klondike::{self, Klondike};
use games::savannah::{self, Savannah};
use table::{BySeat, Seat};
use tokio::sync::watch;
use transport::Endpoint;
use wire::{NewTable, SeatPlan, TableId};

use crate::move_schedule::MoveSchedule;
use crate::player::RandomPlayer;
use crate::random::Random;
use crate::server_process::MAX_WAIT;
use crate::tables::{new_table, open_table};

/// The time for a turn at tables with a clock, in seconds. No server allows less.
const TURN_SECONDS: u32 = 30;

/// People who play one game after the other, at a table and its rematches, and their spectators.
pub(crate) struct Group {
    pace: MoveSchedule,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    /// The latest version of each table that somebody has seen.
    versions: BTreeMap<TableId, u64>,
    /// The latest table.
    table: Option<TableId>,
    /// When somebody saw a new version.
    times: Vec<Instant>,
    /// When a bot took over from somebody.
    forfeits: Vec<Instant>,
}

/// What ended the clients of a group before the test did.
pub(crate) type ClientEnd = Option<String>;

/// A table for a group: different games, with and without bots and clocks.
pub(crate) fn new_group_table(number: usize) -> Result<NewTable> {
    let people =
        |seats| BySeat::new(seats, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Open });
    let table = |seats: BySeat<SeatPlan>, clock| {
        let config = savannah::Config::new(seats.seats())?;
        Ok(NewTable { clock, ..new_table::<Savannah>(&config, seats) })
    };
    match number % 5 {
        0 => table(people(2), None),
        1 => table(people(2), Some(TURN_SECONDS)),
        2 => table(people(4), Some(TURN_SECONDS)),
        3 => table(
            BySeat::new(3, |seat| match seat {
                Seat::A => SeatPlan::Me,
                _ => SeatPlan::Bot(Level::Casual),
            }),
            Some(TURN_SECONDS),
        ),
        _ => Ok(new_table::<Klondike>(&klondike::Config::KLONDIKE, people(1))),
    }
}

/// Opens a table for a group, with a spectator at every other one. Returns its clients and the endpoint that
/// each of them uses.
pub(crate) async fn open_group(
    endpoints: &[Endpoint],
    number: usize,
    seed: u64,
) -> Result<Vec<(RandomPlayer, usize)>> {
    let at = |seat: Seat| (number + seat.number()) % endpoints.len();
    let table = new_group_table(number)?;
    let seats: Vec<Seat> = table
        .seats
        .iter()
        .filter(|(_, plan)| !matches!(plan, SeatPlan::Bot(_)))
        .map(|(seat, _)| seat)
        .collect();
    let (table, players) = open_table(|seat| endpoints[at(seat)].clone(), table, seed).await?;
    let mut clients: Vec<(RandomPlayer, usize)> =
        players.into_iter().zip(seats).map(|(player, seat)| (player, at(seat))).collect();
    if number.is_multiple_of(2) {
        let home = number % endpoints.len();
        let mut spectator = RandomPlayer::new(&endpoints[home], "Spectator", seed + 50).await?;
        come_to(&mut spectator, table, endpoints).await?;
        clients.push((spectator, home));
    }
    Ok(clients)
}

/// Joins a table, through whichever endpoint leads there.
pub(crate) async fn come_to(player: &mut RandomPlayer, table: TableId, endpoints: &[Endpoint]) -> Result<()> {
    let end = Instant::now() + 2 * MAX_WAIT;
    let mut attempts = 0;
    let mut joined = player.join(table).await;
    while !(joined.is_ok() && player.visit().is_current()) {
        ensure!(Instant::now() < end, "table {table} cannot be joined");
        if let Connection::Gone(why) = player.visit().connection() {
            bail!("table {table} is closed: {why:?}");
        }
        if joined.is_err() {
            attempts += 1;
            player.set_endpoint(&endpoints[attempts % endpoints.len()]);
        }
        joined = player.listen().await.map(drop);
    }
    Ok(())
}

/// A client that goes to another endpoint whenever its connection is lost.
pub(crate) struct Survivor {
    pub(crate) player: RandomPlayer,
    /// The group with which the client plays; `None` if it only stays at its table.
    pub(crate) group: Option<Arc<Group>>,
    /// The number of its endpoint.
    pub(crate) at: usize,
    pub(crate) endpoints: Arc<[Endpoint]>,
    pub(crate) stop: watch::Receiver<bool>,
    pub(crate) random: Random,
}

impl Survivor {
    /// Plays or stays until the test stops, or until a server has closed the table for good.
    pub(crate) async fn run(mut self) -> (RandomPlayer, ClientEnd) {
        let mut was_replaced = false;
        loop {
            let step = async {
                match &self.group {
                    Some(group) => group.step(&mut self.player).await,
                    None => self.player.listen().await.map(drop),
                }
            };
            let stepped = tokio::select! {
                biased;
                _ = self.stop.wait_for(|stop| *stop) => return (self.player, None),
                stepped = step => stepped,
            };
            if let Some(group) = &self.group {
                group.note(&self.player, &mut was_replaced);
            }
            if let Err(error) = stepped
                && let Err(end) = self.survive(&error)
            {
                return (self.player, Some(end));
            }
        }
    }

    fn survive(&mut self, error: &anyhow::Error) -> Result<(), String> {
        match self.player.visit().connection() {
            Connection::Gone(_) => {
                let table = self.player.visit().at().map_or("none".to_owned(), |table| table.to_string());
                Err(format!("table {table}: {error:#}"))
            }
            Connection::Broken(_) | Connection::Connecting => {
                let others = self.endpoints.len() - 1;
                self.at = (self.at + 1 + self.random.below(others)) % self.endpoints.len();
                self.player.set_endpoint(&self.endpoints[self.at]);
                Ok(())
            }
            // A silent server, or nothing to do for long.
            Connection::There | Connection::Nameless => Ok(()),
        }
    }
}

impl Group {
    pub(crate) fn new(rate: f64, part: f64) -> Group {
        Group { pace: MoveSchedule::new(rate, part), progress: Mutex::default() }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table at which the group plays.
    pub(crate) fn table(&self) -> Option<TableId> {
        self.progress().table
    }

    /// The longest time without a change from `start` until the first change after `end`. `None` if there was
    /// none yet.
    pub(crate) fn longest_pause(&self, start: Instant, end: Instant) -> Option<Duration> {
        let progress = self.progress();
        let first = progress.times.partition_point(|time| *time <= start);
        let last = progress.times.partition_point(|time| *time <= end);
        progress.times.get(last)?;
        let mut previous = start;
        let pauses =
            progress.times[first..=last].iter().map(|time| *time - std::mem::replace(&mut previous, *time));
        pauses.max()
    }

    /// When a bot took over from somebody.
    pub(crate) fn forfeits(&self) -> Vec<Instant> {
        self.progress().forfeits.clone()
    }

    fn note(&self, player: &RandomPlayer, was_replaced: &mut bool) {
        let Some(seen) = player.visit().seen() else { return };
        let (now, mut progress) = (Instant::now(), self.progress());
        let known = progress.versions.insert(seen.table, seen.version);
        match known {
            None => progress.table = Some(seen.table),
            Some(known) if known > seen.version => {
                progress.versions.insert(seen.table, known);
            }
            Some(_) => {}
        }
        if known.is_none_or(|known| known < seen.version) {
            progress.times.push(now);
        }
        let is_replaced = player.visit().is_replaced();
        if is_replaced && !*was_replaced {
            progress.forfeits.push(now);
        }
        *was_replaced = is_replaced;
    }

    async fn step(&self, player: &mut RandomPlayer) -> Result<()> {
        if player.next().is_some() {
            let mut wait = pin!(self.pace.wait());
            loop {
                tokio::select! {
                    biased;
                    () = &mut wait => break,
                    heard = player.listen() => drop(heard?),
                }
            }
        }
        player.step().await.map(drop)
    }
}
