use super::Luck;
use super::desk::{Desk, Step};
use super::search::{After, Judge, Search};
use super::world::{Act, World, rank};

/// Plays the best plan of each search until the turn is over, and searches again whenever something hidden has appeared.
/// Gives how the turn ended, as the player saw it; `None` if there was no node left to search.
pub(super) fn play_turn(
    world: &mut World,
    luck: &mut impl Luck,
    search: &mut Search,
    steps: &mut Vec<Step>,
    judge: &impl Judge,
) -> Option<(Desk, After)> {
    loop {
        let desk = Desk::new(world);
        search.run(&desk, judge);
        let best = search.best()?;
        search.steps(best, steps);
        let after = best.after;
        follow(world, steps, luck);
        if !after.open || world.is_over() {
            return Some((desk, after));
        }
    }
}

/// Does the steps of a plan that was made for this world's player.
pub(super) fn follow(world: &mut World, steps: &[Step], luck: &mut impl Luck) {
    for step in steps {
        let act = act(world, *step);
        world.act(act, luck);
    }
}

/// A step names a top by its rank; of equal ones the leftmost is taken.
fn act(world: &World, step: Step) -> Act {
    match step {
        Step::Play(from, top) => {
            let to = world.tops.iter().position(|card| rank(*card) == top).unwrap_or(0);
            Act::Play { from, to: to as u8 }
        }
        Step::Discard(rank) => Act::Discard(rank),
        Step::End => Act::End,
    }
}
