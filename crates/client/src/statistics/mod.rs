//! Honest statistics of the games that were played.
//!
//! A game counts from its first move, even if it is later abandoned or restarted. Each game is one [`Played`]
//! with a unique number, and a [`Book`] is a list of them, so the books of two tabs can be merged without
//! counting a game twice. Totals are computed when they are displayed ([`Summary`]) and never stored.

mod book;
mod kind;
mod played;
mod summary;
mod tally;
mod weeks;

pub use book::{Book, ParseBookError};
pub use kind::{Kind, ParseKindError};
pub use played::{End, ParsePlayedError, Played};
pub use summary::Summary;
pub(crate) use tally::Tally;
pub use weeks::{Week, weeks};
