//! The search space of games in which builds move.
//!
//! A successor is one move that makes progress, together with the chain of moves that provides the
//! slot it needs: see `stock_chains` and `return_chains` in [`crate::pruning`].

use crate::UnknownReason;
use crate::abstract_state::AbstractState;
use crate::action::{ActionLog, SolverAction};
use crate::base_space::BaseSpace;
use crate::bits::{Bit, Set, bits, children, count, one, parent, rank, type_of};
use crate::budget::Budget;
use crate::search_space::SearchSpace;
use crate::stock::StockAccess;
use crate::transposition::DominanceRank;

type Branch<A> = crate::search_space::Branch<AbstractState, A>;

/// Moves a card to the place that a branch has made for it, or returns `false` if it can no longer
/// move. A `dyn` type, so that the large functions that take it are compiled only once.
type Put<'a, A> = &'a dyn Fn(&mut Branch<A>) -> bool;

/// The search space of one deal.
pub(crate) struct Builds {
    pub(crate) base: BaseSpace,
}

impl SearchSpace for Builds {
    type State = AbstractState;
    type Key = u64;

    fn key(&self, state: &AbstractState) -> (u64, DominanceRank) {
        self.base.key(state)
    }

    fn is_won(&self, state: &AbstractState) -> bool {
        self.base.is_won(state)
    }

    fn is_lost_relaxed(
        &self,
        from: &AbstractState,
        state: &AbstractState,
        budget: &mut Budget<'_>,
    ) -> Result<bool, UnknownReason> {
        self.base.is_lost_relaxed(from, state, budget)
    }

    fn is_deadlocked(&self, from: Option<&AbstractState>, state: &AbstractState) -> bool {
        // Skipping the check is always sound. It is worthwhile at the root and after a card went up
        // that cannot return: no other move makes a card unreachable, apart from drawing.
        let may_have_changed = from.is_none_or(|from| !self.base.back && from.heights != state.heights);
        // If the whole stock is drawn in order, the check pays off only at the root: see
        // `Solver::search`.
        may_have_changed && self.base.board.draw_only != u32::MAX && self.base.is_deadlocked(state)
    }

    fn normalize<A: ActionLog>(&self, branch: &mut Branch<A>) {
        while let Some(card) = self.safe_next_card(&branch.state) {
            self.play_to_foundation(branch, card);
        }
        self.base.normalize_draw_state(&mut branch.state);
    }

    fn expand<A: ActionLog>(&self, state: &AbstractState, branches: &mut Vec<Branch<A>>) {
        let from = branches.len();
        let start = Branch::new(*state);
        if self.base.back && !self.base.pruning.return_chains {
            self.add_returns(&start, branches);
        }
        let movable = self.movable(state);
        if !self.base.pruning.stock_chains {
            self.add_moves_from_stock(&start, branches);
        }
        if let StockAccess::Draw(draw) = self.base.access {
            self.add_draws(&start, draw, movable, branches);
        }
        self.add_moves_between_columns(&start, movable, branches);
        self.add_moves_to_foundations(&start, branches);
        branches[from..].iter_mut().for_each(|branch| self.normalize(branch));
        // Visit the states with most cards in the stock first: they lead to wins sooner, since a
        // stock card in a column blocks others.
        branches[from..].sort_by_key(|branch| branch.state.stock_left.count_ones());
    }
}

impl Builds {
    fn safe_next_card(&self, state: &AbstractState) -> Option<Bit> {
        let BaseSpace { board, back, pruning, .. } = &self.base;
        let available = board.available(state);
        let next_up = state.next_up_set() & (state.face_up | available);
        if next_up == 0 {
            return None;
        }
        // A card that lies on another one can return to it.
        let can_return_at_once = if self.sends_up() { state.face_up & !state.bottoms } else { 0 };
        bits(next_up).find(|&card| {
            let safe =
                can_return_at_once & one(card) != 0 || pruning.safe_up && board.is_safe(state, card, *back);
            safe && (available & one(card) != 0 || count(board.free_slots(state), card) > 0)
        })
    }

    /// Whether a card that can return at once goes up at once.
    const fn sends_up(&self) -> bool {
        self.base.back && self.base.pruning.return_chains && self.base.pruning.send_up
    }

    /// Whether a column is emptied only for a king that moves there at once.
    const fn empties_only_for_kings(&self) -> bool {
        self.base.pruning.emptying && !self.base.back
    }

    /// Fails if making room for the card has returned others of its suit: then it no longer fits.
    fn play_to_foundation<A: ActionLog>(&self, branch: &mut Branch<A>, card: Bit) -> bool {
        if !branch.state.fits_foundation(card) {
            return false;
        }
        self.base.board.move_to_foundation(&mut branch.state, card);
        branch.actions.record(SolverAction::ToFoundation(card));
        true
    }

    /// Fails if making room for the card has already moved it, to empty a column.
    fn play_from_stock<A: ActionLog>(&self, branch: &mut Branch<A>, card: Bit) -> bool {
        if branch.state.stock & one(card) == 0 {
            return false;
        }
        self.base.board.move_from_stock(&mut branch.state, card);
        branch.actions.record(SolverAction::StockToColumn(card, None));
        true
    }

