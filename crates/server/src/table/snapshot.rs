use bots::Bots;
use table::{BySeat, Eye, Seats, Table};
use tokio::time::Instant;
use wire::{
    EndProposal, FairnessState, KeyShare, Occupant, RawJson, SeatInfo, SharedSnapshot, SnapshotText,
    TableInfo, Unwritable,
};

use super::event::Chair;
use super::presence::Presence;
use super::state::TableState;
use crate::Identity;
use crate::store::TableStage;

/// Somebody who gets a snapshot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Viewer {
    pub(super) eye: Eye,
    /// Whether they opened the table.
    pub(super) is_host: bool,
}

impl<G: Bots> TableState<G> {
    /// The viewer that a person is at this table.
    pub(super) fn viewer(&self, who: Identity) -> Viewer {
        let eye = self.seat_of(who).map_or(Eye::Spectator, Eye::Seat);
        Viewer { eye, is_host: who == self.host }
    }

    /// The part of the snapshots of this moment that all viewers share. Everything that is ever sent of a
    /// table is made here, by [`InfoText`] and by [`snapshot`](TableState::snapshot), from the two parts of a
    /// view.
    pub(super) fn shared_snapshot(
        &self,
        info: &InfoText,
        left: Option<u32>,
    ) -> Result<SnapshotText, Unwritable> {
        // At tables with several players nothing is undone, and the end of a game is final.
        let undoable = self.game.as_ref().filter(|game| self.is_solo() && game.outcome().is_none());
        let shared = SharedSnapshot {
            version: self.version,
            info: &info.text,
            left,
            undo: undoable.map_or(0, |game| game.undo_count() as u32),
            redo: undoable.map_or(0, |game| game.redo_count() as u32),
            public_view: self.game.as_ref().map(|game| game.game().public_part()),
        };
        shared.write()
    }

    /// The message with the snapshot for one viewer, with the events after a version.
    pub(super) fn snapshot(
        &self,
        shared: &SnapshotText,
        viewer: Viewer,
        since: u64,
    ) -> Result<String, Unwritable> {
        let Viewer { eye, is_host } = viewer;
        let own = self.game.as_ref().map(|game| game.game().own_part(eye));
        shared.for_viewer(eye, is_host, own, &self.events.since(since, eye))
    }

    fn info(&self, presence: &PresenceInfo) -> TableInfo {
        let agreed = |seat| presence.agreed.get(seat).copied().unwrap_or(Seats::NONE);
        TableInfo {
            table: self.id,
            game: self.game_id,
            config: self.config_text.clone(),
            public: self.public,
            seats: BySeat::new(self.chairs.seats(), |seat| SeatInfo {
                who: who(&self.chairs[seat]),
                present: presence.present.has(seat) || matches!(self.chairs[seat], Chair::Bot(_)),
                ready: self.chairs[seat].as_person().is_some_and(|person| person.commitment.is_some()),
                late: presence.late.has(seat),
                agreed: agreed(seat),
            }),
            watching: presence.watching,
            clock: self.clock,
            fair: self.fair(presence),
            rematch: self.rematch,
            closed: self.closed,
            removed: self.removed.len() as u32,
            ending: presence.ending,
        }
    }

    /// The public part of how the key is made. The secret is published only after the game.
    fn fair(&self, presence: &PresenceInfo) -> FairnessState {
        let share = |seat| match self.chairs[seat].as_person() {
            Some(person) => KeyShare { commitment: person.commitment, contribution: person.contribution },
            None => KeyShare::default(),
        };
        FairnessState {
            commitment: self.commitment,
            seats: BySeat::new(self.chairs.seats(), share),
            void: self.void.clone(),
            reveal: presence.reveal,
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

/// The serialized [`TableInfo`] of a table. Moves do not change it, so it is reused until something else has
/// happened.
pub(super) struct InfoText {
    /// How many events besides the game it contains.
    events: u64,
    stage: TableStage,
    presence: PresenceInfo,
    text: RawJson,
}

impl InfoText {
    pub(super) fn new<G: Bots>(
        state: &TableState<G>,
        presence: PresenceInfo,
    ) -> Result<InfoText, Unwritable> {
        let text = RawJson::new(&state.info(&presence))?;
        Ok(InfoText { events: state.event_count(), stage: state.stage(), presence, text })
    }

    /// Whether it is still what [`new`](InfoText::new) would make.
    pub(super) fn is_current<G: Bots>(&self, state: &TableState<G>, presence: &PresenceInfo) -> bool {
        self.events == state.event_count() && self.stage == state.stage() && self.presence == *presence
    }
}

/// The part of a [`TableInfo`] that comes from presence.
#[derive(PartialEq, Eq)]
pub(super) struct PresenceInfo {
    present: Seats,
    late: Seats,
    agreed: BySeat<Seats>,
    watching: u32,
    reveal: Option<u32>,
    ending: Option<EndProposal>,
}

impl PresenceInfo {
    pub(super) fn new<G: Bots>(state: &TableState<G>, presence: &Presence, now: Instant) -> PresenceInfo {
        PresenceInfo {
            present: presence.present(state),
            late: presence.late(state, now),
            agreed: BySeat::new(state.chairs.seats(), |seat| presence.agreed(seat)),
            watching: presence.watching(state),
            reveal: presence.reveal_deadline().map(|end| milliseconds(now, end)),
            ending: presence.ending(state, now),
        }
    }
}

/// How many milliseconds are left until a deadline.
pub(super) fn milliseconds(now: Instant, end: Instant) -> u32 {
    u32::try_from(end.saturating_duration_since(now).as_millis()).unwrap_or(u32::MAX)
}
