use crate::bits::{Bit, Set, bits};
use crate::loose::{Board, Loose};

/// Which cards of the stock can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Each at any time: one card is drawn at a time, and the passes have no end.
    All,
    /// Those that drawing so many at once brings to the top of the waste, and those that the board has at hand.
    Drawn(u8),
}

/// Where drawing stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Drawn {
    /// How many of the stock's cards lie on the waste.
    pub(crate) offset: u8,
    /// How often the waste may still be turned over, up to [`Drawn::ENDLESS`].
    pub(crate) redeals: u8,
}

impl Drawn {
    /// As often as wanted. No game can use more than one redeal for each of the 24 cards of the stock, since one after which
    /// no card is taken changes nothing.
    pub(crate) const ENDLESS: u8 = 25;
}

impl Board {
    /// Those of a set of stock cards that drawing brings to the top of the waste, in their order, each with where drawing stands once it
    /// is taken.
    pub(crate) fn drawable(&self, state: &Loose, draw: u8, cards: Set, mut found: impl FnMut(Bit, Drawn)) {
        let Drawn { offset, redeals } = state.drawn;
        let rest = if redeals == Drawn::ENDLESS { redeals } else { redeals.saturating_sub(1) };
        let all = self.to_draw(state);
        let places = bits(cards).fold(0, |places, card| places | 1 << self.places[usize::from(card)]);
        for place in bits(places & u64::from(self.drawn)) {
            let index = (state.left & ((1 << place) - 1)).count_ones() as u8;
            // How many cards lie on the waste when this one is its top.
            let drawn = index + 1;
            let (last, next) = (drawn == all, drawn.is_multiple_of(draw));
            let in_this = last
                || if offset == 0 { next } else { drawn >= offset && (drawn - offset).is_multiple_of(draw) };
            if in_this || (redeals > 0 && (last || next)) {
                // A card that is reached without a redeal need not be reached with one.
                let redeals = if in_this { redeals } else { rest };
                found(self.order[usize::from(place)], Drawn { offset: index, redeals });
            }
        }
    }

    /// Without an end to the passes, where drawing from the start comes by is as good as the start.
    pub(crate) fn rewind(&self, state: &mut Loose, draw: u8) {
        let Drawn { offset, redeals } = state.drawn;
        if redeals == Drawn::ENDLESS && (offset.is_multiple_of(draw) || offset >= self.to_draw(state)) {
            state.drawn.offset = 0;
        }
    }

    /// How many cards are left that come up by drawing only. They lie before all others.
    const fn to_draw(&self, state: &Loose) -> u8 {
        (state.left & self.drawn).count_ones() as u8
    }
}
