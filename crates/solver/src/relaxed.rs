use crate::bits::{Bit, Set, above, one, rank, type_of};
use crate::loose::{Board, Loose};

impl Board {
    /// Whether some card can never be turned up, even if slots were never used up, every column could be emptied, and all that
    /// has been seen could go up: then the position is lost.
    ///
    /// What can be turned up in such a dream is a superset of what can be in the game: a bottom card leaves only for a slot,
    /// that is, when a card of the type above it is or will be face up or in the stock (or comes back, where cards do), or for
    /// its foundation, when all cards of its suit below it are there or will be. So what the dream never shows, the game never does.
    pub(crate) fn is_locked(&self, state: &Loose, back: bool) -> bool {
        let mut depths = state.depths;
        let mut there = state.stock | state.visible;
        let mut heights = [0; 4];
        for place in 0..4 {
            heights[usize::from(place)] = state.height(place);
            if back {
                there |= up_to(place, state.height(place));
            }
        }
        let mut waiting: u8 = (1 << self.width) - 1;
        loop {
            let before = there;
            for column in 0..self.width {
                if waiting & (1 << column) == 0 {
                    continue;
                }
                let mut depth = (depths >> (3 * column)) & 7;
                while depth > 1 {
                    let card = self.columns[usize::from(column)][depth as usize - 1];
                    if !self.may_leave(card, there, &mut heights) {
                        break;
                    }
                    depth -= 1;
                    there |= one(self.columns[usize::from(column)][depth as usize - 1]);
                }
                depths = (depths & !(7 << (3 * column))) | depth << (3 * column);
                if depth <= 1 {
                    waiting &= !(1 << column);
                }
            }
            if waiting == 0 {
                return false;
            }
            if there == before {
                return true;
            }
        }
    }

    fn may_leave(&self, card: Bit, there: Set, heights: &mut [u8; 4]) -> bool {
        if rank(card) == self.king || there & type_of(above(card)) != 0 {
            return true;
        }
        let height = &mut heights[usize::from(card % 4)];
        while *height <= rank(card) && there & one(*height * 4 + card % 4) != 0 {
            *height += 1;
        }
        *height > rank(card)
    }
}

/// The cards of a suit below a height.
fn up_to(place: u8, height: u8) -> Set {
    (0x1_1111_1111_1111 & ((1 << (4 * height)) - 1)) << place
}
