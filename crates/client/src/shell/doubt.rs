//! Questions before something that cannot be undone.

use bots::Bots;
use table::{Eye, Seat};
use text::Text;
use wire::TableCommand;

use super::log::sentences;
use super::{Effect, Play, PlayerKind, Session, Tone, Wait};
use crate::words;

/// A question that has to be answered before something that cannot be undone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Doubt<M> {
    /// Before a move.
    Move(M, Text),
    /// Before resigning.
    Resign(Seat),
    /// Before a bot takes the seat (V16).
    Leave(Seat),
    /// Before the others are asked to end the game (V18).
    End,
}

impl<P: Play> Session<P> {
    /// The question that has to be answered before anything else.
    #[must_use]
    pub fn question(&self) -> Option<Text> {
        self.doubt.as_ref().map(|doubt| match doubt {
            Doubt::Move(_, question) => question.clone(),
            Doubt::Resign(_) => words::RESIGN_SURE,
            Doubt::Leave(_) if self.is_remote() => words::online::LEAVE_SURE,
            Doubt::Leave(_) => words::LEAVE_SURE,
            Doubt::End => words::online::END_SURE,
        })
    }

    pub(super) fn answer_doubt(&mut self, sure: bool, now: u64) {
        let Some(doubt) = self.doubt.take() else { return };
        match doubt {
            _ if !sure => self.said.say(Tone::Done, words::NOTHING_DONE),
            Doubt::Resign(_) if self.is_remote() => self.effects.push(Effect::Send(TableCommand::Resign)),
            Doubt::Leave(_) if self.is_remote() => self.effects.push(Effect::Send(TableCommand::Stand)),
            Doubt::End => self.effects.push(Effect::Send(TableCommand::End)),
            Doubt::Move(mv, _) => {
                if let Wait::Person(seat) = self.wait() {
                    self.enter(seat, mv, now);
                }
            }
            Doubt::Resign(seat) => {
                let mut refused = None;
                let events = self.change(|table| refused = table.resign(seat).err());
                match refused {
                    Some(refusal) => self.refuse(&refusal),
                    None => {
                        self.said.say(Tone::Done, sentences(events));
                        self.settle(now);
                    }
                }
            }
            Doubt::Leave(seat) => {
                if let (Some(player), Some(level)) =
                    (self.players.get_mut(seat.number()), <P::Game as Bots>::SUBSTITUTE)
                {
                    player.kind = PlayerKind::Bot(level);
                }
                self.shown = None;
                self.look_again();
                self.said.say(Tone::Note, words::LEFT);
                self.settle(now);
            }
        }
    }

    /// Whether the players can agree to end the game: on a server, with three or more seats.
    pub(crate) fn can_end_by_agreement(&self) -> bool {
        let is_player = self.is_remote() && matches!(self.eye(), Eye::Seat(_)) && !self.is_replaced();
        is_player && self.players.len() >= 3 && !self.is_over()
    }

    pub(super) fn ask_before_ending(&mut self) {
        if self.can_end_by_agreement() {
            self.doubt = Some(Doubt::End);
        }
    }

    pub(super) fn ask_before_resigning(&mut self) {
        let Eye::Seat(seat) = self.eye() else {
            return self.said.say(Tone::Note, words::NOT_YOUR_TURN);
        };
        self.doubt = match self.wait() {
            Wait::Over | Wait::Replay | Wait::Stuck => return self.said.say(Tone::Note, words::OVER),
            _ if self.players.len() <= 2 => Some(Doubt::Resign(seat)),
            _ => Some(Doubt::Leave(seat)),
        };
    }
}
