//! What is kept of a game, so that it goes on where it was.

use bots::savannah::Level;
use games::savannah::Savannah;
use serde::{Deserialize, Serialize};
use table::{RecordError, Table};

use super::Player;

/// The game that is played, and the one that was left for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// The game that is played.
    pub game: Kept,
    /// The game that was left last, if it had begun and was not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Kept>,
}

/// A game that can be gone on with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Its record.
    pub record: String,
    /// Who sits where; if that is not known, one person against bots.
    pub players: Vec<Player>,
    /// How many milliseconds it was played.
    #[serde(default)]
    pub spent: u64,
    /// The number by which the statistics know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// How many hints were given.
    #[serde(default)]
    pub hints: u32,
}

impl Kept {
    /// The table of it, replayed through the rules, and those who sit there.
    pub(super) fn table(&self) -> Result<(Table<Savannah>, Vec<Player>), RecordError> {
        let table: Table<Savannah> = Table::load(&self.record)?;
        let seats = usize::from(table.record().config.seats());
        let players = if self.players.len() == seats { self.players.clone() } else { usual(seats) };
        Ok((table, players))
    }
}

/// One person against bots.
pub(super) fn usual(seats: usize) -> Vec<Player> {
    let mut players = vec![Player::bot(Level::Keen); seats];
    if let Some(first) = players.first_mut() {
        *first = Player::person();
    }
    players
}
