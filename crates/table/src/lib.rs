//! What every game of the card room is made of.
//!
//! A [`Game`] is the whole truth of one game: it knows the rules, and all hidden cards. It does not leave the process.
//! A [`View`] is what one pair of eyes may know of it, and a [`Sight`] the small borrowed part of that from which it follows
//! which moves are legal. A [`Record`] is everything that happened, as text, and a [`Table`] owns a running game: it plays,
//! deals, rolls, takes back and writes the record.
//!
//! Chance is a turn like a player's: its outcome is drawn, settled and recorded. So a record replays without a random
//! generator, and taking back a move never rolls again.

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
pub use game::{BadChance, BadDeal, Eye, Game, Sight, SightOf, Turn, View};
pub use hex::{Hex, ParseHexError};
pub use origin::{KeyHash, Origin};
pub use outcome::{Ending, Outcome};
pub use perft::perft;
pub use record::{Fault, Record, RecordError, game_named};
pub use refusal::{Refusal, Rule};
pub use seat::{ParseSeatError, Seat};
pub use seats::Seats;
pub use table::{Table, TakeBackError};
pub use table_id::{ParseTableIdError, TableId};
