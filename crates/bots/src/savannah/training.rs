//! Learns the weights of the evaluators by self-play.
//!
//! This module does no input or output. `cargo run --release -p lab --example train` trains and
//! writes the weights.

use games::savannah::Config;

use super::features::{
    FEATURE_COUNT, board_features, hand_features, initial_weight, is_about_opponents_cards,
};
use super::net::{Net, NetEvaluator, ONE, UNITS, win_probability};
use super::observation::{Observation, PlanStep};
use super::policy::{play_steps, play_turn};
use super::randomness::SimulatedRandomness;
use super::search::{Evaluator, Search, WON};
use super::world::{MAX_SEATS, World};
use super::{Randomness, Rng, weights};

/// A state that a player reached, and how good it turned out to be.
pub struct TrainingExample {
    features: Vec<u16>,
    open: bool,
    /// The probability of winning, from 0 to 1, estimated from later states of the same game.
    target: f32,
}

/// The weights during training, in floating point.
#[derive(Clone)]
pub struct Model {
    end: Layer,
    open: Layer,
}

/// The linear unit.
const LINEAR: usize = UNITS - 1;

/// A net with its optimizer state.
#[derive(Clone)]
struct Layer {
    /// Whether only the linear unit is used.
    linear: bool,
    rows: Vec<[f32; UNITS]>,
    units: [f32; UNITS],
    /// The sums of squared gradients, for AdaGrad.
    row_squares: Vec<[f32; UNITS]>,
    unit_squares: [f32; UNITS],
}

impl Layer {
    fn new(linear: bool, rng: &mut Rng) -> Layer {
        let mut small = || (rng.below(2001) as f32 - 1000.0) / 1000.0;
        let mut rows = vec![[0.0; UNITS]; FEATURE_COUNT];
        for (feature, row) in rows.iter_mut().enumerate() {
            row[LINEAR] = initial_weight(feature);
        }
        if !linear {
            for row in &mut rows {
                for weight in &mut row[..LINEAR] {
                    *weight = small() * 0.1;
                }
            }
        }
        let units = if linear { [0.0; UNITS] } else { std::array::from_fn(|_| small() * 0.3) };
        Layer {
            linear,
            rows,
            units,
            row_squares: vec![[0.01; UNITS]; FEATURE_COUNT],
            unit_squares: [0.01; UNITS],
        }
    }

    /// Makes one gradient step (AdaGrad) on the cross entropy. Returns the absolute error.
    fn learn(&mut self, example: &TrainingExample, rate: f32) -> f32 {
        let mut units = [0.0_f32; UNITS];
        for feature in &example.features {
            let row = &self.rows[usize::from(*feature)];
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += weight;
            }
        }
        let mut sum = units[LINEAR];
        for (unit, weight) in units.iter().zip(&self.units).take(LINEAR) {
            sum += unit.max(0.0) * weight;
        }
        let size = sum.abs();
        let better = (1.0 + 2.0 * size) / (2.0 * (1.0 + size));
        let chance = if sum < 0.0 { 1.0 - better } else { better };
        let slope = (chance - example.target) * 2.0 / (1.0 + 2.0 * size);
        let mut gradient = [slope; UNITS];
        if !self.linear {
            for at in 0..LINEAR {
                gradient[at] = if units[at] > 0.0 { slope * self.units[at] } else { 0.0 };
                let step = slope * units[at].max(0.0);
                self.unit_squares[at] += step * step;
                self.units[at] -= rate * step / self.unit_squares[at].sqrt();
            }
        }
        let first = if self.linear { LINEAR } else { 0 };
        for feature in &example.features {
            let row = &mut self.rows[usize::from(*feature)];
            let past = &mut self.row_squares[usize::from(*feature)];
            for at in first..UNITS {
                past[at] += gradient[at] * gradient[at];
                row[at] -= rate * gradient[at] / past[at].sqrt();
            }
        }
        (chance - example.target).abs()
    }

    fn net(&self) -> Net {
        let whole = |weight: &f32| (weight * ONE as f32).round().clamp(-32_000.0, 32_000.0) as i16;
        let feature_weights = self.rows.iter().map(|row| std::array::from_fn(|at| whole(&row[at]))).collect();
        Net { feature_weights, unit_weights: std::array::from_fn(|at| whole(&self.units[at])) }
    }
}

impl Model {
    /// An untrained model, with or without hidden units.
    #[must_use]
    pub fn new(linear: bool, seed: u64) -> Model {
        let mut rng = Rng::new(seed);
        Model { end: Layer::new(linear, &mut rng), open: Layer::new(linear, &mut rng) }
    }

    /// Learns from examples. Returns the mean error at the end of turns and within turns.
    pub fn learn(&mut self, examples: &[TrainingExample], rate: f32) -> [f32; 2] {
        let mut errors = [(0.0, 0.0); 2];
        for example in examples {
            let layer = if example.open { &mut self.open } else { &mut self.end };
            let (sum, count) = &mut errors[usize::from(example.open)];
            *sum += layer.learn(example, rate);
            *count += 1.0;
        }
        errors.map(|(sum, count)| sum / count)
    }

    /// The evaluator with the weights rounded to integers.
    pub(super) fn evaluator(&self) -> NetEvaluator {
        NetEvaluator { end: self.end.net(), open: self.open.net() }
    }

