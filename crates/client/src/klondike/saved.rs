//! What is kept of a game, so that it goes on where it was.

use games::klondike::{Klondike, Move};
use serde::{Deserialize, Serialize};
use table::{RecordError, Table};

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
    /// How many milliseconds it was played.
    pub spent: u64,
    /// The moves that win its deal, where it was chosen for that: the certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Vec<Move>>,
    /// Its number in the statistics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// How many hints were given.
    #[serde(default)]
    pub hints: u32,
}

impl Kept {
    /// A game of a record that came from elsewhere.
    #[must_use]
    pub fn import(record: &str) -> Kept {
        Kept { record: record.to_owned(), spent: 0, certificate: None, id: None, hints: 0 }
    }

    /// The table of it, replayed through the rules.
    pub(super) fn table(&self) -> Result<Table<Klondike>, RecordError> {
        Table::load(&self.record)
    }
}
