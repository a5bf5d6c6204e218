//! Checks that every game keeps the contract of `table::contract`, by random play over
//! thousands of games.

#![allow(clippy::unwrap_used)]

use cards::{ChanceKind, Key};
use games::{klondike, savannah};
use table::Game;
use table::contract::{Terms, check};

fn klondike_terms() -> Terms<klondike::Klondike> {
    Terms { universe: klondike::Move::all(), cards: klondike::Klondike::cards }
}

fn savannah_terms(seats: u8) -> Terms<savannah::Savannah> {
    Terms { universe: savannah::Move::all(seats), cards: savannah::Savannah::cards }
}

/// Plays some deals at random, each with its own random stream.
fn play<G: Game>(config: &G::Config, deals: std::ops::Range<u64>, most: u32, terms: &Terms<G>) -> usize {
    deals
        .filter(|deal| {
            let mut source = Key::from_number(*deal).stream(ChanceKind::Roll, u64::MAX);
            check(config, *deal, most, terms, &mut source).outcome().is_some()
        })
        .count()
}

#[test]
fn klondike_keeps_the_contract_in_every_preset() {
    for (_, config) in klondike::Config::PRESETS {
        play(&config, 0..500, 300, &klondike_terms());
    }
}

#[test]
fn klondike_keeps_the_contract_with_every_set_of_options() {
    let mut ended = 0;
    for draw in 1..=3 {
        for passes in ["1", "2", "unlimited"] {
            for moves in ["builds", "one"] {
                for back in ["yes", "no"] {
                    for turn in ["hand", "once"] {
                        let text =
                            format!("draw={draw} passes={passes} moves={moves} back={back} turn={turn}");
                        let config = text.parse().unwrap();
                        ended += play(&config, 1000..1015, 250, &klondike_terms());
                    }
                }
            }
        }
    }
    assert!(ended > 100, "{ended} games came to their end: with few passes, many do");
}

#[test]
fn savannah_keeps_the_contract_at_every_table() {
    for seats in 2..=8 {
        let config = savannah::Config::new(seats).unwrap();
        play(&config, 0..60, 400, &savannah_terms(seats));
    }
}

#[test]
fn savannah_keeps_the_contract_with_its_options() {
    let texts = [
        "quick",
        "seats=2 aces=no",
        "seats=2 reserve=5 discard=0 rounds=20",
        "seats=3 first=B rounds=20",
        "seats=4 aces=no rounds=unlimited",
        "seats=8 reserve=5 discard=0 rounds=20",
    ];
    let mut ended = 0;
    for text in texts {
        let config: savannah::Config = text.parse().unwrap();
        ended += play(&config, 500..540, 1500, &savannah_terms(config.seats()));
    }
    assert!(ended > 40, "{ended} games came to their end");
}
