//! How the weights of the judges are learnt: by games against themselves.
//!
//! Nothing here does input or output. `cargo run --release -p lab --example train` plays the games on all
//! cores and writes the weights.

use games::savannah::Config;

use super::desk::{Desk, Step};
use super::features::{FACTS, facts_of_hand, facts_of_table, is_of_others, prejudice};
use super::luck::Fate;
use super::net::{Net, Nets, ONE, UNITS, chance};
use super::policy::{follow, play_turn};
use super::search::{Judge, Search, WON};
use super::world::{MOST_SEATS, World};
use super::{Luck, Rng, weights};

/// A position that a player came to, and how good it proved to be.
pub struct Lesson {
    facts: Vec<u16>,
    open: bool,
    /// The chance to win, from 0 to 1, as later positions of the same game saw it.
    target: f32,
}

/// What is learnt: weights as numbers with a fraction.
#[derive(Clone)]
pub struct Model {
    end: Layer,
    open: Layer,
}

/// The unit that counts directly.
const DIRECT: usize = UNITS - 1;

#[derive(Clone)]
struct Layer {
    /// Without units a layer is a plain sum.
    plain: bool,
    rows: Vec<[f32; UNITS]>,
    units: [f32; UNITS],
    rows_past: Vec<[f32; UNITS]>,
    units_past: [f32; UNITS],
}

impl Layer {
    fn new(plain: bool, rng: &mut Rng) -> Layer {
        let mut small = || (rng.below(2001) as f32 - 1000.0) / 1000.0;
        let mut rows = vec![[0.0; UNITS]; FACTS];
        for (fact, row) in rows.iter_mut().enumerate() {
            row[DIRECT] = prejudice(fact);
        }
        if !plain {
            for row in &mut rows {
                for weight in &mut row[..DIRECT] {
                    *weight = small() * 0.1;
                }
            }
        }
        let units = if plain { [0.0; UNITS] } else { std::array::from_fn(|_| small() * 0.3) };
        Layer { plain, rows, units, rows_past: vec![[0.01; UNITS]; FACTS], units_past: [0.01; UNITS] }
    }

    /// One step downhill of the cross entropy; gives how wrong it was.
    fn learn(&mut self, lesson: &Lesson, rate: f32) -> f32 {
        let mut units = [0.0_f32; UNITS];
        for fact in &lesson.facts {
            let row = &self.rows[usize::from(*fact)];
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += weight;
            }
        }
        let mut sum = units[DIRECT];
        for (unit, weight) in units.iter().zip(&self.units).take(DIRECT) {
            sum += unit.max(0.0) * weight;
        }
        let size = sum.abs();
        let better = (1.0 + 2.0 * size) / (2.0 * (1.0 + size));
        let chance = if sum < 0.0 { 1.0 - better } else { better };
        let slope = (chance - lesson.target) * 2.0 / (1.0 + 2.0 * size);
        let mut down = [slope; UNITS];
        if !self.plain {
            for at in 0..DIRECT {
                down[at] = if units[at] > 0.0 { slope * self.units[at] } else { 0.0 };
                let step = slope * units[at].max(0.0);
                self.units_past[at] += step * step;
                self.units[at] -= rate * step / self.units_past[at].sqrt();
            }
        }
        let first = if self.plain { DIRECT } else { 0 };
        for fact in &lesson.facts {
            let row = &mut self.rows[usize::from(*fact)];
            let past = &mut self.rows_past[usize::from(*fact)];
            for at in first..UNITS {
                past[at] += down[at] * down[at];
                row[at] -= rate * down[at] / past[at].sqrt();
            }
        }
        (chance - lesson.target).abs()
    }

    fn net(&self) -> Net {
        let whole = |weight: &f32| (weight * ONE as f32).round().clamp(-32_000.0, 32_000.0) as i16;
        let facts = self.rows.iter().map(|row| std::array::from_fn(|at| whole(&row[at]))).collect();
        Net { facts, units: std::array::from_fn(|at| whole(&self.units[at])) }
    }
}

impl Model {
    /// A model that knows nothing, with or without hidden units.
    #[must_use]
    pub fn new(plain: bool, seed: u64) -> Model {
        let mut rng = Rng::new(seed);
        Model { end: Layer::new(plain, &mut rng), open: Layer::new(plain, &mut rng) }
    }

    /// Learns from lessons; gives the mean error at the ends of turns and in the middle.
    pub fn learn(&mut self, lessons: &[Lesson], rate: f32) -> [f32; 2] {
        let mut errors = [(0.0, 0.0); 2];
        for lesson in lessons {
            let layer = if lesson.open { &mut self.open } else { &mut self.end };
            let (sum, count) = &mut errors[usize::from(lesson.open)];
            *sum += layer.learn(lesson, rate);
            *count += 1.0;
        }
        errors.map(|(sum, count)| sum / count)
    }

    /// The weights in whole numbers.
    pub(super) fn nets(&self) -> Nets {
        Nets { end: self.end.net(), open: self.open.net() }
    }

