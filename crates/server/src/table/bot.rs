//! Bots think beside the tables, a few at a time, and know what their seat knows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bots::savannah::Level;
use games::savannah::{Move, View};
use table::Eye;
use tokio::sync::mpsc::WeakSender;

use super::task::Order;
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

/// Asks a bot for a move; the table is told it as an order.
pub(super) fn ask(
    house: &Arc<House>,
    orders: WeakSender<Order>,
    level: Level,
    view: View,
    version: u64,
) -> Thinking {
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
    level.player().choose(view, &mut bots::thoughts(moment, seat), &mut stop)
}
