use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::{Error, Message};
use wire::{CLOSE_RESTART, ToServer};

use super::{NodeSocket, RelayHello};
use crate::metrics::GaugeGuard;
use crate::send_queue::{Outgoing, SendQueue};
use crate::server_state::ServerState;

/// How long connecting to the owner may take.
pub(super) const DIAL_TIMEOUT: Duration = Duration::from_secs(1);
/// An owner that is silent for this long gets a ping.
const PING_AFTER: Duration = Duration::from_secs(2);
/// A relay is given up if the owner is silent, or reads nothing, for this long.
const MAX_SILENCE: Duration = Duration::from_secs(6);

/// Forwards messages between a client of this node and the node that owns the client's table.
pub(crate) struct Relay {
    pub(crate) server: Arc<ServerState>,
    /// Identifies the relay among those of its table.
    pub(crate) number: u64,
    pub(crate) hello: RelayHello,
    /// The node that owns the table.
    pub(crate) owner: u64,
    /// The address of the owner.
    pub(crate) address: String,
    /// Messages to the client.
    pub(crate) queue: SendQueue,
    /// Messages from the client. The relay ends when the sender is dropped.
    pub(crate) commands: Receiver<ToServer>,
    /// Where the commands go if the owner cannot be reached, or does not serve the table.
    pub(crate) unsent: Sender<UnsentCommands>,
}

/// The commands of a client that wait, because no owner of the table could be reached.
pub(crate) struct UnsentCommands {
    /// The number of the relay that could not be started.
    pub(crate) relay: u64,
    pub(crate) commands: Receiver<ToServer>,
}

/// How an established relay ended.
enum RelayEnd {
    /// The other node has sent nothing: it shuts down, or no longer owns the table. Nothing of the client has
    /// been forwarded.
    NotServed,
    /// The client has left the table.
    Left,
    /// The owner has closed the connection with this code.
    Closed(u16),
    /// The connection broke, or the owner is silent.
    Broken,
}

impl Relay {
    /// Runs the relay until the client leaves, the owner closes it, or it breaks.
    pub(crate) async fn run(mut self) {
        let server = Arc::clone(&self.server);
        let Some(mut socket) = self.dial().await else {
            return self.give_back().await;
        };
        let _counted = GaugeGuard::new(&server, |metrics| &metrics.relays_out);
        match self.forward(&mut *socket).await {
            RelayEnd::NotServed => self.give_back().await,
            RelayEnd::Left => {
                let _ = timeout(DIAL_TIMEOUT, socket.close()).await;
            }
            RelayEnd::Closed(code) => self.queue.push(Outgoing::Close(code)),
            RelayEnd::Broken => self.queue.push(Outgoing::Close(CLOSE_RESTART)),
        }
    }

    /// Connects to the owner. Many clients may have to be relayed at once, after another node has stopped, so
    /// they take turns: a handshake costs time, and the owner has a limit for unfinished ones.
    async fn dial(&self) -> Option<Box<dyn NodeSocket>> {
        let server = &self.server;
        let _permit = server.dial_permits.acquire().await.ok()?;
        if server.unreachable_owners.contains(self.owner) {
            return None;
        }
        let dialed = timeout(DIAL_TIMEOUT, server.environment.dial(&server.node_key, &self.address)).await;
        if !matches!(dialed, Ok(Ok(_))) {
            server.metrics.failed_dials.add(1);
        }
        dialed.ok()?.ok()
    }

    async fn give_back(self) {
        let unsent = UnsentCommands { relay: self.number, commands: self.commands };
        let _ = self.unsent.send(unsent).await;
    }

    async fn forward(&mut self, socket: &mut dyn NodeSocket) -> RelayEnd {
        let hello = wire::write(&self.hello);
        let Ok(Ok(())) = timeout(MAX_SILENCE, send(socket, hello)).await else { return RelayEnd::NotServed };
        // Commands wait for the first snapshot. Until then, the client can be relayed to another node.
        let mut is_served = false;
        let broken = |is_served| if is_served { RelayEnd::Broken } else { RelayEnd::NotServed };
        let mut last_heard = Instant::now();
        let mut last_ping = last_heard;
        let mut lost_time = self.server.lost_time();
        loop {
            tokio::select! {
                biased;
                command = self.commands.recv(), if is_served => {
                    let Some(command) = command else { return RelayEnd::Left };
                    self.server.metrics.relayed_messages.add(1);
                    // A node that does not read is as good as gone.
                    let Ok(Ok(())) = timeout(MAX_SILENCE, send(socket, wire::write(&command))).await else {
                        return RelayEnd::Broken;
                    };
                }
                message = socket.next() => {
                    last_heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            is_served = true;
                            self.server.metrics.relayed_messages.add(1);
                            if !self.queue.send_in_time(Outgoing::Text(text), MAX_SILENCE).await {
                                return RelayEnd::Left;
                            }
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                        Some(Ok(Message::Close(Some(frame)))) => {
                            return match frame.code.into() {
                                CLOSE_RESTART => broken(is_served),
                                code => RelayEnd::Closed(code),
                            };
                        }
                        Some(Ok(Message::Close(None) | Message::Binary(_)) | Err(_)) | None => {
                            return broken(is_served);
                        }
                    }
                }
                () = tokio::time::sleep_until(last_heard.max(last_ping) + PING_AFTER) => {
                    last_ping = Instant::now();
                    // A server that was not running could not hear anything.
                    let lost = self.server.lost_time();
                    if lost > lost_time {
                        (lost_time, last_heard) = (lost, last_ping);
                    }
                    let ping = timeout(MAX_SILENCE, socket.send(Message::Ping(Default::default())));
                    if last_ping >= last_heard + MAX_SILENCE || !matches!(ping.await, Ok(Ok(()))) {
                        return broken(is_served);
                    }
                }
            }
        }
    }
}

async fn send(socket: &mut dyn NodeSocket, text: Result<String, wire::Unwritable>) -> Result<(), Error> {
    match text {
        Ok(text) => socket.send(Message::Text(text.into())).await,
        Err(error) => {
            tracing::error!(%error, "a message could not be written");
            Err(Error::ConnectionClosed)
        }
    }
}
