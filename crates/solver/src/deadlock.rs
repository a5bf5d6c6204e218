//! A quick proof that a position is lost: some card can never be turned up or drawn.

use crate::abstract_state::{AbstractState, Board};
use crate::bits::{Bit, Set, bits, one, parent, rank, type_of};
use crate::stock::StockAccess;

/// A delete relaxation of the game: slots are never used up, every column can be emptied, and every
/// card that was ever seen may go up.
///
/// The cards that can be turned up or drawn in it are a superset of those in the game. In the game,
/// a card leaves its column or the stock for one of two places:
///
/// - a slot: one of its parents is or will be face up, or returns from a foundation, if cards can;
/// - its foundation: all lower cards of its suit are there or will be.
///
/// The relaxation allows both as soon as the cards in question have been reached. (Kings may always
/// leave.) So a card that is never reached in the relaxation is never reached in the game.
struct DeleteRelaxation<'a> {
    board: &'a Board,
    /// The cards that are or will be face up.
    reached: Set,
    /// The heights that the foundations can have.
    heights: [u8; 4],
    depths: u32,
    /// The columns that still have face-down cards.
    closed_columns: u8,
}

impl Board {
    /// Whether some card can never be turned up or drawn, not even in the relaxation. Such a
    /// position is lost.
    pub(crate) fn is_deadlocked(&self, state: &AbstractState, access: StockAccess, back: bool) -> bool {
        let mut relaxed = DeleteRelaxation {
            board: self,
            reached: state.face_up | self.available(state),
            heights: [0, 1, 2, 3].map(|place| state.height(place)),
            depths: state.depths,
            closed_columns: (1 << self.width) - 1,
        };
        if back {
            relaxed.reached |= state.on_foundations();
        }
        loop {
            let before = relaxed.reached;
            relaxed.turn_up();
            if let StockAccess::Draw(draw) = access {
                relaxed.draw(state, draw);
            }
            if relaxed.closed_columns == 0 && state.stock & !relaxed.reached == 0 {
                return false;
            }
            if relaxed.reached == before {
                return true;
            }
        }
    }
}

impl DeleteRelaxation<'_> {
    /// Turns up all cards that can be turned up, column by column.
    fn turn_up(&mut self) {
        for column in bits(u64::from(self.closed_columns)) {
            let cards = &self.board.columns[usize::from(column)];
            let mut depth = (self.depths >> (3 * column)) & 7;
            while depth > 1 && self.may_leave(cards[depth as usize - 1]) {
                depth -= 1;
                self.reached |= one(cards[depth as usize - 1]);
            }
            self.depths = (self.depths & !(7 << (3 * column))) | depth << (3 * column);
            if depth <= 1 {
                self.closed_columns &= !(1 << column);
            }
        }
    }

    /// Takes all cards that can be drawn: those that come up once enough cards before them are
    /// gone, and those that lie under a card that can be taken.
    fn draw(&mut self, state: &AbstractState, draw: u8) {
        let comes_up =
            |ahead: u8, gone: u8| (0..draw.min(gone + 1)).any(|gone| (ahead + 1 - gone).is_multiple_of(draw));
        let offset = state.draw_state.offset;
        let mut left = state.stock_left & self.board.draw_only;
        let count = left.count_ones() as u8;
        let (mut gone, mut gone_since) = (0, 0);
        for index in 0..count {
            let card = self.board.stock_order[left.trailing_zeros() as usize];
            left &= left - 1;
            let next = self.board.stock_order.get(left.trailing_zeros() as usize);
            if self.reached & one(card) == 0 {
                let may_be_drawn = comes_up(index, gone)
                    || index + 1 == offset
                    || (index >= offset && comes_up(index - offset, gone_since))
                    || next.is_none_or(|next| self.reached & one(*next) != 0);
                if !may_be_drawn || !self.may_leave(card) {
                    continue;
                }
                self.reached |= one(card);
            }
            gone += 1;
            gone_since += u8::from(index >= offset);
        }
    }

    /// Whether a card can move to a slot, an empty column or its foundation.
    fn may_leave(&mut self, card: Bit) -> bool {
        if rank(card) == self.board.king || self.reached & type_of(parent(card)) != 0 {
            return true;
        }
        let height = &mut self.heights[usize::from(card % 4)];
        while *height < rank(card) && self.reached & one(*height * 4 + card % 4) != 0 {
            *height += 1;
        }
        *height >= rank(card)
    }
}
