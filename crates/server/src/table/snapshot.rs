use bots::Bots;
use table::{BySeat, Eye, Seats, Table};
use tokio::time::Instant;
use wire::{FairnessState, KeyShare, Occupant, SeatInfo, SharedSnapshot, SnapshotText, Unwritable};

use super::event::Chair;
use super::presence::Presence;
use super::state::TableState;
use crate::Identity;
use crate::store::TableStage;

impl<G: Bots> TableState<G> {
    /// The viewer that a person is at this table.
    pub(super) fn eye_of(&self, who: Identity) -> Eye {
        self.seat_of(who).map_or(Eye::Spectator, Eye::Seat)
    }

    /// The part of the snapshots of this moment that all viewers share. Everything that is ever sent of a
    /// table is made here and by [`snapshot`](TableState::snapshot), from the two parts of a view.
    pub(super) fn shared_snapshot(&self, info: &PresenceInfo) -> Result<SnapshotText, Unwritable> {
        let agreed = |seat| info.agreed.get(seat).copied().unwrap_or(Seats::NONE);
        // At tables with several players nothing is undone, and the end of a game is final.
        let undoable = self.game.as_ref().filter(|game| self.is_solo() && game.outcome().is_none());
        let shared = SharedSnapshot {
            table: self.id,
            version: self.version,
            game: self.game_id,
            config: self.config_text.clone(),
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
            undo: undoable.map_or(0, |game| game.undo_count() as u32),
            redo: undoable.map_or(0, |game| game.redo_count() as u32),
            fair: self.fair(info),
            rematch: self.rematch,
            public_view: self.game.as_ref().map(|game| game.game().public_part()),
        };
        shared.write()
    }

    /// The message with the snapshot for one viewer, with the events after a version.
    pub(super) fn snapshot(&self, shared: &SnapshotText, eye: Eye, since: u64) -> Result<String, Unwritable> {
        let own = self.game.as_ref().map(|game| game.game().own_part(eye));
        shared.for_viewer(eye, own, &self.events.since(since, eye))
    }

    /// The public part of how the key is made. The secret is published only after the game.
    fn fair(&self, info: &PresenceInfo) -> FairnessState {
        let share = |seat| match self.chairs[seat].as_person() {
            Some(person) => KeyShare { commitment: person.commitment, contribution: person.contribution },
            None => KeyShare::default(),
        };
        FairnessState {
            commitment: self.commitment,
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
    pub(super) fn new<G: Bots>(state: &TableState<G>, presence: &Presence, now: Instant) -> PresenceInfo {
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
