use std::time::{Duration, Instant};

use games::savannah::Savannah;
use table::{BySeat, Seat, Seats, Table, Turn};

use super::room::Room;
use super::task::Guest;
use crate::Limits;

/// Who is there, and since when somebody is not. None of it is stored: after a restart, everybody has just left.
pub(super) struct Presence {
    pub(super) here: Vec<Guest>,
    /// Since when the person of a seat is away.
    away: BySeat<Option<Instant>>,
    /// Who agrees that a bot plays for a seat.
    pub(super) agreed: BySeat<Seats>,
    /// Whose turn in which round it is, and since when, if anybody is there to see it.
    turn: Option<(Seat, u32, Instant)>,
    /// Since when all are asked to show their contributions, if anybody is there.
    asked: Option<Instant>,
    patience: Duration,
    /// How long they may take for it.
    reveal: Duration,
}

impl Presence {
    pub(super) fn new(room: &Room, limits: &Limits, now: Instant) -> Presence {
        let seats = room.chairs.seats();
        Presence {
            here: Vec::new(),
            away: BySeat::new(seats, |_| Some(now)),
            agreed: BySeat::new(seats, |_| Seats::NONE),
            turn: None,
            asked: None,
            patience: limits.patience,
            reveal: limits.reveal,
        }
    }

    /// Brings all of it up to date, after anything has changed.
    pub(super) fn update(&mut self, room: &Room, now: Instant) {
        let present = self.present(room);
        for (seat, since) in self.away.iter_mut() {
            *since = if present.has(seat) { None } else { since.or(Some(now)) };
        }
        let late = self.late(room, now);
        for (seat, agreed) in self.agreed.iter_mut() {
            if !late.has(seat) {
                *agreed = Seats::NONE;
            }
        }
        // Nobody's time runs while nobody is there.
        self.asked = match self.asked {
            _ if self.here.is_empty() || !room.beginning() => None,
            asked => asked.or(Some(now)),
        };
        self.turn = match (turn(room), self.turn) {
            _ if self.here.is_empty() => None,
            (Some((seat, round)), Some((same, before, since))) if (seat, round) == (same, before) => {
                Some((seat, round, since))
            }
            (Some((seat, round)), _) => Some((seat, round, now)),
            (None, _) => None,
        };
    }

    /// The seats whose persons are connected.
    pub(super) fn present(&self, room: &Room) -> Seats {
        self.here.iter().filter_map(|guest| room.seat_of(guest.caller.who)).collect()
    }

    /// How many look on.
    pub(super) fn watching(&self, room: &Room) -> u32 {
        self.here.iter().filter(|guest| room.seat_of(guest.caller.who).is_none()).count() as u32
    }

    /// Those for whom a bot may play, if the others agree: they have said goodbye, or been away for long.
    pub(super) fn late(&self, room: &Room, now: Instant) -> Seats {
        let late = |seat: &Seat| match (room.chairs[*seat].as_person(), self.away[*seat]) {
            (Some(person), Some(since)) => {
                person.bot.is_none() && (person.left || now.saturating_duration_since(since) >= self.patience)
            }
            _ => false,
        };
        Seat::all(room.chairs.seats()).filter(late).collect()
    }

    /// Whether all who could be asked agree that a bot plays for a seat.
    pub(super) fn all_agree(&self, room: &Room, seat: Seat) -> bool {
        self.present(room).iter().all(|other| other == seat || self.agreed[seat].has(other))
    }

    /// Until when all may show their contributions, if that is asked for.
    pub(super) fn reveal(&self) -> Option<Instant> {
        self.asked?.checked_add(self.reveal)
    }

    /// When the time of the person whose turn it is runs out.
    pub(super) fn clock(&self, room: &Room) -> Option<(Seat, Instant)> {
        let (seat, _, since) = self.turn?;
        let seconds = room.clock.filter(|_| room.chairs[seat].bot().is_none())?;
        Some((seat, since.checked_add(Duration::from_secs(seconds.into()))?))
    }

    /// When the next of those who are away will have been so for long.
    pub(super) fn next_late(&self, room: &Room, now: Instant) -> Option<Instant> {
        let people = room.people();
        let times = self.away.iter().filter(|(seat, _)| people.has(*seat)).filter_map(|(_, since)| *since);
        times.filter_map(|since| since.checked_add(self.patience)).filter(|time| *time > now).min()
    }
}

/// Whose turn in which round it is.
fn turn(room: &Room) -> Option<(Seat, u32)> {
    let game: &Table<Savannah> = room.game.as_ref()?;
    match game.turn() {
        Turn::Seat(seat) => Some((seat, game.game().public().round)),
        Turn::Chance(_) | Turn::Over => None,
    }
}
