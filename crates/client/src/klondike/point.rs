//! What pointing at a place means.

use games::klondike::{Column, Move, Place};

use super::pick::{can_pick, card_at, no_way_back, turns};
use super::{Desk, Pick, Spot, cursor};
use crate::{Out, Sound, Tone, words};

impl Desk {
    pub(super) fn tap(&mut self, place: Place, now: u64) {
        self.cursor = cursor::clamp(&self.view, place);
        if place == Place::Stock {
            return self.draw(now);
        }
        match self.pick {
            Some(pick) if pick.place == place => self.move_for_me(pick, now),
            Some(pick) => {
                match pick.meant(&self.view, place.into()) {
                    Some(Ok(mv)) => return self.attempt(mv, now),
                    Some(Err(refusal)) => self.refuse(&refusal),
                    None => {}
                }
                // A card that was pointed at in vain may be the next to go.
                self.pick = None;
                if can_pick(&self.view, place) {
                    self.pick = Some(Pick::of(place));
                }
            }
            None => self.point_at(place, now),
        }
    }

    fn point_at(&mut self, place: Place, now: u64) {
        if let Some(mv) = turns(&self.view, place) {
            return self.attempt(mv, now);
        }
        if !can_pick(&self.view, place) {
            return match place {
                Place::Foundation(suit) => match no_way_back(&self.view, suit) {
                    Some(refusal) => self.refuse(&refusal),
                    None => self.said.say(Tone::Note, words::nothing_there(&self.view, place)),
                },
                place => self.said.say(Tone::Note, words::nothing_there(&self.view, place)),
            };
        }
        let pick = Pick::of(place);
        if self.settings.one_tap {
            return self.move_for_me(pick, now);
        }
        self.take_up(pick);
    }

    fn take_up(&mut self, pick: Pick) {
        self.pick = Some(pick);
        let targets = pick.targets(&self.view);
        self.said.say(Tone::Done, words::picked(&self.view, pick, &targets));
    }

    pub(super) fn double_tap(&mut self, place: Place, now: u64) {
        if place == Place::Stock {
            return self.draw(now);
        }
        if can_pick(&self.view, place) {
            self.move_for_me(Pick::of(place), now);
        }
    }

    fn move_for_me(&mut self, pick: Pick, now: u64) {
        self.pick = None;
        match (pick.for_me(&self.view), card_at(&self.view, pick.place)) {
            (Some(mv), _) => self.attempt(mv, now),
            (None, Some(card)) => {
                self.said.say(Tone::Refused, words::no_place(card));
                self.out.push(Out::Sound(Sound::No));
            }
            (None, None) => {}
        }
    }

    pub(super) fn lift(&mut self, place: Place) {
        if can_pick(&self.view, place) {
            self.cursor = cursor::clamp(&self.view, place);
            self.drop_hint();
            self.pick = Some(Pick { held: true, ..Pick::of(place) });
        }
    }

    pub(super) fn put_down(&mut self, spot: Option<Spot>, now: u64) {
        let Some(pick) = self.pick.take() else { return };
        match spot.and_then(|spot| pick.meant(&self.view, spot)) {
            Some(Ok(mv)) => self.attempt(mv, now),
            Some(Err(refusal)) => self.refuse(&refusal),
            None => {}
        }
    }

    pub(super) fn point_at_column(&mut self, column: Column, now: u64) {
        self.cursor = cursor::end_of(&self.view, Spot::Column(column));
        let run = self.view.columns[column].face_up.len() as u8;
        let pick = Pick { place: Place::Column(column, run), held: false, loose: true };
        match self.pick {
            Some(picked) if Spot::from(picked.place) == Spot::Column(column) => self.move_for_me(picked, now),
            Some(picked) => match picked.meant(&self.view, Spot::Column(column)) {
                Some(Ok(mv)) => self.attempt(mv, now),
                Some(Err(refusal)) => {
                    self.pick = None;
                    self.refuse(&refusal);
                }
                None => self.pick = None,
            },
            None if run == 0 || self.settings.one_tap => self.point_at_loose(pick, now),
            None => self.take_up(pick),
        }
    }

    fn point_at_loose(&mut self, pick: Pick, now: u64) {
        match turns(&self.view, pick.place) {
            Some(mv) => self.attempt(mv, now),
            None if card_at(&self.view, pick.place).is_some() => self.move_for_me(pick, now),
            None => self.said.say(Tone::Note, words::nothing_there(&self.view, pick.place)),
        }
    }

    /// What is picked up, or else the card at the cursor, goes to its foundation.
    pub(super) fn send_up(&mut self, now: u64) {
        let pick = self.pick.take().unwrap_or(Pick::of(self.cursor));
        let Some(card) = pick.card(&self.view) else {
            return self.said.say(Tone::Note, words::nothing_there(&self.view, pick.place));
        };
        match pick.meant(&self.view, Spot::Foundation(card.suit)) {
            Some(Ok(mv)) => self.attempt(mv, now),
            Some(Err(refusal)) => self.refuse(&refusal),
            None => {}
        }
    }

    pub(super) fn draw(&mut self, now: u64) {
        self.pick = None;
        let mv = self.view.tap(Place::Stock).unwrap_or(Move::Draw);
        self.attempt(mv, now);
    }
}
