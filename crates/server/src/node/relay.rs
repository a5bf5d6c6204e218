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
const DIAL_TIMEOUT: Duration = Duration::from_secs(1);
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
    /// The owner of the table.
    pub(crate) address: String,
    /// Messages to the client.
    pub(crate) queue: SendQueue,
    /// Messages from the client. The relay ends when the sender is dropped.
    pub(crate) commands: Receiver<ToServer>,
    /// Where the commands go if the owner cannot be reached.
    pub(crate) unsent: Sender<UnsentCommands>,
}

/// The commands of a client that wait, because the owner of the table could not be reached.
pub(crate) struct UnsentCommands {
    /// The number of the relay that could not be started.
    pub(crate) relay: u64,
    pub(crate) commands: Receiver<ToServer>,
}

/// How an established relay ended.
enum RelayEnd {
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
        let dialed = timeout(DIAL_TIMEOUT, server.environment.dial(&server.node_key, &self.address)).await;
        let Ok(Ok(mut socket)) = dialed else {
            server.metrics.failed_dials.add(1);
            let unsent = UnsentCommands { relay: self.number, commands: self.commands };
            let _ = self.unsent.send(unsent).await;
            return;
        };
        let _counted = GaugeGuard::new(&server, |metrics| &metrics.relays_out);
        match self.forward(&mut *socket).await {
            RelayEnd::Left => {
                let _ = timeout(DIAL_TIMEOUT, socket.close()).await;
            }
            RelayEnd::Closed(code) => self.queue.push(Outgoing::Close(code)),
            RelayEnd::Broken => self.queue.push(Outgoing::Close(CLOSE_RESTART)),
        }
    }

    async fn forward(&mut self, socket: &mut dyn NodeSocket) -> RelayEnd {
        let hello = wire::write(&self.hello);
        let Ok(Ok(())) = timeout(MAX_SILENCE, send(socket, hello)).await else { return RelayEnd::Broken };
        let mut last_heard = Instant::now();
        let mut last_ping = last_heard;
        loop {
            tokio::select! {
                biased;
                command = self.commands.recv() => {
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
                            self.server.metrics.relayed_messages.add(1);
                            if !self.queue.send_in_time(Outgoing::Text(text), MAX_SILENCE).await {
                                return RelayEnd::Left;
                            }
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                        Some(Ok(Message::Close(Some(frame)))) => return RelayEnd::Closed(frame.code.into()),
                        Some(Ok(Message::Close(None) | Message::Binary(_)) | Err(_)) | None => {
                            return RelayEnd::Broken;
                        }
                    }
                }
                () = tokio::time::sleep_until(last_heard.max(last_ping) + PING_AFTER) => {
                    last_ping = Instant::now();
                    let ping = timeout(MAX_SILENCE, socket.send(Message::Ping(Default::default())));
                    if last_ping >= last_heard + MAX_SILENCE || !matches!(ping.await, Ok(Ok(()))) {
                        return RelayEnd::Broken;
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
