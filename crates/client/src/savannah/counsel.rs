//! What bots are asked: their own moves, and what to do in a person's place.

use bots::savannah::explain;
use games::savannah::{Move, describe};
use table::{Eye, Seat, Table};

use super::log::Line;
use super::{Desk, Kind, Wait};
use crate::{Answer, Ask, Out, Question, Reply, Tone, words};

/// What the best player would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The move.
    pub mv: Move,
}

/// What an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Turn,
    Hint,
}

impl Desk {
    /// Asks the bot whose turn it is, once. It is told what its seat may know, and nothing else.
    pub(super) fn ask_bot(&mut self, seat: Seat) {
        let Kind::Bot(level) = self.player(seat).kind else { return };
        if self.decided.is_none() && self.asked.is_none() {
            let Some(table) = self.table() else { return };
            let (view, moment) = (Box::new(table.view(Eye::Seat(seat))), table.version());
            self.ask(Purpose::Turn, Question::Turn { level, view, moment });
        }
    }

    pub(super) fn ask_hint(&mut self) {
        let Some(moment) = self.table().map(Table::version) else {
            return self.said.say(Tone::Note, words::online::NO_HINTS);
        };
        if self.asked.is_none() {
            let view = Box::new(self.view.clone());
            self.ask(Purpose::Hint, Question::Advice { view, moment });
            self.said.say(Tone::Done, words::THINKING);
        }
    }

    fn ask(&mut self, purpose: Purpose, question: Question) {
        self.last_id += 1;
        self.asked = Some((self.last_id, purpose));
        self.out.push(Out::Ask(Ask { id: self.last_id, question }));
    }

    pub(super) fn stop_asking(&mut self) {
        if self.asked.take().is_some() {
            self.out.push(Out::StopAsking);
        }
    }

    /// Takes an answer. One that comes too late is of no interest.
    pub fn answer(&mut self, reply: Reply, now: u64) {
        self.now = now;
        let Some((_, purpose)) = self.asked.filter(|(id, _)| *id == reply.id) else { return };
        self.came.clear();
        self.asked = None;
        match (purpose, reply.answer) {
            (Purpose::Turn, Answer::Turn(mv)) => self.bot_decided(mv, now),
            (Purpose::Turn, _) => self.bot_decided(None, now),
            (Purpose::Hint, Answer::Advice(Some(mv))) if matches!(self.wait(), Wait::Person(_)) => {
                self.tally.hints += 1;
                let (what, why) = (describe(&self.view, mv), explain(&self.view, mv));
                self.said.say(Tone::Hint, words::savannah::hint(what, why));
                self.hint = Some(Hint { mv });
            }
            (Purpose::Hint, _) => {}
        }
    }

    /// Why another player did what was done last.
    pub(super) fn tell_why(&mut self) {
        let text = match self.log.for_eye(self.eye()).rev().find_map(|line| Some((line, line.why.as_ref()?)))
        {
            Some((line, why)) => words::savannah::why(&line.told, why.clone()),
            None => words::savannah::NOTHING_TO_EXPLAIN,
        };
        self.said.say(Tone::Note, text);
    }

    /// What has happened, as the eye at the screen saw it, the oldest first.
    #[must_use]
    pub fn story(&self) -> Vec<Line> {
        self.log.for_eye(self.eye()).map(|line| self.line(line)).collect()
    }

    /// What happened last.
    #[must_use]
    pub fn news(&self) -> Option<Line> {
        self.log.for_eye(self.eye()).next_back().map(|line| self.line(line))
    }

    /// A line with the names of those at the table.
    fn line(&self, line: &Line) -> Line {
        Line {
            told: self.named(&line.told),
            why: line.why.as_ref().map(|why| self.named(why)),
            ..line.clone()
        }
    }
}
