//! Trains the weights of Savannah's strong players by self-play, and writes them to a file:
//!
//! ```text
//! cargo run --release -p lab --example train -- FILE --seats 2 --games 100000 [--plain] [--own]
//!     [--rate 0.05] [--skip N] [--curiosity 8] [--partners 0] [--patience 0.7] [--hurry 0.98]
//! ```
//!
//! If the file exists, its weights are the start. `--seats 3` and more trains for tables of three to eight.
//! `--skip` is the number of games that were played before. `bots::savannah::training::TrainingOptions`
//! documents the other options.

use std::path::PathBuf;

use anyhow::{Context, Result};
use bots::savannah::training::TrainingOptions;
use lab::training::{Training, train};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = PathBuf::from(args.first().context("the first argument is the file of the weights")?);
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let value = |name: &str, default: f64| {
        let Some(at) = args.iter().position(|arg| arg == name) else { return Ok(default) };
        let number = args.get(at + 1).and_then(|text| text.parse().ok());
        number.with_context(|| format!("{name} needs a number"))
    };
    let training = Training {
        seats: value("--seats", 2.0)? as u8,
        games: value("--games", 100_000.0)? as u64,
        skip: value("--skip", 0.0)? as u64,
        rate: value("--rate", 0.05)? as f32,
        plain: has("--plain"),
        options: TrainingOptions {
            exploration: value("--curiosity", 8.0)? as u32,
            partner_percent: value("--partners", 0.0)? as u32,
            lambda: value("--patience", 0.7)? as f32,
            discount: value("--hurry", 0.98)? as f32,
            own_cards_only: has("--own"),
        },
    };
    train(&file, &training, |progress| {
        println!(
            "{} games, {:.0} s, {} lessons a game, errors {:.4?}, wins {:.3} against strong",
            progress.games,
            progress.took.as_secs_f64(),
            progress.lessons_per_game,
            progress.errors,
            progress.wins_against_strong,
        );
    })?;
    Ok(())
}
