//! Whose turn it is, who sits at the screen, and what happens by itself.

use games::savannah::{Move, Phase};
use table::{Entry, Eye, Origin, Seat, Turn};

use super::link::Link;
use super::place::others;
use super::{Desk, Kind, Player};
use crate::{Out, Tone, words};

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// The person whose turn it is, and whose hand is open.
    Person(Seat),
    /// That the screen is given to the person whose turn it is.
    Cover(Seat),
    /// The dice.
    Roll,
    /// A bot.
    Bot(Seat),
    /// Somebody at another screen, or that a move of one's own comes back from there.
    Other(Seat),
    /// Nothing: the game is over.
    Over,
    /// Nothing: the game was played before, and is watched.
    Past,
    /// Nothing will come: the key of the game's chance is not known here.
    Stuck,
}

impl Desk {
    /// What the table waits for.
    #[must_use]
    pub fn wait(&self) -> Wait {
        let table = match &self.link {
            Link::Local(table) => table,
            Link::Remote(_) => return self.wait_there(),
            Link::Past(_) => return Wait::Past,
        };
        let public = table.game().public();
        let seat = public.seat;
        match table.turn() {
            Turn::Over => Wait::Over,
            Turn::Chance(_) if matches!(table.record().origin, Origin::Hash(_)) => Wait::Stuck,
            _ if self.covers(seat) && matches!(public.phase, Phase::Roll | Phase::Play) => Wait::Cover(seat),
            Turn::Chance(_) => Wait::Roll,
            Turn::Seat(_) => match self.player(seat).kind {
                Kind::Person => Wait::Person(seat),
                Kind::Bot(_) | Kind::Guest(_) => Wait::Bot(seat),
            },
        }
    }

    /// Whether the screen has to be given to somebody else before their turn.
    fn covers(&self, seat: Seat) -> bool {
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

    /// The eye at the screen. Where several people share it, it is nobody's between their turns.
    #[must_use]
    pub fn eye(&self) -> Eye {
        match self.people() {
            0 => Eye::Spectator,
            1 => self.person_from(Seat::A).map_or(Eye::Spectator, Eye::Seat),
            _ => self.shown.map_or(Eye::Spectator, Eye::Seat),
        }
    }

    /// All eyes that are ever at the screen.
    pub(super) fn eyes(&self) -> Vec<Eye> {
        let people = self.players.iter().zip(Seat::all(self.players.len() as u8));
        let mut eyes: Vec<Eye> =
            people.filter(|(player, _)| player.is_person()).map(|(_, seat)| Eye::Seat(seat)).collect();
        if eyes.len() != 1 {
            eyes.push(Eye::Spectator);
        }
        eyes
    }

    /// The seat whose piles lie nearest: that of the eye at the screen, or of the person whose turn comes next.
    #[must_use]
    pub fn near(&self) -> Seat {
        match self.eye() {
            Eye::Seat(seat) => seat,
            Eye::Spectator => self.person_from(self.view.public().seat).unwrap_or(Seat::A),
        }
    }

    /// The first person from a seat on, clockwise.
    fn person_from(&self, seat: Seat) -> Option<Seat> {
        let seats = self.players.len() as u8;
        [seat].into_iter().chain(others(seat, seats)).find(|seat| self.player(*seat).is_person())
    }

    /// The person whose turn it is has the screen.
    pub(super) fn show(&mut self, seat: Seat, now: u64) {
        self.shown = Some(seat);
        self.show_view();
        self.version += 1;
        self.cursor = super::cursor::home(seat);
        match self.view.public().turn() {
            Turn::Chance(_) => self.roll(now),
            _ => self.said.say(Tone::Done, words::savannah::turn_told(self.view.public())),
        }
    }

    /// The time that was asked for has come.
    pub fn tick(&mut self, now: u64) {
        self.now = now;
        self.came.clear();
        self.go_on(now);
    }

    /// Does what happens by itself, as far as it can be done now.
    pub(super) fn go_on(&mut self, now: u64) {
        if self.is_remote() {
            return self.go_on_there(now);
        }
        loop {
            let wait = self.wait();
            let acts = match wait {
                Wait::Roll => true,
                Wait::Bot(seat) => {
                    self.ask_bot(seat);
                    self.decided.is_some()
                }
                Wait::Person(_) | Wait::Cover(_) | Wait::Other(_) | Wait::Over | Wait::Past | Wait::Stuck => {
                    self.hurry = false;
                    false
                }
            };
            if !acts {
                return;
            }
            if now < self.due {
                let left = u32::try_from(self.due - now).unwrap_or(u32::MAX);
                return self.out.push(Out::Wake(left));
            }
            match (wait, self.decided.take()) {
                (Wait::Bot(seat), Some(mv)) => self.enter(seat, mv, now),
                _ => self.roll(now),
            }
        }
    }

    /// What was done can be looked at for a while.
    pub(super) fn rest(&mut self, now: u64) {
        self.due = if self.hurry { now } else { now + self.settings.pace.beat() };
    }

    /// A bot has decided. What it says is played by the rules: a move that they refuse is replaced by one that they allow.
    pub(super) fn bot_decided(&mut self, mv: Option<Move>, now: u64) {
        let Wait::Bot(seat) = self.wait() else { return };
        let Some(table) = self.table() else { return };
        let mut legal = Vec::new();
        table::Sight::legal_into(&table::Game::sight(table.game(), seat), &mut legal);
        self.decided = mv.filter(|mv| legal.contains(mv)).or_else(|| legal.last().copied());
        self.go_on(now);
    }

    /// The dice are rolled, and what follows from them is done.
    pub(super) fn roll(&mut self, now: u64) {
        self.follow(|table| {
            // A deal that could not be gone on with was refused when it came to the table.
            let _ = table.settle();
        });
        self.rolled();
        self.rest(now);
        self.settled();
    }

    /// The dice have been rolled, and the end of the game may have come near.
    pub(super) fn rolled(&mut self) {
        self.rolls += 1;
        let round = self.view.public().round;
        if let Some(limit) = games::savannah::tell_limit(self.view.public())
            && self.limit_told != round
        {
            self.limit_told = round;
            self.said.add(Tone::Note, limit);
        }
    }

    /// Enters a legal move, and what follows from it in the same turn.
    pub(super) fn enter(&mut self, seat: Seat, mv: Move, now: u64) {
        if self.is_remote() {
            return self.send_move(seat, mv);
        }
        self.follow(|table| {
            let entered = table.enter(Entry::Move { seat, mv, auto: false });
            // What is drawn or dealt in the middle of a turn belongs to the move; the next turn's dice do not.
            if entered.is_ok() && table.game().public().phase != Phase::Roll {
                let _ = table.settle();
            }
        });
        self.rest(now);
        self.settled();
    }
}
