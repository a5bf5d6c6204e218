//! What was played, kept honestly.
//!
//! A game counts from its first move on, also when it is left or begun again later. Each game is one
//! [`Played`], found by its number, and a [`Book`] is a list of them: so two books of two tabs become one
//! without counting anything twice. Sums are made when they are looked at ([`Summary`]) and are never kept.

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
