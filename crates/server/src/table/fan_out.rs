//! Sends snapshots and messages to everybody at a table.

use std::time::Duration;

use bots::Bots;
use tokio::time::Instant;
use wire::{Phrase, RefusalReason, SnapshotText, ToClient, Unwritable};

use super::snapshot::{InfoText, PresenceInfo, Viewer, milliseconds};
use super::task::{Guest, TableTask};
use crate::send_queue::Outgoing;

/// The minimum time between two changes of presence that are sent.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(200);

impl<G: Bots> TableTask<G> {
    pub(super) fn join(&mut self, guest: Guest, since: u64) {
        let (socket, who) = (guest.socket, guest.caller.who);
        self.presence.guests.retain(|other| other.socket != socket);
        // Most tables have few people, and a vector would take room for four.
        self.presence.guests.reserve_exact(1);
        self.presence.guests.push(guest);
        self.presence_changed(Some(socket));
        let viewer = self.state.viewer(who);
        let shared = self.shared_snapshot();
        let table = self.snapshot_message(&shared, viewer, since);
        if let Some(guest) = self.guest(socket) {
            guest.queue.push(table);
        }
    }

    pub(super) fn say(&self, socket: u64, phrase: Phrase) {
        let Some(guest) = self.guest(socket) else { return };
        match self.state.seat_of(guest.caller.who) {
            Some(seat) => {
                let said = Outgoing::message(&ToClient::Said { seat, phrase });
                self.presence.guests.iter().for_each(|other| other.queue.push(said.clone()));
            }
            None => guest.queue.refuse(None, self.state.version, RefusalReason::NotSeated),
        }
    }

    /// Sends the record of a finished game. It does not change any more, so it is written once for everybody.
    pub(super) fn send_record(&mut self, socket: u64) {
        if self.record.is_none() {
            let record = self.state.finished_record().map(ToClient::Record);
            self.record = record.map(|record| Outgoing::message(&record));
        }
        let Some(guest) = self.guest(socket) else { return };
        match &self.record {
            Some(record) => guest.queue.push(record.clone()),
            None => guest.queue.refuse(None, self.state.version, RefusalReason::GameNotOver),
        }
    }

    /// Sends snapshots after a change that was stored.
    pub(super) fn state_changed(&mut self, since: u64) {
        if self.state.game_version > since {
            self.server.metrics.moves.add(1);
        }
        self.update_presence(Instant::now());
        self.presence_due = None;
        // Ended and slow connections were removed, so tell the others.
        if self.fan_out(since, None) {
            self.presence_changed(None);
        }
    }

    /// Sends snapshots after a change of presence, to all connections but one. Somebody who comes and goes
    /// again and again causes only a few of them.
    pub(super) fn presence_changed(&mut self, except: Option<u64>) {
        let now = Instant::now();
        self.update_presence(now);
        let earliest =
            self.presence_sent.map(|sent| sent + PRESENCE_INTERVAL).filter(|earliest| now < *earliest);
        if earliest.is_some() {
            self.presence_due = earliest;
            return;
        }
        (self.presence_sent, self.presence_due) = (Some(now), None);
        if self.fan_out(self.state.version, except) {
            self.presence_changed(None);
        }
    }

    fn update_presence(&mut self, now: Instant) {
        self.presence.update(&self.state, now);
        self.empty_since = self.presence.guests.is_empty().then(|| self.empty_since.unwrap_or(now));
        self.announced_late = self.presence.late(&self.state, now);
    }

    /// Sends the new snapshot, with the events after a version, to all connections but one. What all viewers
    /// share is serialized once, and each viewer's snapshot is made once. Returns whether connections had to
    /// be removed.
    fn fan_out(&mut self, since: u64, except: Option<u64>) -> bool {
        let shared = self.shared_snapshot();
        let mut messages: Vec<(Viewer, Outgoing)> = Vec::new();
        let mut gone = Vec::new();
        for guest in self.presence.guests.iter().filter(|guest| Some(guest.socket) != except) {
            let viewer = self.state.viewer(guest.caller.who);
            let message = match messages.iter().find(|(other, _)| *other == viewer) {
                Some((_, message)) => message.clone(),
                None => {
                    let message = self.snapshot_message(&shared, viewer, since);
                    messages.push((viewer, message.clone()));
                    message
                }
            };
            if !guest.queue.try_send(message) {
                gone.push(guest.socket);
            }
        }
        self.presence.guests.retain(|guest| !gone.contains(&guest.socket));
        !gone.is_empty()
    }

    fn shared_snapshot(&mut self) -> Result<SnapshotText, Unwritable> {
        let now = Instant::now();
        let presence = PresenceInfo::new(&self.state, &self.presence, now);
        let info = match self.info.take().filter(|info| info.is_current(&self.state, &presence)) {
            Some(info) => info,
            None => InfoText::new(&self.state, presence)?,
        };
        let left = self.presence.turn_deadline(&self.state).map(|(_, end)| milliseconds(now, end));
        self.state.shared_snapshot(self.info.insert(info), left)
    }

    fn snapshot_message(
        &self,
        shared: &Result<SnapshotText, Unwritable>,
        viewer: Viewer,
        since: u64,
    ) -> Outgoing {
        let text = match shared {
            Ok(shared) => self.state.snapshot(shared, viewer, since),
            Err(error) => return Outgoing::unwritable(error),
        };
        text.map_or_else(|error| Outgoing::unwritable(&error), |text| Outgoing::Text(text.into()))
    }
}
