//! Playing what is left, faster and faster.

use super::Desk;
use crate::{Out, Tone, words};

/// The first card takes so long, in milliseconds.
const FIRST: u32 = 250;
/// No card is faster.
const FASTEST: u32 = 80;

/// A finish under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finish {
    /// When the next card goes.
    due: u64,
    /// How long after it the one behind it follows.
    pause: u32,
}

impl Desk {
    /// Whether a finish is certain, and so is offered.
    #[must_use]
    pub fn can_finish(&self) -> bool {
        self.finish.is_none() && self.view.finish_move().is_some()
    }

    /// Whether it is under way.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.finish.is_some()
    }

    pub(super) fn begin_finish(&mut self, now: u64) {
        if self.finish.is_some() {
            return self.finish_at_once(now);
        }
        let Some(mv) = self.view.finish_move() else {
            return self.said.say(Tone::Note, words::NOT_CERTAIN);
        };
        self.said.say(Tone::Note, words::FINISHING);
        self.finish = Some(Finish { due: now + u64::from(FIRST), pause: FIRST });
        self.enter(&[(mv, false)], now);
        self.out.push(Out::Wake(FIRST));
    }

    /// Lets happen what is due.
    pub fn tick(&mut self, now: u64) {
        let Some(Finish { due, pause }) = self.finish else { return };
        if now < due {
            return self.out.push(Out::Wake((due - now) as u32));
        }
        let pause = (pause - pause / 10).max(FASTEST);
        self.finish = Some(Finish { due: now + u64::from(pause), pause });
        self.finish_step(now);
        if self.finish.is_some() {
            self.out.push(Out::Wake(pause));
        }
    }

    /// Plays the rest without pauses.
    pub(super) fn finish_at_once(&mut self, now: u64) {
        while self.finish.is_some() {
            self.finish_step(now);
        }
    }

    fn finish_step(&mut self, now: u64) {
        match self.view.finish_move() {
            Some(mv) => self.enter(&[(mv, true)], now),
            None => self.finish = None,
        }
        if self.view.finish_move().is_none() {
            self.finish = None;
        }
    }
}
