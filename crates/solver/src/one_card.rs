//! The search space of games in which one card moves at a time.

use std::cmp::Reverse;

use crate::UnknownReason;
use crate::action::{ActionLog, SolverAction};
use crate::base_space::BaseSpace;
use crate::bits::{Bit, Set, bits, children, one, parent, rank, type_of};
use crate::budget::Budget;
use crate::exact_state::{ExactState, TwinMove};
use crate::search_space::SearchSpace;
use crate::stock::StockAccess;
use crate::transposition::DominanceRank;

type Branch<A> = crate::search_space::Branch<ExactState, A>;

/// The search space of one deal.
pub(crate) struct OneCard {
    pub(crate) base: BaseSpace,
}

impl SearchSpace for OneCard {
    type State = ExactState;
    type Key = u128;

    fn key(&self, state: &ExactState) -> (u128, DominanceRank) {
        let (key, rank) = self.base.key(&state.abstraction);
        let state = if self.base.pruning.twins { state.canonical(&self.base.board) } else { *state };
        (u128::from(key) | u128::from(state.on_second_twin) << 64, rank)
    }

    fn is_won(&self, state: &ExactState) -> bool {
        self.base.is_won(&state.abstraction)
    }

    fn is_lost_relaxed(
        &self,
        from: &ExactState,
        state: &ExactState,
        budget: &mut Budget<'_>,
    ) -> Result<bool, UnknownReason> {
        self.base.is_lost_relaxed(&from.abstraction, &state.abstraction, budget)
    }

    fn normalize<A: ActionLog>(&self, branch: &mut Branch<A>) {
        if self.base.pruning.safe_up {
            while let Some(card) = self.safe_next_card(&branch.state) {
                self.play_to_foundation(branch, card);
            }
        }
        self.base.normalize_draw_state(&mut branch.state.abstraction);
    }

    fn expand<A: ActionLog>(&self, state: &ExactState, branches: &mut Vec<Branch<A>>) {
        let from = branches.len();
        let start = Branch::new(*state);
        if self.base.pruning.twins {
            self.add_moves_after_twin_moves(&start, branches);
        }
        self.add_moves(&start, None, branches);
        branches[from..].iter_mut().for_each(|branch| self.normalize(branch));
        // Visit the states with the fewest column cards first, above all those with few cards that
        // have never moved: they lead to wins sooner.
        branches[from..].sort_by_key(|branch| {
            let state = &branch.state.abstraction;
            Reverse(state.face_up.count_ones() + 2 * state.dealt_count())
        });
    }
}

/// Moves a card onto another one or to an empty column. Returns `false` if it can no longer move,
/// because a card that made room for it lies on it.
type Put<'a, A> = &'a dyn Fn(&mut Branch<A>, Option<Bit>) -> bool;

impl OneCard {
    /// Adds the successors of a state; after a twin move, only those that it has made possible.
    fn add_moves<A: ActionLog>(
        &self,
        start: &Branch<A>,
        twin_move: Option<TwinMove>,
        branches: &mut Vec<Branch<A>>,
    ) {
        if self.base.back {
            self.add_returns(start, twin_move, branches);
        }
        match self.base.access {
            StockAccess::AnyOrder if self.base.pruning.stock_chains => {}
            StockAccess::AnyOrder => self.add_moves_from_stock(start, twin_move, branches),
            StockAccess::Draw(draw) => self.add_draws(start, draw, twin_move, branches),
        }
        self.add_moves_between_columns(start, twin_move, branches);
        self.add_moves_to_foundations(start, twin_move, branches);
    }

    /// Adds the successors that take one or more twin moves first.
    fn add_moves_after_twin_moves<A: ActionLog>(&self, start: &Branch<A>, branches: &mut Vec<Branch<A>>) {
        let mut reached: Vec<Branch<A>> = Vec::new();
        let mut next = 0;
        let mut from = start.clone();
        loop {
            for twin_move in from.state.twin_moves(&self.base.board) {
                let mut branch = from.clone();
                self.play_between_columns(&mut branch, twin_move.card, Some(twin_move.to()));
                if branch.state != start.state && reached.iter().all(|other| other.state != branch.state) {
                    self.add_moves(&branch, Some(twin_move), branches);
                    reached.push(branch);
                }
            }
            let Some(branch) = reached.get(next) else { return };
            from = branch.clone();
            next += 1;
        }
    }

    fn safe_next_card(&self, state: &ExactState) -> Option<Bit> {
        let next_up = state.abstraction.next_up_set() & (state.tops() | self.available(state));
        bits(next_up).find(|card| self.base.board.is_safe(&state.abstraction, *card, self.base.back))
    }

