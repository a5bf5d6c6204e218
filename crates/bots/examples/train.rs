//! Learns the weights of Savannah's evaluators by self-play, and writes them to a file:
//!
//! ```text
//! cargo run --release -p bots --example train -- FILE --seats 2 --games 100000 [--plain] [--own]
//!     [--rate 0.05] [--skip N] [--curiosity 8] [--partners 0] [--patience 0.7] [--hurry 0.98]
//! ```
//!
//! If the file exists, training resumes from its weights. `--seats 3` or more trains for tables of
//! three to eight. `--plain` trains linear weights, without hidden units. `--skip` is the number of
//! games that were played before. The other options are the fields of
//! `bots::savannah::training::TrainingOptions`: `--curiosity` is `exploration`, `--partners` is
//! `partner_percent`, `--patience` is `lambda`, `--hurry` is `discount`, and `--own` is
//! `own_cards_only`.

#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::time::Instant;

use bots::savannah::training::{Model, TrainingOptions, wins_against_strong};
use games::savannah::Config;
use rayon::prelude::*;

/// This many games are played in parallel with the same weights before the model learns from them.
const BATCH: u64 = 500;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = PathBuf::from(args.first().expect("the file of the weights"));
    let value = |name: &str, usual: f64| {
        let at = args.iter().position(|arg| arg == name);
        at.map_or(usual, |at| args.get(at + 1).and_then(|text| text.parse().ok()).expect("a number"))
    };
    let seats = value("--seats", 2.0) as u8;
    let games = value("--games", 100_000.0) as u64;
    let skip = value("--skip", 0.0) as u64;
    let rate = value("--rate", 0.05) as f32;
    let options = TrainingOptions {
        exploration: value("--curiosity", 8.0) as u32,
        partner_percent: value("--partners", 0.0) as u32,
        lambda: value("--patience", 0.7) as f32,
        discount: value("--hurry", 0.98) as f32,
        own_cards_only: args.iter().any(|arg| arg == "--own"),
    };
    let linear = args.iter().any(|arg| arg == "--plain");
    let mut model = match std::fs::read(&file) {
        Ok(bytes) => Model::load(&bytes, linear).expect("weights of this version"),
        Err(_) => Model::new(linear, 1),
    };
    let start = Instant::now();
    for batch in 0..games / BATCH {
        let self_player = model.self_player();
        let numbers = skip + batch * BATCH..skip + (batch + 1) * BATCH;
        let examples: Vec<_> = numbers
            .into_par_iter()
            .map(|number| self_player.play_game(&table(seats, number), number, options))
            .collect();
        let examples: Vec<_> = examples.into_iter().flatten().collect();
        let errors = model.learn(&examples, rate);
        std::fs::write(&file, model.save()).expect("a file that can be written");
        if batch % 20 == 19 {
            let now = model.self_player();
            let config = Config::new(2).expect("two to eight");
            let won: u32 = (0..1000_u64)
                .into_par_iter()
                .map(|n| wins_against_strong(&config, &now, n + (1 << 40)))
                .sum();
            println!(
                "{} games, {:.0} s, {} lessons a game, errors {errors:.4?}, wins {:.3} against strong",
                (batch + 1) * BATCH,
                start.elapsed().as_secs_f64(),
                examples.len() as u64 / BATCH,
                f64::from(won) / 2000.0,
            );
        }
    }
}

/// Mostly tables with the default options, sometimes others.
fn table(seats: u8, number: u64) -> Config {
    let seats = if seats == 2 { 2 } else { 3 + (number / 7 % 6) as u8 };
    let usual = Config::new(seats).expect("two to eight");
    let unusual = match number % 7 {
        0 => usual.with_piles(5 + (number / 97 % 10) as u8, (number / 31 % 6) as u8),
        1 => usual.with_rounds(Some(20)),
        2 => Ok(usual.with_ace_on_ace((number / 13).is_multiple_of(2))),
        _ => Ok(usual),
    };
    unusual.unwrap_or(usual)
}
