use std::fmt;
use std::str::FromStr;

use cards::Card;
use serde::{Deserialize, Serialize};
use text::{ErrorText, Text};

/// `Kh`: puts a card of the hand on the table (X2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Move(pub Card);

impl Move {
    /// Every move that has a notation, legal or not.
    #[must_use]
    pub fn all() -> Vec<Move> {
        super::pack().map(Move).collect()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub struct ParseMoveError;

impl ErrorText for ParseMoveError {
    fn text(&self) -> Text {
        Text::of("a move is a card, as in Kh")
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        text.parse().map(Move).map_err(|_| ParseMoveError)
    }
}
