//! Bots think beside the tables, a few at a time, and know what their seat knows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bots::savannah::Level;
use games::savannah::{Move, Savannah, View};
use table::{Eye, Game, Seat, Sight, Turn};
use tokio::sync::mpsc::WeakSender;

use super::task::{Order, Task};
use crate::House;

/// Nobody likes to wait longer for a move.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bot that thinks. When nobody waits for it any more, it stops.
pub(super) struct Thinking {
    /// The version of the game that it thinks about.
    pub(super) version: u64,
    stop: Arc<AtomicBool>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Task {
    /// Asks a bot, if one is to play and anybody is there to see it.
    pub(super) fn ask_bot(&mut self) {
        let Some((seat, level)) = self.bot_to_play().filter(|_| self.deserted.is_none()) else {
            self.thinking = None;
            return;
        };
        let version = self.room.moved;
        if self.paused.is_some() || self.thinking.as_ref().is_some_and(|thinking| thinking.version == version)
        {
            return;
        }
        if let Some(game) = &self.room.game {
            let view = game.view(Eye::Seat(seat));
            self.thinking = Some(ask(&self.house, self.me.clone(), level, view, version));
        }
    }

    fn bot_to_play(&self) -> Option<(Seat, Level)> {
        match self.room.game.as_ref()?.turn() {
            Turn::Seat(seat) => Some((seat, self.room.chairs[seat].bot()?)),
            Turn::Chance(_) | Turn::Over => None,
        }
    }

    /// A bot's move is played by the rules: one that they refuse is replaced by one that they allow.
    pub(super) async fn bot_decided(&mut self, version: u64, mv: Option<Move>) {
        let Some((seat, _)) = self.bot_to_play().filter(|_| version == self.room.moved) else { return };
        let Some(mv) = self.room.game.as_ref().and_then(|game| legal(game.game(), seat, mv)) else { return };
        self.store_by_itself(self.room.bot_plays(seat, mv)).await;
    }
}

fn legal(game: &Savannah, seat: Seat, mv: Option<Move>) -> Option<Move> {
    let mut moves = Vec::new();
    game.sight(seat).legal_into(&mut moves);
    mv.filter(|mv| moves.contains(mv)).or_else(|| moves.last().copied())
}

/// Asks a bot for a move; the table is told it as an order.
fn ask(house: &Arc<House>, orders: WeakSender<Order>, level: Level, view: View, version: u64) -> Thinking {
    let stop = Arc::new(AtomicBool::new(false));
    let (house, stopped) = (Arc::clone(house), Arc::clone(&stop));
    tokio::spawn(async move {
        let pace = tokio::time::sleep(house.limits.pace);
        let Ok(place) = house.thinkers.acquire().await else { return };
        let mv = {
            let stopped = Arc::clone(&stopped);
            tokio::task::spawn_blocking(move || choose(level, &view, version, &stopped)).await
        };
        drop(place);
        pace.await;
        if let Some(orders) = orders.upgrade().filter(|_| !stopped.load(Ordering::Relaxed)) {
            let _ = orders.send(Order::Thought { version, mv: mv.ok().flatten() }).await;
        }
    });
    Thinking { version, stop }
}

fn choose(level: Level, view: &View, moment: u64, stopped: &AtomicBool) -> Option<Move> {
    let Eye::Seat(seat) = view.eye() else { return None };
    let start = Instant::now();
    let mut stop = || stopped.load(Ordering::Relaxed) || start.elapsed() >= PATIENCE;
    level.player().choose(view, &mut bots::random_stream(moment, seat), &mut stop)
}
