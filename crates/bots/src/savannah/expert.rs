use cards::Source;
use games::savannah::{Move, Savannah, View};

use super::desk::{Desk, Step};
use super::imagination::Imagination;
use super::luck::Fate;
use super::net::chance;
use super::planner::{at_turn, to_move};
use super::policy::{follow, play_turn};
use super::search::{After, Judge, Plan, Search, WON};
use super::world::World;
use super::{Rng, weights};
use crate::Bot;

/// How much an expert may think about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How many plans are compared.
    pub plans: usize,
    /// How many imagined games are begun, for all plans together, at a table of two; at larger tables, where a game has more
    /// turns, fewer in proportion.
    pub games: usize,
    /// How many more turns of its own an imagined game has.
    pub turns: u32,
    /// How many positions are looked at in all.
    pub nodes: u64,
}

impl Budget {
    /// What the level *expert* has.
    pub const FULL: Budget = Budget { plans: 8, games: 700, turns: 1, nodes: 200_000 };
}

/// Compares the best plans of its turn over imagined worlds: all plans meet the same cards and dice.
pub struct Expert {
    budget: Budget,
    search: Search,
    quick: Search,
    steps: Vec<Step>,
}

/// A plan, and how it did so far.
struct Candidate {
    steps: Vec<Step>,
    after: After,
    sum: i64,
}

/// What a plan looks worth at first counts as so many imagined games: a few unlucky ones must not decide.
const PRIOR: i64 = 30;
/// Plans that look worse than the best by more than this, in parts of 65,536, are not compared.
const MARGIN: i64 = 6000;
/// The most nodes of a search in an imagined game, where speed counts.
const QUICK: usize = 40;

impl Expert {
    /// An expert with that much to think.
    #[must_use]
    pub const fn new(budget: Budget) -> Expert {
        Expert { budget, search: Search::new(2000), quick: Search::new(QUICK), steps: Vec::new() }
    }

    /// How many positions the last choice looked at.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.budget.nodes - self.quick.left()
    }

    /// The best plans as they look without imagined games, the best first.
    fn candidates(&mut self, desk: &Desk) -> Vec<Candidate> {
        let mut plans: Vec<Plan> = self.search.run(desk, weights::net(desk.seats)).to_vec();
        plans.sort_by_key(|plan| -plan.value);
        let least = plans.first().map_or(0, |best| chance(best.value)) - MARGIN;
        plans.retain(|plan| chance(plan.value) >= least);
        plans.truncate(if plans.first().is_some_and(|plan| plan.value >= WON) {
            1
        } else {
            self.budget.plans
        });
        let candidate = |plan: &Plan| {
            let mut steps = Vec::new();
            self.search.steps(plan, &mut steps);
            Candidate { steps, after: plan.after, sum: PRIOR * chance(plan.value.clamp(-WON / 2, WON / 2)) }
        };
        plans.iter().map(candidate).collect()
    }

    /// Plays on from a plan; what it came to, in parts of 65,536. `None` if there was no node left.
    fn imagined(
        &mut self,
        desk: &Desk,
        mut world: World,
        mut fate: Fate,
        candidate: &Candidate,
    ) -> Option<i64> {
        let (me, sense) = (world.seat, weights::plain(world.seats));
        follow(&mut world, &candidate.steps, &mut fate);
        let mut end = (*desk, candidate.after);
        if candidate.after.open && !world.is_over() {
            end = play_turn(&mut world, &mut fate, &mut self.quick, &mut self.steps, sense)?;
        }
        for _ in 0..self.budget.turns * u32::from(world.seats) {
            if world.is_over() {
                break;
            }
            let mine = world.seat == me;
            let reached = play_turn(&mut world, &mut fate, &mut self.quick, &mut self.steps, sense)?;
            if mine {
                end = reached;
            }
        }
        Some(match world.winners {
            0 => chance(value(weights::net(world.seats), &end.0, &end.1)),
            winners if winners >> me & 1 == 1 => 65_536 / i64::from(winners.count_ones()),
            _ => 0,
        })
    }

    /// The best candidate. The worse half is dropped again and again, and the better half is looked at more closely.
    fn compare(
        &mut self,
        desk: &Desk,
        mut candidates: Vec<Candidate>,
        imagination: &mut Imagination,
        rng: &mut Rng,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Candidate> {
        let rounds = candidates.len().next_power_of_two().ilog2().max(1) as usize;
        let games = self.budget.games * 2 / usize::from(desk.seats);
        // Plans that begin alike are told apart when their first step is done.
        while candidates.iter().any(|candidate| candidate.steps.first() != candidates[0].steps.first()) {
            let worlds = games / rounds / candidates.len();
            'worlds: for _ in 0..worlds.max(1) {
                let world = imagination.world(rng);
                let fate = Fate::new(rng);
                let mut results = Vec::with_capacity(candidates.len());
                for candidate in &candidates {
                    match self.imagined(desk, world, fate, candidate) {
                        Some(result) if !stop() => results.push(result),
                        _ => break 'worlds,
                    }
                }
                for (candidate, result) in candidates.iter_mut().zip(results) {
                    candidate.sum += result;
                }
            }
            candidates.sort_by_key(|candidate| -candidate.sum);
            candidates.truncate(candidates.len().div_ceil(2));
        }
        candidates.into_iter().next()
    }
}

fn value(judge: &impl Judge, desk: &Desk, after: &After) -> i32 {
    judge.judge(judge.part(desk, after), desk, after)
}

impl Bot<Savannah> for Expert {
    fn choose(
        &mut self,
        view: &View,
        source: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Move> {
        at_turn(view)?;
        self.search.allow(self.budget.nodes);
        let mut rng = Rng::seeded(source);
        let mut imagination = Imagination::new(view)?;
        let desk = Desk::new(imagination.known());
        let candidates = self.candidates(&desk);
        self.quick.allow(self.search.left());
        let best = self.compare(&desk, candidates, &mut imagination, &mut rng, stop)?;
        to_move(view, *best.steps.first()?)
    }
}
