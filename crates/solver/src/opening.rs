//! The first moves of winning lines, for players that have to imagine the hidden cards.

use std::collections::HashSet;

use games::klondike::{Klondike, Move, Moves, View};

use crate::abstract_state::AbstractState;
use crate::action::SolverAction;
use crate::budget::Budget;
use crate::builds::Builds;
use crate::exact_state::ExactState;
use crate::line::to_moves;
use crate::one_card::OneCard;
use crate::search_space::{Branch, SearchSpace};
use crate::{Position, SearchProgress, Solver, UnknownReason};

/// Whether a game can be won, and how a winning line begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The first moves of a line that wins, or `None` if the game is lost.
    pub moves: Result<Option<Vec<Move>>, UnknownReason>,
    /// How many states were visited.
    pub nodes: u64,
}

impl Solver {
    /// Like [`Solver::solve`], but gives only the first moves of the line: those up to the first position for
    /// which `is_enough` returns `true`.
    pub fn solve_opening(
        &self,
        game: &Klondike,
        is_enough: &mut dyn FnMut(&View) -> bool,
        keep_going: &mut dyn FnMut(&SearchProgress) -> bool,
    ) -> Opening {
        let mut budget = Budget::new(self.limits, keep_going);
        let moves = match self.search(&Position::from(game), &mut budget) {
            Ok(Some(actions)) => to_moves(game, &actions, is_enough).map(Some).ok_or(UnknownReason::Refused),
            Ok(None) => Ok(None),
            Err(unknown) => Err(unknown),
        };
        Opening { moves, nodes: budget.nodes }
    }

    /// Lines that each turn up a face-down card of a column with their last move. They are found by a
    /// breadth-first search that visits at most `limit` positions, and that makes only moves which a winning
    /// line may need. Lines that lead to the same position are not all given.
    #[must_use]
    pub fn lines_to_reveals(&self, game: &Klondike, limit: usize) -> Vec<Vec<Move>> {
        let position = Position::from(game).with_tops_turned_up();
        let (base, root) = self.base_space(&position);
        let lines = if position.config.moves() == Moves::One {
            let root = ExactState::new(&position, root);
            reveals(&OneCard { base }, root, limit, |state| face_down(&state.abstraction))
        } else {
            reveals(&Builds { base }, root, limit, face_down)
        };
        let view = |game: &View| game.columns.0.iter().map(|pile| pile.face_down).sum::<u8>();
        let before = view(table::Game::sight(game, table::Seat::A));
        lines
            .iter()
            .filter_map(|actions| to_moves(game, actions, &mut |after| view(after) < before))
            .collect()
    }
}

/// How many cards are face down in the columns.
fn face_down(state: &AbstractState) -> u32 {
    (0..7).map(|column| state.depth(column).saturating_sub(1)).sum()
}

fn reveals<S: SearchSpace<Key: std::hash::Hash>>(
    space: &S,
    root: S::State,
    limit: usize,
    face_down: impl Fn(&S::State) -> u32,
) -> Vec<Vec<SolverAction>> {
    let before = face_down(&root);
    let mut start: Branch<S::State, Vec<SolverAction>> = Branch::new(root);
    space.normalize(&mut start);
    if face_down(&start.state) < before {
        return vec![start.actions];
    }
    let mut visited = HashSet::from([space.key(&start.state)]);
    let mut queue = vec![start];
    let mut lines = Vec::new();
    let mut next = 0;
    let mut branches: Vec<Branch<S::State, Vec<SolverAction>>> = Vec::new();
    while next < queue.len().min(limit) {
        let from = queue[next].clone();
        next += 1;
        space.expand(&from.state, &mut branches);
        // The last branch is the most promising one.
        for branch in branches.drain(..).rev() {
            if visited.insert(space.key(&branch.state)) {
                let actions = from.actions.iter().chain(&branch.actions).copied().collect();
                if face_down(&branch.state) < before {
                    lines.push(actions);
                } else {
                    queue.push(Branch { state: branch.state, actions });
                }
            }
        }
    }
    lines
}
