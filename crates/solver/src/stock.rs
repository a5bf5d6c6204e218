//! Which stock cards can be played, and what drawing them changes.

use crate::abstract_state::{AbstractState, Board};
use crate::bits::{Bit, Set, bits};

/// How the cards of the stock can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StockAccess {
    /// Each card at any time: one card is drawn at a time, and the number of passes is unlimited.
    AnyOrder,
    /// By drawing this many cards at once. Those that are available on the [`Board`] need no
    /// drawing.
    Draw(u8),
}

/// How far the stock has been drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct DrawState {
    /// How many of the stock's cards lie on the waste.
    pub(crate) offset: u8,
    /// How often the waste may still be turned over, or [`DrawState::UNLIMITED`].
    pub(crate) redeals: u8,
}

impl DrawState {
    /// Any number of redeals. No game can use more than one for each of the 24 stock cards: a
    /// redeal after which no card is taken changes nothing.
    pub(crate) const UNLIMITED: u8 = 25;
}

impl Board {
    /// Calls `found` for each stock card of a set that drawing can bring to the top of the waste,
    /// in stock order, with the draw state after it is taken.
    pub(crate) fn for_each_drawable(
        &self,
        state: &AbstractState,
        draw: u8,
        cards: Set,
        mut found: impl FnMut(Bit, DrawState),
    ) {
        let DrawState { offset, redeals } = state.draw_state;
        let redeals_after_one =
            if redeals == DrawState::UNLIMITED { redeals } else { redeals.saturating_sub(1) };
        let count = self.draw_only_count(state);
        let places = bits(cards).fold(0, |places, card| places | 1 << self.stock_places[usize::from(card)]);
        for place in bits(places & u64::from(self.draw_only)) {
            let index = (state.stock_left & ((1 << place) - 1)).count_ones() as u8;
            // How many cards lie on the waste when this one is on top.
            let drawn = index + 1;
            let is_last = drawn == count;
            let from_start = is_last || drawn.is_multiple_of(draw);
            let in_this_pass = is_last
                || if offset == 0 {
                    from_start
                } else {
                    drawn >= offset && (drawn - offset).is_multiple_of(draw)
                };
            if in_this_pass || (redeals > 0 && from_start) {
                // If the card can be reached without a redeal, using one is never better.
                let redeals = if in_this_pass { redeals } else { redeals_after_one };
                found(self.stock_order[usize::from(place)], DrawState { offset: index, redeals });
            }
        }
    }

    /// With unlimited passes, sets the offset to 0 if drawing from the start leads to it: the two
    /// positions can reach each other.
    pub(crate) fn normalize_draw_state(&self, state: &mut AbstractState, draw: u8) {
        let DrawState { offset, redeals } = state.draw_state;
        if redeals == DrawState::UNLIMITED
            && (offset.is_multiple_of(draw) || offset >= self.draw_only_count(state))
        {
            state.draw_state.offset = 0;
        }
    }

    /// How many cards are left that have to be drawn. They lie before all others.
    const fn draw_only_count(&self, state: &AbstractState) -> u8 {
        (state.stock_left & self.draw_only).count_ones() as u8
    }
}
