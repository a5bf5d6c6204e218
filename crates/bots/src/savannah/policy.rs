//! How simulated players play a turn.

use super::Randomness;
use super::observation::{Observation, PlanStep};
use super::search::{Evaluator, Search, TurnState};
use super::world::{Action, World, rank};

/// Plays a whole turn: follows the best plan, and searches again whenever a hidden card has
/// appeared. Returns how the turn ended, as the player sees it, or `None` if the node budget is
/// used up.
pub(super) fn play_turn(
    world: &mut World,
    randomness: &mut impl Randomness,
    search: &mut Search,
    steps: &mut Vec<PlanStep>,
    evaluator: &impl Evaluator,
) -> Option<(Observation, TurnState)> {
    loop {
        let observation = Observation::new(world);
        search.run(&observation, evaluator);
        let best = search.best()?;
        search.steps(best, steps);
        let state = best.state;
        play_steps(world, steps, randomness);
        if !state.open || world.is_over() {
            return Some((observation, state));
        }
    }
}

/// Plays the steps of a plan for the player whose turn it is.
pub(super) fn play_steps(world: &mut World, steps: &[PlanStep], randomness: &mut impl Randomness) {
    for step in steps {
        let action = to_action(world, *step);
        world.apply(action, randomness);
    }
}

/// The action of a step. A step names a foundation by the rank of its top; of equal ones the
/// leftmost is used.
fn to_action(world: &World, step: PlanStep) -> Action {
    match step {
        PlanStep::Play(from, top) => {
            let to = world.tops.iter().position(|card| rank(*card) == top).unwrap_or(0);
            Action::Play { from, to: to as u8 }
        }
        PlanStep::Discard(rank) => Action::Discard(rank),
        PlanStep::End => Action::End,
    }
}
