use std::fmt;
use std::str::FromStr;

use cards::{Card, PACK, ParseCardError};
use table::Seat;
use text::{ErrorText, Text};

use super::Foundation;

/// A player's move. It names places, and only those cards that are in the player's own hand.
///
/// | text | move |
/// |---|---|
/// | `Ah>2` | the ace of hearts from the hand to foundation 2 |
/// | `R>1` | the top of the reserve to foundation 1 |
/// | `D>3` | the top of the own discard to foundation 3 |
/// | `DB>2` | the top of B's discard to foundation 2 (S9) |
/// | `/7c` | ends the turn with the seven of clubs on the discard |
/// | `/-` | ends the turn with an empty hand (V6) |
///
/// The parser accepts upper and lower case and ignores spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Plays a card to a foundation.
    Play {
        /// Where the card comes from.
        from: SourcePile,
        /// Where the card goes.
        to: Foundation,
    },
    /// Puts a card from the hand on the player's own discard, which ends the turn (S11).
    Discard(Card),
    /// Ends the turn with an empty hand (V6).
    End,
}

/// The pile from which a card is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SourcePile {
    /// The player's hand: this card.
    Hand(Card),
    /// The top of the player's own reserve.
    Reserve,
    /// The top of the player's own discard.
    Discard,
    /// The top of another player's discard (S9).
    DiscardOf(Seat),
}

impl Move {
    /// Every move that has a notation at a table with `seats` seats, legal or not.
    #[must_use]
    pub fn all(seats: u8) -> Vec<Move> {
        let others = Seat::all(seats).map(SourcePile::DiscardOf);
        let piles = PACK
            .into_iter()
            .map(SourcePile::Hand)
            .chain([SourcePile::Reserve, SourcePile::Discard])
            .chain(others);
        let plays = piles.flat_map(|from| Foundation::ALL.map(|to| Move::Play { from, to }));
        plays.chain(PACK.into_iter().map(Move::Discard)).chain([Move::End]).collect()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play { from, to } => write!(f, "{from}>{to}"),
            Move::Discard(card) => write!(f, "/{card}"),
            Move::End => f.write_str("/-"),
        }
    }
}

impl fmt::Display for SourcePile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourcePile::Hand(card) => write!(f, "{card}"),
            SourcePile::Reserve => f.write_str("R"),
            SourcePile::Discard => f.write_str("D"),
            SourcePile::DiscardOf(seat) => write!(f, "D{seat}"),
        }
    }
}

/// The text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ParseMoveError {
    /// Neither a play nor the end of a turn.
    Form(String),
    /// The target is not a foundation.
    Foundation(String),
    /// The card that is played or discarded cannot be parsed.
    Card(ParseCardError),
}

impl ErrorText for ParseMoveError {
    fn text(&self) -> Text {
        match self {
            ParseMoveError::Form(text) => Text::with(
                "`{}` is not a move: play a card with Ah>2, R>1, D>3 or DB>2, and end a turn with /7c or /-",
                [Text::name(text)],
            ),
            ParseMoveError::Foundation(text) => Text::with(
                "`{}`: cards can be played only to foundations 1, 2 and 3 (S7)",
                [Text::name(text)],
            ),
            ParseMoveError::Card(error) => error.text(),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        if let Some(card) = text.strip_prefix('/') {
            return match card.trim() {
                "-" => Ok(Move::End),
                card => card.parse().map(Move::Discard).map_err(ParseMoveError::Card),
            };
        }
        let (from, to) = text.split_once('>').ok_or_else(|| ParseMoveError::Form(text.to_owned()))?;
        let number = to.trim().parse().ok();
        let to = number
            .and_then(Foundation::from_number)
            .ok_or_else(|| ParseMoveError::Foundation(text.to_owned()))?;
        Ok(Move::Play { from: from.trim().parse()?, to })
    }
}

impl FromStr for SourcePile {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<SourcePile, ParseMoveError> {
        let mut letters = text.chars().map(|letter| letter.to_ascii_uppercase());
        let pile = match (letters.next(), letters.next(), letters.next()) {
            (Some('R'), None, _) => Some(SourcePile::Reserve),
            (Some('D'), None, _) => Some(SourcePile::Discard),
            (Some('D'), Some(seat), None) => Seat::from_letter(seat).map(SourcePile::DiscardOf),
            _ => None,
        };
        pile.map_or_else(|| text.parse().map(SourcePile::Hand).map_err(ParseMoveError::Card), Ok)
    }
}

text::serde_as_text!(Move);
