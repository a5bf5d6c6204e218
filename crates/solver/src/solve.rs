//! The solver: from a position to a verdict.

use std::cell::RefCell;

use games::klondike::{Klondike, Moves};

use crate::abstract_state::{AbstractState, Board};
use crate::action::SolverAction;
use crate::base_space::BaseSpace;
use crate::budget::Budget;
use crate::builds::Builds;
use crate::exact_state::ExactState;
use crate::line::to_moves;
use crate::one_card::OneCard;
use crate::relaxation::Relaxation;
use crate::search::search;
use crate::stock::{DrawState, StockAccess};
use crate::{
    BadPosition, Position, Pruning, SearchLimits, SearchProgress, SolveReport, UnknownReason, Verdict,
};

/// Solves Klondike positions within limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Solver {
    /// The limits of each search.
    pub limits: SearchLimits,
    /// The pruning rules that are on: all, except in tests.
    pub pruning: Pruning,
}

/// Why [`Solver::decide`] has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecideError {
    /// The position cannot occur in a game.
    #[error(transparent)]
    BadPosition(#[from] BadPosition),
    /// The search reached a limit.
    #[error(transparent)]
    Unknown(#[from] UnknownReason),
}

impl Solver {
    /// Decides whether the game can be won from here, with all cards known. `keep_going` is called
    /// every few hundred states; the search stops when it returns `false`.
    pub fn solve(&self, game: &Klondike, keep_going: &mut dyn FnMut(&SearchProgress) -> bool) -> SolveReport {
        let mut budget = Budget::new(self.limits, keep_going);
        let verdict = match self.search(&Position::from(game), &mut budget) {
            Ok(Some(actions)) => match to_moves(game, &actions, &mut |_| false) {
                Some(moves) => Verdict::Winnable(moves),
                None => Verdict::Unknown(UnknownReason::Refused),
            },
            Ok(None) => Verdict::Lost,
            Err(unknown) => Verdict::Unknown(unknown),
        };
        SolveReport { verdict, nodes: budget.nodes, peak_bytes: budget.peak_bytes }
    }

    /// Decides whether a position, perhaps of a smaller pack, can be won, without producing a line.
    pub fn decide(&self, position: &Position) -> Result<bool, DecideError> {
        position.check()?;
        let mut keep_going = |_: &SearchProgress| true;
        let mut budget = Budget::new(self.limits, &mut keep_going);
        Ok(self.search(position, &mut budget)?.is_some())
    }

    pub(crate) fn search(
        &self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<SolverAction>>, UnknownReason> {
        let position = position.clone().with_tops_turned_up();
        let (BaseSpace { board, access, back, pruning, .. }, root) = self.base_space(&position);
        let one_card = position.config.moves() == Moves::One;
        let in_order = access != StockAccess::AnyOrder;
        let relaxes = pruning.relaxation && (one_card || in_order);
        let draws_prefix = relaxes && pruning.drawn_prefix && in_order;
        let mut relaxation: Option<Relaxation> = None;
        // First with all stock cards available: most positions that are lost there are proved lost
        // faster.
        for (prefix, access, is_used) in
            [(0, StockAccess::AnyOrder, relaxes), (Relaxation::DRAWN_PREFIX, access, draws_prefix)]
        {
            if !is_used {
                continue;
            }
            if let Some(relaxation) = relaxation.take() {
                relaxation.release(budget);
            }
            let board = board.with_drawn_prefix(prefix);
            let base = BaseSpace { board, access, back, pruning, relaxation: None };
            let mut relaxed = Relaxation::new(Builds { base }, budget)?;
            if relaxed.proves_root_lost(&root, budget)? {
                return Ok(None);
            }
            relaxation = Some(relaxed);
        }
        let relaxation = relaxation.map(RefCell::new);
        let base = BaseSpace { board, access, back, pruning, relaxation };
        if base.is_deadlocked(&root) {
            return Ok(None);
        }
        if one_card {
            search(&OneCard { base }, ExactState::new(&position, root), budget)
        } else {
            search(&Builds { base }, root, budget)
        }
    }

    /// The search space of a position whose top cards are face up, without a relaxation, and its root.
    pub(crate) fn base_space(&self, position: &Position) -> (BaseSpace, AbstractState) {
        let config = position.config;
        let (mut board, mut root) = Board::new(position);
        let access = match (config.draw(), config.passes()) {
            (1, None) => {
                board = board.with_drawn_prefix(0);
                StockAccess::AnyOrder
            }
            (draw, passes) => {
                let redeals = passes.map_or(DrawState::UNLIMITED, |passes| {
                    (passes.get() - position.pass).min(u16::from(DrawState::UNLIMITED)) as u8
                });
                root.draw_state = DrawState { offset: position.waste.len() as u8, redeals };
                StockAccess::Draw(draw)
            }
        };
        (BaseSpace { board, access, back: config.back(), pruning: self.pruning, relaxation: None }, root)
    }
}
