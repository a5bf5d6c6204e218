use std::fmt;
use std::str::FromStr;

use cards::{Card, ParseCardsError, parse_cards};
use text::{ErrorText, Text};

/// The only chance event of a game without dice and reshuffles: its cards in the order in which they are
/// dealt.
#[derive(Clone, PartialEq, Eq)]
pub struct Deal<const CARDS: usize>(pub Box<[Card; CARDS]>);

// A deal contains all hidden cards.
static_assertions::assert_not_impl_any!(Deal<52>: fmt::Debug, serde::Serialize);

/// A line of a record: `deal` and all cards.
impl<const CARDS: usize> fmt::Display for Deal<CARDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("deal ")?;
        self.0.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

/// The line is not a deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ParseDealLineError {
    /// The line starts with a different word.
    Kind(String),
    /// A part of it is not a card.
    Card(ParseCardsError),
    /// The number of cards is wrong.
    Count {
        /// How many cards the game has.
        expected: usize,
        /// How many cards the line has.
        found: usize,
    },
}

impl ErrorText for ParseDealLineError {
    fn text(&self) -> Text {
        match self {
            ParseDealLineError::Kind(line) => {
                Text::with("`{}` is neither a deal nor a player's move", [Text::name(line)])
            }
            ParseDealLineError::Card(error) => error.text(),
            ParseDealLineError::Count { expected, found } => {
                Text::with("a deal has {} cards, but this one has {}", [(*expected).into(), (*found).into()])
            }
        }
    }
}

impl<const CARDS: usize> FromStr for Deal<CARDS> {
    type Err = ParseDealLineError;

    fn from_str(line: &str) -> Result<Deal<CARDS>, ParseDealLineError> {
        let text = line.strip_prefix("deal ").ok_or_else(|| ParseDealLineError::Kind(line.to_owned()))?;
        let cards = parse_cards(text).map_err(ParseDealLineError::Card)?.into_boxed_slice();
        let count = |cards: Box<[Card]>| ParseDealLineError::Count { expected: CARDS, found: cards.len() };
        cards.try_into().map(Deal).map_err(count)
    }
}
