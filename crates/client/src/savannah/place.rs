use std::fmt;

use games::savannah::{Foundation, HAND};
use table::Seat;

use crate::shell::Named;

/// What a player can point at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// The stock.
    #[default]
    Stock,
    /// A foundation.
    Foundation(Foundation),
    /// The top of a seat's reserve.
    Reserve(Seat),
    /// The top of a seat's discard.
    Discard(Seat),
    /// A card of the hand at the screen, from 0.
    Hand(u8),
}

/// A pile as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Pile {
    Stock,
    Foundation(Foundation),
    Reserve(Seat),
    Discard(Seat),
    Hand,
}

impl Pile {
    /// The piles of a table in the order in which they are read: the others' clockwise, the middle, and those
    /// of the seat at the screen.
    #[must_use]
    pub fn at_table(near: Seat, seats: u8) -> Vec<Pile> {
        let piles = |seat| [Pile::Reserve(seat), Pile::Discard(seat)];
        let mut all: Vec<Pile> = near.others(seats).into_iter().flat_map(piles).collect();
        all.push(Pile::Stock);
        all.extend(Foundation::ALL.map(Pile::Foundation));
        all.extend(piles(near));
        all.push(Pile::Hand);
        all
    }
}

impl From<Place> for Pile {
    fn from(place: Place) -> Pile {
        match place {
            Place::Stock => Pile::Stock,
            Place::Foundation(foundation) => Pile::Foundation(foundation),
            Place::Reserve(seat) => Pile::Reserve(seat),
            Place::Discard(seat) => Pile::Discard(seat),
            Place::Hand(_) => Pile::Hand,
        }
    }
}

/// A short name, for programs: `stock`, `foundation-2`, `reserve-B`, `hand`.
impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pile::Stock => f.write_str("stock"),
            Pile::Foundation(foundation) => write!(f, "foundation-{foundation}"),
            Pile::Reserve(seat) => write!(f, "reserve-{seat}"),
            Pile::Discard(seat) => write!(f, "discard-{seat}"),
            Pile::Hand => f.write_str("hand"),
        }
    }
}

/// A short name, for programs. A card of the hand has its number, from 1: `hand-3`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(at) => write!(f, "hand-{}", at + 1),
            place => Pile::from(*place).fmt(f),
        }
    }
}

impl Named for Place {
    fn all() -> impl Iterator<Item = Place> {
        let seats =
            Seat::all(Seat::COUNT as u8).flat_map(|seat| [Place::Reserve(seat), Place::Discard(seat)]);
        let foundations = Foundation::ALL.map(Place::Foundation);
        let hand = (0..HAND as u8).map(Place::Hand);
        [Place::Stock].into_iter().chain(foundations).chain(seats).chain(hand)
    }
}

impl Named for Pile {
    fn all() -> impl Iterator<Item = Pile> {
        Pile::at_table(Seat::A, Seat::COUNT as u8).into_iter()
    }
}

#[cfg(test)]
mod tests {
    use games::savannah::Foundation;
    use table::Seat;

    use super::{Named, Pile, Place};

    #[test]
    fn places_are_read_back() {
        let b = Seat::new(1).unwrap();
        let places = [
            Place::Stock,
            Place::Foundation(Foundation::Third),
            Place::Reserve(b),
            Place::Discard(Seat::A),
            Place::Hand(3),
        ];
        for place in places {
            assert_eq!(Place::from_name(&place.to_string()), Some(place));
        }
        for text in ["", "hand-0", "hand-5", "foundation-4", "reserve-I", "reserve", "stock-1", "waste"] {
            assert_eq!(Place::from_name(text), None, "{text}");
        }
    }

    #[test]
    fn the_others_are_read_clockwise_and_the_own_piles_last() {
        let c = Seat::new(2).unwrap();
        let seats: String = c.others(4).into_iter().map(Seat::letter).collect();
        assert_eq!(seats, "DAB");
        let all = Pile::at_table(c, 4);
        assert_eq!(all.len(), 13);
        assert_eq!(all[10..], [Pile::Reserve(c), Pile::Discard(c), Pile::Hand]);
    }
}
