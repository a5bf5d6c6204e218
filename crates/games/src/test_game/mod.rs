//! High card: the smallest game that has all parts of one. Tests play it; no program offers it.
//!
//! * **X1.** The thirteen hearts are shuffled. Each player is dealt three cards. The others are the stock.
//! * **X2.** In turn, each player puts one card of their hand on the table.
//! * **X3.** When all hands are empty, the top card of the stock is turned up. The highest of it and of each
//!   player's last card wins. If it is the card of the stock, nobody wins.
//!
//! Hands and the stock are hidden, and there can be one player or two.

mod config;
mod describe;
mod mv;
mod state;
mod view;

pub use config::{Config, ParseConfigError};
pub use mv::{Move, ParseMoveError};
pub use state::TestGame;
pub use view::{Hand, Tabletop, View};

/// The hands from seat A on, then the stock, the next card last.
pub type Deal = crate::Deal<CARDS>;

/// How many cards each player is dealt (X1).
pub const HAND: usize = 3;
/// How many cards there are (X1).
pub const CARDS: usize = 13;

/// All cards, in the order of a new pack.
fn pack() -> impl Iterator<Item = cards::Card> {
    cards::Rank::ALL.into_iter().map(|rank| cards::Card::new(rank, cards::Suit::Hearts))
}

const fn x(number: u8) -> table::Rule {
    table::Rule::new('X', number)
}
