use crate::bits::{Bit, Set, above, bits, one, rank, type_of};
use crate::loose::{Board, Loose};
use crate::reach::Reach;

/// A dream in which slots are never used up, every column can be emptied, and what was ever seen may go up.
///
/// What can be turned up or drawn in it is a superset of what can be in the game: a card leaves its column or the stock only for a slot,
/// that is, when a card of the type above it is or will be face up (or comes back, where cards do), or for its foundation,
/// when all cards of its suit below it are there or will be. So what never shows in the dream never does in the game.
struct Dream<'a> {
    board: &'a Board,
    /// The cards that are or will be face up.
    there: Set,
    heights: [u8; 4],
    depths: u32,
    /// The columns that have face-down cards.
    waiting: u8,
}

impl Board {
    /// Whether some card can never be turned up or taken from the stock, not even in a dream: then the position is lost.
    pub(crate) fn is_locked(&self, state: &Loose, reach: Reach, back: bool) -> bool {
        let mut dream = Dream {
            board: self,
            there: state.visible | self.at_hand(state),
            heights: [0, 1, 2, 3].map(|place| state.height(place)),
            depths: state.depths,
            waiting: (1 << self.width) - 1,
        };
        if back {
            dream.there |= state.ups();
        }
        loop {
            let before = dream.there;
            dream.turn_up();
            if let Reach::Drawn(draw) = reach {
                dream.draw(state, draw);
            }
            if dream.waiting == 0 && state.stock & !dream.there == 0 {
                return false;
            }
            if dream.there == before {
                return true;
            }
        }
    }
}

impl Dream<'_> {
    /// Turns up what can be, column by column.
    fn turn_up(&mut self) {
        for column in bits(u64::from(self.waiting)) {
            let cards = &self.board.columns[usize::from(column)];
            let mut depth = (self.depths >> (3 * column)) & 7;
            while depth > 1 && self.may_leave(cards[depth as usize - 1]) {
                depth -= 1;
                self.there |= one(cards[depth as usize - 1]);
            }
            self.depths = (self.depths & !(7 << (3 * column))) | depth << (3 * column);
            if depth <= 1 {
                self.waiting &= !(1 << column);
            }
        }
    }

    /// Takes what can be drawn: a card whose place comes up once enough of those before it are gone, or that lies under one which goes.
    fn draw(&mut self, state: &Loose, draw: u8) {
        let comes_up =
            |ahead: u8, gone: u8| (0..draw.min(gone + 1)).any(|gone| (ahead + 1 - gone).is_multiple_of(draw));
        let offset = state.drawn.offset;
        let mut left = state.left & self.board.drawn;
        let all = left.count_ones() as u8;
        let (mut gone, mut gone_since) = (0, 0);
        for index in 0..all {
            let card = self.board.order[left.trailing_zeros() as usize];
            left &= left - 1;
            let next = self.board.order.get(left.trailing_zeros() as usize);
            if self.there & one(card) == 0 {
                let may_be_drawn = comes_up(index, gone)
                    || index + 1 == offset
                    || (index >= offset && comes_up(index - offset, gone_since))
                    || next.is_none_or(|next| self.there & one(*next) != 0);
                if !may_be_drawn || !self.may_leave(card) {
                    continue;
                }
                self.there |= one(card);
            }
            gone += 1;
            gone_since += u8::from(index >= offset);
        }
    }

    fn may_leave(&mut self, card: Bit) -> bool {
        if rank(card) == self.board.king || self.there & type_of(above(card)) != 0 {
            return true;
        }
        let height = &mut self.heights[usize::from(card % 4)];
        while *height < rank(card) && self.there & one(*height * 4 + card % 4) != 0 {
            *height += 1;
        }
        *height >= rank(card)
    }
}
