//! Learns the weights of Savannah's judges by games against themselves, and writes them to a file:
//!
//! ```text
//! cargo run --release -p bots --example train -- FILE --seats 2 --games 100000 [--plain] [--own] [--rate 0.05]
//!     [--skip N] [--curiosity 8] [--partners 0] [--patience 0.7] [--hurry 0.98]
//! ```
//!
//! If the file is there, it goes on from its weights. `--seats 3` and more trains for tables of three to eight. What the
//! other options mean is told by `bots::savannah::training::Course`; `--skip` says how many games were played before.

#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::time::Instant;

use bots::savannah::training::{Course, Model, duel};
use games::savannah::Config;
use rayon::prelude::*;

/// Games are played at once by all cores with the same weights, and then learnt from.
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
    let course = Course {
        curiosity: value("--curiosity", 8.0) as u32,
        partners: value("--partners", 0.0) as u32,
        patience: value("--patience", 0.7) as f32,
        hurry: value("--hurry", 0.98) as f32,
        own: args.iter().any(|arg| arg == "--own"),
    };
    let plain = args.iter().any(|arg| arg == "--plain");
    let mut model = match std::fs::read(&file) {
        Ok(bytes) => Model::load(&bytes, plain).expect("weights of this version"),
        Err(_) => Model::new(plain, 1),
    };
    let start = Instant::now();
    for batch in 0..games / BATCH {
        let student = model.student();
        let numbers = skip + batch * BATCH..skip + (batch + 1) * BATCH;
        let lessons: Vec<_> = numbers
            .into_par_iter()
            .map(|number| student.game(&table(seats, number), number, course))
            .collect();
        let lessons: Vec<_> = lessons.into_iter().flatten().collect();
        let errors = model.learn(&lessons, rate);
        std::fs::write(&file, model.save()).expect("a file that can be written");
        if batch % 20 == 19 {
            let now = model.student();
            let config = Config::new(2).expect("two to eight");
            let won: u32 = (0..1000_u64).into_par_iter().map(|n| duel(&config, &now, n + (1 << 40))).sum();
            println!(
                "{} games, {:.0} s, {} lessons a game, errors {errors:.4?}, wins {:.3} against strong",
                (batch + 1) * BATCH,
                start.elapsed().as_secs_f64(),
                lessons.len() as u64 / BATCH,
                f64::from(won) / 2000.0,
            );
        }
    }
}

/// Mostly the usual tables, and now and then others.
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
