use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use text::{ErrorText, Text};

/// The options: the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Config {
    seats: u8,
}

/// The text is not a valid set of options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub struct ParseConfigError;

impl ErrorText for ParseConfigError {
    fn text(&self) -> Text {
        Text::of("the options are seats=1 and seats=2")
    }
}

impl Config {
    /// A game for one player.
    pub const ONE: Config = Config { seats: 1 };
    /// A game for two players.
    pub const TWO: Config = Config { seats: 2 };

    /// The number of players.
    #[must_use]
    pub const fn seats(self) -> u8 {
        self.seats
    }
}

impl TryFrom<u8> for Config {
    type Error = ParseConfigError;

    fn try_from(seats: u8) -> Result<Config, ParseConfigError> {
        if matches!(seats, 1 | 2) { Ok(Config { seats }) } else { Err(ParseConfigError) }
    }
}

impl From<Config> for u8 {
    fn from(config: Config) -> u8 {
        config.seats
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seats={}", self.seats)
    }
}

impl FromStr for Config {
    type Err = ParseConfigError;

    fn from_str(text: &str) -> Result<Config, ParseConfigError> {
        match text {
            "seats=1" => Ok(Config::ONE),
            "seats=2" => Ok(Config::TWO),
            _ => Err(ParseConfigError),
        }
    }
}
