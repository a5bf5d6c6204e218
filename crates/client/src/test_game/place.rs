use std::fmt;

use games::test_game::HAND;
use table::Seat;

use crate::shell::Named;

/// What a player can point at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// The hand of another player.
    Other(Seat),
    /// The stock.
    #[default]
    Stock,
    /// The cards on the table.
    Table,
    /// A card of the hand at the screen, from 0.
    Hand(u8),
}

/// A pile as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Pile {
    Other(Seat),
    Stock,
    Table,
    Hand,
}

impl From<Place> for Pile {
    fn from(place: Place) -> Pile {
        match place {
            Place::Other(seat) => Pile::Other(seat),
            Place::Stock => Pile::Stock,
            Place::Table => Pile::Table,
            Place::Hand(_) => Pile::Hand,
        }
    }
}

/// A short name, for programs: `stock`, `other-B`.
impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pile::Other(seat) => write!(f, "other-{seat}"),
            Pile::Stock => f.write_str("stock"),
            Pile::Table => f.write_str("table"),
            Pile::Hand => f.write_str("hand"),
        }
    }
}

/// A short name, for programs: `stock`, `hand-0`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(at) => write!(f, "hand-{at}"),
            place => Pile::from(*place).fmt(f),
        }
    }
}

impl Named for Place {
    fn all() -> impl Iterator<Item = Place> {
        let others = Seat::all(Seat::COUNT as u8).map(Place::Other);
        others.chain([Place::Stock, Place::Table]).chain((0..HAND as u8).map(Place::Hand))
    }
}

impl Named for Pile {
    fn all() -> impl Iterator<Item = Pile> {
        let others = Seat::all(Seat::COUNT as u8).map(Pile::Other);
        others.chain([Pile::Stock, Pile::Table, Pile::Hand])
    }
}
