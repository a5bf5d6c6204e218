//! Lets simple players play many games, and counts what happens.

mod klondike;
mod savannah;

use std::time::{Duration, Instant};

use games::catalog::GameId;
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

/// Why a simulation did not run.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// There is no simple player for the game.
    #[error("simulations are not available for {0}: there is no simple player for it")]
    NotAvailable(&'static str),
    /// Options that Klondike does not have.
    #[error(transparent)]
    KlondikeConfig(#[from] games::klondike::ParseConfigError),
    /// Options that Savannah does not have.
    #[error(transparent)]
    SavannahConfig(#[from] games::savannah::ConfigError),
    /// The games could not be played.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Simulates one game with the options that its config reads.
type Simulate = fn(&str, &RunOptions) -> Result<Simulation, SimulateError>;

/// The games that have a simple player.
const SIMULATIONS: [(GameId, Simulate); 2] = [
    (GameId::Klondike, |config, options| {
        let config = config.parse()?;
        play_all(options, |deal| klondike::play(config, deal))
    }),
    (GameId::Savannah, |config, options| {
        let config = config.parse()?;
        play_all(options, |deal| savannah::play(config, deal))
    }),
];

/// Simulates games with these options, as the game's config reads them.
pub fn simulate(game: GameId, config: &str, options: &RunOptions) -> Result<Simulation, SimulateError> {
    let simulation = SIMULATIONS.iter().find(|(known, _)| *known == game);
    let (_, simulate) = simulation.ok_or(SimulateError::NotAvailable(game.title()))?;
    simulate(config, options)
}

fn play_all<T: Tally>(
    options: &RunOptions,
    play: impl Fn(u64) -> T + Sync,
) -> Result<Simulation, SimulateError> {
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
