use std::fmt;
use std::str::FromStr;

use cards::{Card, Dice, ParseCardsError, ParseDiceError, parse_cards};
use text::{ErrorText, Text};

/// The outcome of a chance event. It contains hidden cards, so it has no `Debug` and never leaves
/// the game and its record.
#[derive(Clone, PartialEq, Eq)]
pub enum Chance {
    /// All packs, shuffled together: for each seat its reserve and its discard, both from bottom to
    /// top, then one card for each foundation, then the stock in drawing order.
    Deal(Vec<Card>),
    /// The rolls that decide who begins: one for each seat in order from A, then one for each seat
    /// that tied for the highest sum, and so on (V4).
    Begin(Vec<Dice>),
    /// The roll that begins a turn (S1).
    Roll(Dice),
    /// The new stock in drawing order (S3).
    Reshuffle(Vec<Card>),
}

/// A line of a record: `deal 9d4c…`, `begin 43 66 66 12 55`, `roll 43`, `reshuffle 9d4c…`.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Deal(cards) => write_cards(f, "deal ", cards),
            Chance::Begin(rolls) => {
                f.write_str("begin")?;
                rolls.iter().try_for_each(|dice| write!(f, " {dice}"))
            }
            Chance::Roll(dice) => write!(f, "roll {dice}"),
            Chance::Reshuffle(cards) => write_cards(f, "reshuffle ", cards),
        }
    }
}

fn write_cards(f: &mut fmt::Formatter<'_>, word: &str, cards: &[Card]) -> fmt::Result {
    f.write_str(word)?;
    cards.iter().try_for_each(|card| write!(f, "{card}"))
}

/// The text is not an outcome of chance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ParseChanceError {
    /// The first word is unknown.
    Word(String),
    /// The cards cannot be parsed.
    Cards(ParseCardsError),
    /// The dice cannot be parsed.
    Dice(ParseDiceError),
}

impl ErrorText for ParseChanceError {
    fn text(&self) -> Text {
        match self {
            ParseChanceError::Word(word) => Text::with(
                "`{}` is neither a seat's move nor deal, begin, roll or reshuffle",
                [Text::name(word)],
            ),
            ParseChanceError::Cards(error) => error.text(),
            ParseChanceError::Dice(error) => error.text(),
        }
    }
}

impl FromStr for Chance {
    type Err = ParseChanceError;

    fn from_str(text: &str) -> Result<Chance, ParseChanceError> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match word {
            "deal" => Chance::Deal(parse_cards(rest).map_err(ParseChanceError::Cards)?),
            "begin" => {
                let rolls = rest.split_whitespace().map(str::parse).collect::<Result<_, _>>();
                Chance::Begin(rolls.map_err(ParseChanceError::Dice)?)
            }
            "roll" => Chance::Roll(rest.parse().map_err(ParseChanceError::Dice)?),
            "reshuffle" => Chance::Reshuffle(parse_cards(rest).map_err(ParseChanceError::Cards)?),
            _ => return Err(ParseChanceError::Word(word.to_owned())),
        })
    }
}
