use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};
use wire::{CLOSE_RESTART, RefusalReason, TableId, ToServer};

use super::task::{Guest, TableMessage};
use crate::node::{OwnerFate, Relay, RelayHello, UnsentCommands, owner_fate};
use crate::send_queue::Outgoing;
use crate::server_state::ServerState;

/// How many commands of one client may wait for the owner.
const MAX_COMMANDS: usize = 32;

/// A table that another server owns. Its task forwards the messages of each connection over a [`Relay`] of
/// its own.
///
/// If the owner cannot be reached, the clients and their commands wait until it is back, or its lease has
/// ended and the store says who owns the table now: perhaps this server itself.
pub(super) struct RemoteTable {
    server: Arc<ServerState>,
    id: TableId,
    /// The node that owns the table.
    owner: u64,
    /// The address of the owner; empty if it cannot be reached by other servers.
    address: String,
    guests: Vec<RemoteGuest>,
    last_relay: u64,
    unsent: (Sender<UnsentCommands>, Receiver<UnsentCommands>),
}

struct RemoteGuest {
    guest: Guest,
    since: u64,
    /// The number of its latest relay.
    relay: u64,
    commands: Sender<ToServer>,
    /// The commands that wait, while there is no relay.
    waiting: Option<Receiver<ToServer>>,
}

/// Why a remote table stops relaying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RemoteEnd {
    /// The store has to be asked again who owns the table.
    AskAgain,
    /// Nobody is there any more, and the table is unloaded.
    Unloaded,
}

impl RemoteTable {
    pub(super) fn new(server: &Arc<ServerState>, id: TableId) -> RemoteTable {
        RemoteTable {
            server: Arc::clone(server),
            id,
            owner: 0,
            address: String::new(),
            guests: Vec::new(),
            last_relay: 0,
            unsent: mpsc::channel(MAX_COMMANDS),
        }
    }

    /// Sets the owner, as the store knows it.
    pub(super) fn set_owner(&mut self, owner: u64, address: String) {
        (self.owner, self.address) = (owner, address);
    }

    /// Whether nobody is there.
    pub(super) fn is_empty(&self) -> bool {
        self.guests.is_empty()
    }

    /// Relays to the owner.
    pub(super) async fn relay(&mut self, inbox: &mut Receiver<Box<TableMessage>>) -> RemoteEnd {
        // These have come before the store was asked.
        while let Ok(message) = inbox.try_recv() {
            self.handle(*message);
        }
        self.start_relays();
        let mut fate: Option<Pin<Box<dyn Future<Output = OwnerFate> + Send>>> = None;
        loop {
            if self.guests.is_empty() && self.server.unload_if_idle(self.id, inbox) {
                return RemoteEnd::Unloaded;
            }
            tokio::select! {
                biased;
                Some(known) = async { Some(fate.as_mut()?.await) } => {
                    fate = None;
                    match known {
                        OwnerFate::Reachable | OwnerFate::Gone if self.is_waiting() => {
                            return RemoteEnd::AskAgain;
                        }
                        OwnerFate::Reachable | OwnerFate::Gone => {}
                        OwnerFate::Alive => {
                            self.turn_away(|guest| guest.queue.push(Outgoing::Close(CLOSE_RESTART)));
                        }
                    }
                }
                Some(unsent) = self.unsent.1.recv() => {
                    let relay = |guest: &&mut RemoteGuest| guest.relay == unsent.relay;
                    if let Some(guest) = self.guests.iter_mut().find(relay) {
                        guest.waiting = Some(unsent.commands);
                        let (server, address) = (Arc::clone(&self.server), self.address.clone());
                        fate.get_or_insert_with(|| Box::pin(owner_fate(server, self.owner, address)));
                    }
                }
                message = inbox.recv() => match message {
                    Some(message) => {
                        let joins = matches!(*message, TableMessage::Join { .. });
                        self.handle(*message);
                        if joins && fate.is_none() {
                            return RemoteEnd::AskAgain;
                        }
                    }
                    None => return RemoteEnd::Unloaded,
                },
            }
        }
    }

    /// What the clients that wait have sent, for a server that now owns the table itself. Clients with a
    /// relay have to reconnect.
    pub(super) fn into_messages(self) -> VecDeque<TableMessage> {
        let mut messages = VecDeque::new();
        for RemoteGuest { guest, since, waiting, .. } in self.guests {
            let Some(mut waiting) = waiting else {
                guest.queue.push(Outgoing::Close(CLOSE_RESTART));
                continue;
            };
            let socket = guest.socket;
            messages.push_back(TableMessage::Join { guest, since });
            while let Ok(command) = waiting.try_recv() {
                messages.extend(TableMessage::from_client(socket, command));
            }
        }
        messages
    }

    fn handle(&mut self, message: TableMessage) {
        match message {
            // A node that does not own the table passes nobody on.
            TableMessage::Join { guest, .. } if guest.relayed => {
                guest.queue.push(Outgoing::Close(CLOSE_RESTART));
            }
            TableMessage::Join { guest, since } => {
                let (commands, waiting) = mpsc::channel(MAX_COMMANDS);
                self.guests.push(RemoteGuest { guest, since, relay: 0, commands, waiting: Some(waiting) });
            }
            TableMessage::Leave { socket } => self.guests.retain(|guest| guest.guest.socket != socket),
            TableMessage::Command { socket, id, version, act } => {
                self.forward(socket, Some(id), ToServer::Do { id, version, act });
            }
            TableMessage::Say { socket, phrase } => self.forward(socket, None, ToServer::Say(phrase)),
            TableMessage::Record { socket } => self.forward(socket, None, ToServer::Record),
        }
    }

    fn forward(&self, socket: u64, id: Option<u64>, command: ToServer) {
        let Some(guest) = self.guests.iter().find(|guest| guest.guest.socket == socket) else { return };
        // If the relay has ended, it has closed the connection.
        if let Err(TrySendError::Full(_)) = guest.commands.try_send(command) {
            guest.guest.queue.refuse(id, 0, RefusalReason::TooFast);
        }
    }

    /// Starts a relay for each client that has none.
    fn start_relays(&mut self) {
        if self.address.is_empty() {
            return self.turn_away(|guest| guest.queue.push(Outgoing::Close(CLOSE_RESTART)));
        }
        for guest in &mut self.guests {
            let Some(commands) = guest.waiting.take() else { continue };
            self.last_relay += 1;
            guest.relay = self.last_relay;
            let relay = Relay {
                server: Arc::clone(&self.server),
                number: self.last_relay,
                hello: RelayHello::new(&guest.guest.caller, guest.guest.protocol, self.id, guest.since),
                owner: self.owner,
                address: self.address.clone(),
                queue: guest.guest.queue.clone(),
                commands,
                unsent: self.unsent.0.clone(),
            };
            self.server.environment.spawn(relay.run());
        }
    }

    fn is_waiting(&self) -> bool {
        self.guests.iter().any(|guest| guest.waiting.is_some())
    }

    /// Removes the clients that wait, because the table cannot be opened.
    pub(super) fn turn_away(&mut self, turn_away: impl Fn(&Guest)) {
        for guest in self.guests.extract_if(.., |guest| guest.waiting.is_some()) {
            turn_away(&guest.guest);
        }
    }
}
