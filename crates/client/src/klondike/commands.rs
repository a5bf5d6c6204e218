//! The commands that only Klondike has.

use cards::DealId;
use games::klondike::{Column, Move, Place};

use super::advice::Purpose;
use super::words as texts;
use super::{KlondikePlay, Pile, Session, Strength, cursor, pick};
use crate::shell::{Input, KeyBinding, Panel, Pick, Tone};

/// A command that only Klondike has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Picks a column, or puts what is picked up there.
    Column(Column),
    /// Picks the waste.
    Waste,
    /// Sends what is picked up, or the card at the cursor, to its foundation.
    Foundation,
    /// Draws, or turns the waste over.
    Draw,
    /// Asks for a hint of this strength.
    HintAs(Strength),
    /// Asks whether the game can be won.
    Verdict,
    /// Goes back to the last point from which the game can be won.
    BackToWinnable,
    /// Plays the rest, if it is certain to win.
    Finish,
    /// Stops searching for a deal that can be won.
    StopSearch,
}

pub(super) fn key(letter: char) -> Option<KeyBinding<KlondikePlay>> {
    let command = match letter {
        ' ' | 'd' => Command::Draw,
        'v' => Command::Verdict,
        'b' => Command::BackToWinnable,
        'a' => Command::Finish,
        'w' => Command::Waste,
        'f' => Command::Foundation,
        'n' => return Some(KeyBinding::Input(Input::Again)),
        'r' => return Some(KeyBinding::Input(Input::Restart)),
        's' => return Some(KeyBinding::Open(Panel::Statistics)),
        digit => Command::Column(Column::from_digit(digit)?),
    };
    Some(KeyBinding::Input(Input::Game(command)))
}

impl Session {
    pub(super) fn run(&mut self, command: Command, now: u64) {
        match command {
            Command::Column(column) => self.point_at_column(column, now),
            Command::Waste => self.tap(Place::Waste, now),
            Command::Foundation => self.send_up(now),
            Command::Draw => {
                self.pick = None;
                let mv = self.view.tap(Place::Stock).unwrap_or(Move::Draw);
                self.attempt(mv, now);
            }
            Command::HintAs(strength) => self.ask_for_hint(Some(strength)),
            Command::Verdict => self.ask_verdict(),
            Command::BackToWinnable => self.ask_way_back(now),
            Command::Finish => self.begin_finish(now),
            Command::StopSearch => {}
        }
    }

    fn point_at_column(&mut self, column: Column, now: u64) {
        self.cursor = cursor::end_of(&self.view, Pile::Column(column));
        let run = self.view.columns[column].face_up.len() as u8;
        let whole = Pick { place: Place::Column(column, run), held: false, whole: true };
        match self.pick {
            Some(picked) if Pile::from(picked.place) == Pile::Column(column) => {
                self.move_for_me(picked, now);
            }
            Some(picked) => match pick::drop_move(&self.view, picked, Pile::Column(column)) {
                Some(Ok(mv)) => self.attempt(mv, now),
                Some(Err(refusal)) => {
                    self.pick = None;
                    self.refuse(&refusal);
                }
                None => self.pick = None,
            },
            None if run == 0 || self.settings.one_tap => self.move_column(whole, now),
            None => self.pick_up(whole),
        }
    }

    fn move_column(&mut self, whole: Pick<Place>, now: u64) {
        match pick::turn(&self.view, whole.place) {
            Some(mv) => self.attempt(mv, now),
            None if pick::card_at(&self.view, whole.place).is_some() => self.move_for_me(whole, now),
            None => self.said.say(Tone::Note, texts::nothing_there(&self.view, whole.place)),
        }
    }

    fn send_up(&mut self, now: u64) {
        let picked = self.pick.take().unwrap_or(Pick::tapped(self.cursor));
        let Some(card) = pick::picked_card(&self.view, picked) else {
            return self.said.say(Tone::Note, texts::nothing_there(&self.view, picked.place));
        };
        match pick::drop_move(&self.view, picked, Pile::Foundation(card.suit)) {
            Some(Ok(mv)) => self.attempt(mv, now),
            Some(Err(refusal)) => self.refuse(&refusal),
            None => {}
        }
    }

    /// Takes what the search for a deal has found.
    pub(super) fn found_deal(&mut self, found: Option<(u64, Vec<Move>)>, now: u64) {
        let Some(config) = self.state.searching.take() else { return };
        match found {
            Some((number, line)) => {
                let players = self.players.clone();
                self.deal(config, DealId::V1(number).into(), players, Some(line), now);
            }
            None => self.said.say(Tone::Note, texts::NO_WINNABLE),
        }
    }

    pub(super) fn stop_search(&mut self) {
        if self.state.searching.take().is_some() {
            if matches!(self.asked, Some((_, Purpose::NewDeal))) {
                self.stop_asking();
            }
            self.said.say(Tone::Note, texts::SEARCH_STOPPED);
        }
    }
}
