use std::time::Duration;

use bots::Bots;
use table::{BySeat, Seat, Seats, Turn};
use tokio::time::Instant;

use super::state::TableState;
use super::task::Guest;
use crate::Limits;

/// Who is connected, and since when others are away. This is not stored: after a restart, everybody
/// has just left.
pub(super) struct Presence {
    pub(super) guests: Vec<Guest>,
    /// Since when the person on each seat is away.
    away_since: BySeat<Option<Instant>>,
    /// Who has agreed that a bot takes over each seat.
    pub(super) agreed: BySeat<Seats>,
    /// The current turn and its start. `None` while nobody is connected.
    turn: Option<(TurnOf, Instant)>,
    /// Since when contributions are being revealed. `None` while nobody is connected.
    reveal_started: Option<Instant>,
    away_timeout: Duration,
    /// How long revealing them may take.
    reveal_timeout: Duration,
}

impl Presence {
    pub(super) fn new<G: Bots>(state: &TableState<G>, limits: &Limits, now: Instant) -> Presence {
        let seats = state.chairs.seats();
        Presence {
            guests: Vec::new(),
            away_since: BySeat::new(seats, |_| Some(now)),
            agreed: BySeat::new(seats, |_| Seats::NONE),
            turn: None,
            reveal_started: None,
            away_timeout: limits.away_timeout,
            reveal_timeout: limits.reveal_timeout,
        }
    }

    /// Updates everything after a change.
    pub(super) fn update<G: Bots>(&mut self, state: &TableState<G>, now: Instant) {
        let present = self.present(state);
        for (seat, since) in self.away_since.iter_mut() {
            *since = if present.has(seat) { None } else { since.or(Some(now)) };
        }
        let late = self.late(state, now);
        for (seat, agreed) in self.agreed.iter_mut() {
            if !late.has(seat) {
                *agreed = Seats::NONE;
            }
        }
        // Clocks stop while nobody is connected.
        self.reveal_started = match self.reveal_started {
            _ if self.guests.is_empty() || !state.is_starting() => None,
            reveal_started => reveal_started.or(Some(now)),
        };
        self.turn = match (turn(state), self.turn) {
            _ if self.guests.is_empty() => None,
            (Some(turn), Some((before, since))) if turn == before => Some((turn, since)),
            (Some(turn), _) => Some((turn, now)),
            (None, _) => None,
        };
    }

    /// The seats of connected people.
    pub(super) fn present<G: Bots>(&self, state: &TableState<G>) -> Seats {
        self.guests.iter().filter_map(|guest| state.seat_of(guest.caller.who)).collect()
    }

    /// The number of spectators.
    pub(super) fn watching<G: Bots>(&self, state: &TableState<G>) -> u32 {
        self.guests.iter().filter(|guest| state.seat_of(guest.caller.who).is_none()).count() as u32
    }

    /// The seats that a bot may take over if the others agree: their people have left or been away
    /// for too long.
    pub(super) fn late<G: Bots>(&self, state: &TableState<G>, now: Instant) -> Seats {
        let late = |seat: &Seat| match (state.chairs[*seat].as_person(), self.away_since[*seat]) {
            (Some(person), Some(since)) => {
                person.bot.is_none()
                    && (person.left || now.saturating_duration_since(since) >= self.away_timeout)
            }
            _ => false,
        };
        Seat::all(state.chairs.seats()).filter(late).collect()
    }

    /// Whether all other connected players agree that a bot takes over a seat.
    pub(super) fn all_agree<G: Bots>(&self, state: &TableState<G>, seat: Seat) -> bool {
        self.present(state).iter().all(|other| other == seat || self.agreed[seat].has(other))
    }

    /// Until when contributions can be revealed.
    pub(super) fn reveal_deadline(&self) -> Option<Instant> {
        self.reveal_started?.checked_add(self.reveal_timeout)
    }

    /// The player whose turn it is, and when their time runs out.
    pub(super) fn turn_deadline<G: Bots>(&self, state: &TableState<G>) -> Option<(Seat, Instant)> {
        let (TurnOf { seat, .. }, since) = self.turn?;
        let seconds = state.clock.filter(|_| state.chairs[seat].bot().is_none())?;
        Some((seat, since.checked_add(Duration::from_secs(seconds.into()))?))
    }

    /// When the next absent person will have been away for too long.
    pub(super) fn next_late<G: Bots>(&self, state: &TableState<G>, now: Instant) -> Option<Instant> {
        let people = state.people();
        let times =
            self.away_since.iter().filter(|(seat, _)| people.has(*seat)).filter_map(|(_, since)| *since);
        times.filter_map(|since| since.checked_add(self.away_timeout)).filter(|time| *time > now).min()
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TurnOf {
    seat: Seat,
    round: u32,
    /// Whether a bot plays. Whoever takes over from it has the whole time of a turn again; otherwise a
    /// person whose time has run out would be replaced again at once.
    is_bot: bool,
}

/// The current turn.
fn turn<G: Bots>(state: &TableState<G>) -> Option<TurnOf> {
    match state.game.as_ref()?.turn() {
        Turn::Seat(seat) => {
            Some(TurnOf { seat, round: state.round, is_bot: state.chairs[seat].bot().is_some() })
        }
        Turn::Chance(_) | Turn::Over => None,
    }
}
