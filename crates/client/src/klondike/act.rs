//! What changes the table.

use games::klondike::{Move, View, tell};
use table::{Refusal, Sight};
use text::{Separator, Text};

use super::{Desk, Kept, Saved, cursor};
use crate::{Out, Sound, Tone, ask, words};

impl Desk {
    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        self.said.refuse(refusal);
        self.out.push(Out::Sound(Sound::No));
    }

    /// Plays a move and what follows from it by itself, as one step. A refused one says why.
    pub(super) fn attempt(&mut self, mv: Move, now: u64) {
        self.pick = None;
        if let Some(refusal) = (&self.view).refusal(mv) {
            return self.refuse(&refusal);
        }
        if let Some(lesson) = &mut self.lesson {
            if lesson.wants().is_some_and(|wanted: Move| wanted != mv) {
                self.out.push(Out::Sound(Sound::No));
                return self.said.say(Tone::Note, words::lesson::FIRST_THIS);
            }
            lesson.went_on();
        }
        if let Move::FoundationToColumn { from, .. } = mv {
            self.brought_back.extend(self.view.foundation_top(from));
        }
        self.step.clear();
        let told = self.make(mv, false);
        self.follow(told.into_iter().collect(), now);
    }

    /// Plays moves that are known to be legal, without any that would follow.
    pub(super) fn enter(&mut self, moves: &[(Move, bool)], now: u64) {
        self.step.clear();
        let start = self.view.clone();
        for (mv, auto) in moves {
            self.make(*mv, *auto);
        }
        self.announce(&start, Vec::new());
        self.settle(now);
    }

    /// Makes the moves that are made for the player, and tells what has happened.
    pub(super) fn follow(&mut self, mut told: Vec<Text>, now: u64) {
        let start = self.view.clone();
        while let Some(told_too) = self.helper().and_then(|mv| self.make(mv, true)) {
            told.push(told_too);
        }
        self.announce(&start, told);
        self.settle(now);
    }

    /// Before the first move nothing is told, and undo does not go through it.
    pub(super) fn prelude(&mut self) {
        while self.helper().and_then(|mv| self.make(mv, true)).is_some() {}
        self.step.clear();
        self.version += 1;
    }

    fn helper(&self) -> Option<Move> {
        let turn = self.view.turn_for_me().filter(|_| self.settings.turn_for_me);
        turn.or_else(|| self.view.safe_move().filter(|mv| self.settings.safe_moves && !self.fights(*mv)))
    }

    /// Whether an automatic move would undo what the player did on purpose.
    fn fights(&self, mv: Move) -> bool {
        let card = match mv {
            Move::ColumnToFoundation { from } => self.view.columns[from].top(),
            _ => None,
        };
        card.is_some_and(|card| self.brought_back.contains(&card))
    }

    /// Plays one legal move; what it did is told in words.
    fn make(&mut self, mv: Move, auto: bool) -> Option<Text> {
        self.link.play(mv, auto).ok()?;
        let before = std::mem::replace(&mut self.view, self.link.view());
        self.counsel.follow(&before, mv, self.link.table().game());
        self.step.push(mv);
        Some(tell(&before, mv, &self.view))
    }

    fn announce(&mut self, before: &View, told: Vec<Text>) {
        let could_finish = self.finish.is_some() || before.finish_move().is_some();
        let news = match self.view.outcome {
            Some(_) if self.is_won() => Some(words::WON),
            Some(_) => Some(words::NO_MOVE_LEFT),
            None if self.view.is_stuck() => Some(words::STUCK),
            None if !could_finish && self.view.finish_move().is_some() => Some(words::CAN_FINISH),
            None => None,
        };
        let tone = if news.is_some() { Tone::Note } else { Tone::Done };
        let text = Text::row(
            [Text::row(told, Separator::Semicolon).sentence(), news.unwrap_or_default()],
            Separator::Space,
        );
        if !text.is_empty() {
            self.said.say(tone, text);
        }
        if self.is_won() {
            self.out.push(Out::Sound(Sound::Win));
        }
        let sound = match self.step.first() {
            Some(Move::Draw | Move::Redeal | Move::Turn { .. }) => Some(Sound::Turn),
            Some(Move::WasteToFoundation | Move::ColumnToFoundation { .. }) => Some(Sound::Up),
            Some(_) => Some(Sound::Lay),
            None => None,
        };
        self.out.extend(sound.map(Out::Sound));
    }

    pub(super) fn take_back(&mut self, now: u64) {
        let before = self.played().len();
        match self.link.undo() {
            Ok(()) => {
                self.view = self.link.view();
                let count = before - self.played().len();
                self.step.clear();
                self.settle(now);
                self.said.say(Tone::Done, words::undone(count));
            }
            Err(error) => self.said.say(Tone::Note, error.text()),
        }
    }

    pub(super) fn make_again(&mut self, now: u64) {
        let before = self.played().len();
        match self.link.redo() {
            Ok(()) => {
                self.view = self.link.view();
                let count = self.played().len() - before;
                self.step.clear();
                self.settle(now);
                self.said.say(Tone::Done, words::redone(count));
            }
            Err(error) => self.said.say(Tone::Note, error.text()),
        }
    }

    /// The table has changed: nothing is picked up any more, the clock goes on, the game is saved, the solver is asked anew.
    pub(super) fn settle(&mut self, now: u64) {
        self.version += 1;
        self.pick = None;
        self.cursor = cursor::clamp(&self.view, self.cursor);
        self.counsel_moves_on();
        match self.view.outcome {
            Some(_) => self.clock.stop(now),
            None => self.clock.start(now),
        }
        self.count(now);
        self.save();
        self.pump();
    }

    pub(super) fn save(&mut self) {
        if self.lesson.is_none() {
            self.out.push(Out::Save);
        }
    }

    /// The game as it is to be kept now; `None` in a lesson, of which nothing is.
    #[must_use]
    pub fn saved(&self, now: u64) -> Option<String> {
        // Text, numbers and moves: there is nothing in it that could not be written.
        let text =
            || serde_json::to_string(&Saved { game: self.kept(now), previous: self.previous.clone() }).ok();
        self.lesson.is_none().then(text)?
    }

    pub(super) fn kept(&self, now: u64) -> Kept {
        Kept {
            record: self.link.record(),
            spent: self.clock.spent(now),
            certificate: self.certificate.clone(),
            id: self.tally.id,
            hints: self.tally.hints,
        }
    }

    /// The moves that led to where the game stands.
    pub(super) fn played(&self) -> Vec<Move> {
        ask::moves(self.link.table())
    }
}
