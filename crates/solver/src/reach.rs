use crate::bits::{Bit, bits};
use crate::loose::{Board, Loose};

/// Which cards of the stock can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Each at any time: one card is drawn at a time, and the passes have no end.
    All,
    /// Those that drawing so many at once brings to the top of the waste.
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
    /// The cards that drawing brings to the top of the waste, each with where drawing stands once it is taken.
    pub(crate) fn drawable(&self, state: &Loose, draw: u8, mut found: impl FnMut(Bit, Drawn)) {
        let Drawn { offset, redeals } = state.drawn;
        let rest = if redeals == Drawn::ENDLESS { redeals } else { redeals.saturating_sub(1) };
        let all = state.left.count_ones() as u8;
        // How many cards are to come until this pass brings one to the top, and the next pass.
        let (mut now, mut next) = (if offset > 0 { offset } else { draw }, draw);
        for (index, place) in (0..all).zip(bits(u64::from(state.left))) {
            now -= 1;
            next -= 1;
            let last = index + 1 == all;
            let (in_this, in_next) = (now == 0 || last, redeals > 0 && (next == 0 || last));
            if in_this || in_next {
                // A card that is reached without a redeal need not be reached with one.
                let redeals = if in_this { redeals } else { rest };
                found(self.order[usize::from(place)], Drawn { offset: index, redeals });
            }
            if now == 0 {
                now = draw;
            }
            if next == 0 {
                next = draw;
            }
        }
    }

    /// Without an end to the passes, where drawing from the start comes by is as good as the start.
    pub(crate) fn rewind(&self, state: &mut Loose, draw: u8) {
        let Drawn { offset, redeals } = state.drawn;
        let all = state.left.count_ones() as u8;
        if redeals == Drawn::ENDLESS && (offset.is_multiple_of(draw) || offset == all) {
            state.drawn.offset = 0;
        }
    }
}
