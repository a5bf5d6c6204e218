//! Auto-finish: plays the rest of a won game, faster and faster. At a table on a server, the server confirms
//! each card before the next one is sent.

use super::Session;
use super::words as texts;
use crate::shell::{Effect, Tone, Wait};

/// How long the first card takes, in milliseconds.
const FIRST_PAUSE: u32 = 250;
/// The shortest pause between two cards, in milliseconds.
const MIN_PAUSE: u32 = 80;

/// An auto-finish that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finish {
    /// When the next card moves.
    due: u64,
    /// The pause after it, in milliseconds.
    pause: u32,
}

impl Session {
    /// Whether an auto-finish is certain to win, and so is offered.
    #[must_use]
    pub fn can_finish(&self) -> bool {
        self.state.finish.is_none() && self.replay_position().is_none() && self.view.finish_move().is_some()
    }

    /// Whether an auto-finish is under way.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.state.finish.is_some()
    }

    pub(super) fn begin_finish(&mut self, now: u64) {
        if self.state.finish.is_some() {
            return self.finish_at_once(now);
        }
        let Some(mv) = self.view.finish_move() else {
            let face_down = self.view.columns.0.iter().any(|pile| pile.face_down > 0);
            let why = if face_down { texts::FINISH_FACE_DOWN } else { texts::FINISH_NOT_CERTAIN };
            return self.said.say(Tone::Note, why);
        };
        if self.is_remote() && !matches!(self.wait(), Wait::Person(_)) {
            return;
        }
        self.said.say(Tone::Note, texts::FINISHING);
        self.state.finish = Some(Finish { due: now + u64::from(FIRST_PAUSE), pause: FIRST_PAUSE });
        self.state.step.clear();
        match self.is_remote() {
            true => self.attempt(mv, now),
            false => self.enter_without_followers(&[(mv, false)], now),
        }
        self.effects.push(Effect::Wake(FIRST_PAUSE));
    }

    /// Plays the next card if it is due.
    pub(super) fn continue_finish(&mut self, now: u64) {
        let Some(Finish { due, pause }) = self.state.finish else { return };
        if now < due {
            return self.effects.push(Effect::Wake((due - now) as u32));
        }
        // The server has not confirmed the last card yet.
        if matches!(self.wait(), Wait::Other(_)) {
            return self.effects.push(Effect::Wake(pause));
        }
        let pause = (pause - pause / 10).max(MIN_PAUSE);
        self.state.finish = Some(Finish { due: now + u64::from(pause), pause });
        self.finish_step(now);
        if self.state.finish.is_some() {
            self.effects.push(Effect::Wake(pause));
        }
    }

    /// Plays the rest without pauses. At a table on a server nothing changes, because each card has to wait
    /// for its confirmation.
    pub(super) fn finish_at_once(&mut self, now: u64) {
        while self.state.finish.is_some() && !self.is_remote() {
            self.finish_step(now);
        }
    }

    /// The player does something else, or the server has refused a card.
    pub(super) fn stop_finish(&mut self) {
        self.state.finish = None;
    }

    fn finish_step(&mut self, now: u64) {
        match self.view.finish_move() {
            Some(mv) if self.is_remote() => return self.send_automatic(mv),
            Some(mv) => {
                self.state.step.clear();
                self.enter_without_followers(&[(mv, true)], now);
            }
            None => self.state.finish = None,
        }
        if self.view.finish_move().is_none() {
            self.state.finish = None;
        }
    }
}
