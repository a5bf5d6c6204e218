use std::fmt;

use cards::Suit;
use games::klondike::{Column, Place};

use crate::shell::Named;

/// A pile as a whole: what cards can be dropped on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum PileName {
    Stock,
    Waste,
    Foundation(Suit),
    Column(Column),
}

/// In reading order: the upper row from the left, then the columns.
impl Named for PileName {
    fn all() -> impl Iterator<Item = PileName> {
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

/// A short name, for programs: `stock`, `foundation-h`, `column-5`.
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

impl Named for Place {
    fn all() -> impl Iterator<Item = Place> {
        // The longest column has six face-down cards and a run from king to ace.
        let column = |column| (0..=19).map(move |count| Place::Column(column, count));
        let upper = [Place::Stock, Place::Waste].into_iter().chain(Suit::ALL.map(Place::Foundation));
        upper.chain(Column::all().flat_map(column))
    }
}
