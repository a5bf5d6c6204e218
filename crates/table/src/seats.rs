use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Seat;

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// Whether the set contains the seat.
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.number()) != 0
    }

    /// The number of seats in the set.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, in order from A.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::COUNT as u8).filter(move |seat| self.has(*seat))
    }
}

impl From<Seat> for Seats {
    fn from(seat: Seat) -> Seats {
        Seats(1 << seat.number())
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        Seats(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat.number()))
    }
}

impl From<Vec<Seat>> for Seats {
    fn from(seats: Vec<Seat>) -> Seats {
        seats.into_iter().collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Vec<Seat> {
        seats.iter().collect()
    }
}

/// The letters of the seats: `AC`.
impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|seat| write!(f, "{seat}"))
    }
}
