use crate::Unknown;
use crate::act::Acts;
use crate::control::Control;
use crate::seen::{Key, Rank};

/// What a search goes through: states, what follows from each, and when it is won.
pub(crate) trait Space {
    /// A state.
    type State: Copy + PartialEq;
    /// What a state is remembered by, exactly.
    type Key: Key;

    /// The key of a state, and its rank.
    fn key(&self, state: &Self::State) -> (Self::Key, Rank);

    fn is_won(&self, state: &Self::State) -> bool;

    /// Does what is always right, at the root and after each move.
    fn settle<A: Acts>(&self, way: &mut Way<Self::State, A>);

    /// Whether it is plain that the state is lost; the state before it, if there is one, was not.
    fn is_locked(&self, _from: Option<&Self::State>, _state: &Self::State) -> bool {
        false
    }

    /// Whether an easier game proves that what follows from a state is lost.
    fn is_lost(
        &self,
        _from: &Self::State,
        _state: &Self::State,
        _control: &mut Control<'_>,
    ) -> Result<bool, Unknown> {
        Ok(false)
    }

    /// Adds what follows from a state; what is added last is looked at first.
    fn expand<A: Acts>(&self, state: &Self::State, ways: &mut Vec<Way<Self::State, A>>);
}

/// A state on the way, with what was done to get there.
#[derive(Clone)]
pub(crate) struct Way<S, A> {
    pub(crate) state: S,
    pub(crate) acts: A,
}

impl<S, A: Acts> Way<S, A> {
    pub(crate) fn new(state: S) -> Way<S, A> {
        Way { state, acts: A::default() }
    }
}
