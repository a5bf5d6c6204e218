use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::Suit;

/// One value for each suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySuit<T>(pub [T; 4]);

impl<T> BySuit<T> {
    /// Each suit with its value, in the order of [`Suit::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Suit, &T)> {
        Suit::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Suit> for BySuit<T> {
    type Output = T;

    fn index(&self, suit: Suit) -> &T {
        &self.0[suit as usize]
    }
}

impl<T> IndexMut<Suit> for BySuit<T> {
    fn index_mut(&mut self, suit: Suit) -> &mut T {
        &mut self.0[suit as usize]
    }
}
