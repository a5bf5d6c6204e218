//! Lets simple players play many games, and counts what happens.

mod klondike;
mod savannah;

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::{RunError, RunOptions, progress};

/// The results of a simulation.
pub struct Simulation {
    /// Named figures, the most important first.
    pub figures: Vec<(String, Figure)>,
    /// How long it took.
    pub took: Duration,
}

/// A number that a simulation has found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Figure {
    /// How often something happened.
    Count(u64),
    /// A mean per game or turn.
    Mean(f64),
    /// A share of the games, with half the width of its 95 % interval.
    Share(f64, f64),
}

impl Figure {
    fn mean(total: u64, of: u64) -> Figure {
        Figure::Mean(total as f64 / of.max(1) as f64)
    }

    /// A share of independent games.
    fn share(count: f64, of: u64) -> Figure {
        let of = of.max(1) as f64;
        let share = count / of;
        Figure::Share(share, 1.96 * (share * (1.0 - share) / of).max(0.0).sqrt())
    }
}

/// Counts of one or more games. All are whole numbers, so that their sum does not depend on the order.
trait Tally: Default + Send {
    /// Adds the counts of other games.
    fn add(self, other: Self) -> Self;

    /// The figures of that many games, the most important first.
    fn figures(&self, games: u64) -> Vec<(String, Figure)>;
}

/// Simulates games of Klondike.
pub fn klondike(config: games::klondike::Config, options: &RunOptions) -> Result<Simulation, RunError> {
    simulate(options, |deal| klondike::play(config, deal))
}

/// Simulates games of Savannah.
pub fn savannah(config: games::savannah::Config, options: &RunOptions) -> Result<Simulation, RunError> {
    simulate(options, |deal| savannah::play(config, deal))
}

fn simulate<T: Tally>(options: &RunOptions, play: impl Fn(u64) -> T + Sync) -> Result<Simulation, RunError> {
    let deals = options.deals(1)?;
    let pool = options.thread_pool()?;
    let bar = progress::bar(options.games, progress::GAMES);
    let start = Instant::now();
    let tally = pool.install(|| {
        let count = |deal| {
            let tally = play(deal);
            bar.inc(1);
            tally
        };
        deals.into_par_iter().map(count).reduce(T::default, T::add)
    });
    bar.finish_and_clear();
    Ok(Simulation { figures: tally.figures(options.games), took: start.elapsed() })
}
