use std::fmt;

use cards::Suit;
use games::klondike::{Column, Place};

use crate::shell::Named;

/// A pile as a whole: what cards can be dropped on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Pile {
    Stock,
    Waste,
    Foundation(Suit),
    Column(Column),
}

/// In reading order: the upper row from the left, then the columns.
impl Named for Pile {
    fn all() -> impl Iterator<Item = Pile> {
        let foundations = Suit::ALL.into_iter().map(Pile::Foundation);
        let upper = [Pile::Stock, Pile::Waste].into_iter().chain(foundations);
        upper.chain(Column::all().map(Pile::Column))
    }
}

impl From<Place> for Pile {
    fn from(place: Place) -> Pile {
        match place {
            Place::Stock => Pile::Stock,
            Place::Waste => Pile::Waste,
            Place::Foundation(suit) => Pile::Foundation(suit),
            Place::Column(column, _) => Pile::Column(column),
        }
    }
}

/// A short name, for programs: `stock`, `foundation-h`, `column-5`.
impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pile::Stock => f.write_str("stock"),
            Pile::Waste => f.write_str("waste"),
            Pile::Foundation(suit) => write!(f, "foundation-{suit}"),
            Pile::Column(column) => write!(f, "column-{column}"),
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
