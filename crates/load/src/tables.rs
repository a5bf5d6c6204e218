use anyhow::Result;
use client::online::VisitInput;
use games::savannah::{Config, Savannah};
use table::{BySeat, Game, Seat};
use transport::Endpoint;
use wire::{NewTable, SeatPlan, TableCommand, TableId};

use crate::player::RandomPlayer;

/// A table and the players on its seats, in order.
pub(crate) type SeatedTable = (TableId, Vec<RandomPlayer>);

/// How many connections are opened at the same time.
const AT_ONCE: usize = 128;

/// Seats this many people at each of many tables. Nobody is ready yet.
pub(crate) async fn seat_tables(
    endpoint: &Endpoint,
    tables: usize,
    seats: u8,
    seed: u64,
) -> Result<Vec<SeatedTable>> {
    seat_tables_at(|_, _| endpoint.clone(), tables, seats, seed).await
}

/// The same at several servers: each person connects to the endpoint for their table's number and their seat.
pub(crate) async fn seat_tables_at(
    endpoint: impl Fn(usize, Seat) -> Endpoint,
    tables: usize,
    seats: u8,
    seed: u64,
) -> Result<Vec<SeatedTable>> {
    let plan = BySeat::new(seats, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Open });
    let table = new_table::<Savannah>(&Config::new(seats)?, plan);
    let batch = AT_ONCE / usize::from(seats);
    let mut all = Vec::with_capacity(tables);
    for first in (0..tables).step_by(batch) {
        let some = (first..tables.min(first + batch)).map(|number| {
            let endpoint = &endpoint;
            open_table(
                move |seat| endpoint(number, seat),
                table.clone(),
                seed + u64::from(seats) * number as u64,
            )
        });
        for table in futures_util::future::join_all(some).await {
            all.push(table?);
        }
    }
    Ok(all)
}

/// A private table without a clock.
pub(crate) fn new_table<G: Game>(config: &G::Config, seats: BySeat<SeatPlan>) -> NewTable {
    NewTable { game: G::NAME.to_owned(), config: config.to_string(), seats, public: false, clock: None }
}

/// Opens a table and seats people on all open seats. Each connects to the endpoint for their seat.
pub(crate) async fn open_table(
    endpoint: impl Fn(Seat) -> Endpoint,
    table: NewTable,
    seed: u64,
) -> Result<SeatedTable> {
    let plan = table.seats.clone();
    let mut first = RandomPlayer::new(&endpoint(Seat::A), "Player A", seed).await?;
    let table = first.open(table).await?;
    let mut players = vec![first];
    for ((seat, _), seed) in plan.iter().zip(seed..).filter(|((_, plan), _)| **plan == SeatPlan::Open) {
        let mut player = RandomPlayer::new(&endpoint(seat), &format!("Player {seat}"), seed).await?;
        player.join(table).await?;
        player.act(VisitInput::Do(TableCommand::Sit(seat))).await??;
        players.push(player);
    }
    Ok((table, players))
}
