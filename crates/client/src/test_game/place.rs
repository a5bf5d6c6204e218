use std::fmt;
use std::str::FromStr;

use table::Seat;

/// What a player can point at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The hand of another player.
    Other(Seat),
    /// The stock.
    Stock,
    /// The cards on the table.
    Table,
    /// A card of the hand at the screen, from 0.
    Hand(u8),
}

/// A whole pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PileName {
    Other(Seat),
    Stock,
    Table,
    Hand,
}

impl From<Place> for PileName {
    fn from(place: Place) -> PileName {
        match place {
            Place::Other(seat) => PileName::Other(seat),
            Place::Stock => PileName::Stock,
            Place::Table => PileName::Table,
            Place::Hand(_) => PileName::Hand,
        }
    }
}

/// A short identifier: `stock`, `other-B`.
impl fmt::Display for PileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PileName::Other(seat) => write!(f, "other-{seat}"),
            PileName::Stock => f.write_str("stock"),
            PileName::Table => f.write_str("table"),
            PileName::Hand => f.write_str("hand"),
        }
    }
}

/// A short identifier: `stock`, `hand-0`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(at) => write!(f, "hand-{at}"),
            place => PileName::from(*place).fmt(f),
        }
    }
}

/// The text is not a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePlaceError;

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        match text.split_once('-') {
            Some(("hand", at)) => at.parse().map(Place::Hand).map_err(|_| ParsePlaceError),
            _ => match text.parse()? {
                PileName::Other(seat) => Ok(Place::Other(seat)),
                PileName::Stock => Ok(Place::Stock),
                PileName::Table => Ok(Place::Table),
                PileName::Hand => Err(ParsePlaceError),
            },
        }
    }
}

impl FromStr for PileName {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<PileName, ParsePlaceError> {
        match (text, text.strip_prefix("other-")) {
            ("stock", _) => Ok(PileName::Stock),
            ("table", _) => Ok(PileName::Table),
            ("hand", _) => Ok(PileName::Hand),
            (_, Some(seat)) => seat.parse().map(PileName::Other).map_err(|_| ParsePlaceError),
            _ => Err(ParsePlaceError),
        }
    }
}
