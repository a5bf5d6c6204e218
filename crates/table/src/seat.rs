use std::fmt;
use std::str::FromStr;

use text::Text;

/// A seat at the table, A to H.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The largest number of seats at a table.
    pub const COUNT: usize = 8;

    /// The first seat, and the only one in a game for one player.
    pub const A: Seat = Seat(0);

    /// The seat with this number, from 0 to 7.
    #[must_use]
    pub const fn new(number: u8) -> Option<Seat> {
        if (number as usize) < Seat::COUNT { Some(Seat(number)) } else { None }
    }

    /// The number of the seat, from 0 to 7.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// All seats of a table with `count` seats, at most eight.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..count.min(Seat::COUNT as u8)).map(Seat)
    }

    /// The next seat clockwise at a table with `count` seats.
    #[must_use]
    pub const fn next(self, count: u8) -> Seat {
        if self.0 + 1 < count { Seat(self.0 + 1) } else { Seat(0) }
    }

    /// The other seats of a table with `count` seats, clockwise from the next one.
    #[must_use]
    pub fn others(self, count: u8) -> Vec<Seat> {
        std::iter::successors(Some(self.next(count)), |seat| Some(seat.next(count)))
            .take_while(|seat| *seat != self)
            .take(Seat::COUNT)
            .collect()
    }

    /// The letter of the seat, A to H.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The seat with this letter, in upper or lower case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Seat> {
        match letter.to_ascii_uppercase() {
            letter @ 'A'..='H' => Some(Seat(letter as u8 - b'A')),
            _ => None,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl From<Seat> for Text {
    fn from(seat: Seat) -> Text {
        Text::player(seat.number() as u8)
    }
}

/// The text is not a seat.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no seat: seats are A to H")]
pub struct ParseSeatError(String);

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Seat::from_letter), letters.next()) {
            (Some(seat), None) => Ok(seat),
            _ => Err(ParseSeatError(text.to_owned())),
        }
    }
}

text::serde_as_text!(Seat);