    fn play_between_columns<A: ActionLog>(&self, branch: &mut Branch<A>, column: u8, card: Bit) -> bool {
        if self.base.board.bottom(&branch.state, column) != Some(card) {
            return false;
        }
        self.base.board.move_between_columns(&mut branch.state, column, card);
        branch.actions.record(SolverAction::ColumnToColumn(card, None));
        true
    }

    /// Adds the moves of column cards to their foundations, after the stock cards that go up first.
    fn add_moves_to_foundations<A: ActionLog>(&self, start: &Branch<A>, branches: &mut Vec<Branch<A>>) {
        let state = &start.state;
        let available = self.base.board.available(state);
        for next in state.next_up(self.base.board.king) {
            if available & one(next) != 0 && !self.base.pruning.stock_runs {
                push_if(start, branches, |branch| self.play_to_foundation(branch, next));
                continue;
            }
            let card = first_missing(next, available);
            if state.face_up & one(card) != 0 {
                let mut branch = start.clone();
                self.run_to_foundation(&mut branch, next, card);
                self.with_slot(&branch, card, true, branches, |branch| self.play_to_foundation(branch, card));
            }
        }
    }

    /// Moves the cards of a suit from `next` up to their foundation, excluding `to`.
    fn run_to_foundation<A: ActionLog>(&self, branch: &mut Branch<A>, next: Bit, to: Bit) {
        for card in (next..to).step_by(4) {
            self.play_to_foundation(branch, card);
        }
    }

    /// Adds the moves of whole runs to other columns. Each uncovers a face-down card or empties a
    /// column.
    fn add_moves_between_columns<A: ActionLog>(
        &self,
        start: &Branch<A>,
        movable: Set,
        branches: &mut Vec<Branch<A>>,
    ) {
        let board = &self.base.board;
        let state = &start.state;
        // The rightmost columns are the deepest. Their moves are added last, so they are visited
        // first.
        for column in 0..board.width {
            let Some(card) = board.bottom(state, column) else { continue };
            let exposes =
                state.depth(column) > 1 || (rank(card) < board.king && !self.empties_only_for_kings());
            if exposes && movable & one(card) != 0 {
                self.with_place(start, card, true, branches, |branch| {
                    self.play_between_columns(branch, column, card)
                });
            }
        }
    }

    /// A superset of the cards that can move to a column.
    fn movable(&self, state: &AbstractState) -> Set {
        let board = &self.base.board;
        children(board.free_slots(state)) | children(self.slot_makers(state)) | board.kings()
    }

    /// The cards that can provide a slot in a chain.
    fn slot_makers(&self, state: &AbstractState) -> Set {
        let BaseSpace { board, back, pruning, .. } = &self.base;
        let stock = if pruning.stock_chains { board.available(state) } else { 0 };
        let ups = if *back && pruning.return_chains { state.on_foundations() } else { 0 };
        stock | ups
    }

    /// Adds the moves of each available stock card to a column.
    fn add_moves_from_stock<A: ActionLog>(&self, start: &Branch<A>, branches: &mut Vec<Branch<A>>) {
        for card in bits(self.base.board.available(&start.state)) {
            let lay: Put<'_, A> = &|branch| self.play_from_stock(branch, card);
            self.with_place(start, card, true, branches, lay);
        }
    }

    /// Adds the moves of drawn cards to foundations and columns.
    fn add_draws<A: ActionLog>(
        &self,
        start: &Branch<A>,
        draw: u8,
        movable: Set,
        branches: &mut Vec<Branch<A>>,
    ) {
        let board = &self.base.board;
        let available = board.available(&start.state);
        // Available cards go up right before the card that needs them.
        let next_up =
            start.state.next_up(board.king).fold(0, |set, next| set | one(first_missing(next, available)));
        board.for_each_drawable(
            &start.state,
            draw,
            start.state.stock & (movable | next_up),
            |card, drawn| {
                let from = branches.len();
                // A card that goes up at once need not be put on a column.
                if movable & one(card) != 0 && !(self.sends_up() && start.state.fits_foundation(card)) {
                    let lay: Put<'_, A> = &|branch| self.play_from_stock(branch, card);
                    self.with_place(start, card, true, branches, lay);
                }
                if next_up & one(card) != 0 {
                    let mut branch = start.clone();
                    self.run_to_foundation(&mut branch, start.state.height(card % 4) * 4 + card % 4, card);
                    self.play_to_foundation(&mut branch, card);
                    branches.push(branch);
                }
                branches[from..].iter_mut().for_each(|branch| branch.state.draw_state = drawn);
            },
        );
    }

    /// Adds the moves from the foundations to columns.
    fn add_returns<A: ActionLog>(&self, start: &Branch<A>, branches: &mut Vec<Branch<A>>) {
        for card in start.state.foundation_tops() {
            let back: Put<'_, A> = &|branch| self.play_from_foundation(branch, card);
            self.with_place(start, card, true, branches, back);
        }
    }

