//! Bots at online tables. They think in background tasks, a few at a time, and see only what their
//! seat sees.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bots::{Bots, Level};
use table::{Eye, Game, Seat, Sight, Turn};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::task::TableTask;
use crate::ServerState;

/// The longest time that a bot may think about a move.
const MAX_THINKING_TIME: Duration = Duration::from_secs(2);

/// A bot that is thinking. Dropping this stops it.
pub(super) struct Thinking<M> {
    /// The version of the game that it thinks about.
    version: u64,
    /// Its decision; `None` once it was received.
    decision: Option<oneshot::Receiver<Option<M>>>,
    stop: Arc<AtomicBool>,
}

impl<M> Drop for Thinking<M> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Waits until the bot that is thinking has decided. Returns the version of the game that it thought about,
/// and its move.
pub(super) async fn decision<M>(thinking: &mut Option<Thinking<M>>) -> (u64, Option<M>) {
    let Some(Thinking { version, decision: waiting, .. }) = thinking else { return pending().await };
    let Some(decision) = waiting else { return pending().await };
    let mv = decision.await.ok().flatten();
    *waiting = None;
    (*version, mv)
}

impl<G: Bots> TableTask<G> {
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
            let address_tag = self.presence.guests.first().map_or(0, |guest| guest.caller.address_tag);
            self.thinking = Some(spawn_bot::<G>(&self.server, level, view, version, address_tag));
        }
    }

    fn bot_to_play(&self) -> Option<(Seat, Level)> {
        match self.state.game.as_ref()?.turn() {
            Turn::Seat(seat) => Some((seat, self.state.chairs[seat].bot()?)),
            Turn::Chance(_) | Turn::Over => None,
        }
    }

    /// Plays a bot's move. An illegal move is replaced by a legal one.
    pub(super) async fn play_bot_move(&mut self, version: u64, mv: Option<G::Move>) {
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

fn legal_or_fallback<G: Game>(game: &G, seat: Seat, mv: Option<G::Move>) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.sight(seat).legal_into(&mut moves);
    mv.filter(|mv| moves.contains(mv)).or_else(|| moves.last().copied())
}

/// Lets a bot choose a move in the background, for the people at the address with this tag.
fn spawn_bot<G: Bots>(
    server: &Arc<ServerState>,
    level: Level,
    view: G::View,
    version: u64,
    address_tag: u64,
) -> Thinking<G::Move> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, decision) = oneshot::channel();
    let (environment, stopped) = (server.environment.clone(), Arc::clone(&stop));
    let server = Arc::clone(server);
    environment.spawn(async move {
        let pace = tokio::time::sleep(server.limits.min_bot_delay);
        let Some(permit) = server.bot_permits.acquire(address_tag, usize::MAX - 1).await else { return };
        let mv = server.environment.compute(move || choose::<G>(level, &view, version, &stopped)).await;
        drop(permit);
        pace.await;
        let _ = sender.send(mv.flatten());
    });
    Thinking { version, decision: Some(decision), stop }
}

fn choose<G: Bots>(level: Level, view: &G::View, moment: u64, stopped: &AtomicBool) -> Option<G::Move> {
    let start = Instant::now();
    let mut stop = || stopped.load(Ordering::Relaxed) || start.elapsed() >= MAX_THINKING_TIME;
    bots::choose::<G>(level, view, moment, &mut stop)
}
