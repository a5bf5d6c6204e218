use std::time::Instant;

use table::{BySeat, Eye, Seats, Table};
use wire::{FairnessState, KeyShare, Occupant, SeatInfo, Snapshot, TableEvent};

use super::event::Chair;
use super::presence::Presence;
use super::room::Room;
use crate::Identity;
use crate::store::Stage;

impl Room {
    /// Whose eyes somebody has here.
    pub(super) fn eye(&self, who: Identity) -> Eye {
        self.seat_of(who).map_or(Eye::Spectator, Eye::Seat)
    }

    /// The table as a pair of eyes sees it. All that is ever sent of a table is made here, of the eye's view.
    pub(super) fn seen(&self, eye: Eye, there: &There, news: Vec<TableEvent>) -> Snapshot {
        let there_is = |seat| there.agreed.get(seat).copied().unwrap_or(Seats::NONE);
        Snapshot {
            table: self.id,
            version: self.version,
            eye,
            config: self.config,
            public: self.public,
            seats: BySeat::new(self.chairs.seats(), |seat| SeatInfo {
                who: who(&self.chairs[seat]),
                present: there.present.has(seat) || matches!(self.chairs[seat], Chair::Bot(_)),
                ready: self.chairs[seat].as_person().is_some_and(|person| person.commitment.is_some()),
                late: there.late.has(seat),
                agreed: there_is(seat),
            }),
            watching: there.watching,
            clock: self.clock,
            left: there.left,
            view: self.game.as_ref().map(|game| game.view(eye)),
            events: news,
            fair: self.fair(there),
            rematch: self.rematch,
        }
    }

    /// Where the key comes from: the secret is shown when the game is over, and never before.
    fn fair(&self, there: &There) -> FairnessState {
        let share = |seat| match self.chairs[seat].as_person() {
            Some(person) => KeyShare { commitment: person.commitment, contribution: person.contribution },
            None => KeyShare::default(),
        };
        FairnessState {
            commitment: self.commitment(),
            seats: BySeat::new(self.chairs.seats(), share),
            void: self.void.clone(),
            reveal: there.reveal,
            secret: (self.stage() == Stage::Over).then(|| self.secret.expose()),
        }
    }

    /// The record with all its proof, once the game is over.
    pub(super) fn whole_record(&self) -> Option<String> {
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

/// What is shown of who is there.
pub(super) struct There {
    present: Seats,
    late: Seats,
    agreed: BySeat<Seats>,
    watching: u32,
    left: Option<u32>,
    reveal: Option<u32>,
}

impl There {
    pub(super) fn new(room: &Room, presence: &Presence, now: Instant) -> There {
        let left =
            |end: Instant| u32::try_from(end.saturating_duration_since(now).as_millis()).unwrap_or(u32::MAX);
        There {
            present: presence.present(room),
            late: presence.late(room, now),
            agreed: presence.agreed.clone(),
            watching: presence.watching(room),
            left: presence.clock(room).map(|(_, end)| left(end)),
            reveal: presence.reveal().map(left),
        }
    }
}
