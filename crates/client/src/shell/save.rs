//! Saved sessions.

use serde::{Deserialize, Serialize};
use table::{Game, RecordError, Table};
use text::Text;

use super::{Effect, MoveOf, Play, Player, Session};

/// A saved session: the current game and the previous one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedSession<M> {
    /// The current game.
    pub game: SavedGame<M>,
    /// The previous game, if it was unfinished.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub previous: Option<SavedGame<M>>,
}

/// A saved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedGame<M> {
    /// Its record.
    pub record: String,
    /// Who sits where; empty in games for one player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// The time played, in milliseconds.
    #[serde(default)]
    pub spent: u64,
    /// The moves that win its deal, if it was chosen as a winnable one.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Vec<M>>,
    /// Its number in the statistics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// How many hints were given.
    #[serde(default)]
    pub hints: u32,
}

impl<M> SavedGame<M> {
    /// A game from an imported record.
    pub(super) fn imported(record: &str, players: Vec<Player>) -> SavedGame<M> {
        SavedGame { record: record.to_owned(), players, spent: 0, certificate: None, id: None, hints: 0 }
    }

    /// Its table, replayed by the rules, and its players; the default ones if the saved players do not match
    /// the record.
    pub(super) fn table<P>(&self) -> Result<(Table<P::Game>, Vec<Player>), RecordError>
    where
        P: Play<Game: Game<Move = M>>,
    {
        let table = Table::<P::Game>::load(&self.record)?;
        let seats = usize::from(table.game().seats());
        let fits = self.players.len() == seats;
        Ok((table, if fits { self.players.clone() } else { P::usual_players(seats) }))
    }
}

/// A short description of a saved game, if it can be resumed: "Klondike, deal v1:42, 17 moves".
#[must_use]
pub fn summary<P: Play>(text: &str) -> Option<Text> {
    let saved: SavedSession<MoveOf<P>> = serde_json::from_str(text).ok()?;
    let (table, _) = saved.game.table::<P>().ok()?;
    P::summary(&table).filter(|_| table.outcome().is_none())
}

impl<P: Play> Session<P> {
    pub(crate) fn save(&mut self) {
        if self.is_saved_here() {
            self.effects.push(Effect::Save);
        }
    }

    /// Whether this device saves and counts the game: not a lesson and not a game on a server.
    pub(super) fn is_saved_here(&self) -> bool {
        self.lesson.is_none() && self.link.table().is_some()
    }

    /// The session as text to be saved; `None` if it is not saved on this device.
    #[must_use]
    pub fn saved(&self, now: u64) -> Option<String> {
        let session = || SavedSession { game: self.saved_game(now), previous: self.previous.clone() };
        // Texts, numbers and moves can always be serialized.
        self.is_saved_here().then(|| serde_json::to_string(&session()).ok())?
    }

    pub(super) fn saved_game(&self, now: u64) -> SavedGame<MoveOf<P>> {
        SavedGame {
            record: self.record(),
            players: if self.is_solo() { Vec::new() } else { self.players.clone() },
            spent: self.clock.spent(now),
            certificate: P::certificate(self),
            id: self.tally.id,
            hints: self.tally.hints,
        }
    }
}
