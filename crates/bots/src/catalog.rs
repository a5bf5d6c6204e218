//! From the id of a game to its type with bots, as [`GameId::visit`] does without them.

use games::catalog::GameId;
use games::klondike::Klondike;

use crate::{Bots, Level};

/// Something that is done with any game and its bots.
pub trait BotsVisitor {
    /// What comes of it.
    type Output;

    /// Does it with this kind of game.
    fn visit<G: Bots>(self) -> Self::Output;
}

/// Does something with the kind of game that this is.
pub fn visit<V: BotsVisitor>(game: GameId, visitor: V) -> V::Output {
    macro_rules! dispatch {
        ($($id:ident => $game:ty),*) => {
            match game {
                $(GameId::$id => visitor.visit::<$game>(),)*
            }
        };
    }
    games::for_each_game!(dispatch)
}

/// The levels that a game has, from the weakest to the strongest.
#[must_use]
pub fn levels(game: GameId) -> &'static [Level] {
    struct Levels;
    impl BotsVisitor for Levels {
        type Output = &'static [Level];

        fn visit<G: Bots>(self) -> &'static [Level] {
            G::LEVELS
        }
    }
    visit(game, Levels)
}

impl Bots for Klondike {}

games::with_test_game! {
    impl Bots for games::test_game::TestGame {}
}
