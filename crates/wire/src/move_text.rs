use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;

/// A move of any game, in its notation. Only its length is checked here: the game parses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveText(ArrayString<{ MoveText::MAX_BYTES }>);

impl MoveText {
    /// The maximum length, in bytes. The longest notation of a move has nine.
    pub const MAX_BYTES: usize = 24;

    /// The notation.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text is too long for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is too long for a move")]
pub struct MoveTooLong;

impl FromStr for MoveText {
    type Err = MoveTooLong;

    fn from_str(text: &str) -> Result<MoveText, MoveTooLong> {
        ArrayString::from(text).map(MoveText).map_err(|_| MoveTooLong)
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text::serde_as_text!(MoveText);

#[cfg(test)]
mod tests {
    use games::{klondike, savannah};

    use super::MoveText;

    #[test]
    fn every_move_fits_and_nothing_much_longer() {
        let moves = klondike::Move::all().iter().map(ToString::to_string).collect::<Vec<_>>();
        let others = savannah::Move::all(8).iter().map(ToString::to_string).collect::<Vec<_>>();
        for text in moves.iter().chain(&others) {
            assert_eq!(text.parse::<MoveText>().unwrap().as_str(), text);
        }
        assert!("x".repeat(MoveText::MAX_BYTES + 1).parse::<MoveText>().is_err());
    }
}
