//! Bots at online tables. They think in background tasks, a few at a time, and see only what their
//! seat sees.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bots::Level;
use games::savannah::{Move, Savannah, View};
use table::{Eye, Game, Seat, Sight, Turn};
use tokio::sync::mpsc::WeakSender;

use super::task::{TableMessage, TableTask};
use crate::ServerState;

/// The longest time that a bot may think about a move.
const MAX_THINKING_TIME: Duration = Duration::from_secs(2);

/// A bot that is thinking. Dropping this stops it.
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

impl TableTask {
    /// Starts a bot if it is a bot's turn and somebody is watching.
    pub(super) fn start_bot(&mut self) {
        let Some((seat, level)) = self.bot_to_play().filter(|_| self.empty_since.is_none()) else {
            self.thinking = None;
            return;
        };
        let version = self.state.game_version;
        if self.retry_at.is_some()
            || self.thinking.as_ref().is_some_and(|thinking| thinking.version == version)
        {
            return;
        }
        if let Some(game) = &self.state.game {
            let view = game.view(Eye::Seat(seat));
            self.thinking = Some(spawn_bot(&self.server, self.mailbox.clone(), level, view, version));
        }
    }

    fn bot_to_play(&self) -> Option<(Seat, Level)> {
        match self.state.game.as_ref()?.turn() {
            Turn::Seat(seat) => Some((seat, self.state.chairs[seat].bot()?)),
            Turn::Chance(_) | Turn::Over => None,
        }
    }

    /// Plays a bot's move. An illegal move is replaced by a legal one.
    pub(super) async fn play_bot_move(&mut self, version: u64, mv: Option<Move>) {
        let Some((seat, _)) = self.bot_to_play().filter(|_| version == self.state.game_version) else {
            return;
        };
        let Some(mv) = self.state.game.as_ref().and_then(|game| legal_or_fallback(game.game(), seat, mv))
        else {
            return;
        };
        self.store_automatic(self.state.draft_bot_move(seat, mv)).await;
    }
}

fn legal_or_fallback(game: &Savannah, seat: Seat, mv: Option<Move>) -> Option<Move> {
    let mut moves = Vec::new();
    game.sight(seat).legal_into(&mut moves);
    mv.filter(|mv| moves.contains(mv)).or_else(|| moves.last().copied())
}

/// Lets a bot choose a move in the background. The table gets it as a message.
fn spawn_bot(
    server: &Arc<ServerState>,
    mailbox: WeakSender<TableMessage>,
    level: Level,
    view: View,
    version: u64,
) -> Thinking {
    let stop = Arc::new(AtomicBool::new(false));
    let (server, stopped) = (Arc::clone(server), Arc::clone(&stop));
    tokio::spawn(async move {
        let pace = tokio::time::sleep(server.limits.min_bot_delay);
        let Ok(permit) = server.bot_permits.acquire().await else { return };
        let mv = {
            let stopped = Arc::clone(&stopped);
            tokio::task::spawn_blocking(move || choose(level, &view, version, &stopped)).await
        };
        drop(permit);
        pace.await;
        if let Some(mailbox) = mailbox.upgrade().filter(|_| !stopped.load(Ordering::Relaxed)) {
            let _ = mailbox.send(TableMessage::BotMove { version, mv: mv.ok().flatten() }).await;
        }
    });
    Thinking { version, stop }
}

fn choose(level: Level, view: &View, moment: u64, stopped: &AtomicBool) -> Option<Move> {
    let Eye::Seat(seat) = view.eye() else { return None };
    let start = Instant::now();
    let mut stop = || stopped.load(Ordering::Relaxed) || start.elapsed() >= MAX_THINKING_TIME;
    bots::savannah::player(level).choose(view, &mut bots::random_stream(moment, seat), &mut stop)
}
