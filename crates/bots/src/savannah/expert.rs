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
    /// turns and a turn more to look at, fewer: three in ten at a table of four.
    pub games: usize,
    /// How many more turns of its own an imagined game has.
    pub turns: u32,
    /// How many positions are looked at in all.
    pub nodes: u64,
}

impl Budget {
    /// What the level *expert* has.
    pub const FULL: Budget = Budget { plans: 8, games: 1500, turns: 1, nodes: 400_000 };
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
    /// What it came to in each world.
    results: Vec<i32>,
}

/// What a plan looks worth at first counts as so many imagined games: a few unlucky ones must not decide.
const PRIOR: i64 = 30;
/// Plans that look worse than the best by more than this, in parts of 65,536, are not compared.
const MARGIN: i64 = 6000;
/// After so many worlds it is asked who is clearly behind.
const BATCH: usize = 8;
/// Before so many worlds nobody is.
const LEAST: i64 = 16;
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
            Candidate {
                steps,
                after: plan.after,
                sum: PRIOR * chance(plan.value.clamp(-WON / 2, WON / 2)),
                results: Vec::new(),
            }
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
            0 => chance(weights::net(world.seats).value(&end.0, &end.1)),
            winners if winners >> me & 1 == 1 => 65_536 / i64::from(winners.count_ones()),
            _ => 0,
        })
    }

    /// The best candidate. All meet the same worlds; who is clearly behind is dropped, and of the others now and then the worse
    /// half, so that the better ones are looked at more closely.
    fn compare(
        &mut self,
        desk: &Desk,
        mut candidates: Vec<Candidate>,
        imagination: &mut Imagination,
        rng: &mut Rng,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Candidate> {
        let mut rounds = halvings(&candidates);
        let seats = usize::from(desk.seats);
        let mut left = self.budget.games * 6 / (seats * (seats + 1));
        let mut share = left / rounds.max(1);
        // Plans that begin alike are told apart when their first step is done.
        while left >= candidates.len()
            && candidates.iter().any(|candidate| candidate.steps.first() != candidates[0].steps.first())
        {
            let worlds = BATCH.min(share / candidates.len()).max(1);
            for _ in 0..worlds {
                let world = imagination.world(rng);
                let fate = Fate::new(rng);
                let mut results = Vec::with_capacity(candidates.len());
                for candidate in &candidates {
                    match self.imagined(desk, world, fate, candidate) {
                        Some(result) if !stop() => results.push(result),
                        _ => return candidates.into_iter().reduce(Candidate::better),
                    }
                }
                for (candidate, result) in candidates.iter_mut().zip(results) {
                    candidate.sum += result;
                    candidate.results.push(result as i32);
                }
            }
            let spent = worlds * candidates.len();
            left = left.saturating_sub(spent);
            share = share.saturating_sub(spent);
            candidates.sort_by_key(|candidate| -candidate.sum);
            if share < candidates.len() {
                candidates.truncate(candidates.len().div_ceil(2));
            }
            let best = candidates.remove(0);
            candidates.retain(|other| !other.is_clearly_behind(&best));
            candidates.insert(0, best);
            // With fewer plans there are fewer rounds, and each may take longer.
            if halvings(&candidates) < rounds {
                rounds = halvings(&candidates);
                share = left / rounds.max(1);
            }
        }
        candidates.into_iter().next()
    }
}

/// How often the worse half can be dropped until one is left.
const fn halvings(candidates: &[Candidate]) -> usize {
    candidates.len().next_power_of_two().ilog2() as usize
}

impl Candidate {
    /// The first of equals.
    fn better(self, other: Candidate) -> Candidate {
        if other.sum > self.sum { other } else { self }
    }

    /// Whether the differences in all worlds so far say so, beyond what chance would do.
    fn is_clearly_behind(&self, best: &Candidate) -> bool {
        let count = self.results.len() as i64;
        let differences = || best.results.iter().zip(&self.results).map(|(best, own)| i64::from(best - own));
        let sum: i64 = differences().sum();
        let squares: i64 = differences().map(|difference| difference * difference).sum();
        let ahead = best.sum - self.sum;
        // The variance of the sum; what was thought at first is no part of it. Two and a half standard deviations are clear.
        let variance = (squares - sum * sum / count) * count / (count - 1).max(1);
        count >= LEAST && 4 * ahead * ahead > 25 * variance
    }
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
