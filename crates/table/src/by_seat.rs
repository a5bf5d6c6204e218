use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::Seat;

/// One value for each seat of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(ArrayVec<T, { Seat::COUNT }>);

impl<T> BySeat<T> {
    /// Creates one value for each of `count` seats, at most eight.
    pub fn new(count: u8, value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::all(count).map(value).collect())
    }

    /// How many seats there are.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.0.len() as u8
    }

    /// Whether the table has this seat.
    #[must_use]
    pub fn has(&self, seat: Seat) -> bool {
        seat.number() < self.0.len()
    }

    /// The seat's value; `None` if the table has no such seat.
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.number())
    }

    /// The seats and their values, in order from A.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::all(self.seats()).zip(&self.0)
    }

    /// The seats and their values, in order from A, mutable.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        Seat::all(self.seats()).zip(&mut self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.number()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.number()]
    }
}
