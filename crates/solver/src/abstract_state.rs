//! The search state of games in which builds move. It forgets which face-up card lies on which.
//!
//! Where runs can move, it does not matter which of two twins a run lies on: if the other one is
//! free, the run can move over to it. So a state consists of the heights of the foundations, the
//! cards of each column that still lie where they were dealt, and the stock. Every other face-up
//! card lies on a card of its parents' type, which gives the number of free slots of each type.
//!
//! ```text
//! column     state
//! [?] [?]    two face-down cards
//! 9♠         where it was dealt: the bottom of the run, so the depth of this column is 3
//! 8♦ 7♣      face up; on which 9 and which 8 they lie is not part of the state
//! ```

use cards::Suit;

use crate::Position;
use crate::bits::{Bit, Counts, Set, at_parents, bit, counts, one, place, rank};
use crate::stock::DrawState;
use crate::transposition::DominanceRank;

/// The cards of the first suit.
const FIRST_SUIT: Set = 0x1_1111_1111_1111;

/// The part of a position that no move changes: where the cards lie at the root of the search. If
/// the root is a position in mid-game, that is what *where they were dealt* means below.
#[derive(Clone)]
pub(crate) struct Board {
    /// The face-down cards of each column and the first face-up card on them, from the bottom of
    /// the pile.
    pub(crate) columns: [[Bit; 8]; 7],
    /// The number of columns.
    pub(crate) width: u8,
    /// The highest rank, from 0: 12 except in tests.
    pub(crate) king: u8,
    /// The cards of waste and stock, in the order of a pass.
    pub(crate) stock_order: Vec<Bit>,
    /// The index of each card in that order.
    pub(crate) stock_places: [u8; 52],
    /// The indices of the stock cards that have to be drawn. All others are available.
    pub(crate) draw_only: u32,
    /// The stock cards that are available.
    available: Set,
    /// How many different depths each column can have.
    radix: [u64; 7],
}

/// The changing part of a position, without the arrangement of the face-up cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AbstractState {
    /// The cards of stock and waste.
    pub(crate) stock: Set,
    /// The face-up cards of the columns.
    pub(crate) face_up: Set,
    /// Those of them that lie where they were dealt, at the bottom of their run.
    pub(crate) bottoms: Set,
    /// The same cards as `stock`, by their index in [`Board::stock_order`].
    pub(crate) stock_left: u32,
    /// How many cards of each column lie where they were dealt, in three bits each.
    pub(crate) depths: u32,
    /// The heights of the foundations, in four bits each.
    pub(crate) heights: u16,
    /// How far the stock has been drawn, if it is drawn in order.
    pub(crate) draw_state: DrawState,
}

impl Board {
    /// Splits a position whose top cards are face up into its fixed and its changing part.
    pub(crate) fn new(position: &Position) -> (Board, AbstractState) {
        let mut board = Board {
            columns: [[0; 8]; 7],
            width: position.columns.len() as u8,
            king: position.ranks - 1,
            stock_order: position.waste.iter().chain(&position.stock).map(|card| bit(*card)).collect(),
            stock_places: [0; 52],
            draw_only: u32::MAX,
            available: 0,
            radix: [1; 7],
        };
        let draw_state = DrawState::default();
        let mut root = AbstractState {
            stock: 0,
            face_up: 0,
            bottoms: 0,
            stock_left: 0,
            depths: 0,
            heights: 0,
            draw_state,
        };
        for (at, card) in board.stock_order.iter().enumerate() {
            board.stock_places[usize::from(*card)] = at as u8;
            root.stock |= one(*card);
            root.stock_left |= 1 << at;
        }
        for (at, column) in position.columns.iter().enumerate() {
            let dealt = column.down.iter().chain(column.up.first());
            for (depth, card) in dealt.clone().enumerate() {
                board.columns[at][depth] = bit(*card);
            }
            board.radix[at] = dealt.clone().count() as u64 + 1;
            root.depths |= (dealt.count() as u32) << (3 * at);
            root.face_up |= column.up.iter().fold(0, |set, card| set | one(bit(*card)));
            root.bottoms |= column.up.first().map_or(0, |card| one(bit(*card)));
        }
        for suit in Suit::ALL {
            root.heights |= u16::from(position.foundations[suit]) << (4 * place(suit));
        }
        (board, root)
    }

