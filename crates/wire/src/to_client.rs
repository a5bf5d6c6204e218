use games::catalog::GameId;
use serde::{Deserialize, Serialize};
use table::Seat;

use crate::{Name, Phrase, RefusalReason, Snapshot, TableId};

/// A message from the server to a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToClient {
    /// The first message.
    Welcome {
        /// The version of the protocol that is spoken on this connection. If the client does not speak it,
        /// it is too old and has to be reloaded.
        protocol: u16,
        /// The name on the client's pass.
        name: Name,
    },
    /// The public tables that have a free seat, newest first.
    Tables(Vec<Listing>),
    /// A table was opened.
    Created {
        /// The id of the command.
        id: u64,
        /// The table.
        table: TableId,
    },
    /// A snapshot of the whole table, sent after each change and after joining.
    Table(Box<Snapshot>),
    /// A command was executed and stored. The resulting snapshot was sent before this.
    Done {
        /// The id of the command.
        id: u64,
        /// The version of the table that the command produced.
        version: u64,
    },
    /// Something was refused and has changed nothing.
    Refused {
        /// The id of the command, if it was one.
        id: Option<u64>,
        /// The current version of the table; 0 without a table.
        version: u64,
        /// The reason.
        why: RefusalReason,
    },
    /// Somebody says something.
    Said {
        /// The speaker.
        seat: Seat,
        /// The phrase.
        phrase: Phrase,
    },
    /// The answer to [`ToServer::Ping`](crate::ToServer::Ping).
    Pong,
    /// The record of a finished game, with the proof of its cards and dice.
    Record(String),
}

/// A table in the list of open tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Listing {
    /// The table.
    pub table: TableId,
    /// Its game.
    pub game: GameId,
    /// The options of the game, as its config reads them.
    pub config: String,
    /// The people who already sit there.
    pub people: Vec<Name>,
    /// The number of free seats.
    pub free: u8,
    /// Seconds per turn, if there is a clock.
    pub clock: Option<u32>,
}
