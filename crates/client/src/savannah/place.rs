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

/// A whole pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum PileName {
    Stock,
    Foundation(Foundation),
    Reserve(Seat),
    Discard(Seat),
    Hand,
}

impl PileName {
    /// All piles in reading order: the other players' clockwise, the middle, then those of the player at the
    /// screen.
    #[must_use]
    pub fn all(near: Seat, seats: u8) -> Vec<PileName> {
        let piles = |seat| [PileName::Reserve(seat), PileName::Discard(seat)];
        let mut all: Vec<PileName> = near.others(seats).into_iter().flat_map(piles).collect();
        all.push(PileName::Stock);
        all.extend(Foundation::ALL.map(PileName::Foundation));
        all.extend(piles(near));
        all.push(PileName::Hand);
        all
    }
}

impl From<Place> for PileName {
    fn from(place: Place) -> PileName {
        match place {
            Place::Stock => PileName::Stock,
            Place::Foundation(foundation) => PileName::Foundation(foundation),
            Place::Reserve(seat) => PileName::Reserve(seat),
            Place::Discard(seat) => PileName::Discard(seat),
            Place::Hand(_) => PileName::Hand,
        }
    }
}

/// A short identifier: `stock`, `foundation-2`, `reserve-B`, `hand`.
impl fmt::Display for PileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PileName::Stock => f.write_str("stock"),
            PileName::Foundation(foundation) => write!(f, "foundation-{foundation}"),
            PileName::Reserve(seat) => write!(f, "reserve-{seat}"),
            PileName::Discard(seat) => write!(f, "discard-{seat}"),
            PileName::Hand => f.write_str("hand"),
        }
    }
}

/// A short identifier. A card of the hand has its number, from 1: `hand-3`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(at) => write!(f, "hand-{}", at + 1),
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

impl FromStr for PileName {
    type Err = ParsePlaceError;

    fn from_str(name: &str) -> Result<PileName, ParsePlaceError> {
        match name {
            "hand" => Ok(PileName::Hand),
            name => name.parse().map(|place: Place| place.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use games::savannah::Foundation;
    use table::Seat;

    use super::{PileName, Place};

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
    fn piles_of_others_are_read_clockwise_and_the_players_own_last() {
        let c = Seat::new(2).unwrap();
        let seats: String = c.others(4).into_iter().map(Seat::letter).collect();
        assert_eq!(seats, "DAB");
        let all = PileName::all(c, 4);
        assert_eq!(all.len(), 13);
        assert_eq!(all[10..], [PileName::Reserve(c), PileName::Discard(c), PileName::Hand]);
    }
}
