//! The level *expert*: compares the best plans of its turn in simulated games.

use cards::Source;
use games::savannah::{Move, Savannah, View};

use super::determinizer::Determinizer;
use super::net::win_probability;
use super::observation::{Observation, PlanStep};
use super::policy::{play_steps, play_turn};
use super::randomness::SimulatedRandomness;
use super::search::{Evaluator, Plan, Search, TurnState, WON};
use super::strong::Strong;
use super::to_move::{at_turn, to_move};
use super::world::World;
use super::{Rng, weights};
use crate::Bot;

/// The limits of an expert's thinking about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpertBudget {
    /// How many plans it compares.
    pub plans: usize,
    /// How many simulated games it starts at a table of two, for all plans together. At larger
    /// tables there are fewer, because a game has more turns and a turn is more complex: at a table
    /// of four, 30 percent.
    pub games: usize,
    /// How many further turns of its own a simulated game has.
    pub turns: u32,
    /// How many search nodes it visits in total.
    pub nodes: u64,
}

impl ExpertBudget {
    /// The budget of the level *expert*.
    pub const FULL: ExpertBudget = ExpertBudget { plans: 8, games: 1500, turns: 1, nodes: 400_000 };
}

/// Compares the best plans of its turn by Monte Carlo simulation. All plans are tried in the same
/// sampled worlds with the same dice (common random numbers), and weak plans are dropped early
/// (sequential halving).
pub struct Expert {
    budget: ExpertBudget,
    search: Search,
    rollout_search: Search,
    steps: Vec<PlanStep>,
}

/// A plan, with the results of its simulations so far.
struct Candidate {
    steps: Vec<PlanStep>,
    /// The state that the plan leads to.
    state: TurnState,
    /// The sum of the prior and of all results.
    sum: i64,
    /// The result in each world, in units of 1/65,536.
    results: Vec<i32>,
}

/// The first evaluation of a plan counts as this many simulated games, so that a few unlucky ones
/// do not decide.
const PRIOR_GAMES: i64 = 30;
/// Plans whose first evaluation is worse than the best by more than this are not simulated. In
/// units of 1/65,536.
const MAX_PRIOR_GAP: i64 = 6000;
/// Plans are compared after each batch of this many worlds.
const WORLDS_PER_BATCH: usize = 8;
/// No plan is dropped as clearly worse before this many worlds.
const MIN_WORLDS: i64 = 16;
/// The maximum number of nodes of a search in a simulated game, where speed matters.
const MAX_ROLLOUT_NODES: usize = 40;

impl Expert {
    /// An expert with a given budget.
    #[must_use]
    pub const fn new(budget: ExpertBudget) -> Expert {
        Expert {
            budget,
            search: Search::new(Strong::MAX_NODES),
            rollout_search: Search::new(MAX_ROLLOUT_NODES),
            steps: Vec::new(),
        }
    }

