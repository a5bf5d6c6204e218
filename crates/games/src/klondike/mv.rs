use std::fmt;
use std::str::FromStr;

use cards::Suit;
use text::{ErrorText, Text};

use super::Column;

/// A move of Klondike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// `d`: draw from the stock to the waste (K9).
    Draw,
    /// `r`: turn over the waste; it becomes the new stock (K16).
    Redeal,
    /// `w3`: move the top of the waste to a column (K10).
    WasteToColumn {
        /// The target column.
        to: Column,
    },
    /// `wf`: move the top of the waste to its foundation (K11).
    WasteToFoundation,
    /// `52`, `52:3`: move one or three cards from column 5 to column 2 (K12, K13).
    ColumnToColumn {
        /// The source column.
        from: Column,
        /// The target column.
        to: Column,
        /// The number of cards.
        count: u8,
    },
    /// `3f`: move the top of a column to its foundation (K14).
    ColumnToFoundation {
        /// The source column.
        from: Column,
    },
    /// `t3`: turn up the face-down top card of a column (K15).
    Turn {
        /// The column.
        column: Column,
    },
    /// `fh3`: move the top of the hearts foundation back to a column (R4).
    FoundationToColumn {
        /// The suit of the foundation.
        from: Suit,
        /// The target column.
        to: Column,
    },
}

impl Move {
    /// Every move that has a notation, legal or not.
    #[must_use]
    pub fn all() -> Vec<Move> {
        let mut moves = vec![Move::Draw, Move::Redeal, Move::WasteToFoundation];
        for from in Column::all() {
            moves.extend([
                Move::WasteToColumn { to: from },
                Move::ColumnToFoundation { from },
                Move::Turn { column: from },
            ]);
            moves.extend(Suit::ALL.map(|suit| Move::FoundationToColumn { from: suit, to: from }));
            for to in Column::all() {
                moves.extend((0..=14).map(|count| Move::ColumnToColumn { from, to, count }));
            }
        }
        moves
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Draw => f.write_str("d"),
            Move::Redeal => f.write_str("r"),
            Move::WasteToColumn { to } => write!(f, "w{to}"),
            Move::WasteToFoundation => f.write_str("wf"),
            Move::ColumnToColumn { from, to, count: 1 } => write!(f, "{from}{to}"),
            Move::ColumnToColumn { from, to, count } => write!(f, "{from}{to}:{count}"),
            Move::ColumnToFoundation { from } => write!(f, "{from}f"),
            Move::Turn { column } => write!(f, "t{column}"),
            Move::FoundationToColumn { from, to } => write!(f, "f{from}{to}"),
        }
    }
}

/// The text is not a move of Klondike.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub struct ParseMoveError(String);

impl ErrorText for ParseMoveError {
    fn text(&self) -> Text {
        Text::with(
            "`{}` is not a move: moves look like d, r, w3, wf, 52, 52:3, 3f, t3, fh3",
            [Text::name(&self.0)],
        )
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        parse(text).ok_or_else(|| ParseMoveError(text.chars().take(40).collect()))
    }
}

fn parse(text: &str) -> Option<Move> {
    let mut letters = text.chars();
    let mut next = || letters.next().map(|letter| letter.to_ascii_lowercase());
    let column = |letter: Option<char>| letter.and_then(Column::from_digit);
    let mv = match (next()?, next()) {
        ('d', None) => Move::Draw,
        ('r', None) => Move::Redeal,
        ('w', Some('f')) => Move::WasteToFoundation,
        ('w', to) => Move::WasteToColumn { to: column(to)? },
        ('t', to) => Move::Turn { column: column(to)? },
        ('f', suit) => {
            Move::FoundationToColumn { from: suit.and_then(Suit::from_letter)?, to: column(next())? }
        }
        (from, Some('f')) => Move::ColumnToFoundation { from: Column::from_digit(from)? },
        (from, to) => {
            let count = match next() {
                None => 1,
                Some(':') => return build(Column::from_digit(from)?, column(to)?, letters.as_str()),
                Some(_) => return None,
            };
            Move::ColumnToColumn { from: Column::from_digit(from)?, to: column(to)?, count }
        }
    };
    next().is_none().then_some(mv)
}

fn build(from: Column, to: Column, count: &str) -> Option<Move> {
    let digits = count.bytes().all(|byte| byte.is_ascii_digit());
    let count = count.parse().ok().filter(|_| digits)?;
    Some(Move::ColumnToColumn { from, to, count })
}

text::serde_as_text!(Move);

#[cfg(test)]
mod tests {
    use super::Move;

    #[test]
    fn every_move_is_read_back() {
        for mv in Move::all() {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.to_string().to_uppercase().parse(), Ok(mv));
        }
    }

    #[test]
    fn other_text_is_not_a_move() {
        for text in
            ["", "x", "w", "w8", "w0", "5", "58", "52:", "52:+3", "52:300", "523", "fh", "fx3", "dd", "é2"]
        {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
