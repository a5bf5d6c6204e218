//! Sends snapshots and messages to everybody at a table.

use bots::Bots;
use tokio::time::Instant;
use wire::{Phrase, RefusalReason, SnapshotText, ToClient, Unwritable};

use super::snapshot::{InfoText, PresenceInfo, Viewer, milliseconds};
use super::task::{Guest, TableTask};
use crate::send_queue::Outgoing;

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

    pub(super) fn send_record(&self, socket: u64) {
        let Some(guest) = self.guest(socket) else { return };
        match self.state.finished_record() {
            Some(record) => guest.queue.send(&ToClient::Record(record)),
            None => guest.queue.refuse(None, self.state.version, RefusalReason::GameNotOver),
        }
    }

    /// Sends snapshots after a change that was stored.
    pub(super) fn state_changed(&mut self, since: u64) {
        if self.state.game_version > since {
            self.server.metrics.moves.add(1);
        }
        self.update_and_fan_out(since, None);
    }

    /// Sends snapshots after a change of presence, to all connections but one.
    pub(super) fn presence_changed(&mut self, except: Option<u64>) {
        self.update_and_fan_out(self.state.version, except);
    }

    fn update_and_fan_out(&mut self, since: u64, except: Option<u64>) {
        let now = Instant::now();
        self.presence.update(&self.state, now);
        self.empty_since = self.presence.guests.is_empty().then(|| self.empty_since.unwrap_or(now));
        self.announced_late = self.presence.late(&self.state, now);
        // Ended and slow connections were removed, so tell the others.
        if self.fan_out(since, except) {
            self.update_and_fan_out(self.state.version, None);
        }
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