    /// How many search nodes the last choice visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.budget.nodes - self.rollout_search.nodes_left()
    }

    /// The best plans by their evaluation, before any simulation, in descending order.
    fn candidates(&mut self, observation: &Observation) -> Vec<Candidate> {
        let mut plans: Vec<Plan> = self.search.run(observation, weights::net(observation.seats)).to_vec();
        plans.sort_by_key(|plan| -plan.value);
        let least = plans.first().map_or(0, |best| win_probability(best.value)) - MAX_PRIOR_GAP;
        plans.retain(|plan| win_probability(plan.value) >= least);
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
                state: plan.state,
                sum: PRIOR_GAMES * win_probability(plan.value.clamp(-WON / 2, WON / 2)),
                results: Vec::new(),
            }
        };
        plans.iter().map(candidate).collect()
    }

    /// Simulates a game from a plan on. Returns the probability of winning, in units of 1/65,536,
    /// or `None` if the node budget is used up.
    fn rollout(
        &mut self,
        observation: &Observation,
        mut world: World,
        mut randomness: SimulatedRandomness,
        candidate: &Candidate,
    ) -> Option<i64> {
        let (me, policy) = (world.seat, weights::linear(world.seats));
        play_steps(&mut world, &candidate.steps, &mut randomness);
        let mut end = (*observation, candidate.state);
        if candidate.state.open && !world.is_over() {
            end = play_turn(&mut world, &mut randomness, &mut self.rollout_search, &mut self.steps, policy)?;
        }
        for _ in 0..self.budget.turns * u32::from(world.seats) {
            if world.is_over() {
                break;
            }
            let mine = world.seat == me;
            let reached =
                play_turn(&mut world, &mut randomness, &mut self.rollout_search, &mut self.steps, policy)?;
            if mine {
                end = reached;
            }
        }
        Some(match world.winners {
            0 => win_probability(weights::net(world.seats).value(&end.0, &end.1)),
            winners if winners >> me & 1 == 1 => 65_536 / i64::from(winners.count_ones()),
            _ => 0,
        })
    }

    /// Finds the best candidate. All are tried in the same worlds. Candidates that are clearly
    /// worse are dropped, and in each round the worse half of the others, so that the better ones
    /// get more simulations.
    fn compare(
        &mut self,
        observation: &Observation,
        mut candidates: Vec<Candidate>,
        determinizer: &mut Determinizer,
        rng: &mut Rng,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Candidate> {
        let mut rounds = halvings(&candidates);
        let seats = usize::from(observation.seats);
        let mut left = self.budget.games * 6 / (seats * (seats + 1));
        let mut share = left / rounds.max(1);
        // Plans with the same first step need no comparison now: that can wait until the step is
        // played.
        while left >= candidates.len()
            && candidates.iter().any(|candidate| candidate.steps.first() != candidates[0].steps.first())
        {
            let worlds = WORLDS_PER_BATCH.min(share / candidates.len()).max(1);
            for _ in 0..worlds {
                let world = determinizer.sample(rng);
                let randomness = SimulatedRandomness::new(rng);
                let mut results = Vec::with_capacity(candidates.len());
                for candidate in &candidates {
                    match self.rollout(observation, world, randomness, candidate) {
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
            // Fewer plans mean fewer rounds, so each round gets more of the remaining games.
            if halvings(&candidates) < rounds {
                rounds = halvings(&candidates);
                share = left / rounds.max(1);
            }
        }
        candidates.into_iter().next()
    }
}

/// How many times the worse half can be dropped until one is left.
const fn halvings(candidates: &[Candidate]) -> usize {
    candidates.len().next_power_of_two().ilog2() as usize
}

impl Candidate {
    /// The better of the two; the first if they are equal.
    fn better(self, other: Candidate) -> Candidate {
        if other.sum > self.sum { other } else { self }
    }

    /// Whether the paired differences over all worlds are statistically significant.
    fn is_clearly_behind(&self, best: &Candidate) -> bool {
        let count = self.results.len() as i64;
        let differences = || best.results.iter().zip(&self.results).map(|(best, own)| i64::from(best - own));
        let sum: i64 = differences().sum();
        let squares: i64 = differences().map(|difference| difference * difference).sum();
        let ahead = best.sum - self.sum;
        // The variance of the sum of differences; the prior does not contribute. A lead of two and
        // a half standard deviations is significant.
        let variance = (squares - sum * sum / count) * count / (count - 1).max(1);
        count >= MIN_WORLDS && 4 * ahead * ahead > 25 * variance
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
        self.search.set_nodes_left(self.budget.nodes);
        let mut rng = Rng::seeded(source);
        let mut determinizer = Determinizer::new(view)?;
        let observation = Observation::new(determinizer.known());
        let candidates = self.candidates(&observation);
        self.rollout_search.set_nodes_left(self.search.nodes_left());
        let best = self.compare(&observation, candidates, &mut determinizer, &mut rng, stop)?;
        to_move(view, *best.steps.first()?)
    }
}
