//! The catalogue of games. A new game is added here; code that works with any game finds it here.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::Game;

use crate::events::Describe;
use crate::klondike::Klondike;
use crate::savannah::Savannah;
#[cfg(feature = "test-game")]
use crate::test_game::TestGame;

/// The games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameId {
    /// Klondike and One-card Klondike.
    Klondike,
    /// Savannah.
    Savannah,
    /// The game that only tests play.
    #[cfg(feature = "test-game")]
    TestGame,
}

/// A generic operation on a game.
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the operation with this game.
    fn visit<G: Describe>(self) -> Self::Output;
}

/// Calls a macro with all games, as `Variant => Type` pairs: variants of [`GameId`] with their types. A crate
/// with a trait of its own for games dispatches with this, so that there is one list of games.
#[cfg(not(feature = "test-game"))]
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! { Klondike => $crate::klondike::Klondike, Savannah => $crate::savannah::Savannah }
    };
}

/// The same with the game for tests.
#[cfg(feature = "test-game")]
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            Klondike => $crate::klondike::Klondike,
            Savannah => $crate::savannah::Savannah,
            TestGame => $crate::test_game::TestGame
        }
    };
}

/// Expands to its argument if the game for tests exists. Whether it does, only this crate knows.
#[cfg(not(feature = "test-game"))]
#[macro_export]
macro_rules! with_test_game {
    ($($code:tt)*) => {};
}

/// Expands to its argument, because the game for tests exists.
#[cfg(feature = "test-game")]
#[macro_export]
macro_rules! with_test_game {
    ($($code:tt)*) => { $($code)* };
}

impl GameId {
    /// All games.
    pub const ALL: [GameId; 2 + cfg!(feature = "test-game") as usize] = [
        GameId::Klondike,
        GameId::Savannah,
        #[cfg(feature = "test-game")]
        GameId::TestGame,
    ];

    /// The name of the game in the header of a record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameId::Klondike => Klondike::NAME,
            GameId::Savannah => Savannah::NAME,
            #[cfg(feature = "test-game")]
            GameId::TestGame => TestGame::NAME,
        }
    }

    /// The name of the game for players, whatever its options: the title of its first row.
    #[must_use]
    pub fn title(self) -> &'static str {
        OFFERS.into_iter().find(|offer| offer.game == self).map_or(self.name(), |offer| offer.title)
    }

    /// Whether the game can be played at a table on a server.
    #[must_use]
    pub fn is_online(self) -> bool {
        OFFERS.iter().chain(UNLISTED).any(|offer| offer.game == self && offer.online)
    }

    /// The games that are offered to players: all but the one that only tests play.
    pub fn offered() -> impl Iterator<Item = GameId> {
        GameId::ALL.into_iter().filter(|game| OFFERS.iter().any(|offer| offer.game == *game))
    }

    /// The game with this name in the header of a record.
    #[must_use]
    pub fn from_name(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|game| game.name() == name)
    }

    /// Runs an operation with this game.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        macro_rules! dispatch {
            ($($id:ident => $game:ty),*) => {
                match self {
                    $(GameId::$id => visitor.visit::<$game>(),)*
                }
            };
        }
        for_each_game!(dispatch)
    }
}

/// Writes the name.
impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        let name = String::deserialize(deserializer)?;
        GameId::from_name(&name).ok_or_else(|| D::Error::custom("there is no such game"))
    }
}

/// A row of the catalogue: a game with its options, as players choose it.
///
/// Routes, saves, statistics, lessons, the home page, the help texts and the command line derive from these
/// rows. There is no other list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The name that players type, and the address of its page: `one-card`.
    pub name: &'static str,
    /// The title for players: "One-card Klondike".
    pub title: &'static str,
    /// The game.
    pub game: GameId,
    /// Its options, as text for the game's config.
    pub config: &'static str,
    /// The row on whose page it is played: its own, or that of the game of which it is a variant.
    pub page: &'static str,
    /// The series of its numbered rules: the letter of each section of the rulebook that is on its page.
    pub rules: &'static [char],
    /// The storage key of its saved games.
    pub save_key: &'static str,
    /// Three cards for a picture.
    pub cards: [&'static str; 3],
    /// Whether it can be played online.
    pub online: bool,
}

