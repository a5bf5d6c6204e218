use arrayvec::ArrayVec;
use cards::{Card, Rank};
use serde::{Deserialize, Serialize};

/// A column as the player sees it: a number of face-down cards with a run of face-up cards on top.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ColumnCards {
    /// How many cards are face down.
    pub face_down: u8,
    /// The face-up cards, the highest first. Each is one rank lower than the one before and of
    /// the other colour.
    pub face_up: ArrayVec<Card, 13>,
}

impl ColumnCards {
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

    /// The top card, if it is face up.
    #[must_use]
    pub fn top(&self) -> Option<Card> {
        self.face_up.last().copied()
    }

    /// Whether the top card is face down.
    #[must_use]
    pub fn has_face_down_top(&self) -> bool {
        self.face_up.is_empty() && self.face_down > 0
    }

    /// Whether the whole column is a face-up run that starts with a king. Moving it to an empty
    /// column changes nothing (R6).
    #[must_use]
    pub fn is_run_from_king(&self) -> bool {
        self.face_down == 0 && self.face_up.first().is_some_and(|card| card.rank == Rank::King)
    }

    /// The bottom card of a build of `count` cards, if that many are face up.
    #[must_use]
    pub fn build(&self, count: u8) -> Option<Card> {
        self.face_up.len().checked_sub(usize::from(count)).and_then(|at| self.face_up.get(at)).copied()
    }
}
