use std::fmt;

use cards::Suit;
use games::klondike::{Column, Place};

/// A pile as a whole: where cards can be put down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Spot {
    Stock,
    Waste,
    Foundation(Suit),
    Column(Column),
}

impl Spot {
    /// All piles in the order in which they are read: the upper row from the left, then the columns.
    pub fn all() -> impl Iterator<Item = Spot> {
        let foundations = Suit::ALL.into_iter().map(Spot::Foundation);
        [Spot::Stock, Spot::Waste].into_iter().chain(foundations).chain(Column::all().map(Spot::Column))
    }
}

impl From<Place> for Spot {
    fn from(place: Place) -> Spot {
        match place {
            Place::Stock => Spot::Stock,
            Place::Waste => Spot::Waste,
            Place::Foundation(suit) => Spot::Foundation(suit),
            Place::Column(column, _) => Spot::Column(column),
        }
    }
}

/// A short name, for programs: `stock`, `waste`, `foundation-h`, `column-5`.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Stock => f.write_str("stock"),
            Spot::Waste => f.write_str("waste"),
            Spot::Foundation(suit) => write!(f, "foundation-{suit}"),
            Spot::Column(column) => write!(f, "column-{column}"),
        }
    }
}
