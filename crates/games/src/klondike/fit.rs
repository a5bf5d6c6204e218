//! Where a card may be placed: K19–K22, T5–T7, T16 and T17, without any other condition.

use cards::{Card, Rank};

use super::{ColumnCards, View};

impl View {
    /// Whether a card, or a build with this card at its bottom, may be placed on a column
    /// (K19–K21, T5–T7).
    #[must_use]
    pub fn fits_column(&self, card: Card, pile: &ColumnCards) -> bool {
        match pile.top() {
            Some(top) => stacks(card, top),
            None => pile.face_down == 0 && card.rank == Rank::King,
        }
    }

    /// Whether a card may be placed on its foundation (K22, T16, T17).
    #[must_use]
    pub fn fits_foundation(&self, card: Card) -> bool {
        self.foundations[card.suit] + 1 == card.rank.number()
    }
}

/// Whether a card may be placed on another one in a column: one rank lower and of the other
/// colour (K19; T5, T6).
pub(super) fn stacks(card: Card, on: Card) -> bool {
    card.rank.number() + 1 == on.rank.number() && card.colour() != on.colour()
}
