//! What those who are at a table are told.

use std::time::Instant;

use table::Eye;
use wire::{Phrase, RefusalReason, TableEvent, ToClient};

use super::news;
use super::room::Room;
use super::show::There;
use super::task::{Guest, Task};
use crate::outbox::Out;

impl Task {
    pub(super) fn join(&mut self, guest: Guest, since: u64) {
        let (socket, who) = (guest.socket, guest.caller.who);
        self.presence.here.retain(|other| other.socket != socket);
        self.presence.here.push(guest);
        self.changed(self.room.version, Some(socket));
        let eye = self.room.eye(who);
        let news = news::since(&self.room, since.min(self.room.version), None, eye);
        let table = self.message(eye, news);
        if let Some(guest) = self.guest(socket) {
            guest.outbox.put(table);
        }
    }

    pub(super) fn say(&self, socket: u64, phrase: Phrase) {
        let Some(guest) = self.guest(socket) else { return };
        match self.room.seat_of(guest.caller.who) {
            Some(seat) => {
                let said = Out::message(&ToClient::Said { seat, phrase });
                self.presence.here.iter().for_each(|other| other.outbox.put(said.clone()));
            }
            None => guest.outbox.refuse(None, self.room.version, RefusalReason::NotSeated),
        }
    }

    pub(super) fn show_record(&self, socket: u64) {
        let Some(guest) = self.guest(socket) else { return };
        match self.room.whole_record() {
            Some(record) => guest.outbox.send(&ToClient::Record(record)),
            None => guest.outbox.refuse(None, self.room.version, RefusalReason::GameNotOver),
        }
    }

    pub(super) fn changed_from(&mut self, before: &Room) {
        if self.room.moved > before.moved {
            self.house.metrics.moves.add(1);
        }
        self.change(before.version, Some(before), None);
    }

    /// Something has changed that is not stored: all but one are told.
    pub(super) fn changed(&mut self, version: u64, but: Option<u64>) {
        self.change(version, None, but);
    }

    fn change(&mut self, since: u64, before: Option<&Room>, but: Option<u64>) {
        let now = Instant::now();
        self.presence.update(&self.room, now);
        self.deserted = self.presence.here.is_empty().then(|| self.deserted.unwrap_or(now));
        self.house.lobby.set(self.room.id, self.room.listing().filter(|_| self.deserted.is_none()));
        self.told_late = self.presence.late(&self.room, now);
        // Those whose connection has ended, or who read too slowly, are gone; the others are told that too.
        if self.tell(since, before, but) {
            self.change(self.room.version, None, None);
        }
    }

    /// Tells everybody but one what is to be seen now; whether some are gone.
    fn tell(&mut self, since: u64, before: Option<&Room>, but: Option<u64>) -> bool {
        let mut messages: Vec<(Eye, Out)> = Vec::new();
        let mut gone = Vec::new();
        for guest in self.presence.here.iter().filter(|guest| Some(guest.socket) != but) {
            let eye = self.room.eye(guest.caller.who);
            let message = match messages.iter().find(|(other, _)| *other == eye) {
                Some((_, message)) => message.clone(),
                None => {
                    let news = if since < self.room.version {
                        news::since(&self.room, since, before, eye)
                    } else {
                        Vec::new()
                    };
                    let message = self.message(eye, news);
                    messages.push((eye, message.clone()));
                    message
                }
            };
            if !guest.outbox.tell(message) {
                gone.push(guest.socket);
            }
        }
        self.presence.here.retain(|guest| !gone.contains(&guest.socket));
        !gone.is_empty()
    }

    fn message(&self, eye: Eye, news: Vec<TableEvent>) -> Out {
        let there = There::new(&self.room, &self.presence, Instant::now());
        Out::message(&ToClient::Table(Box::new(self.room.seen(eye, &there, news))))
    }
}
