//! Names of deals.

use std::fmt;
use std::str::FromStr;

use text::Text;

use crate::{Bag, Card, PACK, ParseCardsError, parse_cards, solvitaire};

/// The name of a deal: `v1:42`, `solvitaire:7`, or `cards:` followed by all 52 cards.
///
/// A name stands for the same cards forever; an improved shuffle would be `v2`. Parsing corrects
/// nothing: an invalid name is an error that says what is wrong.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DealId {
    /// The frozen shuffle with a number as its key.
    V1(u64),
    /// The deal of the research solver Solvitaire with that seed.
    Solvitaire(u32),
    /// The cards of a Klondike deal: column 1 to column 7, each from its bottom card to its top
    /// card, then the stock in the order of drawing.
    Cards(Box<[Card; 52]>),
}

impl DealId {
    /// The cards of a deal that lists them in order. `None` for the frozen shuffle, which every
    /// game applies to its own cards.
    #[must_use]
    pub fn cards(&self) -> Option<[Card; 52]> {
        match self {
            DealId::V1(_) => None,
            DealId::Solvitaire(seed) => Some(solvitaire(*seed)),
            DealId::Cards(cards) => Some(**cards),
        }
    }
}

impl fmt::Display for DealId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealId::V1(number) => write!(f, "v1:{number}"),
            DealId::Solvitaire(seed) => write!(f, "solvitaire:{seed}"),
            DealId::Cards(cards) => {
                f.write_str("cards:")?;
                cards.iter().try_for_each(|card| write!(f, "{card}"))
            }
        }
    }
}

/// The text does not name a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseDealError {
    /// Neither `v1:`, `solvitaire:` nor `cards:`.
    UnknownKind(String),
    /// Not a number, or one that is too large.
    BadNumber {
        /// The kind of deal.
        kind: &'static str,
        /// What was given.
        number: String,
        /// The largest number of that kind.
        max: u64,
    },
    /// An item of the list is not a card.
    BadCard(ParseCardsError),
    /// A card occurs twice.
    Duplicate {
        /// The card.
        card: Card,
        /// Its first position, from 1.
        first: usize,
        /// Its second position.
        second: usize,
    },
    /// There are too few cards.
    Missing {
        /// How many there are.
        count: usize,
        /// The first one that is missing, in the order of a new pack.
        missing: Card,
    },
}

impl ParseDealError {
    /// The message for the player.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            ParseDealError::UnknownKind(text) => Text::with(
                "`{}` is not a deal: expected v1:NUMBER, solvitaire:NUMBER or cards: and 52 cards",
                [Text::name(text)],
            ),
            ParseDealError::BadNumber { kind, number, max } => Text::with(
                "`{}` is not a deal number: {} takes a whole number from 0 to {}",
                [Text::name(number), Text::name(kind), Text::name(max)],
            ),
            ParseDealError::BadCard(error) => error.text(),
            ParseDealError::Duplicate { card, first, second } => Text::with(
                "the {} is in the deal twice, as card {} and card {}",
                [card.name(), (*first).into(), (*second).into()],
            ),
            ParseDealError::Missing { count, missing } => Text::with(
                "the deal has {} cards instead of 52: the {} is missing",
                [(*count).into(), missing.name()],
            ),
        }
    }
}

impl fmt::Display for ParseDealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for ParseDealError {}

impl FromStr for DealId {
    type Err = ParseDealError;

    fn from_str(text: &str) -> Result<DealId, ParseDealError> {
        let (kind, rest) =
            text.split_once(':').ok_or_else(|| ParseDealError::UnknownKind(text.to_owned()))?;
        match kind {
            "v1" => number("v1", rest, u64::MAX).map(DealId::V1),
            "solvitaire" => {
                number("solvitaire", rest, u64::from(u32::MAX)).map(|seed| DealId::Solvitaire(seed as u32))
            }
            "cards" => card_list(rest).map(DealId::Cards),
            _ => Err(ParseDealError::UnknownKind(text.to_owned())),
        }
    }
}

fn number(kind: &'static str, text: &str, max: u64) -> Result<u64, ParseDealError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && number <= max => Ok(number),
        _ => Err(ParseDealError::BadNumber { kind, number: text.to_owned(), max }),
    }
}

fn card_list(text: &str) -> Result<Box<[Card; 52]>, ParseDealError> {
    let cards = parse_cards(text).map_err(ParseDealError::BadCard)?;
    for (at, card) in cards.iter().enumerate() {
        if let Some(first) = cards[..at].iter().position(|other| other == card) {
            return Err(ParseDealError::Duplicate { card: *card, first: first + 1, second: at + 1 });
        }
    }
    let bag: Bag = cards.iter().copied().collect();
    if let Some(missing) = PACK.into_iter().find(|card| bag.count(*card) == 0) {
        return Err(ParseDealError::Missing { count: cards.len(), missing });
    }
    // No duplicate and none missing, so there are 52.
    let mut all = Box::new(PACK);
    all.copy_from_slice(&cards);
    Ok(all)
}
