//! Pointer input: tap, drag and *move it for me*.

use super::{Effect, Play, Session, Sound, Tone};
use crate::words;

/// Cards that are picked up, by a tap, a key or a drag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick<Place> {
    /// The place of the lowest card.
    pub place: Place,
    /// Whether they are being dragged.
    pub held: bool,
    /// Whether the whole pile is meant: then as many cards move as fit.
    pub whole: bool,
}

impl<Place> Pick<Place> {
    /// A card that was tapped.
    pub(crate) const fn tapped(place: Place) -> Pick<Place> {
        Pick { place, held: false, whole: false }
    }
}

impl<P: Play> Session<P> {
    pub(crate) fn tap(&mut self, place: P::Place, now: u64) {
        self.cursor = P::clamp(self, place);
        if let Some(mv) = P::press(self, place) {
            return self.attempt(mv, now);
        }
        // A tap ends a drag that was not completed.
        let picked = self.pick.map(|pick| Pick { held: false, ..pick });
        match picked {
            Some(pick) if pick.place == place => {
                if P::second_tap_moves(self, place) {
                    self.move_for_me(pick, now);
                } else {
                    self.put_back();
                }
            }
            Some(pick) => match P::drop_move(self, pick, place.into()) {
                Some(Ok(mv)) => self.attempt(mv, now),
                Some(Err(refusal)) => {
                    self.refuse(&refusal);
                    // The card that did not accept the move may be the next one to pick up.
                    self.pick = P::can_pick(self, place).then_some(Pick::tapped(place));
                }
                None => self.point_at(place, now),
            },
            None => self.point_at(place, now),
        }
    }

    fn point_at(&mut self, place: P::Place, now: u64) {
        self.pick = None;
        P::end_mode(self);
        if !P::can_pick(self, place) {
            return match P::refuse_pick(self, place) {
                Ok(remark) => self.said.say(Tone::Note, remark),
                Err(refusal) => self.refuse(&refusal),
            };
        }
        let pick = Pick::tapped(place);
        if self.settings.one_tap && P::one_tap_moves(self, place) {
            return self.move_for_me(pick, now);
        }
        self.pick_up(pick);
    }

    pub(crate) fn pick_up(&mut self, pick: Pick<P::Place>) {
        self.pick = Some(pick);
        let (text, has_target) = P::describe_pick(self, pick);
        // Targets light up, but if there is none, that has to be said.
        self.said.say(if has_target { Tone::Done } else { Tone::Note }, text);
    }

    pub(super) fn double_tap(&mut self, place: P::Place, now: u64) {
        if let Some(mv) = P::press(self, place) {
            return self.attempt(mv, now);
        }
        if P::can_pick(self, place) && P::second_tap_moves(self, place) {
            self.move_for_me(Pick::tapped(place), now);
        }
    }

    pub(crate) fn move_for_me(&mut self, pick: Pick<P::Place>, now: u64) {
        self.pick = None;
        match P::best_move(self, pick) {
            Ok(mv) => self.attempt(mv, now),
            Err(Some(why)) => {
                self.said.say(Tone::Refused, why);
                self.effects.push(Effect::Sound(Sound::Refused));
            }
            Err(None) => {}
        }
    }

    pub(super) fn lift(&mut self, place: P::Place) {
        if P::can_pick(self, place) {
            self.cursor = P::clamp(self, place);
            P::drop_hint(self);
            self.pick = Some(Pick { held: true, ..Pick::tapped(place) });
        }
    }

    pub(super) fn drop_on(&mut self, pile: Option<P::Pile>, now: u64) {
        let Some(pick) = self.pick.take() else { return };
        match pile.and_then(|pile| P::drop_move(self, pick, pile)) {
            Some(Ok(mv)) => self.attempt(mv, now),
            Some(Err(refusal)) => self.refuse(&refusal),
            None => {}
        }
    }

    pub(crate) fn put_back(&mut self) {
        let (hint, mode) = (P::drop_hint(self), P::end_mode(self));
        if self.pick.take().is_some() || mode {
            self.said.say(Tone::Done, words::PUT_BACK);
        } else if hint {
            self.said.say(Tone::Done, words::HINT_GONE);
        }
    }
}
