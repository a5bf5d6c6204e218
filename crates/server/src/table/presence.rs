use std::time::Duration;

use bots::Bots;
use table::{BySeat, Seat, Seats, Turn};
use tokio::time::Instant;
use wire::{EndProposal, RefusalReason};

use super::state::TableState;
use super::task::Guest;
use crate::Limits;

/// Who is connected, and since when others are away or do not move. This is not stored: after a restart,
/// everybody has just left.
pub(super) struct Presence {
    pub(super) guests: Vec<Guest>,
    /// Since when the person on each seat is away.
    away_since: BySeat<Option<Instant>>,
    /// Who has agreed that a bot takes over each seat, and when the first of them did.
    agreed: BySeat<Option<(Seats, Instant)>>,
    /// The current turn and its start. `None` while nobody is connected.
    turn: Option<(TurnOf, Instant)>,
    /// The version of the last change to the game, and when it happened.
    moved: (u64, Instant),
    /// Who has agreed to end the game, and when the first of them did.
    ending: Option<(Seats, Instant)>,
    /// Until when nobody can ask again to end the game.
    end_declined: Option<Instant>,
    /// Since when contributions are being revealed. `None` while nobody is connected.
    reveal_started: Option<Instant>,
    /// How long somebody may be away or not move.
    away_timeout: Duration,
    /// How long others may take to answer a question.
    answer_timeout: Duration,
    /// How long revealing them may take.
    reveal_timeout: Duration,
}

impl Presence {
    pub(super) fn new<G: Bots>(state: &TableState<G>, limits: &Limits, now: Instant) -> Presence {
        let seats = state.chairs.seats();
        Presence {
            guests: Vec::new(),
            away_since: BySeat::new(seats, |_| Some(now)),
            agreed: BySeat::new(seats, |_| None),
            turn: None,
            moved: (0, now),
            ending: None,
            end_declined: None,
            reveal_started: None,
            away_timeout: limits.away_timeout,
            answer_timeout: limits.answer_timeout,
            reveal_timeout: limits.reveal_timeout,
        }
    }

