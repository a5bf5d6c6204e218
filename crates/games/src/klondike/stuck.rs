//! Stuck, as a player means it (R3).

use cards::{Card, Suit};
use table::{Seat, Turn, View as _};

use super::{Column, Moves, Stock, View};

impl View {
    /// Whether it is proved, from what the player has seen, that no card can go to a column or a foundation and none can be
    /// turned, whatever is drawn or turned over (R3). Moves that change nothing (R6) do not count.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        if self.turn() != Turn::Seat(Seat::A) {
            return false;
        }
        let Some(drawable) = self.drawable() else { return false };
        let placed = |card: Card| self.fits_foundation(card) || self.takers(card).next().is_some();
        !drawable.into_iter().any(placed) && !self.column_moves() && !self.back_moves()
    }

    /// Every card that is on top of the waste now or that drawing alone can bring there; `None` if one of them is unseen.
    fn drawable(&self) -> Option<Vec<Card>> {
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

    fn column_moves(&self) -> bool {
        self.columns.iter().any(|(from, pile)| {
            let up = pile.top().is_some_and(|card| self.fits_foundation(card));
            let movable = match self.config.moves() {
                Moves::Builds => &pile.face_up[..],
                Moves::One => &pile.face_up[pile.face_up.len().saturating_sub(1)..],
            };
            let goes = |card: &Card, to: Column| {
                let changes_nothing =
                    pile.is_settled() && pile.face_up.first() == Some(card) && self.columns[to].is_empty();
                to != from && !changes_nothing && self.fits_column(*card, &self.columns[to])
            };
            pile.to_turn() || up || movable.iter().any(|card| Column::all().any(|to| goes(card, to)))
        })
    }

    fn back_moves(&self) -> bool {
        let tops = Suit::ALL.into_iter().filter_map(|suit| self.foundation_top(suit));
        self.config.back() && tops.into_iter().any(|card| self.takers(card).next().is_some())
    }
}