    /// The same board where only the first `prefix` stock cards have to be drawn, and all others
    /// are available.
    pub(crate) fn with_drawn_prefix(&self, prefix: usize) -> Board {
        let draw_only = (1 << prefix) - 1;
        let available = self.stock_order.iter().skip(prefix).fold(0, |set, card| set | one(*card));
        Board { draw_only, available, ..self.clone() }
    }

    /// The stock cards that can be played at any time.
    pub(crate) const fn available(&self, state: &AbstractState) -> Set {
        state.stock & self.available
    }

    pub(crate) const fn kings(&self) -> Set {
        0xf << (4 * self.king)
    }

    /// The bottom card of a column's run, if it lies where it was dealt.
    pub(crate) fn bottom(&self, state: &AbstractState, column: u8) -> Option<Bit> {
        let depth = state.depth(column);
        (depth > 0).then(|| self.columns[usize::from(column)][depth as usize - 1])
    }

    /// How many slots of each type are free, or can be freed by moving a run to the twin.
    pub(crate) const fn free_slots(&self, state: &AbstractState) -> Counts {
        // Every moved card occupies a slot, except a king.
        counts(state.face_up) - at_parents(counts(state.face_up & !state.bottoms & !self.kings()))
    }

    /// How many columns are empty.
    pub(crate) fn empty_columns(&self, state: &AbstractState) -> u32 {
        let filled = (state.depths | state.depths >> 1 | state.depths >> 2) & 0o111_1111;
        let moved_kings = state.face_up & !state.bottoms & self.kings();
        u32::from(self.width) - filled.count_ones() - moved_kings.count_ones()
    }

    /// Whether all cards are on the foundations.
    pub(crate) const fn is_complete(&self, state: &AbstractState) -> bool {
        state.heights == (self.king as u16 + 1) * 0x1111
    }

    /// The key of a state whose stock is drawn in order, with the offset as its rank. Of all
    /// offsets with the same residue modulo `draw`, the smallest dominates: drawing on leads to the
    /// others.
    ///
    /// With unlimited passes, residues 1 and 2 each have their own number in the rank. Residue 0
    /// needs none: every offset can reach what the start can reach, by a redeal. With limited
    /// passes, the remaining redeals and the residue are part of the key.
    pub(crate) fn drawn_key(&self, state: &AbstractState, draw: u8) -> (u64, DominanceRank) {
        let DrawState { offset, redeals } = state.draw_state;
        if redeals == DrawState::UNLIMITED {
            let rank = match offset % draw {
                0 => [u8::MAX, u8::MAX],
                1 => [offset, u8::MAX],
                _ => [u8::MAX, offset],
            };
            return (state.key(), rank);
        }
        let mut key = (0..4).fold(0, |key, suit| key * 14 + u64::from(state.height(suit)));
        for column in 0..self.width {
            key = key * self.radix[usize::from(column)] + u64::from(state.depth(column));
        }
        key = key * u64::from(DrawState::UNLIMITED) + u64::from(redeals);
        key = key * u64::from(draw) + u64::from(offset % draw);
        (key << 24 | u64::from(state.stock_left), [offset, 0])
    }

    /// Whether a column can never need this card again once it goes up: see `safe_up` in
    /// [`crate::pruning`] and `games::klondike::View::safe_move`.
    pub(crate) fn is_safe(&self, state: &AbstractState, card: Bit, back: bool) -> bool {
        let other_colour = (card & 2) ^ 2;
        let lowest = state.height(other_colour).min(state.height(other_colour + 1));
        let children_are_up = !back && lowest >= rank(card);
        children_are_up || (lowest + 1 >= rank(card) && state.height((card % 4) ^ 1) + 2 >= rank(card))
    }

    /// The column in which a card is the bottom of the run.
    pub(crate) fn column_of(&self, state: &AbstractState, card: Bit) -> Option<u8> {
        (0..self.width).find(|column| self.bottom(state, *column) == Some(card))
    }

