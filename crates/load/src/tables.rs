use anyhow::Result;
use client::online::VisitInput;
use games::savannah::Config;
use table::{BySeat, Seat};
use transport::Endpoint;
use wire::{NewTable, SeatPlan, TableCommand, TableId};

use crate::player::RandomPlayer;

/// Seats two players at each of many tables. Nobody is ready yet.
pub(crate) async fn seat_pairs(
    endpoint: &Endpoint,
    tables: usize,
    seed: u64,
) -> Result<Vec<(TableId, [RandomPlayer; 2])>> {
    let mut all = Vec::with_capacity(tables);
    for first in (0..tables).step_by(64) {
        let some =
            (first..tables.min(first + 64)).map(|number| seat_pair(endpoint, seed + 2 * number as u64));
        for pair in futures_util::future::join_all(some).await {
            all.push(pair?);
        }
    }
    Ok(all)
}

async fn seat_pair(endpoint: &Endpoint, seed: u64) -> Result<(TableId, [RandomPlayer; 2])> {
    let mut first = RandomPlayer::new(endpoint, "First", seed).await?;
    let mut second = RandomPlayer::new(endpoint, "Second", seed + 1).await?;
    let config = Config::new(2)?;
    let seats = BySeat::new(2, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Open });
    let table = first.open(NewTable { config, seats, public: false, clock: None }).await?;
    second.join(table).await?;
    second.act(VisitInput::Do(TableCommand::Sit(Seat::A.next(2)))).await??;
    Ok((table, [first, second]))
}
