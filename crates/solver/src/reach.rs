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
        let mut left: [Bit; 24] = [0; 24];
        let mut all = 0;
        for place in bits(u64::from(state.left)) {
            left[all] = self.order[usize::from(place)];
            all += 1;
        }
        let Drawn { offset, redeals } = state.drawn;
        let mut taken = 0_u32;
        let mut take = |index: usize, redeals: u8| {
            // A card that is reached without a redeal need not be reached with one.
            if taken & (1 << index) == 0 {
                taken |= 1 << index;
                found(left[index], Drawn { offset: index as u8, redeals });
            }
        };
        let step = usize::from(draw);
        let drawn = |from: usize| (from..all).step_by(step).map(move |at| (at + step).min(all) - 1);
        if offset > 0 {
            take(usize::from(offset) - 1, redeals);
        }
        drawn(usize::from(offset)).for_each(|index| take(index, redeals));
        if redeals > 0 {
            let rest = if redeals == Drawn::ENDLESS { redeals } else { redeals - 1 };
            drawn(0).for_each(|index| take(index, rest));
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
