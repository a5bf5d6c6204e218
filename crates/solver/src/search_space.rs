//! The interface between the search and the games that it searches.

use crate::UnknownReason;
use crate::action::ActionLog;
use crate::budget::Budget;
use crate::transposition::{DominanceRank, StateKey};

/// A state graph: its states, their successors, and which states are won.
pub(crate) trait SearchSpace {
    type State: Copy + PartialEq;
    /// Identifies a state exactly in the transposition table.
    type Key: StateKey;

    fn key(&self, state: &Self::State) -> (Self::Key, DominanceRank);

    fn is_won(&self, state: &Self::State) -> bool;

    /// Plays the moves that are always right. Applied to the root and to each successor.
    fn normalize<A: ActionLog>(&self, branch: &mut Branch<Self::State, A>);

    /// Whether a quick check shows that a state is lost. The state that it follows from, if any,
    /// has passed the check.
    fn is_deadlocked(&self, _from: Option<&Self::State>, _state: &Self::State) -> bool {
        false
    }

    /// Whether a relaxed game proves that a successor of `from` is lost.
    fn is_lost_relaxed(
        &self,
        _from: &Self::State,
        _state: &Self::State,
        _budget: &mut Budget<'_>,
    ) -> Result<bool, UnknownReason> {
        Ok(false)
    }

    /// Appends the successors of a state. The search visits the last one first.
    fn expand<A: ActionLog>(&self, state: &Self::State, branches: &mut Vec<Branch<Self::State, A>>);
}

/// A state, with the actions that lead to it from the state that is being expanded.
#[derive(Clone)]
pub(crate) struct Branch<S, A> {
    pub(crate) state: S,
    pub(crate) actions: A,
}

impl<S, A: ActionLog> Branch<S, A> {
    /// A branch without any action yet.
    pub(crate) fn new(state: S) -> Branch<S, A> {
        Branch { state, actions: A::default() }
    }
}
