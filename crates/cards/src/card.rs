//! A single card and its notation.

use std::fmt;
use std::str::FromStr;

use text::Text;

use crate::{Colour, Rank, Suit};

/// The notations of all cards, two letters each, in the order of a new pack.
const NOTATIONS: &str = "Ac2c3c4c5c6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdKd\
                         Ah2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs";

/// A playing card. Its notation is rank and suit, such as `Td` or `7c`; parsing ignores case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card {
    /// Its suit.
    pub suit: Suit,
    /// Its rank.
    pub rank: Rank,
}

impl Card {
    /// How many different cards there are.
    pub const COUNT: usize = 52;

    /// The card of a rank and a suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card { suit, rank }
    }

    /// The colour of its suit.
    #[must_use]
    pub const fn colour(self) -> Colour {
        self.suit.colour()
    }

    /// Its index in a new pack, from 0 to 51: clubs, diamonds, hearts, spades, each from ace to
    /// king.
    #[must_use]
    pub const fn index(self) -> usize {
        self.suit as usize * 13 + self.rank as usize - 1
    }

    /// Its notation.
    #[must_use]
    pub fn notation(&self) -> &'static str {
        let start = 2 * self.index();
        &NOTATIONS[start..start + 2]
    }

    /// Its name in words: "ten of diamonds".
    #[must_use]
    pub fn name(self) -> Text {
        Text::with("{} of {}", [self.rank.name(), self.suit.name()])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.notation())
    }
}

/// The text is not a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseCardError {
    /// The text does not start with a rank.
    Rank(String),
    /// No suit follows the rank.
    Suit(String),
}

impl ParseCardError {
    /// The message for the player.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            ParseCardError::Rank(card) => Text::with(
                "`{}` has no rank: a card is a rank of A23456789TJQK and a suit of cdhs",
                [Text::name(card)],
            ),
            ParseCardError::Suit(card) => Text::with(
                "`{}` has no suit: a card is a rank of A23456789TJQK and a suit of cdhs",
                [Text::name(card)],
            ),
        }
    }
}

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for ParseCardError {}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let (rank, rest) = match text.strip_prefix("10") {
            Some(rest) => (Some(Rank::Ten), rest),
            None => {
                let mut letters = text.chars();
                (letters.next().and_then(Rank::from_letter), letters.as_str())
            }
        };
        let rank = rank.ok_or_else(|| ParseCardError::Rank(text.to_owned()))?;
        let mut letters = rest.chars();
        match (letters.next().and_then(Suit::from_letter), letters.next()) {
            (Some(suit), None) => Ok(Card::new(rank, suit)),
            _ => Err(ParseCardError::Suit(text.to_owned())),
        }
    }
}

text::serde_as_text!(Card, notation);

#[cfg(test)]
mod tests {
    use super::{Card, ParseCardError};
    use crate::PACK;

    #[test]
    fn every_card_parses_in_either_case() {
        for card in PACK {
            let text = card.to_string();
            assert_eq!(text, format!("{}{}", card.rank, card.suit));
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(text.to_lowercase().parse(), Ok(card));
            assert_eq!(text.to_uppercase().parse(), Ok(card));
        }
        assert_eq!("10h".parse::<Card>(), "Th".parse());
    }

    #[test]
    fn other_text_is_not_a_card() {
        assert_eq!("".parse::<Card>(), Err(ParseCardError::Rank(String::new())));
        assert_eq!("1h".parse::<Card>(), Err(ParseCardError::Rank("1h".to_owned())));
        for text in ["A", "Ax", "Ahh", "10", "Äh"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }
}