    /// Adds a branch for each way to make a place for a card, with the card put there.
    fn with_place<A: ActionLog>(
        &self,
        start: &Branch<A>,
        card: Bit,
        may_empty: bool,
        branches: &mut Vec<Branch<A>>,
        put: impl Fn(&mut Branch<A>) -> bool,
    ) {
        if rank(card) == self.base.board.king {
            self.with_empty_column(start, may_empty, branches, put);
        } else {
            self.with_slot(start, parent(card), may_empty, branches, put);
        }
    }

    /// Adds a branch for each way to provide a free slot of a type, continued with `put`: one
    /// exists already, or a chain provides it.
    fn with_slot<A: ActionLog>(
        &self,
        start: &Branch<A>,
        slot_type: Bit,
        may_empty: bool,
        branches: &mut Vec<Branch<A>>,
        put: impl Fn(&mut Branch<A>) -> bool,
    ) {
        if count(self.base.board.free_slots(&start.state), slot_type) > 0 {
            push_if(start, branches, put);
            return;
        }
        let from = branches.len();
        self.add_chains(start, slot_type, may_empty, branches);
        retain_from(branches, from, put);
    }

    /// Adds a branch for each chain that provides a slot of a type.
    fn add_chains<A: ActionLog>(
        &self,
        start: &Branch<A>,
        slot_type: Bit,
        may_empty: bool,
        branches: &mut Vec<Branch<A>>,
    ) {
        let stock = if self.base.pruning.stock_chains { self.base.board.available(&start.state) } else { 0 };
        for card in bits(stock & type_of(slot_type)) {
            let lay: Put<'_, A> = &|branch| self.play_from_stock(branch, card);
            self.with_place(start, card, may_empty, branches, lay);
        }
        if self.base.back && self.base.pruning.return_chains {
            for card in
                [slot_type & !1, slot_type | 1].into_iter().filter(|card| start.state.is_on_foundation(*card))
            {
                self.add_returns_down_to(start, card, may_empty, branches);
            }
        }
    }

    /// Adds a branch for each way to return a card from its foundation, after the cards that lie on
    /// it there.
    fn add_returns_down_to<A: ActionLog>(
        &self,
        start: &Branch<A>,
        card: Bit,
        may_empty: bool,
        branches: &mut Vec<Branch<A>>,
    ) {
        let top = start.state.height(card % 4) * 4 + card % 4 - 4;
        if top == card {
            let back: Put<'_, A> = &|branch| self.play_from_foundation(branch, card);
            self.with_place(start, card, may_empty, branches, back);
            return;
        }
        let mut before = Vec::new();
        let back: Put<'_, A> = &|branch| self.play_from_foundation(branch, top);
        self.with_place(start, top, may_empty, &mut before, back);
        for branch in &before {
            self.add_returns_down_to(branch, card, may_empty, branches);
        }
    }

    /// Fails if making room for the card has already returned it.
    fn play_from_foundation<A: ActionLog>(&self, branch: &mut Branch<A>, card: Bit) -> bool {
        if branch.state.height(card % 4) != rank(card) + 1 {
            return false;
        }
        self.base.board.move_from_foundation(&mut branch.state, card);
        branch.actions.record(SolverAction::FoundationToColumn(card, None));
        true
    }

    /// Adds a branch for each way to provide an empty column, continued with `put`: one exists
    /// already, or the last card of a column moves away.
    fn with_empty_column<A: ActionLog>(
        &self,
        start: &Branch<A>,
        may_empty: bool,
        branches: &mut Vec<Branch<A>>,
        put: impl Fn(&mut Branch<A>) -> bool,
    ) {
        if self.base.board.empty_columns(&start.state) > 0 {
            push_if(start, branches, put);
            return;
        }
        let from = branches.len();
        if may_empty && self.empties_only_for_kings() {
            for column in (0..self.base.board.width).filter(|column| start.state.depth(*column) == 1) {
                let Some(card) = self.base.board.bottom(&start.state, column) else { continue };
                if rank(card) < self.base.board.king {
                    let shift: Put<'_, A> = &|branch| self.play_between_columns(branch, column, card);
                    self.with_slot(start, parent(card), false, branches, shift);
                }
            }
        }
        retain_from(branches, from, put);
    }
}

/// The first card of a suit, starting at `card`, that is not in a set.
fn first_missing(mut card: Bit, set: Set) -> Bit {
    while set & one(card) != 0 {
        card += 4;
    }
    card
}

/// Pushes a copy of `start` to which `change` was applied, if it succeeds.
fn push_if<T: Clone>(start: &T, items: &mut Vec<T>, change: impl Fn(&mut T) -> bool) {
    let mut item = start.clone();
    if change(&mut item) {
        items.push(item);
    }
}

/// Applies `change` to the items from index `from` on, and keeps those where it succeeds.
fn retain_from<T>(items: &mut Vec<T>, from: usize, change: impl Fn(&mut T) -> bool) {
    let mut kept = from;
    for at in from..items.len() {
        if change(&mut items[at]) {
            items.swap(kept, at);
            kept += 1;
        }
    }
    items.truncate(kept);
}
