//! What pointing at a place means, in one's own turn.

use games::savannah::{Foundation, Move, Pile};
use table::{Refusal, Rule, View as _};

use super::input::Choice;
use super::place::others;
use super::{Desk, Pick, Place, Spot};
use crate::{Out, Sound, Tone, words};

impl Desk {
    pub(super) fn tap(&mut self, place: Place, now: u64) {
        self.cursor = place;
        if let (Place::Hand(_), Some(card), true) = (place, self.card(place), self.discards()) {
            return self.attempt(Move::Discard(card), now);
        }
        if let Place::Foundation(to) = place {
            return self.put_on(to, now);
        }
        match self.pick {
            // From another's discard nothing is played by accident: it helps them, and most often it cannot be taken back.
            Some(pick) if pick.place == place && matches!(self.pile(place), Some(Pile::DiscardOf(_))) => {
                self.put_back();
            }
            Some(pick) if pick.place == place => self.move_for_me(place, now),
            _ => self.take_up(place, now),
        }
    }

    fn put_on(&mut self, to: Foundation, now: u64) {
        match self.pick.take().and_then(|pick| self.pile(pick.place)) {
            Some(from) => self.attempt(Move::Play { from, to }, now),
            None => self.said.say(Tone::Note, words::savannah::place_name(self, Place::Foundation(to))),
        }
    }

    fn take_up(&mut self, place: Place, now: u64) {
        self.pick = None;
        self.discarding = false;
        if !self.can_pick(place) {
            return self.refuse_pick(place);
        }
        if self.settings.one_tap && self.goes_to(place).len() == 1 {
            return self.move_for_me(place, now);
        }
        self.pick = Some(Pick { place, held: false });
        let goes_to = self.goes_to(place);
        let text = words::savannah::picked(self.card(place), &goes_to, matches!(place, Place::Hand(_)));
        // Where it goes lights up; that it goes nowhere has to be said.
        self.said.say(if goes_to.is_empty() { Tone::Note } else { Tone::Done }, text);
    }

    /// Why a card cannot be taken up: the rules say so where they have something to say.
    fn refuse_pick(&mut self, place: Place) {
        let refusal = match (self.pile(place), self.view.sight()) {
            (Some(from @ Pile::DiscardOf(_)), Some(sight)) => {
                table::Sight::refusal(&sight, Move::Play { from, to: Foundation::First })
            }
            _ => None,
        };
        match refusal {
            Some(refusal) => self.refuse(&refusal),
            None => self.said.say(Tone::Note, words::savannah::place_name(self, place)),
        }
    }

    fn move_for_me(&mut self, place: Place, now: u64) {
        self.pick = None;
        match (self.for_me(place), self.card(place)) {
            (Some(mv), _) => self.attempt(mv, now),
            (None, Some(card)) => {
                self.said.say(Tone::Refused, words::no_place(card));
                self.out.push(Out::Sound(Sound::No));
            }
            (None, None) => {}
        }
    }

    pub(super) fn lift(&mut self, place: Place) {
        if self.can_pick(place) {
            self.cursor = place;
            self.hint = None;
            self.pick = Some(Pick { place, held: true });
        }
    }

    pub(super) fn put_down(&mut self, spot: Option<Spot>, now: u64) {
        let Some(pick) = self.pick.take() else { return };
        let (Some(from), Some(spot)) = (self.pile(pick.place), spot) else { return };
        match (from, spot) {
            _ if Spot::from(pick.place) == spot => {}
            (_, Spot::Foundation(to)) => self.attempt(Move::Play { from, to }, now),
            (Pile::Hand(card), Spot::Discard(seat)) if seat == self.near() => {
                self.attempt(Move::Discard(card), now);
            }
            (_, Spot::Stock | Spot::Reserve(_) | Spot::Discard(_) | Spot::Hand) => {
                self.refuse(&Refusal::new(Rule::new('S', 7), words::savannah::FOUNDATIONS_ONLY));
            }
        }
    }

    pub(super) fn put_back(&mut self) {
        let hint = self.hint.take().is_some();
        let discarding = std::mem::take(&mut self.discarding);
        if self.pick.take().is_some() || discarding {
            self.said.say(Tone::Done, words::PUT_BACK);
        } else if hint {
            self.said.say(Tone::Done, words::HINT_GONE);
        }
    }

    pub(super) fn choose(&mut self, choice: Choice, now: u64) {
        let near = self.near();
        let place = match choice {
            Choice::Hand(at) => Place::Hand(at),
            Choice::Reserve => Place::Reserve(near),
            Choice::Discard => Place::Discard(near),
            Choice::Other => {
                let seats = others(near, self.config().seats());
                let last = match self.cursor {
                    Place::Discard(seat) => seats.iter().position(|other| *other == seat),
                    _ => None,
                };
                let next = last.map_or(0, |at| at + 1) % seats.len().max(1);
                let Some(seat) = seats.get(next) else { return };
                // Another press looks at the next one, and does not move what was picked.
                self.pick = None;
                Place::Discard(*seat)
            }
        };
        self.tap(place, now);
    }

    /// Ends the turn with the picked card of the hand, or lets one be chosen.
    pub(super) fn end_turn(&mut self, now: u64) {
        let picked = self.pick.and_then(|pick| self.pile(pick.place));
        match picked {
            _ if self.hand().is_empty() => self.attempt(Move::End, now),
            Some(Pile::Hand(card)) => self.attempt(Move::Discard(card), now),
            _ => {
                self.pick = None;
                self.discarding = true;
                self.cursor = Place::Hand(0);
                self.said.say(Tone::Note, words::savannah::CHOOSE_DISCARD);
            }
        }
    }
}
