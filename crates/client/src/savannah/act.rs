//! What changes the table.

use games::savannah::{Move, Savannah, tell_end};
use table::{Eye, Refusal, Seat, Table, View as _};
use text::{Separator, Text};
use wire::Act;

use super::came::came;
use super::desk::Doubt;
use super::link::Link;
use super::{Desk, Kept, Kind, Saved, Wait};
use crate::{Lesson, Out, Sound, Tone, words};

impl Desk {
    /// The legal moves of the eye at the screen.
    pub(super) fn legal(&self) -> Vec<Move> {
        match self.wait() {
            Wait::Person(_) => self.view.legal(),
            _ => Vec::new(),
        }
    }

    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        self.said.refuse(refusal);
        self.out.push(Out::Sound(Sound::No));
    }

    /// Plays a move of the person at the screen, asks first if it makes another player win, or says why it cannot be made.
    pub(super) fn attempt(&mut self, mv: Move, now: u64) {
        self.pick = None;
        let Some(sight) = self.view.sight() else { return };
        if let Some(refusal) = table::Sight::refusal(&sight, mv) {
            return self.refuse(&refusal);
        }
        if self.lesson.and_then(Lesson::wants).is_some_and(|wanted: Move| wanted != mv) {
            self.out.push(Out::Sound(Sound::No));
            return self.said.say(Tone::Note, words::lesson::FIRST_THIS);
        }
        if let Some(seat) = sight.gives_win(mv) {
            self.doubt = Some(Doubt::GivesWin(mv, seat));
            return;
        }
        let seat = sight.seat();
        self.lesson.iter_mut().for_each(Lesson::went_on);
        self.enter(seat, mv, now);
    }

    pub(super) fn answer_doubt(&mut self, sure: bool, now: u64) {
        let Some(doubt) = self.doubt.take() else { return };
        match doubt {
            _ if !sure => self.said.say(Tone::Done, words::savannah::NOTHING_DONE),
            Doubt::Resign(_) if self.is_remote() => self.out.push(Out::Act(Act::Resign)),
            Doubt::Leave(_) if self.is_remote() => self.out.push(Out::Act(Act::Stand)),
            Doubt::GivesWin(mv, _) => {
                if let Wait::Person(seat) = self.wait() {
                    self.enter(seat, mv, now);
                }
            }
            Doubt::Resign(seat) => {
                let mut refused = None;
                self.follow(|table| refused = table.resign(seat).err());
                match refused {
                    Some(refusal) => self.refuse(&refusal),
                    None => self.settled(),
                }
            }
            Doubt::Leave(seat) => {
                if let Some(player) = self.players.get_mut(seat.number()) {
                    player.kind = Kind::Bot(bots::savannah::Level::Keen);
                }
                self.shown = None;
                self.renew();
                self.said.say(Tone::Note, words::savannah::LEFT);
                self.settled();
            }
        }
    }

    /// Other eyes are at the screen: the story is told to them from the beginning.
    pub(super) fn renew(&mut self) {
        let (eye, eyes) = (self.eye(), self.eyes());
        if let Link::Local(table) = &self.link {
            self.view = table.view(eye);
            self.log = super::log::Log::of(table, &eyes);
        }
    }

    pub(super) fn doubt_resignation(&mut self) {
        let seat = match self.eye() {
            Eye::Seat(seat) => seat,
            Eye::Spectator => return self.said.say(Tone::Note, words::savannah::NOT_YOUR_TURN),
        };
        self.doubt = match self.wait() {
            Wait::Over | Wait::Past | Wait::Stuck => return self.said.say(Tone::Note, words::OVER),
            _ if self.players.len() == 2 => Some(Doubt::Resign(seat)),
            _ => Some(Doubt::Leave(seat)),
        };
    }

    /// Lets something happen at the table, and takes it in: what the eye at the screen sees now, what it is told, and which cards have
    /// come from where.
    pub(super) fn follow(&mut self, act: impl FnOnce(&mut Table<Savannah>)) {
        let Link::Local(table) = &mut self.link else { return };
        let old = self.view.clone();
        let mut past = table.clone();
        act(table);
        let entries = table.record().entries.get(past.record().entries.len()..).unwrap_or_default().to_vec();
        // A hand that was open is closed when its turn is over, before anything else is told.
        let public = table.game().public();
        if self.shown.is_some_and(|seat| seat != public.seat) || public.outcome.is_some() {
            self.shown = None;
        }
        let eyes = self.eyes();
        let first = self.log.lines().len();
        for entry in &entries {
            self.log.add(&mut past, entry, &eyes);
        }
        self.show_view();
        self.came = came(self.game, &old, &entries, &self.view);
        self.said.say(Tone::Done, Text::row(self.log.told(first, self.eye()), Separator::Space));
        self.version += 1;
    }

    /// The table has changed: nothing is picked up any more, the game is saved, and its end is told.
    pub(super) fn settled(&mut self) {
        self.pick = None;
        self.discarding = false;
        self.hint = None;
        if matches!(self.asked, Some((_, super::counsel::Purpose::Hint))) {
            self.stop_asking();
        }
        self.clamp_cursor();
        let you = self.eye().seat();
        let sound = match tell_end(self.view.public(), you) {
            Some(end) => {
                // With others, what they say then is shown: how the game ended is seen anyway.
                self.said.add(if self.is_remote() { Tone::Done } else { Tone::Note }, end);
                let winners = self.view.public().outcome.map(|outcome| outcome.winners);
                let won = winners.is_some_and(|seats| seats.iter().any(|seat| self.player(seat).is_person()));
                if won { Sound::Win } else { Sound::Lay }
            }
            None => Sound::Lay,
        };
        self.out.push(Out::Sound(sound));
        self.count();
        self.save();
    }

    pub(super) fn take_back(&mut self, seat: Seat) {
        if self.is_remote() {
            return self.said.say(Tone::Note, words::online::NO_UNDO);
        }
        let mut result = Ok(());
        self.follow(|table| result = table.undo(seat));
        match result {
            Ok(()) => self.settled(),
            Err(error) => self.said.say(Tone::Note, error.text()),
        }
    }

    pub(super) fn make_again(&mut self, seat: Seat) {
        let mut result = Ok(());
        self.follow(|table| result = table.redo(seat));
        match result {
            Ok(()) => self.settled(),
            Err(error) => self.said.say(Tone::Note, error.text()),
        }
    }

    pub(super) fn save(&mut self) {
        if self.is_kept() {
            self.out.push(Out::Save);
        }
    }

    /// The game as it is to be kept now; `None` if nothing of it is.
    #[must_use]
    pub fn saved(&self) -> Option<String> {
        // Text and names: there is nothing in it that could not be written.
        let text =
            || serde_json::to_string(&Saved { game: self.kept(), previous: self.previous.clone() }).ok();
        self.is_kept().then(text)?
    }

    /// A lesson is not kept, and a table elsewhere is kept there.
    fn is_kept(&self) -> bool {
        self.lesson.is_none() && self.table().is_some()
    }

    pub(super) fn kept(&self) -> Kept {
        Kept {
            record: self.record(),
            players: self.players.clone(),
            spent: self.clock.spent(self.now),
            id: self.tally.id,
            hints: self.tally.hints,
        }
    }
}
