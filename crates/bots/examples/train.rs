//! Learns the weights of Savannah's judges by games against themselves, and writes them to a file:
//!
//! ```text
//! cargo run --release -p bots --example train -- FILE --seats 2 --games 200000 [--plain] [--rate 0.05]
//! ```
//!
//! If the file is there, it goes on from its weights. `--seats 3` and more trains for tables of three to eight.

#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::time::Instant;

use bots::savannah::training::{Model, duel};
use games::savannah::Config;
use rayon::prelude::*;

/// Games are played at once by all cores with the same weights, and then learnt from.
const BATCH: u64 = 500;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).cloned();
    let file = PathBuf::from(args.first().expect("the file of the weights"));
    let seats: u8 = value("--seats").map_or(2, |text| text.parse().expect("a number"));
    let games: u64 = value("--games").map_or(100_000, |text| text.parse().expect("a number"));
    let rate: f32 = value("--rate").map_or(0.05, |text| text.parse().expect("a number"));
    let league: u32 = value("--league").map_or(30, |text| text.parse().expect("a number"));
    let curiosity: u32 = value("--curiosity").map_or(12, |text| text.parse().expect("a number"));
    let patience: f32 = value("--patience").map_or(0.8, |text| text.parse().expect("a number"));
    let skip: u64 = value("--skip").map_or(0, |text| text.parse().expect("a number"));
    let plain = args.iter().any(|arg| arg == "--plain");
    let mut model = match std::fs::read(&file) {
        Ok(bytes) => Model::load(&bytes, plain).expect("weights of this version"),
        Err(_) => Model::new(plain, 1),
    };
    let mut before = model.student();
    let start = Instant::now();
    for batch in 0..games / BATCH {
        let student = model.student();
        let numbers = skip + batch * BATCH..skip + (batch + 1) * BATCH;
        let lessons: Vec<_> = numbers
            .into_par_iter()
            .map(|number| student.game(&table(seats, number), number, curiosity, league, patience))
            .collect();
        let lessons: Vec<_> = lessons.into_iter().flatten().collect();
        let errors = model.learn(&lessons, rate);
        if batch % 20 == 19 {
            std::fs::write(&file, model.save()).expect("a file that can be written");
            let now = model.student();
            let config = table(2, 0);
            let won: u32 =
                (0..250_u64).into_par_iter().map(|n| duel(&config, &now, &before, n + (1 << 40))).sum();
            println!(
                "{} games, {:.0} s, {} lessons a game, errors {errors:.4?}, wins {:.3} against 10,000 games ago",
                (batch + 1) * BATCH,
                start.elapsed().as_secs_f64(),
                lessons.len() as u64 / BATCH,
                f64::from(won) / 500.0,
            );
            before = now;
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
