//! Proves positions lost by searching an easier game.
//!
//! In the relaxed game builds move, and all stock cards are available, or all but the first few. A
//! position that is lost there is also lost where only one card moves or where the whole stock is
//! drawn in order. See `relaxation` and `drawn_prefix` in [`crate::pruning`].

use crate::UnknownReason;
use crate::abstract_state::AbstractState;
use crate::budget::Budget;
use crate::builds::Builds;
use crate::search_space::{Branch, SearchSpace};
use crate::transposition::{DominanceRank, TranspositionTable, UNRANKED};

/// The relaxed game of one deal, with what is already known about its positions.
pub(crate) struct Relaxation {
    space: Box<Builds>,
    lost: TranspositionTable<u64>,
    /// Keys of positions that can be won, whatever their ranks. It is harmless if this claims a win
    /// too often: a win in the relaxed game proves nothing.
    winnable: TranspositionTable<u64>,
    // The search that is under way.
    visited: TranspositionTable<u64>,
    expanded: Vec<(u64, DominanceRank)>,
    path: Vec<AbstractState>,
    stack: Vec<(AbstractState, usize)>,
    branches: Vec<Branch<AbstractState, ()>>,
    /// How many nodes had been visited when the main search began.
    nodes_at_start: u64,
    /// How many nodes this relaxation has visited since then.
    nodes_spent: u64,
    /// How many positions it has proved lost since then.
    proofs: u64,
}

impl Relaxation {
    /// How many stock cards have to be drawn in the relaxed game, if the real one draws in order.
    /// More of them prove more positions lost but make the relaxed game harder. Of 3 to 12, this is
    /// the fastest.
    pub(crate) const DRAWN_PREFIX: usize = 3;

    pub(crate) fn new(space: Builds, budget: &mut Budget<'_>) -> Result<Relaxation, UnknownReason> {
        Ok(Relaxation {
            space: Box::new(space),
            lost: TranspositionTable::new(budget)?,
            winnable: TranspositionTable::new(budget)?,
            visited: TranspositionTable::new(budget)?,
            expanded: Vec::new(),
            path: Vec::new(),
            stack: Vec::new(),
            branches: Vec::new(),
            nodes_at_start: 0,
            nodes_spent: 0,
            proofs: 0,
        })
    }

    /// Frees the memory.
    pub(crate) fn release(self, budget: &mut Budget<'_>) {
        let Relaxation { lost, winnable, visited, expanded, path, stack, .. } = self;
        for table in [lost, winnable, visited] {
            table.release(budget);
        }
        budget.refund_list(expanded);
        budget.refund_list(path);
        budget.refund_list(stack);
    }

    /// Whether the root of the main search is lost in the relaxed game.
    pub(crate) fn proves_root_lost(
        &mut self,
        root: &AbstractState,
        budget: &mut Budget<'_>,
    ) -> Result<bool, UnknownReason> {
        let lost = self.is_lost(root, budget)?;
        self.nodes_at_start = budget.nodes;
        Ok(lost)
    }

    /// Whether the position is lost in the relaxed game. Answers `false` without a search if the
    /// relaxation has become too expensive: it may visit as many nodes as the main search, plus a
    /// bonus for each position that it has proved lost.
    pub(crate) fn proves_lost(
        &mut self,
        state: &AbstractState,
        budget: &mut Budget<'_>,
    ) -> Result<bool, UnknownReason> {
        let main_search = budget.nodes - self.nodes_at_start - self.nodes_spent;
        if self.nodes_spent > 1000 + main_search + 300 * self.proofs {
            return Ok(false);
        }
        let before = budget.nodes;
        let lost = self.is_lost(state, budget)?;
        self.nodes_spent += budget.nodes - before;
        self.proofs += u64::from(lost);
        Ok(lost)
    }

    fn is_lost(&mut self, root: &AbstractState, budget: &mut Budget<'_>) -> Result<bool, UnknownReason> {
        self.visited.clear(budget);
        self.expanded.clear();
        self.path.clear();
        let won = self.finds_win(root, budget)?;
        if won {
            for state in &self.path {
                self.winnable.insert(self.space.key(state).0, UNRANKED, budget)?;
            }
        }
        // If cards cannot return, no position occurs twice on a line. Then all expanded positions
        // off the winning path are lost, since everything below them has been searched. If cards
        // can return, such a position may still lead back to the winning path, and only a complete
        // search without a win is a proof.
        if !won || !self.space.base.back {
            for (key, rank) in &self.expanded {
                if !won || !self.winnable.contains(*key) {
                    self.lost.insert(*key, *rank, budget)?;
                }
            }
        }
        Ok(!won)
    }

    /// A depth-first search that uses the cached results. After a win, `path` leads to it.
    fn finds_win(&mut self, root: &AbstractState, budget: &mut Budget<'_>) -> Result<bool, UnknownReason> {
        let mut start = Branch::<_, ()>::new(*root);
        self.space.normalize(&mut start);
        self.stack.clear();
        budget.reserve(&mut self.stack, 1)?;
        self.stack.push((start.state, 0));
        while let Some((state, depth)) = self.stack.pop() {
            let (key, rank) = self.space.key(&state);
            self.path.truncate(depth);
            if self.lost.is_dominated(key, rank)
                || !self.visited.insert(key, rank, budget)?
                || self.space.is_deadlocked(self.path.last(), &state)
            {
                continue;
            }
            budget.count_node()?;
            budget.reserve(&mut self.expanded, 1)?;
            self.expanded.push((key, rank));
            budget.reserve(&mut self.path, 1)?;
            self.path.push(state);
            if self.winnable.contains(key) || self.space.is_won(&state) {
                return Ok(true);
            }
            self.space.expand::<()>(&state, &mut self.branches);
            budget.reserve(&mut self.stack, self.branches.len())?;
            self.stack.extend(self.branches.drain(..).map(|branch| (branch.state, depth + 1)));
        }
        Ok(false)
    }
}
