//! What all games of Cardroom have in common: the traits that a game implements, the record, and
//! the table that runs a game.
//!
//! A [`Game`] is the full state of one game: it knows the rules and all hidden cards, and it
//! never leaves the process. A [`View`] is what one viewer may know. A [`Sight`] is the small
//! borrowed part of it that decides which moves are legal. A [`Record`] is everything that
//! happened, as text. A [`Table`] owns a running game: it applies moves, deals, rolls and undo,
//! and writes the record.
//!
//! Chance takes turns like a player: its outcome is drawn, applied and recorded. So a record
//! replays without a random generator, and undoing a move never rolls the dice again.

mod by_seat;
mod entry;
pub mod fair;
mod game;
pub mod hex;
mod line;
mod lines;
mod origin;
mod outcome;
mod perft;
mod record;
mod refusal;
mod seat;
mod seats;
#[allow(clippy::module_inception)]
mod table;
mod table_id;

#[cfg(feature = "contract")]
pub mod contract;

pub use by_seat::BySeat;
pub use entry::Entry;
pub use game::{BadChance, BadDeal, BadView, Eye, Game, Sight, SightOf, Turn, View};
pub use hex::{Hex, ParseHexError};
pub use origin::{KeyHash, Origin};
pub use outcome::{Ending, Outcome};
pub use perft::perft;
pub use record::{Fault, Record, RecordError, game_name};
pub use refusal::{Refusal, Rule};
pub use seat::{ParseSeatError, Seat};
pub use seats::Seats;
pub use table::{Table, UndoError};
pub use table_id::{ParseTableIdError, TableId};