    /// The stock cards that can be played at any time.
    fn available(&self, state: &ExactState) -> Set {
        self.base.board.available(&state.abstraction)
    }

    fn play_to_foundation<A: ActionLog>(&self, branch: &mut Branch<A>, card: Bit) {
        if branch.state.abstraction.face_up & one(card) != 0 {
            branch.state.detach(&self.base.board, card);
        }
        self.base.board.move_to_foundation(&mut branch.state.abstraction, card);
        branch.actions.record(SolverAction::ToFoundation(card));
    }

    fn play_from_stock<A: ActionLog>(&self, branch: &mut Branch<A>, card: Bit, onto: Option<Bit>) -> bool {
        self.base.board.move_from_stock(&mut branch.state.abstraction, card);
        branch.state.attach(card, onto);
        branch.actions.record(SolverAction::StockToColumn(card, onto));
        true
    }

    fn play_between_columns<A: ActionLog>(
        &self,
        branch: &mut Branch<A>,
        card: Bit,
        onto: Option<Bit>,
    ) -> bool {
        let state = &mut branch.state;
        if state.tops() & one(card) == 0 {
            return false;
        }
        state.detach(&self.base.board, card);
        if state.abstraction.bottoms & one(card) != 0
            && let Some(column) = self.base.board.column_of(&state.abstraction, card)
        {
            self.base.board.move_between_columns(&mut state.abstraction, column, card);
        }
        state.attach(card, onto);
        branch.actions.record(SolverAction::ColumnToColumn(card, onto));
        true
    }

    fn add_moves_to_foundations<A: ActionLog>(
        &self,
        start: &Branch<A>,
        twin_move: Option<TwinMove>,
        branches: &mut Vec<Branch<A>>,
    ) {
        let state = &start.state;
        let available = self.available(state);
        let next_up = state.abstraction.next_up(self.base.board.king);
        for next in next_up.filter(|next| twin_move.is_none_or(|twin_move| twin_move.from % 4 == next % 4)) {
            if available & one(next) != 0 && !self.base.pruning.stock_runs {
                if twin_move.is_none() {
                    let mut branch = start.clone();
                    self.play_to_foundation(&mut branch, next);
                    branches.push(branch);
                }
                continue;
            }
            let mut card = next;
            while available & one(card) != 0 {
                card += 4;
            }
            if state.tops() & one(card) != 0 && twin_move.is_none_or(|twin_move| twin_move.from == card) {
                let mut branch = start.clone();
                (next..=card).step_by(4).for_each(|card| self.play_to_foundation(&mut branch, card));
                branches.push(branch);
            }
        }
    }

    /// Adds the moves of top cards to other columns. Those that uncover a face-down card come last,
    /// ordered by the depth of their column, so that they are visited first.
    fn add_moves_between_columns<A: ActionLog>(
        &self,
        start: &Branch<A>,
        twin_move: Option<TwinMove>,
        branches: &mut Vec<Branch<A>>,
    ) {
        let state = &start.state;
        let slot_makers = if self.base.pruning.stock_chains { self.available(state) } else { 0 };
        let wanted = twin_move.map_or(Set::MAX, |twin_move| twin_move.enabled_cards(slot_makers));
        // With `twins`, a card that lies on another one moves only in a chain: moving it to the
        // parent's twin is a twin move.
        let room = if self.base.pruning.twins { slot_makers } else { slot_makers | state.tops() };
        let on_another = state.tops() & !state.abstraction.bottoms & !self.base.board.kings();
        for card in bits(on_another & children(room) & wanted) {
            self.with_place(start, card, twin_move, branches, &|branch, onto| {
                self.play_between_columns(branch, card, onto)
            });
        }
        let movable =
            state.tops() & wanted & (children(slot_makers | state.tops()) | self.base.board.kings());
        if movable & state.abstraction.bottoms == 0 {
            return;
        }
        // Each bottom card with the depth of its column.
        let mut bottoms = [(0, 0); 7];
        let mut count = 0;
        for column in 0..self.base.board.width {
            let Some(card) = self.base.board.bottom(&state.abstraction, column) else { continue };
            let depth = state.abstraction.depth(column);
            if movable & one(card) != 0 && (depth > 1 || rank(card) < self.base.board.king) {
                bottoms[count] = (depth, card);
                count += 1;
            }
        }
        bottoms[..count].sort_by_key(|(depth, _)| *depth);
        for (_, card) in bottoms[..count].iter().copied() {
            self.with_place(start, card, twin_move, branches, &|branch, onto| {
                self.play_between_columns(branch, card, onto)
            });
        }
    }

