use std::fmt;
use std::str::FromStr;

use cards::{Card, parse_cards};
use text::{ErrorText, Text};

use super::CARDS;

/// A deal: the hands from seat A on, then the stock, the next card last.
#[derive(Clone, PartialEq, Eq)]
pub struct Deal(pub(super) [Card; CARDS]);

// A deal contains all hidden cards.
static_assertions::assert_not_impl_any!(Deal: fmt::Debug, serde::Serialize);

/// A line of a record: `deal` and the cards.
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("deal ")?;
        self.0.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

/// The line is not a deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub struct ParseDealLineError;

impl ErrorText for ParseDealLineError {
    fn text(&self) -> Text {
        Text::of("this is neither a deal of thirteen cards nor a player's move")
    }
}

impl FromStr for Deal {
    type Err = ParseDealLineError;

    fn from_str(line: &str) -> Result<Deal, ParseDealLineError> {
        let cards = line.strip_prefix("deal ").and_then(|cards| parse_cards(cards).ok());
        cards.and_then(|cards| cards.try_into().ok()).map(Deal).ok_or(ParseDealLineError)
    }
}
