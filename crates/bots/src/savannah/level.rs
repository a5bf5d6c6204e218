use std::fmt;
use std::str::FromStr;

use games::savannah::Savannah;

use super::beginner::Beginner;
use super::casual::Casual;
use super::keen::Keen;
use super::strong::Strong;
use super::{Expert, ExpertBudget};
use crate::Bot;

/// The strength of an opponent, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Makes beginner's mistakes.
    Beginner,
    /// Plays any card that fits.
    Casual,
    /// Keeps cards in its hand that do not help at once.
    Keen,
    /// Searches the whole turn.
    Strong,
    /// Compares its best plans in many simulated games.
    Expert,
}

impl Level {
    /// All levels, from the weakest to the strongest.
    pub const ALL: [Level; 5] = [Level::Beginner, Level::Casual, Level::Keen, Level::Strong, Level::Expert];

    /// The name of the level, as it is displayed and parsed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Casual => "casual",
            Level::Keen => "keen",
            Level::Strong => "strong",
            Level::Expert => "expert",
        }
    }

    /// A one-line description for players.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Level::Beginner => "learns the game: overlooks cards and forgets what the dice open",
            Level::Casual => "plays whatever goes, the reserve first",
            Level::Keen => "plays a card of the hand only if one of reserve or discard can follow",
            Level::Strong => "thinks the whole turn through before the first card",
            Level::Expert => "tries its best turns in many imagined games",
        }
    }

    /// A player of this level.
    #[must_use]
    pub fn player(self) -> Box<dyn Bot<Savannah> + Send> {
        match self {
            Level::Beginner => Box::new(Beginner),
            Level::Casual => Box::new(Casual),
            Level::Keen => Box::new(Keen),
            Level::Strong => Box::new(Strong::new()),
            Level::Expert => Box::new(Expert::new(ExpertBudget::FULL)),
        }
    }
}

/// Writes the name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text does not name a level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no level: there are beginner, casual, keen, strong and expert")]
pub struct ParseLevelError(String);

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        Level::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParseLevelError(text.to_owned()))
    }
}

text::serde_as_text!(Level);

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn every_level_parses_from_its_name() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.to_string().to_uppercase().parse(), Ok(level));
        }
        assert!(Level::ALL.is_sorted());
        let error = "grandmaster".parse::<Level>().unwrap_err().to_string();
        assert!(Level::ALL.iter().all(|level| error.contains(level.name())), "{error}");
    }
}
