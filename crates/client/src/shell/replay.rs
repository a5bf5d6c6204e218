//! Replays: a finished or unfinished game, shown step by step.

use games::events;
use table::{Eye, Game, Seat, Table};
use text::Text;

use super::log::Follower;
use super::{Link, Play, Player, PlayerKind, Presence, Session, Tone};
use crate::Settings;

/// A game from its deal to its last step, and the step that is shown.
pub struct Replay<G: Game> {
    /// The game without undone moves.
    table: Table<G>,
    /// The text of each step.
    texts: Vec<Text>,
    at: usize,
}

impl<G: Game> Replay<G> {
    pub(super) fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The state after this many steps. The first step is the deal.
    fn game_at(&self, at: usize) -> G {
        let record = self.table.record();
        let mut follower = Follower(G::new(&record.config));
        for entry in record.entries.iter().take(at + 1) {
            follower.apply(entry, self.table.game());
        }
        follower.0
    }

    fn last(&self) -> usize {
        self.texts.len().saturating_sub(1)
    }
}

impl<P: Play> Session<P> {
    /// A replay of a game, as seen by seat A, at its deal.
    #[must_use]
    pub fn replay(game: &Table<P::Game>, settings: Settings) -> Session<P> {
        let record = game.record();
        let mut table = Table::open(record.config.clone(), record.origin.clone());
        for entry in record.standing() {
            // The rules have checked it when it was loaded.
            let _ = table.enter(entry.clone());
        }
        let eye = Eye::Seat(Seat::A);
        let mut follower = Follower(P::Game::new(&record.config));
        let mut texts = Vec::new();
        for entry in &table.record().entries {
            let before = follower.0.view(eye);
            follower.apply(entry, table.game());
            texts.push(events::describe(eye, &before, entry, &follower.0.view(eye), None).text.sentence());
        }
        let other = Player { name: String::new(), kind: PlayerKind::Guest(Presence::Here) };
        let others = (1..table.game().seats()).map(|_| other.clone());
        let players = [Player::person()].into_iter().chain(others).collect();
        let replay = Replay { table, texts, at: 0 };
        let view = replay.game_at(0).view(eye);
        let mut session = Session::with(Link::Replay(Box::new(replay)), view, players, settings, 0);
        session.cursor = P::home(&session);
        P::seated(&mut session, None);
        session.go_to(0);
        session
    }

    /// The current step of the replay, and the number of the last one.
    #[must_use]
    pub fn replay_position(&self) -> Option<(usize, usize)> {
        self.link.replay().map(|replay| (replay.at, replay.last()))
    }

    /// Shows a step of the replay, at most the last one. It is animated if it is the next one.
    pub fn go_to(&mut self, at: usize) {
        let Link::Replay(replay) = &mut self.link else { return };
        let at = at.min(replay.last());
        let is_next = at == replay.at + 1;
        replay.at = at;
        let view = replay.game_at(at).view(Eye::Seat(Seat::A));
        let entry = replay.table.record().entries.get(at).cloned().filter(|_| is_next);
        let text = replay.texts.get(at).cloned().unwrap_or_default();
        let old = std::mem::replace(&mut self.view, view);
        P::forget_motion(self);
        self.version += 1;
        if let Some(entry) = entry {
            P::note_motion(self, &old, &[entry]);
        }
        self.said.say(Tone::Done, text);
    }
}
