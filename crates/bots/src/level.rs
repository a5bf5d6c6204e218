use std::fmt;
use std::str::FromStr;

/// The strength of a computer player, from the weakest to the strongest.
/// [`Bots::LEVELS`](crate::Bots::LEVELS) says which of them a game has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Makes beginner's mistakes.
    Beginner,
    /// Plays without a plan.
    Casual,
    /// Plays well by simple rules.
    Keen,
    /// Searches before it plays.
    Strong,
    /// The strongest that the game has.
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
}

/// Writes the name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text does not name a level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a level: choose beginner, casual, keen, strong or expert")]
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
