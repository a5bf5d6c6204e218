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
use client::savannah::{Desk, Input, NewGame, Place, Player, Wait};
use client::statistics::Played;
use client::{Out, Pace, Settings, answer};
use games::savannah::{Config, Move, Pile};
use table::Eye;

/// A table, and the time at it.
struct Room {
    desk: Desk,
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
        let mut room =
            Room { desk: Desk::new(game, settings, 7).unwrap(), now: 0, saved: None, counted: Vec::new() };
        room.run();
        room
    }

    fn at(desk: Desk) -> Room {
        let mut room = Room { desk, now: 0, saved: None, counted: Vec::new() };
        room.send(Input::Here);
        room.run();
        room
    }

    fn send(&mut self, input: Input) {
        self.desk.handle(input, self.now);
        self.take_out();
    }

    /// Fulfils what the desk wants, once; tells whether there was anything that will come back to it.
    fn take_out(&mut self) -> bool {
        let mut woken = None;
        let mut came = false;
        for out in self.desk.take_out() {
            match out {
                Out::Ask(ask) => {
                    let reply = answer(&ask, &mut |_| true);
                    self.desk.answer(reply, self.now);
                    came = true;
                }
                Out::Count(played) => self.counted.push(played),
                Out::Wake(after) => woken = Some(self.now + u64::from(after)),
                Out::Save => self.saved = self.desk.saved(),
                _ => {}
            }
        }
        if let Some(at) = woken {
            self.now = self.now.max(at);
            self.desk.tick(self.now);
            came = true;
        }
        came
    }

    /// Lets time pass until a person is wanted.
    fn run(&mut self) {
        while self.take_out() {}
    }

    /// Does by taps what a keen player would do; shows the hand first where that is wanted.
    fn step(&mut self) {
        match self.desk.wait() {
            Wait::Cover(_) => self.send(Input::Show),
            Wait::Person(_) => {
                let mv = keen(&self.desk);
                self.tap(mv);
            }
            wait => panic!("nobody is wanted: {wait:?}"),
        }
        self.run();
    }

    fn tap(&mut self, mv: Move) {
        let Eye::Seat(seat) = self.desk.eye() else { panic!("no eye is at the screen") };
        let hand =
            |card| self.desk.view().hand().unwrap().iter().position(|held| *held == card).unwrap() as u8;
        match mv {
            Move::Play { from, to } => {
                let place = match from {
                    Pile::Hand(card) => Place::Hand(hand(card)),
                    Pile::Reserve => Place::Reserve(seat),
                    Pile::Discard => Place::Discard(seat),
                    Pile::DiscardOf(owner) => Place::Discard(owner),
                };
                self.send(Input::Tap(place));
                self.send(Input::Tap(Place::Foundation(to)));
                if self.desk.question().is_some() {
                    self.send(Input::Sure(true));
                }
            }
            Move::Discard(card) => {
                let place = Place::Hand(hand(card));
                if !self.desk.discards() {
                    self.send(Input::EndTurn);
                }
                self.send(Input::Tap(place));
            }
            Move::End => self.send(Input::EndTurn),
        }
    }
}

fn keen(desk: &Desk) -> Move {
    let mut thoughts = bots::random_stream(u64::from(desk.version()), table::Seat::A);
    Simple.choose(desk.view(), &mut thoughts, &mut || false).unwrap()
}

fn person(name: &str) -> Player {
    Player::person().named(name)
}

/// One person and bots of these levels.
fn against(levels: &[Level]) -> Vec<Player> {
    [Player::person()].into_iter().chain(levels.iter().map(|level| Player::bot(*level))).collect()
}
