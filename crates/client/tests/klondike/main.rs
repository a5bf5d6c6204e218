//! A player at a table of Klondike, without a screen.

#![allow(clippy::unwrap_used)]

mod counsel;
mod counting;
mod drawing;
mod keeping;
mod keys;
mod moving;

use cards::DealId;
use client::klondike::{Input, NewGame, Session};
use client::shell::{Effect, Point, Scene};
use client::{Settings, answer};
use games::klondike::{Config, Move, Place, View};
use table::View as _;

/// A table with a new deal of the frozen shuffle.
fn session(config: Config, number: u64) -> Session {
    session_with(config, number, Settings::default())
}

fn session_with(config: Config, number: u64, settings: Settings) -> Session {
    Session::new(NewGame::solo(config, Some(DealId::V1(number))), settings, 7).unwrap()
}

/// The table on a surface of this size.
fn scene(session: &Session, x: f64, y: f64) -> Scene {
    session.scene(Point { x, y })
}

/// A player who gets no help.
fn alone() -> Settings {
    Settings { turn_for_me: false, safe_moves: false, ..Settings::default() }
}

/// Lets the solver answer all that it is asked, at once; tells how often it was asked.
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

/// The place that a move takes cards from, and the one that it brings them to, as a hand would point at them.
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

/// Plays like somebody who does what can be done, and draws when nothing can.
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

/// A new deal, and a move in it that uncovers a face-down card.
fn opening(settings: Settings) -> (Session, Move) {
    let deals = (0..).map(|number| session_with(Config::KLONDIKE, number, settings));
    let found = deals.into_iter().find_map(|session| {
        let uncovers = |mv: &Move| matches!(mv, Move::ColumnToColumn { from, .. } if from.number() > 2);
        let mv = session.view().legal().into_iter().find(uncovers)?;
        Some((session, mv))
    });
    found.unwrap()
}
