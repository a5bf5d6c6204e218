//! Positions of games in which builds move, without the arrangement of the face-up cards.
//!
//! Where a run can move, it does not matter on which of two cards of a type it lies: a covered card's free twin can take
//! the run over. So a position is told by the foundations' heights, the cards of each column that still lie where they were
//! dealt, and the stock. Every other face-up card lies on a card of the type above it, which gives the number of free slots.

use cards::Suit;

use crate::Position;
use crate::bits::{Bit, Counts, Set, bit, counts, lift, one, place, rank};
use crate::reach::Drawn;
use crate::seen::Rank;

/// The cards of the first suit.
const SUIT: Set = 0x1_1111_1111_1111;

/// What stays the same during a search.
#[derive(Clone)]
pub(crate) struct Board {
    /// The cards of each column that lie where they were dealt, the lowest first.
    pub(crate) columns: [[Bit; 8]; 7],
    pub(crate) width: u8,
    /// The rank of a king, from 0: 12 except in tests.
    pub(crate) king: u8,
    /// The stock's cards in the order of the first pass.
    pub(crate) order: Vec<Bit>,
    /// The place of each card in that order.
    pub(crate) places: [u8; 52],
    /// The places of the cards that come up by drawing only. All others are at hand.
    pub(crate) drawn: u32,
    /// The cards at those other places.
    hand: Set,
    /// How many depths each column can have.
    radix: [u64; 7],
}

/// A position, loosely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Loose {
    /// The cards of stock and waste.
    pub(crate) stock: Set,
    /// The face-up cards of the columns.
    pub(crate) visible: Set,
    /// Those of them that lie where they were dealt, at the bottom of a run.
    pub(crate) bottoms: Set,
    /// The stock's cards by their places in the order.
    pub(crate) left: u32,
    /// How many cards of each column lie where they were dealt, three bits each.
    pub(crate) depths: u32,
    /// The heights of the foundations, four bits each.
    pub(crate) heights: u16,
    /// Where drawing stands, if that matters.
    pub(crate) drawn: Drawn,
}

impl Board {
    /// A position whose top cards are turned up.
    pub(crate) fn new(position: &Position) -> (Board, Loose) {
        let mut board = Board {
            columns: [[0; 8]; 7],
            width: position.columns.len() as u8,
            king: position.ranks - 1,
            order: position.waste.iter().chain(&position.stock).map(|card| bit(*card)).collect(),
            places: [0; 52],
            drawn: u32::MAX,
            hand: 0,
            radix: [1; 7],
        };
        let drawn = Drawn::default();
        let mut root = Loose { stock: 0, visible: 0, bottoms: 0, left: 0, depths: 0, heights: 0, drawn };
        for (at, card) in board.order.iter().enumerate() {
            board.places[usize::from(*card)] = at as u8;
            root.stock |= one(*card);
            root.left |= 1 << at;
        }
        for (at, column) in position.columns.iter().enumerate() {
            let dealt = column.down.iter().chain(column.up.first());
            for (depth, card) in dealt.clone().enumerate() {
                board.columns[at][depth] = bit(*card);
            }
            board.radix[at] = dealt.clone().count() as u64 + 1;
            root.depths |= (dealt.count() as u32) << (3 * at);
            root.visible |= column.up.iter().fold(0, |set, card| set | one(bit(*card)));
            root.bottoms |= column.up.first().map_or(0, |card| one(bit(*card)));
        }
        for suit in Suit::ALL {
            root.heights |= u16::from(position.foundations[suit]) << (4 * place(suit));
        }
        (board, root)
    }

    /// The same board where only so many cards of the stock are drawn, the first ones, and all others are at hand.
    pub(crate) fn with_front(&self, front: usize) -> Board {
        let drawn = (1 << front) - 1;
        let hand = self.order.iter().skip(front).fold(0, |hand, card| hand | one(*card));
        Board { drawn, hand, ..self.clone() }
    }

    /// The cards of the stock that can be played at any time.
    pub(crate) const fn at_hand(&self, state: &Loose) -> Set {
        state.stock & self.hand
    }

    pub(crate) const fn kings(&self) -> Set {
        0xf << (4 * self.king)
    }

    /// The bottom card of a column's run, if any card lies there where it was dealt.
    pub(crate) fn bottom(&self, state: &Loose, column: u8) -> Option<Bit> {
        let depth = state.depth(column);
        (depth > 0).then(|| self.columns[usize::from(column)][depth as usize - 1])
    }

    /// How many cards of each type are uncovered, or can be by passing a run on to a twin.
    pub(crate) const fn free(&self, state: &Loose) -> Counts {
        // A moved king lies on nothing.
        counts(state.visible) - lift(counts(state.visible & !state.bottoms & !self.kings()))
    }

    /// How many columns are empty.
    pub(crate) fn empty(&self, state: &Loose) -> u32 {
        let filled = (state.depths | state.depths >> 1 | state.depths >> 2) & 0o111_1111;
        let moved_kings = state.visible & !state.bottoms & self.kings();
        u32::from(self.width) - filled.count_ones() - moved_kings.count_ones()
    }

    /// Whether all cards are on the foundations.
    pub(crate) const fn is_done(&self, state: &Loose) -> bool {
        state.heights == (self.king as u16 + 1) * 0x1111
    }

