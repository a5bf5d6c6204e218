use games::savannah::Config;
use serde::{Deserialize, Serialize};
use table::Seat;

use crate::{Name, Phrase, Seen, TableId, Why};

/// What the server says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToClient {
    /// The first message.
    Welcome {
        /// The version of the protocol, [`PROTOCOL`](crate::PROTOCOL).
        protocol: u16,
        /// What the client's owner is called.
        name: Name,
    },
    /// The public tables that have a free seat, the newest first.
    Tables(Vec<Listing>),
    /// A table was opened.
    Created {
        /// The id of the command.
        id: u64,
        /// The table.
        table: TableId,
    },
    /// The whole table as the client's eye sees it, after each change and when it is joined. It may be another table than before: then
    /// all have gone there for a rematch.
    Table(Box<Seen>),
    /// A command was done, and is stored. The table as it is then has been sent before.
    Done {
        /// The id of the command.
        id: u64,
        /// The version of the table that it made.
        version: u64,
    },
    /// Something was refused, and has changed nothing.
    Refused {
        /// The id of the command, if it was one.
        id: Option<u64>,
        /// The version of the table as it is; 0 without a table.
        version: u64,
        /// Why.
        why: Why,
    },
    /// Somebody says something.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// The record of the game, which is over, with all that proves where its chance came from.
    Record(String),
}

/// A table in the list of those that are open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Listing {
    /// The table.
    pub table: TableId,
    /// Its options.
    pub config: Config,
    /// Who sits there already.
    pub people: Vec<Name>,
    /// How many seats are free.
    pub free: u8,
    /// How many seconds each turn may take, if there is a clock.
    pub clock: Option<u32>,
}
