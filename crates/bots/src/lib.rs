//! Computer players.
//!
//! A [`Bot`] gets the view of its seat and a source of random numbers. It cannot cheat, because it
//! never has access to hidden cards.
//!
//! ```
//! use bots::savannah::Level;
//! use cards::{DealId, Key, ChanceKind};
//! use games::savannah::{Config, Savannah};
//! use table::{Eye, Table, Turn};
//!
//! let mut table = Table::<Savannah>::new(Config::new(3)?, DealId::V1(42))?;
//! let mut bot = Level::Keen.player();
//! let mut random = Key::from_number(1).stream(ChanceKind::Deal, 0);
//! while let Turn::Seat(seat) = table.turn() {
//!     let view = table.view(Eye::Seat(seat));
//!     let mv = bot.choose(&view, &mut random, &mut || false).expect("it is this seat's turn");
//!     table.play(seat, mv)?;
//! }
//! assert!(table.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod klondike;
mod random_stream;
pub mod savannah;

pub use random_stream::random_stream;

use cards::Source;
use table::Game;

/// A computer player of a game.
pub trait Bot<G: Game> {
    /// Chooses a legal move for the owner of the view. Returns `None` only if it is not the owner's
    /// turn.
    ///
    /// The choice depends only on the view and on the numbers from the source. A bot that thinks
    /// for long calls `stop` now and then; when it returns `true`, the bot returns its best move so
    /// far.
    fn choose(
        &mut self,
        view: &G::View,
        source: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<G::Move>;
}
