//! The depth-first search.

use crate::UnknownReason;
use crate::action::{ActionLog, SolverAction};
use crate::budget::Budget;
use crate::search_space::{Branch, SearchSpace};
use crate::transposition::TranspositionTable;

/// Searches depth-first until a state is won or all states have been visited. Returns the actions
/// that lead to the win, or `None` if there is none.
pub(crate) fn search<S: SearchSpace>(
    space: &S,
    root: S::State,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<SolverAction>>, UnknownReason> {
    let mut visited = TranspositionTable::new(budget)?;
    let mut stack = Vec::new();
    let mut path: Vec<S::State> = Vec::new();
    let mut branches = Vec::new();
    budget.reserve(&mut stack, 1)?;
    stack.push((normalized_root::<S, ()>(space, root).state, 0));
    while let Some((state, depth)) = stack.pop() {
        let (key, rank) = space.key(&state);
        if !visited.insert(key, rank, budget)? {
            continue;
        }
        path.truncate(depth);
        let from = path.last();
        if space.is_deadlocked(from, &state) {
            continue;
        }
        if let Some(from) = from
            && space.is_lost_relaxed(from, &state, budget)?
        {
            continue;
        }
        budget.count_node()?;
        budget.reserve(&mut path, 1)?;
        path.push(state);
        if space.is_won(&state) {
            return Ok(Some(actions_along(space, root, &path)));
        }
        space.expand::<()>(&state, &mut branches);
        budget.reserve(&mut stack, branches.len())?;
        stack.extend(branches.drain(..).map(|branch| (branch.state, depth + 1)));
    }
    Ok(None)
}

fn normalized_root<S: SearchSpace, A: ActionLog>(space: &S, root: S::State) -> Branch<S::State, A> {
    let mut branch = Branch::new(root);
    space.normalize(&mut branch);
    branch
}

/// The actions along a path. The search records none, to save time and memory, so the states of the
/// path are expanded once more.
fn actions_along<S: SearchSpace>(space: &S, root: S::State, path: &[S::State]) -> Vec<SolverAction> {
    let mut actions = normalized_root::<S, Vec<SolverAction>>(space, root).actions;
    let mut branches: Vec<Branch<S::State, Vec<SolverAction>>> = Vec::new();
    for pair in path.windows(2) {
        branches.clear();
        space.expand(&pair[0], &mut branches);
        let taken = branches.iter().find(|branch| branch.state == pair[1]);
        actions.extend(taken.into_iter().flat_map(|branch| &branch.actions));
    }
    actions
}