    /// The weights in whole numbers, as they are kept in a file.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        if self.end.plain { weights::write_plain(&self.nets()) } else { weights::write(&self.nets()) }
    }

    /// Goes on from weights that were saved; `None` if they are something else.
    #[must_use]
    pub fn load(bytes: &[u8], plain: bool) -> Option<Model> {
        let nets = weights::read(bytes)?;
        let layer = |net: &Net| {
            let float = |weights: &[i16; UNITS]| weights.map(|weight| f32::from(weight) / ONE as f32);
            let mut layer = Layer::new(plain, &mut Rng::new(0));
            layer.rows = net.facts.iter().map(float).collect();
            layer.units = float(&net.units);
            layer.rows_past = vec![[1.0; UNITS]; FACTS];
            layer.units_past = [1.0; UNITS];
            layer
        };
        Some(Model { end: layer(&nets.end), open: layer(&nets.open) })
    }

    /// The player that it makes.
    #[must_use]
    pub fn student(&self) -> Student {
        Student(self.nets())
    }
}

/// Plays games against itself, and draws lessons.
pub struct Student(pub(super) Nets);

/// How lessons are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// One choice in so many is made at random among the better plans, to see more of the game.
    pub curiosity: u32,
    /// In how many of a hundred seats somebody else plays instead of the student: who plays the expert's imagined games.
    pub partners: u32,
    /// How much what came later counts against what the student thought next, from 0 to 1.
    pub patience: f32,
    /// What a win is worth a turn earlier, from 0 to 1. Below 1 it keeps a student who plays itself from learning to block: who is
    /// ahead would see no reason to bring the game to its end. With partners in all seats, 1 is the plain chance to win.
    pub hurry: f32,
    /// Whether the student looks at its own cards only, and at how many the others have left: not at what they wait for.
    pub own: bool,
}

impl Student {
    /// The lessons of one game.
    #[must_use]
    pub fn game(&self, config: &Config, number: u64, course: Course) -> Vec<Lesson> {
        let mut rng = Rng::new(number);
        let mut fate = Fate::new(&mut rng);
        let mut world = deal(config, &mut rng, &mut fate);
        let mut search = Search::new(400);
        let mut steps: Vec<Step> = Vec::new();
        let mut past: Vec<(u8, Lesson)> = Vec::new();
        let partner = |rng: &mut Rng| u8::from(rng.below(100) < course.partners as usize);
        let partners = (0..world.seats).fold(0_u8, |set, seat| set | partner(&mut rng) << seat);
        while !world.is_over() {
            let seat = world.seat;
            let desk = Desk::new(&world);
            let mut plans = if partners >> seat & 1 == 1 {
                search.run(&desk, weights::plain(world.seats)).to_vec()
            } else {
                search.run(&desk, &self.0).to_vec()
            };
            plans.sort_by_key(|plan| -plan.value);
            let mut chosen = 0;
            if rng.below(course.curiosity.max(1) as usize) == 0 {
                chosen = rng.below(plans.len().min(6));
            }
            let plan = plans[chosen];
            search.steps(&plan, &mut steps);
            if plan.value.abs() < WON {
                let mut facts = Vec::with_capacity(80);
                facts_of_table(&desk, &plan.after, |fact| facts.push(fact as u16));
                facts_of_hand(&desk, &plan.after, |fact| facts.push(fact as u16));
                if course.own {
                    facts.retain(|fact| !is_of_others(usize::from(*fact)));
                }
                let value = self.0.value(&desk, &plan.after);
                let lesson = Lesson { facts, open: plan.after.open, target: chance(value) as f32 / 65_536.0 };
                past.push((seat, lesson));
            }
            follow(&mut world, &steps, &mut fate);
        }
        let part = 1.0 / world.winners.count_ones() as f32;
        let mut next: [f32; MOST_SEATS] =
            std::array::from_fn(|seat| if world.winners >> seat & 1 == 1 { part } else { 0.0 });
        let mut lessons = Vec::with_capacity(past.len());
        for (seat, mut lesson) in past.into_iter().rev() {
            let later = &mut next[usize::from(seat)];
            let now = std::mem::replace(&mut lesson.target, *later);
            *later = course.patience * *later + (1.0 - course.patience) * now;
            if !lesson.open {
                *later *= course.hurry;
            }
            lessons.push(lesson);
        }
        lessons
    }
}

/// A new game, in which any seat may begin.
pub(super) fn deal(config: &Config, rng: &mut Rng, luck: &mut impl Luck) -> World {
    let mut cards: Vec<u8> = (0..config.cards() as u8).collect();
    rng.shuffle(&mut cards);
    let first = rng.below(config.seats().into()) as u8;
    World::deal(config, &cards, first, luck)
}

/// How often a student wins against the level *strong* in two games with equal cards and dice, seats swapped: for a quick
/// look while training.
#[must_use]
pub fn duel(config: &Config, student: &Student, number: u64) -> u32 {
    duel_of(config, &student.0, weights::own(2), number)
}

fn duel_of(config: &Config, one: &impl Judge, two: &impl Judge, number: u64) -> u32 {
    let mut won = 0;
    for swap in 0..2 {
        let mut rng = Rng::new(number);
        let mut fate = Fate::new(&mut rng);
        let mut world = deal(config, &mut rng, &mut fate);
        let mut search = Search::new(400);
        let mut steps = Vec::new();
        while !world.is_over() {
            if world.seat == swap {
                play_turn(&mut world, &mut fate, &mut search, &mut steps, one);
            } else {
                play_turn(&mut world, &mut fate, &mut search, &mut steps, two);
            }
        }
        won += u32::from(world.winners >> swap & 1);
    }
    won
}