impl Offer {
    /// Whether it has a page of its own: with a tile on the home page, rules and a lesson.
    #[must_use]
    pub fn has_page(&self) -> bool {
        self.name == self.page
    }
}

const KLONDIKE: Offer = Offer {
    name: "klondike",
    title: "Klondike",
    game: GameId::Klondike,
    config: "klondike",
    page: "klondike",
    rules: &['K', 'R'],
    // The first game that browsers stored, before there were others.
    save_key: "game",
    cards: ["Qh", "Js", "Td"],
    online: true,
};

/// All rows that are offered, in display order.
pub const OFFERS: [Offer; 5] = [
    KLONDIKE,
    Offer {
        name: "one-card",
        title: "One-card Klondike",
        config: "one-card",
        page: "one-card",
        rules: &['T', 'R'],
        save_key: "one-card",
        cards: ["9d", "8s", "7h"],
        ..KLONDIKE
    },
    Offer {
        name: "klondike-1",
        title: "Klondike, draw one, cards come back",
        config: "klondike-1",
        ..KLONDIKE
    },
    Offer {
        name: "klondike-3",
        title: "Klondike, draw three, cards come back",
        config: "klondike-3",
        ..KLONDIKE
    },
    Offer {
        name: "savannah",
        title: "Savannah",
        game: GameId::Savannah,
        config: "seats=2",
        page: "savannah",
        rules: &['S'],
        save_key: "savannah",
        cards: ["8h", "4c", "Ks"],
        online: true,
    },
];

/// Rows that can be found by name but are not listed.
const UNLISTED: &[Offer] = &[
    #[cfg(feature = "test-game")]
    Offer {
        name: "high-card",
        title: "High card",
        game: GameId::TestGame,
        config: "seats=1",
        page: "high-card",
        save_key: "high-card",
        rules: &[],
        cards: ["Kh", "Qh", "Jh"],
        online: true,
    },
];

/// The row with this name.
#[must_use]
pub fn offer(name: &str) -> Option<Offer> {
    OFFERS.iter().chain(UNLISTED).find(|offer| offer.name == name).copied()
}

/// The first row of a game, given its name in the header of a record.
#[must_use]
pub fn first_offer(game: &str) -> Option<Offer> {
    OFFERS.iter().chain(UNLISTED).find(|offer| offer.game.name() == game).copied()
}

/// The rows that have their own page.
pub fn pages() -> impl Iterator<Item = Offer> {
    OFFERS.into_iter().filter(Offer::has_page)
}

#[cfg(test)]
mod tests {
    use table::Game;

    use super::{GameId, OFFERS, UNLISTED, Visitor, first_offer, offer};
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
        for one in OFFERS.iter().chain(UNLISTED).copied() {
            assert_eq!(offer(one.name), Some(one));
            assert_eq!(one.game.visit(Reads(one.config)), one.config);
            assert!(rulebook::page(one.name).is_some());
        }
        assert_eq!(offer("whist"), None);
    }

    #[test]
    fn every_page_is_a_row_and_has_saves_of_its_own() {
        for one in OFFERS.iter().chain(UNLISTED) {
            let page = offer(one.page).unwrap();
            assert!(page.has_page());
            assert_eq!((page.game, page.save_key), (one.game, one.save_key));
        }
        let mut keys: Vec<&str> = super::pages().map(|page| page.save_key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), super::pages().count());
    }

    #[test]
    fn games_are_found_by_the_name_in_a_record() {
        for game in GameId::ALL {
            assert_eq!(GameId::from_name(game.name()), Some(game));
            assert_eq!(game.title().to_lowercase(), game.name());
            assert_eq!(first_offer(game.name()).map(|offer| offer.game), Some(game));
        }
        assert_eq!(GameId::from_name("whist"), None);
    }
}
