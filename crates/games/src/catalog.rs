//! The games, by name. A new game is added here, and what works with any game finds it.

use table::Game;

use crate::events::Describe;
use crate::klondike::Klondike;
use crate::savannah::Savannah;

/// The games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameId {
    /// Klondike and One-card Klondike.
    Klondike,
    /// Savannah.
    Savannah,
}

/// Something that is done with a game of any kind.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with this kind of game.
    fn visit<G: Describe>(self) -> Self::Output;
}

impl GameId {
    /// All games.
    pub const ALL: [GameId; 2] = [GameId::Klondike, GameId::Savannah];

    /// What a record's header calls the game.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameId::Klondike => Klondike::NAME,
            GameId::Savannah => Savannah::NAME,
        }
    }

    /// The game of a record's header.
    #[must_use]
    pub fn from_name(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|game| game.name() == name)
    }

    /// Does something with the kind of game that this is.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            GameId::Klondike => visitor.visit::<Klondike>(),
            GameId::Savannah => visitor.visit::<Savannah>(),
        }
    }
}

/// A game as a player asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// What players type: `one-card`.
    pub name: &'static str,
    /// What players read: "One-card Klondike".
    pub title: &'static str,
    /// Which rules it is played by.
    pub game: GameId,
    /// Its options, as the game's config reads them.
    pub config: &'static str,
}

/// What can be played.
pub const OFFERS: [Offer; 5] = [
    Offer { name: "klondike", title: "Klondike", game: GameId::Klondike, config: "klondike" },
    Offer { name: "one-card", title: "One-card Klondike", game: GameId::Klondike, config: "one-card" },
    Offer {
        name: "klondike-1",
        title: "Klondike, draw one, cards come back",
        game: GameId::Klondike,
        config: "klondike-1",
    },
    Offer {
        name: "klondike-3",
        title: "Klondike, draw three, cards come back",
        game: GameId::Klondike,
        config: "klondike-3",
    },
    Offer { name: "savannah", title: "Savannah", game: GameId::Savannah, config: "seats=2" },
];

/// The offer with that name.
#[must_use]
pub fn offer(name: &str) -> Option<Offer> {
    OFFERS.into_iter().find(|offer| offer.name == name)
}

#[cfg(test)]
mod tests {
    use table::Game;

    use super::{GameId, OFFERS, Visitor, offer};
    use crate::rulebook;

    struct Reads(&'static str);

    impl Visitor for Reads {
        type Output = String;

        fn visit<G: Game>(self) -> String {
            self.0.parse::<G::Config>().map_or_else(|error| error.to_string(), |config| config.to_string())
        }
    }

    #[test]
    fn every_offer_can_be_played_and_has_its_page_of_rules() {
        for one in OFFERS {
            assert_eq!(offer(one.name), Some(one));
            assert_eq!(one.game.visit(Reads(one.config)), one.config);
            assert!(rulebook::page(one.name).is_some());
        }
        assert_eq!(offer("whist"), None);
    }

    #[test]
    fn games_are_found_by_the_name_in_a_record() {
        for game in GameId::ALL {
            assert_eq!(GameId::from_name(game.name()), Some(game));
        }
        assert_eq!(GameId::from_name("whist"), None);
    }
}
