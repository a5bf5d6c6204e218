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

/// A short name, for programs: `stock`, `other-B`.
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

/// A short name, for programs: `stock`, `hand-0`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(at) => write!(f, "hand-{at}"),
            place => PileName::from(*place).fmt(f),
        }
    }
}

impl Named for Place {
    fn all() -> impl Iterator<Item = Place> {
        let others = Seat::all(Seat::COUNT as u8).map(Place::Other);
        others.chain([Place::Stock, Place::Table]).chain((0..HAND as u8).map(Place::Hand))
    }
}

impl Named for PileName {
    fn all() -> impl Iterator<Item = PileName> {
        let others = Seat::all(Seat::COUNT as u8).map(PileName::Other);
        others.chain([PileName::Stock, PileName::Table, PileName::Hand])
    }
}
