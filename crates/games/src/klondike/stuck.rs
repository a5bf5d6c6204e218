//! Detects stuck games, in the sense in which players use the word (R3).

use cards::{Card, Suit};
use table::{Seat, Turn, View as _};

use super::{Column, Moves, Stock, View};

impl View {
    /// Whether the cards that the player has seen prove that no card can ever be moved to a column
    /// or a foundation or be turned up, however often the player draws (R3). Moves that change
    /// nothing (R6) do not count.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        if self.turn() != Turn::Seat(Seat::A) {
            return false;
        }
        let Some(waste_tops_in_reach) = self.waste_tops_in_reach() else { return false };
        let placed = |card: Card| self.fits_foundation(card) || self.columns_for(card).next().is_some();
        !waste_tops_in_reach.into_iter().any(placed) && !self.has_column_move() && !self.has_move_back()
    }

    /// All cards that are on top of the waste now or can get there by drawing alone; `None` if one
    /// of them is unseen.
    fn waste_tops_in_reach(&self) -> Option<Vec<Card>> {
        let stock: &[Card] = match &self.stock {
            Stock::Unseen(0) => &[],
            Stock::Unseen(_) => return None,
            Stock::Seen(cards) => cards,
        };
        let step = usize::from(self.config.draw());
        let in_order: Vec<Card> = stock.iter().rev().copied().collect();
        let mut tops: Vec<Card> = self.waste.last().copied().into_iter().collect();
        tops.extend(in_order.chunks(step).filter_map(<[Card]>::last));
        if self.has_pass_left() {
            let whole: Vec<Card> = self.waste.iter().copied().chain(in_order).collect();
            tops.extend(whole.chunks(step).filter_map(<[Card]>::last));
        }
        Some(tops)
    }

    fn has_column_move(&self) -> bool {
        self.columns.iter().any(|(from, pile)| {
            let up = pile.top().is_some_and(|card| self.fits_foundation(card));
            let movable = match self.config.moves() {
                Moves::Builds => &pile.face_up[..],
                Moves::One => &pile.face_up[pile.face_up.len().saturating_sub(1)..],
            };
            let goes = |card: &Card, to: Column| {
                let changes_nothing = pile.is_run_from_king()
                    && pile.face_up.first() == Some(card)
                    && self.columns[to].is_empty();
                to != from && !changes_nothing && self.fits_column(*card, &self.columns[to])
            };
            pile.has_face_down_top()
                || up
                || movable.iter().any(|card| Column::all().any(|to| goes(card, to)))
        })
    }

    fn has_move_back(&self) -> bool {
        let tops = Suit::ALL.into_iter().filter_map(|suit| self.foundation_top(suit));
        self.config.back() && tops.into_iter().any(|card| self.columns_for(card).next().is_some())
    }
}