    /// Turns up the next card of a column whose bottom card has left.
    pub(crate) fn uncover(&self, state: &mut AbstractState, column: u8) {
        state.depths -= 1 << (3 * column);
        if let Some(card) = self.bottom(state, column) {
            state.face_up |= one(card);
            state.bottoms |= one(card);
        }
    }

    pub(crate) fn remove_from_stock(&self, state: &mut AbstractState, card: Bit) {
        state.stock &= !one(card);
        state.stock_left &= !(1 << self.stock_places[usize::from(card)]);
    }

    /// Moves a card from a column or the stock to its foundation.
    pub(crate) fn move_to_foundation(&self, state: &mut AbstractState, card: Bit) {
        state.heights += 1 << (4 * (card % 4));
        if state.stock & one(card) != 0 {
            self.remove_from_stock(state, card);
            return;
        }
        state.face_up &= !one(card);
        if state.bottoms & one(card) != 0 {
            state.bottoms &= !one(card);
            if let Some(column) = self.column_of(state, card) {
                self.uncover(state, column);
            }
        }
    }

    /// Moves the bottom card of a column, with its run, to another column.
    pub(crate) fn move_between_columns(&self, state: &mut AbstractState, column: u8, card: Bit) {
        state.bottoms &= !one(card);
        self.uncover(state, column);
    }

    /// Moves a card from the stock to a column.
    pub(crate) fn move_from_stock(&self, state: &mut AbstractState, card: Bit) {
        self.remove_from_stock(state, card);
        state.face_up |= one(card);
    }

    /// Moves the top card of a foundation to a column.
    pub(crate) fn move_from_foundation(&self, state: &mut AbstractState, card: Bit) {
        state.heights -= 1 << (4 * (card % 4));
        state.face_up |= one(card);
    }
}

impl AbstractState {
    /// How many cards of all columns lie where they were dealt.
    pub(crate) fn dealt_count(&self) -> u32 {
        (0..7).map(|column| self.depth(column)).sum()
    }

    pub(crate) const fn depth(&self, column: u8) -> u32 {
        (self.depths >> (3 * column)) & 7
    }

    pub(crate) const fn height(&self, place: u8) -> u8 {
        ((self.heights >> (4 * place)) & 15) as u8
    }

    /// Whether a card is the next one of its foundation.
    pub(crate) const fn fits_foundation(&self, card: Bit) -> bool {
        self.height(card % 4) == rank(card)
    }

    /// The foundations, columns and stock, exactly, in 61 bits.
    pub(crate) const fn key(&self) -> u64 {
        self.stock_left as u64 | (self.depths as u64) << 24 | (self.heights as u64) << 45
    }

    /// Whether a card is on its foundation.
    pub(crate) const fn is_on_foundation(&self, card: Bit) -> bool {
        self.height(card % 4) > rank(card)
    }

    /// The cards on the foundations.
    pub(crate) fn on_foundations(&self) -> Set {
        (0..4).fold(0, |set, place| set | (FIRST_SUIT & ((1 << (4 * self.height(place))) - 1)) << place)
    }

    /// The next card of each foundation that is not complete.
    pub(crate) fn next_up(&self, king: u8) -> impl Iterator<Item = Bit> {
        let state = *self;
        (0..4).map(move |place| state.height(place) * 4 + place).filter(move |card| rank(*card) <= king)
    }

    /// The same as a set. A bit above the kings is no card.
    pub(crate) const fn next_up_set(&self) -> Set {
        let heights = self.heights as u64;
        1 << (4 * (heights & 15))
            | 2 << (4 * (heights >> 4 & 15))
            | 4 << (4 * (heights >> 8 & 15))
            | 8 << (4 * (heights >> 12))
    }

    /// The top card of each foundation that is not empty.
    pub(crate) fn foundation_tops(&self) -> impl Iterator<Item = Bit> {
        let state = *self;
        (0..4)
            .filter(move |place| state.height(*place) > 0)
            .map(move |place| (state.height(place) - 1) * 4 + place)
    }

    /// Whether no card is face down.
    pub(crate) const fn is_open(&self) -> bool {
        // A depth of two or more sets one of its two upper bits.
        self.depths & 0o666_6666 == 0
    }
}