    fn add_moves_from_stock<A: ActionLog>(
        &self,
        start: &Branch<A>,
        twin_move: Option<TwinMove>,
        branches: &mut Vec<Branch<A>>,
    ) {
        for card in bits(start.state.abstraction.stock) {
            self.with_place(start, card, twin_move, branches, &|branch, onto| {
                self.play_from_stock(branch, card, onto)
            });
        }
    }

    fn add_draws<A: ActionLog>(
        &self,
        start: &Branch<A>,
        draw: u8,
        twin_move: Option<TwinMove>,
        branches: &mut Vec<Branch<A>>,
    ) {
        let stock = start.state.abstraction.stock;
        self.base.board.for_each_drawable(&start.state.abstraction, draw, stock, |card, drawn| {
            let from = branches.len();
            self.with_place(start, card, twin_move, branches, &|branch, onto| {
                self.play_from_stock(branch, card, onto)
            });
            if twin_move.is_none() && start.state.abstraction.fits_foundation(card) {
                let mut branch = start.clone();
                self.play_to_foundation(&mut branch, card);
                branches.push(branch);
            }
            branches[from..].iter_mut().for_each(|branch| branch.state.abstraction.draw_state = drawn);
        });
    }

    fn add_returns<A: ActionLog>(
        &self,
        start: &Branch<A>,
        twin_move: Option<TwinMove>,
        branches: &mut Vec<Branch<A>>,
    ) {
        for card in start.state.abstraction.foundation_tops() {
            self.with_place(start, card, twin_move, branches, &|branch, onto| {
                self.base.board.move_from_foundation(&mut branch.state.abstraction, card);
                branch.state.attach(card, onto);
                branch.actions.record(SolverAction::FoundationToColumn(card, onto));
                true
            });
        }
    }

    /// Adds a branch for each way to make a place for a card, with the card put there. After a twin
    /// move, only those are wanted that move the uncovered card, or put something on that card or
    /// on the moved one.
    fn with_place<A: ActionLog>(
        &self,
        start: &Branch<A>,
        card: Bit,
        twin_move: Option<TwinMove>,
        branches: &mut Vec<Branch<A>>,
        put: Put<'_, A>,
    ) {
        let twin_move = twin_move.filter(|twin_move| twin_move.from != card);
        if rank(card) < self.base.board.king {
            self.with_slot(start, card, twin_move, branches, put);
        } else if twin_move.is_none() {
            self.with_empty_column(start, branches, put);
        }
    }

    /// Adds a branch for each parent that a card can be put on: each that is a slot, and each that
    /// a chain of stock cards provides. Chains are tried even if a slot is free, because the card
    /// that is free may have to move later, and cannot once it is covered.
    fn with_slot<A: ActionLog>(
        &self,
        start: &Branch<A>,
        card: Bit,
        twin_move: Option<TwinMove>,
        branches: &mut Vec<Branch<A>>,
        put: Put<'_, A>,
    ) {
        let slot_type = type_of(parent(card));
        let wanted =
            twin_move.map_or(slot_type, |twin_move| slot_type & (one(twin_move.card) | one(twin_move.from)));
        let lies_on_another =
            start.state.abstraction.face_up & !start.state.abstraction.bottoms & one(card) != 0;
        if !(lies_on_another && self.base.pruning.twins) {
            for onto in bits(start.state.tops() & wanted) {
                let mut branch = start.clone();
                if put(&mut branch, Some(onto)) {
                    branches.push(branch);
                }
            }
        }
        if self.base.access == StockAccess::AnyOrder && self.base.pruning.stock_chains {
            let stock = start.state.abstraction.stock;
            let has_place = children(stock | start.state.tops()) | self.base.board.kings();
            for slot in bits(stock & slot_type & has_place) {
                let lay: Put<'_, A> =
                    &|branch, onto| self.play_from_stock(branch, slot, onto) && put(branch, Some(slot));
                self.with_place(start, slot, twin_move, branches, lay);
            }
        }
    }

    /// Adds a branch that puts a card into an empty column, if there is one. The rule `emptying`
    /// does not apply here: a card may have to leave its column before another one covers it.
    fn with_empty_column<A: ActionLog>(
        &self,
        start: &Branch<A>,
        branches: &mut Vec<Branch<A>>,
        put: Put<'_, A>,
    ) {
        let state = &start.state;
        if self.base.board.empty_columns(&state.abstraction) > 0 {
            let mut branch = start.clone();
            if put(&mut branch, None) {
                branches.push(branch);
            }
        }
    }
}
