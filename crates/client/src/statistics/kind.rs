use std::fmt;
use std::str::FromStr;

use games::catalog::GameId;
use games::klondike;

/// What is counted by itself: a game with its options, and for Savannah against how many and how strong.
///
/// Written as the options of Klondike, `klondike` or `draw=3 passes=2 …`, as `savannah 4 strong`, or as the name of
/// another game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A game of the Klondike family.
    Klondike(klondike::Config),
    /// Savannah.
    Savannah {
        /// The number of seats, 2 to 8.
        seats: u8,
        /// The name of the strongest level at the table; `None` where only people play.
        level: Option<String>,
    },
    /// Another game, by what its records call it. All of its options count together.
    Game(&'static str),
}

/// Text that is no kind of game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game called {0:?}")]
pub struct ParseKindError(String);

/// People alone, in the place of a level.
const PEOPLE: &str = "people";

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Klondike(config) => config.fmt(f),
            Kind::Savannah { seats, level } => {
                write!(f, "savannah {seats} {}", level.as_deref().unwrap_or(PEOPLE))
            }
            Kind::Game(name) => f.write_str(name),
        }
    }
}

impl FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Kind, ParseKindError> {
        let words: Vec<&str> = text.split(' ').collect();
        if let ["savannah", seats, level] = words[..]
            && let Some(seats) = seats.parse().ok().filter(|seats| (2..=8).contains(seats))
            && !level.is_empty()
            && level.bytes().all(|byte| byte.is_ascii_lowercase())
        {
            return Ok(Kind::Savannah { seats, level: (level != PEOPLE).then(|| level.to_owned()) });
        }
        if let Ok(config) = text.parse() {
            return Ok(Kind::Klondike(config));
        }
        let is_other = |game: &GameId| !matches!(game, GameId::Klondike | GameId::Savannah);
        let game = GameId::from_name(text).filter(is_other);
        game.map(|game| Kind::Game(game.name())).ok_or_else(|| ParseKindError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use games::klondike::Config;

    use super::Kind;

    #[test]
    fn kinds_are_read_back() {
        let savannah = |seats, level: Option<&str>| Kind::Savannah { seats, level: level.map(str::to_owned) };
        let passes = "klondike passes=3".parse().map(Kind::Klondike).expect("options of Klondike");
        let kinds =
            [Kind::Klondike(Config::ONE_CARD), passes, savannah(2, Some("strong")), savannah(8, None)];
        for kind in kinds {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        for bad in ["", "whist", "savannah", "savannah 9 strong", "savannah 4 Strong", "klondike draw=9"] {
            assert!(bad.parse::<Kind>().is_err(), "{bad}");
        }
    }
}