    /// The weights in the format of the weight files.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        if self.end.linear {
            weights::write_linear(&self.evaluator())
        } else {
            weights::write_net(&self.evaluator())
        }
    }

    /// Resumes from saved weights. Returns `None` if the bytes are something else.
    #[must_use]
    pub fn load(bytes: &[u8], linear: bool) -> Option<Model> {
        let nets = weights::read(bytes)?;
        let layer = |net: &Net| {
            let float = |weights: &[i16; UNITS]| weights.map(|weight| f32::from(weight) / ONE as f32);
            let mut layer = Layer::new(linear, &mut Rng::new(0));
            layer.rows = net.feature_weights.iter().map(float).collect();
            layer.units = float(&net.unit_weights);
            layer.row_squares = vec![[1.0; UNITS]; FEATURE_COUNT];
            layer.unit_squares = [1.0; UNITS];
            layer
        };
        Some(Model { end: layer(&nets.end), open: layer(&nets.open) })
    }

    /// A player that uses these weights.
    #[must_use]
    pub fn self_player(&self) -> SelfPlayer {
        SelfPlayer(self.evaluator())
    }
}

/// Plays games against itself and collects training examples.
pub struct SelfPlayer(pub(super) NetEvaluator);

/// How training games are played and examples are collected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingOptions {
    /// One choice in this many is random among the better plans, to explore more of the game.
    pub exploration: u32,
    /// The percentage of seats that are played by the linear evaluator of the expert's simulated
    /// games.
    pub partner_percent: u32,
    /// The λ of TD(λ), from 0 to 1: how much later results count compared to the next evaluation.
    pub lambda: f32,
    /// The discount factor for each turn that a win takes, from 0 to 1. In self-play it has to be
    /// below 1: otherwise the player learns to block, since being ahead gives it no reason to
    /// finish the game. With partners in all seats, 1 gives the undiscounted probability of
    /// winning.
    pub discount: f32,
    /// Whether to ignore which cards the opponents have, and use only how many they have left.
    pub own_cards_only: bool,
}

impl SelfPlayer {
    /// Plays one game and returns its examples.
    #[must_use]
    pub fn play_game(&self, config: &Config, number: u64, options: TrainingOptions) -> Vec<TrainingExample> {
        let mut rng = Rng::new(number);
        let mut randomness = SimulatedRandomness::new(&mut rng);
        let mut world = deal(config, &mut rng, &mut randomness);
        let mut search = Search::new(400);
        let mut steps: Vec<PlanStep> = Vec::new();
        let mut past: Vec<(u8, TrainingExample)> = Vec::new();
        let partner = |rng: &mut Rng| u8::from(rng.below(100) < options.partner_percent as usize);
        let partners = (0..world.seats).fold(0_u8, |set, seat| set | partner(&mut rng) << seat);
        while !world.is_over() {
            let seat = world.seat;
            let observation = Observation::new(&world);
            let mut plans = if partners >> seat & 1 == 1 {
                search.run(&observation, weights::linear(world.seats)).to_vec()
            } else {
                search.run(&observation, &self.0).to_vec()
            };
            plans.sort_by_key(|plan| -plan.value);
            let mut chosen = 0;
            if rng.below(options.exploration.max(1) as usize) == 0 {
                chosen = rng.below(plans.len().min(6));
            }
            let plan = plans[chosen];
            search.steps(&plan, &mut steps);
            if plan.value.abs() < WON {
                let mut features = Vec::with_capacity(80);
                board_features(&observation, &plan.state, |feature| features.push(feature as u16));
                hand_features(&observation, &plan.state, |feature| features.push(feature as u16));
                if options.own_cards_only {
                    features.retain(|feature| !is_about_opponents_cards(usize::from(*feature)));
                }
                let value = self.0.value(&observation, &plan.state);
                let example = TrainingExample {
                    features,
                    open: plan.state.open,
                    target: win_probability(value) as f32 / 65_536.0,
                };
                past.push((seat, example));
            }
            play_steps(&mut world, &steps, &mut randomness);
        }
        let part = 1.0 / world.winners.count_ones() as f32;
        let mut next: [f32; MAX_SEATS] =
            std::array::from_fn(|seat| if world.winners >> seat & 1 == 1 { part } else { 0.0 });
        let mut examples = Vec::with_capacity(past.len());
        for (seat, mut example) in past.into_iter().rev() {
            let later = &mut next[usize::from(seat)];
            let now = std::mem::replace(&mut example.target, *later);
            *later = options.lambda * *later + (1.0 - options.lambda) * now;
            if !example.open {
                *later *= options.discount;
            }
            examples.push(example);
        }
        examples
    }
}

/// Deals a game in which a random seat begins.
pub(super) fn deal(config: &Config, rng: &mut Rng, randomness: &mut impl Randomness) -> World {
    let mut cards: Vec<u8> = (0..config.cards() as u8).collect();
    rng.shuffle(&mut cards);
    let first = rng.below(config.seats().into()) as u8;
    World::deal(config, &cards, first, randomness)
}

/// Counts the wins against the level *strong* in two games with the same cards and dice and swapped
/// seats. A quick check during training.
#[must_use]
pub fn wins_against_strong(config: &Config, self_player: &SelfPlayer, number: u64) -> u32 {
    wins_in_two_games(config, &self_player.0, weights::own_cards(2), number)
}

fn wins_in_two_games(config: &Config, one: &impl Evaluator, two: &impl Evaluator, number: u64) -> u32 {
    let mut won = 0;
    for swap in 0..2 {
        let mut rng = Rng::new(number);
        let mut randomness = SimulatedRandomness::new(&mut rng);
        let mut world = deal(config, &mut rng, &mut randomness);
        let mut search = Search::new(400);
        let mut steps = Vec::new();
        while !world.is_over() {
            if world.seat == swap {
                play_turn(&mut world, &mut randomness, &mut search, &mut steps, one);
            } else {
                play_turn(&mut world, &mut randomness, &mut search, &mut steps, two);
            }
        }
        won += u32::from(world.winners >> swap & 1);
    }
    won
}