    /// Updates everything after a change.
    pub(super) fn update<G: Bots>(&mut self, state: &TableState<G>, now: Instant) {
        let present = self.present(state);
        for (seat, since) in self.away_since.iter_mut() {
            *since = if present.has(seat) { None } else { since.or(Some(now)) };
        }
        if state.game_version != self.moved.0 {
            self.moved = (state.game_version, now);
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
        let late = self.late(state, now);
        for (seat, agreed) in self.agreed.iter_mut() {
            if !late.has(seat) {
                *agreed = None;
            }
        }
        if turn(state).is_none() {
            self.ending = None;
        }
    }

    /// Moves all times after a pause of the server, which counts for nobody.
    pub(super) fn shift(&mut self, lost: Duration) {
        let agreed = self.agreed.iter_mut().filter_map(|(_, agreed)| agreed.as_mut()).map(|(_, time)| time);
        let times = self
            .away_since
            .iter_mut()
            .filter_map(|(_, since)| since.as_mut())
            .chain(agreed)
            .chain(self.turn.as_mut().map(|(_, since)| since))
            .chain([&mut self.moved.1])
            .chain(self.ending.as_mut().map(|(_, since)| since))
            .chain(self.end_declined.as_mut())
            .chain(self.reveal_started.as_mut());
        times.for_each(|time| *time += lost);
    }

    /// The seats of connected people.
    pub(super) fn present<G: Bots>(&self, state: &TableState<G>) -> Seats {
        self.guests.iter().filter_map(|guest| state.seat_of(guest.caller.who)).collect()
    }

    /// The number of spectators.
    pub(super) fn watching<G: Bots>(&self, state: &TableState<G>) -> u32 {
        self.guests.iter().filter(|guest| state.seat_of(guest.caller.who).is_none()).count() as u32
    }

    /// The seats that a bot may take over if the others agree: their people have left, have been away for too
    /// long, or do not move.
    pub(super) fn late<G: Bots>(&self, state: &TableState<G>, now: Instant) -> Seats {
        let idle = self.idle_deadline(state).filter(|(_, end)| *end <= now).map(|(seat, _)| seat);
        self.absent(state, now).iter().chain(idle).collect()
    }

    /// The seats whose people have left or been away for too long.
    fn absent<G: Bots>(&self, state: &TableState<G>, now: Instant) -> Seats {
        let is_absent = |seat: &Seat| match (state.chairs[*seat].as_person(), self.away_since[*seat]) {
            (Some(person), Some(since)) => {
                person.bot.is_none()
                    && (person.left || now.saturating_duration_since(since) >= self.away_timeout)
            }
            _ => false,
        };
        Seat::all(state.chairs.seats()).filter(is_absent).collect()
    }

    /// The player whose turn it is, and until when they have to move before the others may replace them. With
    /// a clock, the clock alone decides.
    fn idle_deadline<G: Bots>(&self, state: &TableState<G>) -> Option<(Seat, Instant)> {
        let (TurnOf { seat, is_bot, .. }, since) = self.turn?;
        let counts = !is_bot && state.clock.is_none() && G::SUBSTITUTE.is_some() && !state.is_solo();
        counts.then_some((seat, since.max(self.moved.1).checked_add(self.away_timeout)?))
    }

    /// Who has agreed that a bot takes over a seat.
    pub(super) fn agreed(&self, seat: Seat) -> Seats {
        self.agreed.get(seat).copied().flatten().map_or(Seats::NONE, |(agreed, _)| agreed)
    }

    /// Notes that a player agrees that a bot takes over a seat. Returns whether all other connected players
    /// have agreed.
    pub(super) fn agree<G: Bots>(
        &mut self,
        state: &TableState<G>,
        seat: Seat,
        by: Option<Seat>,
        now: Instant,
    ) -> bool {
        let (agreed, _) = self.agreed[seat].get_or_insert((Seats::NONE, now));
        *agreed = agreed.iter().chain(by).collect();
        let agreed = *agreed;
        self.present(state).iter().all(|other| other == seat || agreed.has(other))
    }

    /// The next seat that a bot takes over because some have agreed, and the others have said nothing.
    pub(super) fn consent_deadline(&self) -> Option<(Seat, Instant)> {
        let ends = self.agreed.iter().filter_map(|(seat, agreed)| {
            let (_, since) = (*agreed)?;
            Some((seat, since.checked_add(self.answer_timeout)?))
        });
        ends.min_by_key(|(_, end)| *end)
    }

    /// Who has to agree before the game is ended: the people who play, unless they are absent.
    fn deciding<G: Bots>(&self, state: &TableState<G>, now: Instant) -> Seats {
        let absent = self.absent(state, now);
        let plays = |seat: &Seat| {
            state.person(*seat).is_some_and(|person| person.bot.is_none() && !person.left)
                && !absent.has(*seat)
        };
        Seat::all(state.chairs.seats()).filter(plays).collect()
    }

    /// The proposal to end the game.
    pub(super) fn ending<G: Bots>(&self, state: &TableState<G>, now: Instant) -> Option<EndProposal> {
        let (agreed, _) = self.ending?;
        let missing = self.deciding(state, now).iter().filter(|seat| !agreed.has(*seat)).collect();
        Some(EndProposal { agreed, missing })
    }

    /// Notes that a player agrees to end the game. Returns whether all have agreed.
    pub(super) fn agree_to_end<G: Bots>(
        &mut self,
        state: &TableState<G>,
        by: Seat,
        now: Instant,
    ) -> Result<bool, RefusalReason> {
        if self.ending.is_none() && self.end_declined.is_some_and(|until| now < until) {
            return Err(RefusalReason::EndDeclined);
        }
        let (agreed, _) = self.ending.get_or_insert((Seats::NONE, now));
        *agreed = agreed.iter().chain([by]).collect();
        Ok(self.ending(state, now).is_some_and(|proposal| proposal.missing.is_empty()))
    }

    /// The game is not ended, because somebody does not agree or does not answer. Returns whether anybody had
    /// asked for it.
    pub(super) fn play_on(&mut self, now: Instant) -> bool {
        let was_asked = self.ending.take().is_some();
        if was_asked {
            self.end_declined = now.checked_add(self.answer_timeout);
        }
        was_asked
    }

    /// Until when others can agree to end the game.
    pub(super) fn ending_deadline(&self) -> Option<Instant> {
        self.ending?.1.checked_add(self.answer_timeout)
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

    /// When the next person will have been away, or will not have moved, for too long.
    pub(super) fn next_late<G: Bots>(&self, state: &TableState<G>, now: Instant) -> Option<Instant> {
        let people = state.people();
        let times =
            self.away_since.iter().filter(|(seat, _)| people.has(*seat)).filter_map(|(_, since)| *since);
        let absent = times.filter_map(|since| since.checked_add(self.away_timeout));
        let idle = self.idle_deadline(state).map(|(_, end)| end);
        absent.chain(idle).filter(|time| *time > now).min()
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
