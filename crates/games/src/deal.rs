use std::fmt;
use std::str::FromStr;

use cards::{Card, ParseCardsError, parse_cards};
use text::{ErrorText, Text};

/// A deal: the cards of columns 1 to 7, each from bottom to top, then the stock in drawing order.
#[derive(Clone, PartialEq, Eq)]
pub struct Deal(pub Box<[Card; 52]>);

// A deal contains all hidden cards.
static_assertions::assert_not_impl_any!(Deal: fmt::Debug, serde::Serialize);

/// A line of a record: `deal` and all cards.
impl fmt::Display for Deal {
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
    /// The number of cards is not 52.
    Count(usize),
}

impl ErrorText for ParseDealLineError {
    fn text(&self) -> Text {
        match self {
            ParseDealLineError::Kind(line) => {
                Text::with("`{}` is neither a deal nor a player's move", [Text::name(line)])
            }
            ParseDealLineError::Card(error) => error.text(),
            ParseDealLineError::Count(count) => {
                Text::with("a deal has 52 cards, but this one has {}", [(*count).into()])
            }
        }
    }
}

impl FromStr for Deal {
    type Err = ParseDealLineError;

    fn from_str(line: &str) -> Result<Deal, ParseDealLineError> {
        let text = line.strip_prefix("deal ").ok_or_else(|| ParseDealLineError::Kind(line.to_owned()))?;
        let cards = parse_cards(text).map_err(ParseDealLineError::Card)?.into_boxed_slice();
        cards.try_into().map(Deal).map_err(|cards| ParseDealLineError::Count(cards.len()))
    }
}
