use std::fmt;
use std::str::FromStr;

use games::savannah::{Foundation, HAND};
use table::Seat;

/// What a player can point at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The stock.
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
pub enum Spot {
    Stock,
    Foundation(Foundation),
    Reserve(Seat),
    Discard(Seat),
    Hand,
}

impl Spot {
    /// All piles in the order in which they are read: the others' clockwise, the middle, and those of the seat at the screen.
    #[must_use]
    pub fn all(near: Seat, seats: u8) -> Vec<Spot> {
        let piles = |seat| [Spot::Reserve(seat), Spot::Discard(seat)];
        let mut all: Vec<Spot> = others(near, seats).into_iter().flat_map(piles).collect();
        all.push(Spot::Stock);
        all.extend(Foundation::ALL.map(Spot::Foundation));
        all.extend(piles(near));
        all.push(Spot::Hand);
        all
    }
}

/// The other seats, clockwise from the next.
pub(super) fn others(near: Seat, seats: u8) -> Vec<Seat> {
    std::iter::successors(Some(near.next(seats)), |seat| Some(seat.next(seats)))
        .take_while(|seat| *seat != near)
        .take(Seat::MOST)
        .collect()
}

impl From<Place> for Spot {
    fn from(place: Place) -> Spot {
        match place {
            Place::Stock => Spot::Stock,
            Place::Foundation(foundation) => Spot::Foundation(foundation),
            Place::Reserve(seat) => Spot::Reserve(seat),
            Place::Discard(seat) => Spot::Discard(seat),
            Place::Hand(_) => Spot::Hand,
        }
    }
}

/// A short name, for programs: `stock`, `foundation-2`, `reserve-B`, `hand`.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Stock => f.write_str("stock"),
            Spot::Foundation(foundation) => write!(f, "foundation-{foundation}"),
            Spot::Reserve(seat) => write!(f, "reserve-{seat}"),
            Spot::Discard(seat) => write!(f, "discard-{seat}"),
            Spot::Hand => f.write_str("hand"),
        }
    }
}

/// A short name, for programs. A card of the hand has its number, from 1: `hand-3`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(at) => write!(f, "hand-{}", at + 1),
            place => Spot::from(*place).fmt(f),
        }
    }
}

/// Text that names no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePlaceError;

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        let (pile, which) = text.split_once('-').unwrap_or((text, ""));
        let number = || which.parse::<u8>().map_err(|_| ParsePlaceError);
        let seat = || which.parse::<Seat>().map_err(|_| ParsePlaceError);
        match pile {
            "stock" if which.is_empty() => Ok(Place::Stock),
            "foundation" => Foundation::from_number(number()?).map(Place::Foundation).ok_or(ParsePlaceError),
            "reserve" => seat().map(Place::Reserve),
            "discard" => seat().map(Place::Discard),
            "hand" => match number()?.checked_sub(1) {
                Some(at) if usize::from(at) < HAND => Ok(Place::Hand(at)),
                _ => Err(ParsePlaceError),
            },
            _ => Err(ParsePlaceError),
        }
    }
}

#[cfg(test)]
mod tests {
    use games::savannah::Foundation;
    use table::Seat;

    use super::{Place, Spot, others};

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
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for text in ["", "hand-0", "hand-5", "foundation-4", "reserve-I", "reserve", "stock-1", "waste"] {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_others_are_read_clockwise_and_the_own_piles_last() {
        let c = Seat::new(2).unwrap();
        let seats: String = others(c, 4).into_iter().map(Seat::letter).collect();
        assert_eq!(seats, "DAB");
        let all = Spot::all(c, 4);
        assert_eq!(all.len(), 13);
        assert_eq!(all[10..], [Spot::Reserve(c), Spot::Discard(c), Spot::Hand]);
    }
}
