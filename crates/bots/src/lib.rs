//! Computer players.
//!
//! A [`Bot`] gets the view of its seat and a source of random numbers. It cannot cheat, because it
//! never has access to hidden cards.
//!
//! ```
//! use bots::{Bots, Level};
//! use cards::{DealId, Key, ChanceKind};
//! use games::savannah::{Config, Savannah};
//! use table::{Eye, Table, Turn};
//!
//! let mut table = Table::<Savannah>::new(Config::new(3)?, DealId::V1(42))?;
//! let mut bot = Savannah::bot(Level::Keen).expect("Savannah has this level");
//! let mut random = Key::from_number(1).stream(ChanceKind::Deal, 0);
//! while let Turn::Seat(seat) = table.turn() {
//!     let view = table.view(Eye::Seat(seat));
//!     let mv = bot.choose(&view, &mut random, &mut || false).expect("it is this seat's turn");
//!     table.play(seat, mv)?;
//! }
//! assert!(table.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod catalog;
pub mod klondike;
mod level;
mod random_stream;
pub mod savannah;

pub use level::{Level, ParseLevelError};
pub use random_stream::random_stream;

use cards::Source;
use games::events::Describe;
use table::{Game, Seat, Turn, View};
use text::Text;

/// A game and its computer players. The defaults are those of a game that has none.
pub trait Bots: Describe {
    /// The levels that the game has, from the weakest to the strongest.
    const LEVELS: &'static [Level] = &[];
    /// The level that plays for a person who is away; `None` if no bot can do that.
    const SUBSTITUTE: Option<Level> = None;

    /// A player of this level; `None` if the game does not have the level.
    fn bot(_level: Level) -> Option<Box<dyn Bot<Self> + Send>> {
        None
    }

    /// Whether a player of this level plays better here with the weights that
    /// [`savannah::install_duel_weights`] adds.
    fn wants_duel_weights(_level: Level, _view: &Self::View) -> bool {
        false
    }

    /// Why a player may have made a move, as far as the owner of the view can tell: a sentence without a
    /// full stop that addresses the seat `reader` as "you". Only the readers whom it would name otherwise get
    /// another text than a spectator.
    fn reason(_before: Self::ViewRef<'_>, _mv: Self::Move, _reader: Option<Seat>) -> Option<Text> {
        None
    }
}

/// Lets a bot choose a move for the owner of the view, whose turn it must be. `moment` and the seat are the
/// seed of its random numbers.
pub fn choose<G: Bots>(
    level: Level,
    view: &G::View,
    moment: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Option<G::Move> {
    let Turn::Seat(seat) = view.turn() else { return None };
    G::bot(level)?.choose(view, &mut random_stream(moment, seat), stop)
}

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
