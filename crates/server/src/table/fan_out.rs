//! Sends snapshots and messages to everybody at a table.

use std::time::Instant;

use table::Eye;
use wire::{Phrase, RefusalReason, TableEvent, ToClient};

use super::event_log;
use super::snapshot::PresenceInfo;
use super::state::TableState;
use super::task::{Guest, TableTask};
use crate::send_queue::Outgoing;

impl TableTask {
    pub(super) fn join(&mut self, guest: Guest, since: u64) {
        let (socket, who) = (guest.socket, guest.caller.who);
        self.presence.guests.retain(|other| other.socket != socket);
        self.presence.guests.push(guest);
        self.presence_changed(self.state.version, Some(socket));
        let eye = self.state.eye_of(who);
        let events = event_log::events_since(&self.state, since.min(self.state.version), None, eye);
        let table = self.snapshot_message(eye, events);
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

    pub(super) fn state_changed(&mut self, before: &TableState) {
        if self.state.game_version > before.game_version {
            self.server.metrics.moves.add(1);
        }
        self.update_and_fan_out(before.version, Some(before), None);
    }

    /// Sends snapshots after a change of presence, to all connections but one.
    pub(super) fn presence_changed(&mut self, version: u64, except: Option<u64>) {
        self.update_and_fan_out(version, None, except);
    }

    fn update_and_fan_out(&mut self, since: u64, before: Option<&TableState>, except: Option<u64>) {
        let now = Instant::now();
        self.presence.update(&self.state, now);
        self.empty_since = self.presence.guests.is_empty().then(|| self.empty_since.unwrap_or(now));
        self.announced_late = self.presence.late(&self.state, now);
        // Ended and slow connections were removed, so tell the others.
        if self.fan_out(since, before, except) {
            self.update_and_fan_out(self.state.version, None, None);
        }
    }

    /// Sends the new snapshot to all connections but one. Each viewer's snapshot is made once.
    /// Returns whether connections had to be removed.
    fn fan_out(&mut self, since: u64, before: Option<&TableState>, except: Option<u64>) -> bool {
        let mut messages: Vec<(Eye, Outgoing)> = Vec::new();
        let mut gone = Vec::new();
        for guest in self.presence.guests.iter().filter(|guest| Some(guest.socket) != except) {
            let eye = self.state.eye_of(guest.caller.who);
            let message = match messages.iter().find(|(other, _)| *other == eye) {
                Some((_, message)) => message.clone(),
                None => {
                    let events = if since < self.state.version {
                        event_log::events_since(&self.state, since, before, eye)
                    } else {
                        Vec::new()
                    };
                    let message = self.snapshot_message(eye, events);
                    messages.push((eye, message.clone()));
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

    fn snapshot_message(&self, eye: Eye, events: Vec<TableEvent>) -> Outgoing {
        let info = PresenceInfo::new(&self.state, &self.presence, Instant::now());
        Outgoing::message(&ToClient::Table(Box::new(self.state.snapshot(eye, &info, events))))
    }
}
