use std::time::Instant;

use table::{BySeat, Eye, Seats, Table};
use wire::{FairnessState, KeyShare, Occupant, SeatInfo, Snapshot, TableEvent};

use super::event::Chair;
use super::presence::Presence;
use super::state::TableState;
use crate::Identity;
use crate::store::TableStage;

impl TableState {
    /// The viewer that a person is at this table.
    pub(super) fn eye_of(&self, who: Identity) -> Eye {
        self.seat_of(who).map_or(Eye::Spectator, Eye::Seat)
    }

    /// The snapshot for one viewer. Everything that is ever sent of a table is made here, from the
    /// viewer's view of the game.
    pub(super) fn snapshot(&self, eye: Eye, info: &PresenceInfo, events: Vec<TableEvent>) -> Snapshot {
        let agreed = |seat| info.agreed.get(seat).copied().unwrap_or(Seats::NONE);
        Snapshot {
            table: self.id,
            version: self.version,
            eye,
            config: self.config,
            public: self.public,
            seats: BySeat::new(self.chairs.seats(), |seat| SeatInfo {
                who: who(&self.chairs[seat]),
                present: info.present.has(seat) || matches!(self.chairs[seat], Chair::Bot(_)),
                ready: self.chairs[seat].as_person().is_some_and(|person| person.commitment.is_some()),
                late: info.late.has(seat),
                agreed: agreed(seat),
            }),
            watching: info.watching,
            clock: self.clock,
            left: info.left,
            view: self.game.as_ref().map(|game| game.view(eye)),
            events,
            fair: self.fair(info),
            rematch: self.rematch,
        }
    }

    /// The public part of how the key is made. The secret is published only after the game.
    fn fair(&self, info: &PresenceInfo) -> FairnessState {
        let share = |seat| match self.chairs[seat].as_person() {
            Some(person) => KeyShare { commitment: person.commitment, contribution: person.contribution },
            None => KeyShare::default(),
        };
        FairnessState {
            commitment: self.commitment(),
            seats: BySeat::new(self.chairs.seats(), share),
            void: self.void.clone(),
            reveal: info.reveal,
            secret: (self.stage() == TableStage::Over).then(|| self.secret.expose()),
        }
    }

    /// The record with its proof, once the game is over.
    pub(super) fn finished_record(&self) -> Option<String> {
        self.game.as_ref().filter(|game| game.outcome().is_some()).map(Table::save)
    }
}

fn who(chair: &Chair) -> Occupant {
    match chair {
        Chair::Nobody => Occupant::Nobody,
        Chair::Bot(level) => Occupant::Bot(*level),
        Chair::Person(person) => match person.bot {
            None => Occupant::Person(person.name.clone()),
            Some(level) => Occupant::Away(person.name.clone(), level),
        },
    }
}

/// The part of a snapshot that comes from presence.
pub(super) struct PresenceInfo {
    present: Seats,
    late: Seats,
    agreed: BySeat<Seats>,
    watching: u32,
    left: Option<u32>,
    reveal: Option<u32>,
}

impl PresenceInfo {
    pub(super) fn new(state: &TableState, presence: &Presence, now: Instant) -> PresenceInfo {
        let left =
            |end: Instant| u32::try_from(end.saturating_duration_since(now).as_millis()).unwrap_or(u32::MAX);
        PresenceInfo {
            present: presence.present(state),
            late: presence.late(state, now),
            agreed: presence.agreed.clone(),
            watching: presence.watching(state),
            left: presence.turn_deadline(state).map(|(_, end)| left(end)),
            reveal: presence.reveal_deadline().map(left),
        }
    }
}
