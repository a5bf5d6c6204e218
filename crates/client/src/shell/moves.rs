//! Changes of the table: moves, the automatic moves after them, undo and redo.

use table::{Entry, Eye, Refusal, Seat, Sight as _, Table, View as _};
use text::Text;
use wire::TableCommand;

use super::doubt::Doubt;
use super::log::{Follower, describe, sentences};
use super::{Effect, Lesson, Link, MoveOf, Play, Session, Sound, Tone, Wait};
use crate::words;

impl<P: Play> Session<P> {
    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        self.said.refuse(refusal);
        self.effects.push(Effect::Sound(Sound::Refused));
    }

    /// Plays a move of the person at the screen, perhaps after a question, or says why it is refused.
    pub(crate) fn attempt(&mut self, mv: MoveOf<P>, now: u64) {
        self.pick = None;
        let Some(sight) = self.view.sight() else { return };
        if let Some(refusal) = sight.refusal(mv) {
            return self.refuse(&refusal);
        }
        if self.lesson.and_then(Lesson::expected).is_some_and(|expected: MoveOf<P>| expected != mv) {
            self.effects.push(Effect::Sound(Sound::Refused));
            return self.said.say(Tone::Note, words::lesson::FIRST_THIS);
        }
        if let Some(question) = P::question_before(self, mv) {
            self.doubt = Some(Doubt::Move(mv, question));
            return;
        }
        self.lesson.iter_mut().for_each(Lesson::advance);
        self.enter(P::seat_to_move(&self.view), mv, now);
    }

    /// Plays a legal move and the automatic moves after it, as one step.
    pub(crate) fn enter(&mut self, seat: Seat, mv: MoveOf<P>, now: u64) {
        if self.is_remote() {
            // Nothing more is sent before the last move is confirmed.
            if matches!(self.wait(), Wait::Person(_)) {
                self.send_move(mv);
            }
            return;
        }
        P::before_move(self, mv);
        let before = self.view.clone();
        let mut events = self.play(seat, mv, false);
        while let Some(mv) = P::automatic_move(self) {
            events.extend(self.play(seat, mv, true));
        }
        P::announce(self, &before, events);
        self.rest(now);
        self.settle(now);
    }

    /// Plays legal moves without any automatic moves, and announces them.
    pub(crate) fn enter_without_followers(&mut self, moves: &[(MoveOf<P>, bool)], now: u64) {
        let before = self.view.clone();
        for (mv, auto) in moves {
            self.play(Seat::A, *mv, *auto);
        }
        P::announce(self, &before, Vec::new());
        self.settle(now);
    }

    /// Plays the automatic moves that are due, as part of the last step.
    pub(crate) fn play_automatic_moves(&mut self, now: u64) {
        if self.link.table().is_none() {
            return;
        }
        let before = self.view.clone();
        let mut events = Vec::new();
        while let Some(mv) = P::automatic_move(self) {
            events.extend(self.play(Seat::A, mv, true));
        }
        P::announce(self, &before, events);
        self.settle(now);
    }

    /// Plays one legal move and returns the texts of its events.
    pub(super) fn play(&mut self, seat: Seat, mv: MoveOf<P>, auto: bool) -> Vec<Text> {
        let before = self.view.clone();
        let events = self.change(|table| {
            let entered = table.enter(Entry::Move { seat, mv, auto });
            if entered.is_ok() && P::settles_with_move(table.game()) {
                // An origin that cannot draw further outcomes was refused when the game was started.
                let _ = table.settle();
            }
        });
        P::after_move(self, &before, mv);
        events
    }

    /// Changes the local table and updates the view, the log and the animations.
    pub(super) fn change(&mut self, act: impl FnOnce(&mut Table<P::Game>)) -> Vec<Text> {
        let before = self.view.clone();
        let Link::Local(table) = &mut self.link else { return Vec::new() };
        let mut follower = Follower(table.game().clone());
        let known = table.record().entries.len();
        act(table);
        // A shown hand is hidden when its turn is over, before anything else is shown.
        let seat = P::seat_to_move(&table.view(Eye::Spectator));
        if self.shown.is_some_and(|shown| shown != seat) || table.outcome().is_some() {
            self.shown = None;
        }
        let (eye, eyes, first) = (self.eye(), self.eyes(), self.log.len());
        let Link::Local(table) = &self.link else { return Vec::new() };
        let entries = table.record().entries.get(known..).unwrap_or_default().to_vec();
        if entries.is_empty() {
            return Vec::new();
        }
        for entry in &entries {
            let before = follower.0.clone();
            follower.apply(entry, table.game());
            self.log.push(describe::<P>(&before, entry, &follower.0, &eyes));
        }
        self.view = table.view(eye);
        self.version += 1;
        P::note_motion(self, &before, &entries);
        self.log.texts(first, eye)
    }

    /// Completes a change of the table: puts picked cards back, runs the clock, saves and counts the game.
    pub(crate) fn settle(&mut self, now: u64) {
        self.pick = None;
        self.cursor = P::clamp(self, self.cursor);
        P::settled(self, now);
        match self.view.outcome() {
            Some(_) => self.clock.stop(now),
            None if P::moves(self) > 0 => self.clock.start(now),
            None => {}
        }
        self.count(now);
        self.save();
        P::ask_next(self);
    }

    pub(super) fn undo(&mut self, seat: Seat, now: u64) {
        if self.is_remote() {
            return self.send_step(TableCommand::Undo);
        }
        self.take_step(seat, now, Table::undo);
    }

    pub(super) fn redo(&mut self, seat: Seat, now: u64) {
        if self.is_remote() {
            return self.send_step(TableCommand::Redo);
        }
        self.take_step(seat, now, Table::redo);
    }

    fn take_step(
        &mut self,
        seat: Seat,
        now: u64,
        step: impl FnOnce(&mut Table<P::Game>, Seat) -> Result<(), table::UndoError>,
    ) {
        let known = self.standing_moves();
        let mut result = Ok(());
        let events = self.change(|table| result = step(table, seat));
        match result {
            Ok(()) => {
                self.settle(now);
                let text = P::describe_step(known, self.standing_moves());
                self.said.say(Tone::Done, text.unwrap_or_else(|| sentences(events)));
            }
            Err(error) => self.said.say(Tone::Note, error.text()),
        }
    }

    /// How many moves led to the current position.
    pub(crate) fn standing_moves(&self) -> usize {
        let moves = |table: &Table<P::Game>| {
            table.record().line().into_iter().filter(|entry| matches!(entry, Entry::Move { .. })).count()
        };
        self.link.table().map_or(0, moves)
    }

    /// Undoes steps until this many moves are left; returns how many steps were undone.
    pub(crate) fn undo_to(&mut self, moves: usize) -> usize {
        let mut steps = 0;
        while self.standing_moves() > moves {
            let mut result = Ok(());
            self.change(|table| result = table.undo(Seat::A));
            if result.is_err() {
                break;
            }
            steps += 1;
        }
        steps
    }
}
