//! The commands that only Savannah has.

use games::savannah::{Foundation, Move, SourcePile};

use super::words as texts;
use super::{Place, SavannahPlay, Session};
use crate::shell::{Input, KeyBinding, Panel, Tone, Wait};
use crate::words;

/// A command that only Savannah has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Puts what is picked up on a foundation.
    Foundation(Foundation),
    /// Picks a card by a key.
    Choose(Choice),
    /// Ends the turn: with the picked card of the hand, or with the one that is pointed at next.
    EndTurn,
}

/// What a key picks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A card of the hand, from 0.
    Hand(u8),
    /// The top of the player's reserve.
    Reserve,
    /// The top of the player's discard.
    Discard,
    /// The top of another player's discard; pressed again, of the next one's.
    OtherDiscard,
}

pub(super) fn key(letter: char) -> Option<KeyBinding<SavannahPlay>> {
    let command = match letter {
        digit @ '1'..='3' => Command::Foundation(Foundation::from_number(digit as u8 - b'0')?),
        digit @ '4'..='7' => Command::Choose(Choice::Hand(digit as u8 - b'4')),
        'r' => Command::Choose(Choice::Reserve),
        'd' => Command::Choose(Choice::Discard),
        'o' => Command::Choose(Choice::OtherDiscard),
        'e' => Command::EndTurn,
        ' ' => return Some(KeyBinding::Input(Input::Skip)),
        'w' => return Some(KeyBinding::Input(Input::Why)),
        'n' => return Some(KeyBinding::Open(Panel::NewGame)),
        'l' => return Some(KeyBinding::Open(Panel::Log)),
        's' => return Some(KeyBinding::Open(Panel::SeenCards)),
        _ => return None,
    };
    Some(KeyBinding::Input(Input::Game(command)))
}

impl Session {
    pub(super) fn run(&mut self, command: Command, now: u64) {
        match self.wait() {
            Wait::Person(_) => match command {
                Command::Foundation(to) => self.tap(Place::Foundation(to), now),
                Command::Choose(choice) => self.choose(choice, now),
                Command::EndTurn => self.end_turn(now),
            },
            Wait::Chance | Wait::Bot(_) | Wait::Other(_) => {
                if !matches!(command, Command::Foundation(_)) {
                    self.said.say(Tone::Note, words::NOT_YOUR_TURN);
                }
            }
            Wait::Handover(_) | Wait::Over | Wait::Replay | Wait::Stuck => {}
        }
    }

    fn choose(&mut self, choice: Choice, now: u64) {
        let near = self.near();
        let place = match choice {
            Choice::Hand(at) => Place::Hand(at),
            Choice::Reserve => Place::Reserve(near),
            Choice::Discard => Place::Discard(near),
            Choice::OtherDiscard => {
                let seats = near.others(self.config().seats());
                let last = match self.cursor {
                    Place::Discard(seat) => seats.iter().position(|other| *other == seat),
                    _ => None,
                };
                let next = last.map_or(0, |at| at + 1) % seats.len().max(1);
                let Some(seat) = seats.get(next) else { return };
                // Another press looks at the next discard, and does not move what was picked.
                self.pick = None;
                Place::Discard(*seat)
            }
        };
        self.tap(place, now);
    }

    /// Ends the turn with the picked card of the hand, or lets the player choose one.
    fn end_turn(&mut self, now: u64) {
        let picked = self.pick.and_then(|pick| self.pile(pick.place));
        match picked {
            _ if self.hand().is_empty() => self.attempt(Move::End, now),
            Some(SourcePile::Hand(card)) => self.attempt(Move::Discard(card), now),
            _ => {
                self.pick = None;
                self.state.discarding = true;
                self.cursor = Place::Hand(0);
                self.said.say(Tone::Note, texts::CHOOSE_DISCARD);
            }
        }
    }
}
