//! Turns: whose turn it is, who is at the screen, and what happens automatically.

use super::log::sentences;
use super::{Effect, Link, MoveOf, Play, Player, PlayerKind, Session, Tone};
use table::{Eye, Game as _, Origin, Seat, Sight as _, Turn, View as _};

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// The person whose turn it is and whose hand is shown.
    Person(Seat),
    /// The screen has to be passed to the person whose turn it is.
    Handover(Seat),
    /// Chance: the dice.
    Chance,
    /// A bot.
    Bot(Seat),
    /// Somebody at another screen, or the server's confirmation of a move.
    Other(Seat),
    /// Nothing: the game is over.
    Over,
    /// Nothing: the game is a replay.
    Replay,
    /// Nothing: chance cannot continue, because the key is not known here.
    Stuck,
}

impl<P: Play> Session<P> {
    /// What the table waits for.
    #[must_use]
    pub fn wait(&self) -> Wait {
        let table = match &self.link {
            Link::Local(table) => table,
            Link::Remote(_) => return self.wait_for_server(),
            Link::Replay(_) => return Wait::Replay,
        };
        let turn = table.turn();
        if turn == Turn::Over {
            return Wait::Over;
        }
        let seat = P::seat_to_move(&self.view);
        match turn {
            Turn::Chance(_) if matches!(table.record().origin, Origin::Hash(_)) => Wait::Stuck,
            _ if self.needs_handover(seat) && P::is_handover(table.game()) => Wait::Handover(seat),
            Turn::Chance(_) => Wait::Chance,
            Turn::Seat(_) | Turn::Over => match self.player(seat).kind {
                PlayerKind::Person => Wait::Person(seat),
                PlayerKind::Bot(_) | PlayerKind::Guest(_) => Wait::Bot(seat),
            },
        }
    }

    fn needs_handover(&self, seat: Seat) -> bool {
        self.people() > 1 && self.player(seat).is_person() && self.shown != Some(seat)
    }

    fn people(&self) -> usize {
        self.players.iter().filter(|player| player.is_person()).count()
    }

    /// Who sits on a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &Player {
        const NOBODY: &Player = &Player::person();
        self.players.get(seat.number()).unwrap_or(NOBODY)
    }

    /// The viewer at the screen. If several people share it, there is none between their turns.
    #[must_use]
    pub fn eye(&self) -> Eye {
        match self.people() {
            0 => Eye::Spectator,
            1 => self.person_from(Seat::A).map_or(Eye::Spectator, Eye::Seat),
            _ => self.shown.map_or(Eye::Spectator, Eye::Seat),
        }
    }

    /// All viewers who may be at the screen.
    pub(super) fn eyes(&self) -> Vec<Eye> {
        let people = self.players.iter().zip(Seat::all(self.players.len() as u8));
        let mut eyes: Vec<Eye> =
            people.filter(|(player, _)| player.is_person()).map(|(_, seat)| Eye::Seat(seat)).collect();
        if eyes.len() != 1 {
            eyes.push(Eye::Spectator);
        }
        eyes
    }

    /// The seat whose cards are at the bottom of the screen: the viewer's, or that of the next person to
    /// move.
    #[must_use]
    pub fn near(&self) -> Seat {
        match self.eye() {
            Eye::Seat(seat) => seat,
            Eye::Spectator => self.person_from(P::seat_to_move(&self.view)).unwrap_or(Seat::A),
        }
    }

    /// The first person clockwise, starting at a seat.
    fn person_from(&self, seat: Seat) -> Option<Seat> {
        let seats = self.players.len() as u8;
        [seat].into_iter().chain(seat.others(seats)).find(|seat| self.player(*seat).is_person())
    }

    /// Passes the screen to the person whose turn it is.
    pub(super) fn show_hand(&mut self, seat: Seat, now: u64) {
        self.shown = Some(seat);
        let eye = self.eye();
        if let Link::Local(table) = &self.link {
            self.view = table.view(eye);
        }
        self.version += 1;
        self.cursor = P::home(self);
        match self.view.turn() {
            Turn::Chance(_) => self.settle_chance(now),
            _ => {
                let turn = P::describe_turn(self);
                self.said.say(Tone::Done, turn);
            }
        }
    }

    /// Call this when the timer of an [`Effect::Wake`] expires.
    pub fn tick(&mut self, now: u64) {
        self.now = now;
        P::forget_motion(self);
        P::tick(self, now);
        self.proceed(now);
    }

    /// Does everything automatic that is due.
    pub(crate) fn proceed(&mut self, now: u64) {
        if self.is_remote() {
            return self.show_received(now);
        }
        loop {
            let wait = self.wait();
            let acts = match wait {
                Wait::Chance => true,
                Wait::Bot(seat) => {
                    P::ask_bot(self, seat);
                    self.decided.is_some()
                }
                Wait::Person(_)
                | Wait::Handover(_)
                | Wait::Other(_)
                | Wait::Over
                | Wait::Replay
                | Wait::Stuck => {
                    self.hurry = false;
                    false
                }
            };
            if !acts {
                return;
            }
            if now < self.due {
                let left = u32::try_from(self.due - now).unwrap_or(u32::MAX);
                return self.effects.push(Effect::Wake(left));
            }
            match (wait, self.decided.take()) {
                (Wait::Bot(seat), Some(mv)) => self.enter(seat, mv, now),
                _ => self.settle_chance(now),
            }
        }
    }

    /// Keeps the last event on the screen for a while.
    pub(super) fn rest(&mut self, now: u64) {
        self.due = if self.hurry { now } else { now + self.settings.pace.beat() };
    }

    /// Handles a bot's decision. An illegal move is replaced by a legal one.
    pub(crate) fn bot_decided(&mut self, mv: Option<MoveOf<P>>, now: u64) {
        let Wait::Bot(seat) = self.wait() else { return };
        let Some(table) = self.link.table() else { return };
        let mut legal = Vec::new();
        table.game().sight(seat).legal_into(&mut legal);
        self.decided = mv.filter(|mv| legal.contains(mv)).or_else(|| legal.last().copied());
        self.proceed(now);
    }

    pub(crate) fn has_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// Rolls the dice and continues.
    fn settle_chance(&mut self, now: u64) {
        let events = self.change(|table| {
            // An origin that cannot draw further outcomes was refused when the game was started.
            let _ = table.settle();
        });
        self.said.say(Tone::Done, sentences(events));
        P::after_chance(self);
        self.rest(now);
        self.settle(now);
    }
}
