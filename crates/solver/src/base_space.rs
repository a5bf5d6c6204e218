//! What the two search spaces have in common.

use std::cell::RefCell;

use crate::abstract_state::{AbstractState, Board};
use crate::budget::Budget;
use crate::relaxation::Relaxation;
use crate::stock::StockAccess;
use crate::transposition::{DominanceRank, UNRANKED};
use crate::{Pruning, UnknownReason};

/// The deal, the options, and everything that can be said about a position without knowing which
/// face-up card lies on which.
pub(crate) struct BaseSpace {
    pub(crate) board: Board,
    pub(crate) access: StockAccess,
    /// Whether cards may return from the foundations.
    pub(crate) back: bool,
    pub(crate) pruning: Pruning,
    /// The relaxed game, if it is used to prove positions lost.
    pub(crate) relaxation: Option<RefCell<Relaxation>>,
}

impl BaseSpace {
    pub(crate) fn key(&self, state: &AbstractState) -> (u64, DominanceRank) {
        match self.access {
            StockAccess::AnyOrder => (state.key(), UNRANKED),
            StockAccess::Draw(draw) => self.board.drawn_key(state, draw),
        }
    }

    pub(crate) fn is_won(&self, state: &AbstractState) -> bool {
        let all_available = self.pruning.open_is_won && state.stock_left & self.board.draw_only == 0;
        ((all_available || state.stock_left == 0) && state.is_open()) || self.board.is_complete(state)
    }

    /// Whether a quick check shows that a position is lost.
    pub(crate) fn is_deadlocked(&self, state: &AbstractState) -> bool {
        self.pruning.deadlocks && self.board.is_deadlocked(state, self.access, self.back)
    }

    /// Whether the relaxed game proves a position lost. Where the stock is drawn in order, every
    /// move is checked, elsewhere only exposing moves.
    pub(crate) fn is_lost_relaxed(
        &self,
        from: &AbstractState,
        state: &AbstractState,
        budget: &mut Budget<'_>,
    ) -> Result<bool, UnknownReason> {
        match &self.relaxation {
            Some(relaxation) if self.access != StockAccess::AnyOrder || from.depths != state.depths => {
                relaxation.borrow_mut().proves_lost(state, budget)
            }
            _ => Ok(false),
        }
    }

    /// Brings the draw state into its normal form.
    pub(crate) fn normalize_draw_state(&self, state: &mut AbstractState) {
        if let StockAccess::Draw(draw) = self.access {
            self.board.normalize_draw_state(state, draw);
        }
    }
}
