//! Players that see what their seat sees and nothing else.
//!
//! A [`Bot`] gets its seat's view and a source of random numbers: it could not cheat if it wanted to.
//!
//! ```
//! use bots::savannah::Level;
//! use cards::{DealId, Key, ChanceKind};
//! use games::savannah::{Config, Savannah};
//! use table::{Eye, Table, Turn};
//!
//! let mut table = Table::<Savannah>::new(Config::new(3)?, DealId::V1(42))?;
//! let mut bot = Level::Keen.player();
//! let mut thoughts = Key::from_number(1).stream(ChanceKind::Deal, 0);
//! while let Turn::Seat(seat) = table.turn() {
//!     let mv = bot.choose(&table.view(Eye::Seat(seat)), &mut thoughts, &mut || false).expect("it is this seat's turn");
//!     table.play(seat, mv)?;
//! }
//! assert!(table.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod klondike;
pub mod savannah;
mod thoughts;

pub use thoughts::thoughts;

use cards::Source;
use table::Game;

/// A player of a game.
pub trait Bot<G: Game> {
    /// The move that the view's owner makes: a legal one; `None` only if it is not the owner's turn.
    ///
    /// It depends on the view and on the numbers of the source, and on nothing else. Whoever thinks longer asks `stop` now
    /// and then; when it says yes, the best move so far is given.
    fn choose(
        &mut self,
        view: &G::View,
        source: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<G::Move>;
}