    /// Foundations, columns and stock, and the rest as a rank: of the offsets with one residue the smallest reaches all that the
    /// others do, by drawing on.
    ///
    /// Without an end to the passes each residue has a number of the rank; whatever the offset is, all that the start reaches can
    /// be reached from it. Where redeals are counted, they are part of the key, and so is the residue.
    pub(crate) fn drawn_key(&self, state: &Loose, draw: u8) -> (u64, Rank) {
        let Drawn { offset, redeals } = state.drawn;
        if redeals == Drawn::ENDLESS {
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
        key = key * u64::from(Drawn::ENDLESS) + u64::from(redeals);
        key = key * u64::from(draw) + u64::from(offset % draw);
        (key << 24 | u64::from(state.left), [offset, 0])
    }

    /// Whether a card that goes up can never be missed in a column: see `games::klondike::View::safe_move`.
    pub(crate) fn is_safe(&self, state: &Loose, card: Bit, back: bool) -> bool {
        let other = (card & 2) ^ 2;
        let lowest = state.height(other).min(state.height(other + 1));
        let held_none = !back && lowest >= rank(card);
        held_none || (lowest + 1 >= rank(card) && state.height((card % 4) ^ 1) + 2 >= rank(card))
    }

    /// The column in which a card is the bottom of the run.
    pub(crate) fn column_of(&self, state: &Loose, card: Bit) -> Option<u8> {
        (0..self.width).find(|column| self.bottom(state, *column) == Some(card))
    }

    /// A column's bottom card has left: the card under it is turned up.
    pub(crate) fn uncover(&self, state: &mut Loose, column: u8) {
        state.depths -= 1 << (3 * column);
        if let Some(card) = self.bottom(state, column) {
            state.visible |= one(card);
            state.bottoms |= one(card);
        }
    }

    /// A card of the stock leaves it.
    pub(crate) fn take(&self, state: &mut Loose, card: Bit) {
        state.stock &= !one(card);
        state.left &= !(1 << self.places[usize::from(card)]);
    }

    /// A card of a column or of the stock goes to its foundation.
    pub(crate) fn up(&self, state: &mut Loose, card: Bit) {
        state.heights += 1 << (4 * (card % 4));
        if state.stock & one(card) != 0 {
            self.take(state, card);
            return;
        }
        state.visible &= !one(card);
        if state.bottoms & one(card) != 0 {
            state.bottoms &= !one(card);
            if let Some(column) = self.column_of(state, card) {
                self.uncover(state, column);
            }
        }
    }

    /// The bottom card of a column moves, with its run, onto another card or to an empty column.
    pub(crate) fn shift(&self, state: &mut Loose, column: u8, card: Bit) {
        state.bottoms &= !one(card);
        self.uncover(state, column);
    }

    /// A card of the stock goes onto a column.
    pub(crate) fn lay(&self, state: &mut Loose, card: Bit) {
        self.take(state, card);
        state.visible |= one(card);
    }

    /// The top card of a foundation comes back to a column.
    pub(crate) fn back(&self, state: &mut Loose, card: Bit) {
        state.heights -= 1 << (4 * (card % 4));
        state.visible |= one(card);
    }
}

impl Loose {
    /// How many cards of the columns lie where they were dealt.
    pub(crate) fn dealt(&self) -> u32 {
        (0..7).map(|column| self.depth(column)).sum()
    }

    pub(crate) const fn depth(&self, column: u8) -> u32 {
        (self.depths >> (3 * column)) & 7
    }

    pub(crate) const fn height(&self, place: u8) -> u8 {
        ((self.heights >> (4 * place)) & 15) as u8
    }

    /// Whether a card is the next one for its foundation.
    pub(crate) const fn is_next(&self, card: Bit) -> bool {
        self.height(card % 4) == rank(card)
    }

    /// Foundations, columns and stock, exactly, in 61 bits.
    pub(crate) const fn key(&self) -> u64 {
        self.left as u64 | (self.depths as u64) << 24 | (self.heights as u64) << 45
    }

    /// Whether a card is on its foundation.
    pub(crate) const fn is_up(&self, card: Bit) -> bool {
        self.height(card % 4) > rank(card)
    }

    /// The cards on the foundations.
    pub(crate) fn ups(&self) -> Set {
        (0..4).fold(0, |set, place| set | (SUIT & ((1 << (4 * self.height(place))) - 1)) << place)
    }

    /// The next card of each foundation that is not complete.
    pub(crate) fn nexts(&self, king: u8) -> impl Iterator<Item = Bit> {
        let state = *self;
        (0..4).map(move |place| state.height(place) * 4 + place).filter(move |card| rank(*card) <= king)
    }

    /// The same as a set; what is above a king is no card.
    pub(crate) const fn next_cards(&self) -> Set {
        let heights = self.heights as u64;
        1 << (4 * (heights & 15))
            | 2 << (4 * (heights >> 4 & 15))
            | 4 << (4 * (heights >> 8 & 15))
            | 8 << (4 * (heights >> 12))
    }

    /// The top card of each foundation that is not empty.
    pub(crate) fn tops(&self) -> impl Iterator<Item = Bit> {
        let state = *self;
        (0..4)
            .filter(move |place| state.height(*place) > 0)
            .map(move |place| (state.height(place) - 1) * 4 + place)
    }

    /// Whether no card is face down.
    pub(crate) const fn is_open(&self) -> bool {
        // A depth of two or more has one of its upper bits.
        self.depths & 0o666_6666 == 0
    }
}
