//! From the id of a game to its type with bots, as [`GameId::visit`] does without them.

use games::catalog::GameId;
use games::klondike::Klondike;
use games::savannah::Savannah;
#[cfg(feature = "test-game")]
use games::test_game::TestGame;

use crate::{Bots, Level};

/// Something that is done with any game and its bots.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with this kind of game.
    fn visit<G: Bots>(self) -> Self::Output;
}

/// Does something with the kind of game that this is.
pub fn visit<V: Visitor>(game: GameId, visitor: V) -> V::Output {
    match game {
        GameId::Klondike => visitor.visit::<Klondike>(),
        GameId::Savannah => visitor.visit::<Savannah>(),
        #[cfg(feature = "test-game")]
        GameId::TestGame => visitor.visit::<TestGame>(),
    }
}

/// The levels that a game has, from the weakest to the strongest.
#[must_use]
pub fn levels(game: GameId) -> &'static [Level] {
    struct Levels;
    impl Visitor for Levels {
        type Output = &'static [Level];

        fn visit<G: Bots>(self) -> &'static [Level] {
            G::LEVELS
        }
    }
    visit(game, Levels)
}

impl Bots for Klondike {}

#[cfg(feature = "test-game")]
impl Bots for TestGame {}
