use arrayvec::ArrayVec;
use cards::{Card, Rank};
use serde::{Deserialize, Serialize};

/// A column as the player sees it: a number of face-down cards, and on them a run of face-up ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pile {
    /// How many cards lie face down.
    pub face_down: u8,
    /// The face-up cards, the highest first; each is the next lower rank of the other colour.
    pub face_up: ArrayVec<Card, 13>,
}

impl Pile {
    /// How many cards it has.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.face_down) + self.face_up.len()
    }

    /// Whether it has no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.face_down == 0 && self.face_up.is_empty()
    }

    /// Its top card, if that is face up.
    #[must_use]
    pub fn top(&self) -> Option<Card> {
        self.face_up.last().copied()
    }

    /// Whether its top card is face down.
    #[must_use]
    pub fn to_turn(&self) -> bool {
        self.face_up.is_empty() && self.face_down > 0
    }

    /// Whether it is nothing but a run from a king down: moving it to an empty column changes nothing (R6).
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.face_down == 0 && self.face_up.first().is_some_and(|card| card.rank == Rank::King)
    }

    /// The card on which a build of that many cards ends, counted from the top.
    #[must_use]
    pub fn build(&self, count: u8) -> Option<Card> {
        self.face_up.len().checked_sub(usize::from(count)).and_then(|at| self.face_up.get(at)).copied()
    }
}
