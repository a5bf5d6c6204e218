//! People and bots at a table of Savannah, without a screen.

#![allow(clippy::unwrap_used)]

mod drawing;
mod hiding;
mod keeping;
mod playing;
mod waiting;

use bots::savannah::Level;
use bots::{Bot, savannah::Simple};
use cards::DealId;
use client::savannah::{Command, Input, NewGame, Place, SavannahPlay, Session};
use client::shell::{Effect, Play as _, Player, Point, Scene, Wait};
use client::statistics::Played;
use client::{Pace, Settings, answer};
use games::savannah::{Config, Move, SourcePile};
use table::Eye;

/// A table, and the time at it.
struct Room {
    session: Session,
    now: u64,
    saved: Option<String>,
    /// What the statistics were told.
    counted: Vec<Played>,
}

impl Room {
    /// A deal for these players, who begin in the order of their seats.
    fn new(players: Vec<Player>, deal: u64) -> Room {
        let config = Config::new(players.len() as u8).unwrap().with_first(Some(table::Seat::A)).unwrap();
        let game = NewGame { config, deal: Some(DealId::V1(deal)), players };
        let settings = Settings { pace: Pace::Normal, ..Settings::default() };
        let mut room = Room {
            session: Session::new(game, settings, 7).unwrap(),
            now: 0,
            saved: None,
            counted: Vec::new(),
        };
        room.run();
        room
    }

    fn at(session: Session) -> Room {
        let mut room = Room { session, now: 0, saved: None, counted: Vec::new() };
        room.send(Input::Here);
        room.run();
        room
    }

    fn send(&mut self, input: Input) {
        self.session.handle(input, self.now);
        self.take_effects();
    }

    /// Fulfils what the session wants, once; tells whether there was anything that will come back to it.
    fn take_effects(&mut self) -> bool {
        let mut woken = None;
        let mut came = false;
        for effect in self.session.take_effects() {
            match effect {
                Effect::Ask(ask) => {
                    let reply = answer(&ask, &mut |_| true);
                    self.session.answer(reply, self.now);
                    came = true;
                }
                Effect::Count(played) => self.counted.push(played),
                Effect::Wake(after) => woken = Some(self.now + u64::from(after)),
                Effect::Save => self.saved = self.session.saved(self.now),
                _ => {}
            }
        }
        if let Some(at) = woken {
            self.now = self.now.max(at);
            self.session.tick(self.now);
            came = true;
        }
        came
    }

    /// Lets time pass until a person is wanted.
    fn run(&mut self) {
        while self.take_effects() {}
    }

    /// Does by taps what a keen player would do; shows the hand first where that is wanted.
    fn step(&mut self) {
        match self.session.wait() {
            Wait::Handover(_) => self.send(Input::Show),
            Wait::Person(_) => {
                let mv = keen(&self.session);
                self.tap(mv);
            }
            wait => panic!("nobody is wanted: {wait:?}"),
        }
        self.run();
    }

    fn tap(&mut self, mv: Move) {
        let Eye::Seat(seat) = self.session.eye() else { panic!("no eye is at the screen") };
        let hand =
            |card| self.session.view().hand().unwrap().iter().position(|held| *held == card).unwrap() as u8;
        match mv {
            Move::Play { from, to } => {
                let place = match from {
                    SourcePile::Hand(card) => Place::Hand(hand(card)),
                    SourcePile::Reserve => Place::Reserve(seat),
                    SourcePile::Discard => Place::Discard(seat),
                    SourcePile::DiscardOf(owner) => Place::Discard(owner),
                };
                self.send(Input::Tap(place));
                self.send(Input::Tap(Place::Foundation(to)));
                if self.session.question().is_some() {
                    self.send(Input::Answer(true));
                }
            }
            Move::Discard(card) => {
                let place = Place::Hand(hand(card));
                if !self.session.is_discarding() {
                    self.send(Input::Game(Command::EndTurn));
                }
                self.send(Input::Tap(place));
            }
            Move::End => self.send(Input::Game(Command::EndTurn)),
        }
    }
}

fn keen(session: &Session) -> Move {
    let mut thoughts = bots::random_stream(u64::from(session.version()), table::Seat::A);
    Simple.choose(session.view(), &mut thoughts, &mut || false).unwrap()
}

fn person(name: &str) -> Player {
    Player::person().named(name)
}

/// The usual game: one person against keen bots.
fn usual(config: Config) -> NewGame {
    let players = SavannahPlay::usual_players(usize::from(config.seats()));
    NewGame { config, deal: None, players }
}

/// The table on a surface of this size.
fn scene(session: &Session, x: f64, y: f64) -> Scene {
    session.scene(Point { x, y })
}

/// One person and bots of these levels.
fn against(levels: &[Level]) -> Vec<Player> {
    [Player::person()].into_iter().chain(levels.iter().map(|level| Player::bot(*level))).collect()
}
