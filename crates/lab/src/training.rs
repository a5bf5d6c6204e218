//! Trains the weights of Savannah's strong players by self-play, on all cores.
//!
//! The learning itself is in [`bots::savannah::training`]. `examples/train.rs` is the program.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bots::savannah::training::{Model, TrainingOptions, wins_against_strong};
use games::savannah::Config;
use rayon::prelude::*;

/// What to train, and for how long.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Training {
    /// 2 for tables of two; any other number for tables of three to eight.
    pub seats: u8,
    /// How many games to play.
    pub games: u64,
    /// How many games were played before: the first game has this number.
    pub skip: u64,
    /// The learning rate.
    pub rate: f32,
    /// A plain sum instead of a net with hidden units.
    pub plain: bool,
    /// How to learn from the games.
    pub options: TrainingOptions,
}

/// How far the training is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingProgress {
    /// How many games were played.
    pub games: u64,
    /// How long it took so far.
    pub took: Duration,
    /// The mean number of lessons in a game of the last batch.
    pub lessons_per_game: u64,
    /// The mean errors of the last batch: at the end of turns, and during turns.
    pub errors: [f32; 2],
    /// The share of games won against *strong*, two at a table.
    pub wins_against_strong: f64,
}

/// Why the weights could not be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// The file has no weights of this version.
    #[error("{} has no weights of this version", .0.display())]
    Weights(PathBuf),
    /// The file cannot be written.
    #[error("cannot write to {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A table that the rules refuse.
    #[error(transparent)]
    Config(#[from] games::savannah::ConfigError),
}

/// Games are played in parallel in batches of this size; then the weights are updated.
const BATCH: u64 = 500;
/// How many batches there are between two reports.
const BATCHES_PER_REPORT: u64 = 20;
/// How many deals are played against *strong* for a report, twice each.
const DUELS: u64 = 1000;

/// Trains weights, and writes them to the file after each batch. If the file exists, its weights are the
/// start.
pub fn train(
    path: &Path,
    training: &Training,
    mut report: impl FnMut(&TrainingProgress),
) -> Result<(), TrainingError> {
    let Training { seats, games, skip, rate, plain, options } = *training;
    let mut model = match std::fs::read(path) {
        Ok(bytes) => Model::load(&bytes, plain).ok_or_else(|| TrainingError::Weights(path.to_owned()))?,
        Err(_) => Model::new(plain, 1),
    };
    let table_of_two = Config::new(2)?;
    let start = Instant::now();
    for batch in 0..games / BATCH {
        let self_player = model.self_player();
        let numbers = skip + batch * BATCH..skip + (batch + 1) * BATCH;
        let lessons: Vec<_> = numbers
            .into_par_iter()
            .map(|number| Ok(self_player.play_game(&table(seats, number)?, number, options)))
            .collect::<Result<_, TrainingError>>()?;
        let lessons: Vec<_> = lessons.into_iter().flatten().collect();
        let errors = model.learn(&lessons, rate);
        std::fs::write(path, model.save())
            .map_err(|source| TrainingError::Write { path: path.to_owned(), source })?;
        if batch % BATCHES_PER_REPORT == BATCHES_PER_REPORT - 1 {
            let self_player = model.self_player();
            // Deals that no training uses.
            let deals = (0..DUELS).into_par_iter().map(|number| number + (1 << 40));
            let won: u32 = deals.map(|number| wins_against_strong(&table_of_two, &self_player, number)).sum();
            report(&TrainingProgress {
                games: (batch + 1) * BATCH,
                took: start.elapsed(),
                lessons_per_game: lessons.len() as u64 / BATCH,
                errors,
                wins_against_strong: f64::from(won) / (2 * DUELS) as f64,
            });
        }
    }
    Ok(())
}

/// The table of a game: mostly the default one, and sometimes another.
fn table(seats: u8, number: u64) -> Result<Config, games::savannah::ConfigError> {
    let seats = if seats == 2 { 2 } else { 3 + (number / 7 % 6) as u8 };
    let usual = Config::new(seats)?;
    let unusual = match number % 7 {
        0 => usual.with_piles(5 + (number / 97 % 10) as u8, (number / 31 % 6) as u8),
        1 => usual.with_rounds(Some(20)),
        2 => Ok(usual.with_ace_on_ace((number / 13).is_multiple_of(2))),
        _ => Ok(usual),
    };
    Ok(unusual.unwrap_or(usual))
}
