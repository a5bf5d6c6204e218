//! Tests of Klondike's user interface.

#![allow(clippy::unwrap_used)]

mod hints;
mod keyboard;
mod moves;
mod saving;
mod scene;
mod statistics;

use cards::DealId;
use client::klondike::{Input, NewGame, Session};
use client::shell::{Effect, Point, Scene};
use client::{Settings, answer};
use games::klondike::{Config, Move, Place, View};
use table::View as _;

/// A session with this deal.
fn session(config: Config, number: u64) -> Session {
    session_with(config, number, Settings::default())
}

fn session_with(config: Config, number: u64, settings: Settings) -> Session {
    Session::new(NewGame::solo(config, Some(DealId::V1(number))), settings, 7).unwrap()
}

/// The scene for a surface of this size.
fn scene(session: &Session, x: f64, y: f64) -> Scene {
    session.scene(Point { x, y })
}

/// Settings without automatic moves.
fn alone() -> Settings {
    Settings { turn_for_me: false, safe_moves: false, ..Settings::default() }
}

/// Answers all questions to the solver; returns how many there were.
fn think(session: &mut Session) -> usize {
    let mut asked = 0;
    loop {
        let effects = session.take_effects();
        let Some(Effect::Ask(ask)) = effects.iter().rev().find(|effect| matches!(effect, Effect::Ask(_)))
        else {
            return asked;
        };
        asked += 1;
        session.answer(answer(ask, &mut |_| true), 0);
    }
}

/// The places where a move starts and ends, as a player would tap them.
fn ends(view: &View, mv: Move) -> (Place, Place) {
    let top = |column| Place::Column(column, u8::from(!view.columns[column].is_empty()));
    match mv {
        Move::Draw | Move::Redeal => (Place::Stock, Place::Stock),
        Move::WasteToColumn { to } => (Place::Waste, top(to)),
        Move::WasteToFoundation => (Place::Waste, Place::Foundation(view.waste.last().unwrap().suit)),
        Move::ColumnToColumn { from, to, count } => (Place::Column(from, count), top(to)),
        Move::ColumnToFoundation { from } => {
            (Place::Column(from, 1), Place::Foundation(view.columns[from].top().unwrap().suit))
        }
        Move::Turn { column } => (Place::Column(column, 1), Place::Column(column, 1)),
        Move::FoundationToColumn { from, to } => (Place::Foundation(from), top(to)),
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

/// Plays a legal move by two taps.
fn tap_move(session: &mut Session, mv: Move) {
    let (from, to) = ends(session.view(), mv);
    session.handle(Input::Tap(from), 0);
    if from != to {
        session.handle(Input::Tap(to), 0);
    }
}

/// Plays random legal moves.
fn play_along(session: &mut Session, dice: &mut Dice, moves: usize) {
    for _ in 0..moves {
        let legal = session.view().legal();
        if legal.is_empty() {
            return;
        }
        let mv = legal[dice.below(legal.len())];
        tap_move(session, mv);
    }
}

/// A new deal and a first move that uncovers a face-down card.
fn opening(settings: Settings) -> (Session, Move) {
    let deals = (0..).map(|number| session_with(Config::KLONDIKE, number, settings));
    let found = deals.into_iter().find_map(|session| {
        let uncovers = |mv: &Move| matches!(mv, Move::ColumnToColumn { from, .. } if from.number() > 2);
        let mv = session.view().legal().into_iter().find(uncovers)?;
        Some((session, mv))
    });
    found.unwrap()
}
