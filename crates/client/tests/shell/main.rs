//! Tests of the shell with every game.

#![allow(clippy::unwrap_used)]

mod any_game;
mod keys;
mod remote_klondike;
mod saving;
mod test_game;
mod typed;

use cards::DealId;
use client::shell::{Effect, NewGame, Play, Session};
use client::{Settings, answer, klondike, savannah, test_game as high_card};
use table::Game;

/// A game of Klondike.
fn new_klondike(config: games::klondike::Config, deal: u64) -> klondike::Session {
    Session::new(NewGame::solo(config, Some(DealId::V1(deal))), Settings::default(), 7).unwrap()
}

/// A game of Savannah with the default players.
fn new_savannah(seats: u8, deal: u64) -> savannah::Session {
    let config = games::savannah::Config::new(seats).unwrap().with_first(Some(table::Seat::A)).unwrap();
    let players = savannah::SavannahPlay::usual_players(usize::from(seats));
    Session::new(NewGame { config, deal: Some(DealId::V1(deal)), players }, Settings::default(), 7).unwrap()
}

/// A game of High card, with people only.
fn new_high_card(config: games::test_game::Config, deal: u64) -> high_card::Session {
    let players = high_card::TestGamePlay::usual_players(usize::from(config.seats()));
    Session::new(NewGame { config, deal: Some(DealId::V1(deal)), players }, Settings::default(), 7).unwrap()
}

/// Carries out the session's effects until it is a person's turn; returns all effects.
fn run<P: Play>(session: &mut Session<P>, now: &mut u64) -> Vec<Effect> {
    let mut all = Vec::new();
    loop {
        let effects = session.take_effects();
        if effects.is_empty() {
            return all;
        }
        for effect in &effects {
            match effect {
                Effect::Ask(ask) => session.answer(answer(ask, &mut |_| true), *now),
                Effect::Wake(after) => {
                    *now += u64::from(*after);
                    session.tick(*now);
                }
                _ => {}
            }
        }
        all.extend(effects);
    }
}

/// A few random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The moves of a record.
fn moves_of<G: Game>(table: &table::Table<G>) -> Vec<G::Move> {
    let moves = table.record().entries.iter().filter_map(|entry| match entry {
        table::Entry::Move { mv, .. } => Some(*mv),
        _ => None,
    });
    moves.collect()
}
