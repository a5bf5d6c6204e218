use std::fmt;
use std::str::FromStr;

use cards::Suit;
use games::klondike::{Column, ParsePlaceError, Place};

/// A whole pile, as a drop target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum PileName {
    Stock,
    Waste,
    Foundation(Suit),
    Column(Column),
}

impl PileName {
    /// All piles in reading order: the upper row from the left, then the columns.
    pub fn all() -> impl Iterator<Item = PileName> {
        let foundations = Suit::ALL.into_iter().map(PileName::Foundation);
        let upper = [PileName::Stock, PileName::Waste].into_iter().chain(foundations);
        upper.chain(Column::all().map(PileName::Column))
    }
}

impl From<Place> for PileName {
    fn from(place: Place) -> PileName {
        match place {
            Place::Stock => PileName::Stock,
            Place::Waste => PileName::Waste,
            Place::Foundation(suit) => PileName::Foundation(suit),
            Place::Column(column, _) => PileName::Column(column),
        }
    }
}

/// A short identifier: `stock`, `foundation-h`, `column-5`.
impl fmt::Display for PileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PileName::Stock => f.write_str("stock"),
            PileName::Waste => f.write_str("waste"),
            PileName::Foundation(suit) => write!(f, "foundation-{suit}"),
            PileName::Column(column) => write!(f, "column-{column}"),
        }
    }
}

impl FromStr for PileName {
    type Err = ParsePlaceError;

    fn from_str(name: &str) -> Result<PileName, ParsePlaceError> {
        PileName::all().find(|pile| pile.to_string() == name).ok_or(ParsePlaceError)
    }
}
