use std::cell::RefCell;

use crate::control::Control;
use crate::judge::Judge;
use crate::loose::{Board, Loose};
use crate::reach::Reach;
use crate::seen::{PLAIN, Rank};
use crate::{Pruning, Unknown};

/// What both spaces stand on: the deal, the options, and all that a position says without the places of its face-up cards.
pub(crate) struct Ground {
    pub(crate) board: Board,
    pub(crate) reach: Reach,
    pub(crate) back: bool,
    pub(crate) pruning: Pruning,
    /// Who is asked whether the easier game is lost.
    pub(crate) judge: Option<RefCell<Judge>>,
}

impl Ground {
    /// The key of a position, and its rank.
    pub(crate) fn key(&self, state: &Loose) -> (u64, Rank) {
        match self.reach {
            Reach::All => (state.key(), PLAIN),
            Reach::Drawn(draw) => self.board.drawn_key(state, draw),
        }
    }

    pub(crate) fn is_won(&self, state: &Loose) -> bool {
        let at_hand = self.pruning.open_is_won && state.left & self.board.drawn == 0;
        ((at_hand || state.left == 0) && state.is_open()) || self.board.is_done(state)
    }

    /// Whether it is plain that a position is lost.
    pub(crate) fn is_locked(&self, state: &Loose) -> bool {
        self.pruning.locks && self.board.is_locked(state, self.reach, self.back)
    }

    /// Asks the judge: where drawing has an order after each move, else after each that exposes a card.
    pub(crate) fn is_lost(
        &self,
        from: &Loose,
        state: &Loose,
        control: &mut Control<'_>,
    ) -> Result<bool, Unknown> {
        match &self.judge {
            Some(judge) if self.reach != Reach::All || from.depths != state.depths => {
                judge.borrow_mut().rules_out(state, control)
            }
            _ => Ok(false),
        }
    }

    /// Where drawing stands, in its simplest form.
    pub(crate) fn rewind(&self, state: &mut Loose) {
        if let Reach::Drawn(draw) = self.reach {
            self.board.rewind(state, draw);
        }
    }
}
