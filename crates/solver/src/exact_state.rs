//! The search state of games in which one card moves at a time. It knows where each card lies,
//! because a covered card cannot move.

use crate::Position;
use crate::abstract_state::{AbstractState, Board};
use crate::bits::{Bit, Set, bit, bits, children, one, parent, rank};

/// The changing part of a position, with the place of every card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ExactState {
    pub(crate) abstraction: AbstractState,
    /// The cards that have another one on them.
    covered: Set,
    /// Which parent each card lies on, if it lies on one: set for the twin with the higher bit.
    pub(crate) on_second_twin: Set,
}

impl ExactState {
    /// The state of a position whose abstraction is known.
    pub(crate) fn new(position: &Position, abstraction: AbstractState) -> ExactState {
        let mut state = ExactState { abstraction, covered: 0, on_second_twin: 0 };
        for column in &position.columns {
            for pair in column.up.windows(2) {
                state.attach(bit(pair[1]), Some(bit(pair[0])));
            }
        }
        state
    }

    /// The face-up cards with nothing on them.
    pub(crate) const fn tops(&self) -> Set {
        self.abstraction.face_up & !self.covered
    }

    /// Puts a card on its new parent, or on none in an empty column.
    pub(crate) fn attach(&mut self, card: Bit, onto: Option<Bit>) {
        if let Some(onto) = onto {
            self.covered |= one(onto);
            self.on_second_twin |= u64::from(onto & 1) << card;
        }
    }

    /// Takes a top card off its parent. If the card is the bottom of its run, the caller updates
    /// the column.
    pub(crate) fn detach(&mut self, board: &Board, card: Bit) {
        let lies_on_another = self.abstraction.bottoms & one(card) == 0 && rank(card) < board.king;
        if lies_on_another {
            self.covered &= !one(self.parent_of(card));
            self.on_second_twin &= !one(card);
        }
    }

    /// The card that a card lies on, if it lies on one.
    const fn parent_of(&self, card: Bit) -> Bit {
        (parent(card) & !1) | (self.on_second_twin & one(card) != 0) as Bit
    }

    /// All twin moves.
    pub(crate) fn twin_moves(&self, board: &Board) -> impl Iterator<Item = TwinMove> + use<> {
        let state = *self;
        let tops = state.tops();
        bits(tops & !state.abstraction.bottoms & !board.kings())
            .map(move |card| TwinMove { card, from: state.parent_of(card) })
            .filter(move |twin_move| tops & one(twin_move.to()) != 0)
    }

    /// The representative of all states that are connected by twin moves: cards lie on the first of
    /// two twins where they can.
    pub(crate) fn canonical(mut self, board: &Board) -> ExactState {
        while let Some(twin_move) =
            self.twin_moves(board).find(|twin_move| self.on_second_twin & one(twin_move.card) != 0)
        {
            self.detach(board, twin_move.card);
            self.attach(twin_move.card, Some(twin_move.to()));
        }
        self
    }
}

/// A top card moves from its parent to the parent's twin, and could move right back.
#[derive(Clone, Copy)]
pub(crate) struct TwinMove {
    pub(crate) card: Bit,
    pub(crate) from: Bit,
}

impl TwinMove {
    pub(crate) const fn to(self) -> Bit {
        self.from ^ 1
    }

    /// The cards whose moves the twin move may have made possible: the card that was uncovered, and
    /// the cards that can be put on it or on the moved card, directly or in a chain of
    /// `slot_makers`.
    pub(crate) fn enabled_cards(self, slot_makers: Set) -> Set {
        let mut onto = one(self.card) | one(self.from);
        loop {
            let chained = onto | children(onto) & slot_makers;
            if chained == onto {
                return children(onto) | one(self.from);
            }
            onto = chained;
        }
    }
}
