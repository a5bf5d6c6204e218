//! One WebSocket connection: passes messages between a client and its table.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio::sync::mpsc::Sender;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::{Error, Message};
use wire::{
    CLOSE_POLICY, CLOSE_RESTART, CLOSE_TOO_LONG, MAX_MESSAGE_BYTES, PROTOCOL, RefusalReason, TableId,
    ToClient, ToServer,
};

use crate::limits::Bucket;
use crate::send_queue::{Outgoing, SendQueue, SendQueueReader, send_queue};
use crate::server_state::{ServerState, wait_for_stop};
use crate::table::{self, Caller, Guest, OpenError, TableMessage};

/// A connection that is silent for this long gets a ping, and is closed if it stays silent.
const PING_AFTER: Duration = Duration::from_secs(30);
/// How many messages beyond the rate limit are refused before the connection is closed.
const MAX_RATE_LIMITED: u32 = 100;

/// How a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionEnd {
    /// The client is gone.
    Gone,
    /// The server closes it with this code.
    Close(u16),
}

/// The client of a connection.
pub(crate) struct Client {
    pub(crate) caller: Caller,
    pub(crate) address: std::net::IpAddr,
    /// The generation of the caller's pass.
    pub(crate) generation: u64,
}

/// Serves a client until either side ends the connection. Any message transport can be used.
pub(crate) async fn serve_connection<S>(
    server: &Arc<ServerState>,
    client: Client,
    socket: &mut S,
) -> ConnectionEnd
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let (queue, mut reader) = send_queue();
    let mut stop = server.stop.subscribe();
    let mut connection = Connection::new(server, client, queue);
    let Client { caller, generation, .. } = &connection.client;
    // Closes the connection when its pass becomes invalid.
    let _entry =
        server.sign_outs.connect(connection.number, caller.who, *generation, connection.queue.clone());
    connection.welcome();
    let mut last_activity = Instant::now();
    let end = loop {
        let silent = last_activity + PING_AFTER;
        tokio::select! {
            // What is queued is sent before more is read. A client that reads too slowly is cut off.
            biased;
            () = wait_for_stop(&mut stop) => break ConnectionEnd::Close(CLOSE_RESTART),
            () = reader.too_slow.notified() => break connection.close_slow_reader(),
            Some(out) = reader.queue.recv() => {
                if let ControlFlow::Break(end) = connection.send(socket, &mut reader, out).await {
                    break end;
                }
            }
            message = socket.next() => {
                last_activity = Instant::now();
                if let ControlFlow::Break(end) = connection.receive(message).await {
                    break end;
                }
            }
            () = tokio::time::sleep_until(silent) => {
                if connection.pinged {
                    break ConnectionEnd::Gone;
                }
                connection.pinged = true;
                last_activity = Instant::now();
                if socket.send(Message::Ping(Default::default())).await.is_err() {
                    break ConnectionEnd::Gone;
                }
            }
        }
    };
    connection.leave().await;
    end
}

struct Connection<'a> {
    server: &'a Arc<ServerState>,
    client: Client,
    number: u64,
    queue: SendQueue,
    bucket: Bucket,
    /// How many messages were beyond the rate limit.
    rate_limited: u32,
    /// The table that the client has joined.
    joined: Option<Sender<TableMessage>>,
    /// Whether a ping is unanswered.
    pinged: bool,
}

impl<'a> Connection<'a> {
    fn new(server: &'a Arc<ServerState>, client: Client, queue: SendQueue) -> Connection<'a> {
        let bucket = Bucket::new(server.limits.messages_per_second, Instant::now());
        Connection {
            server,
            client,
            number: server.next_socket_id(),
            queue,
            bucket,
            rate_limited: 0,
            joined: None,
            pinged: false,
        }
    }

    fn welcome(&self) {
        let name = self.client.caller.name.clone();
        self.queue.send(&ToClient::Welcome { protocol: PROTOCOL, name });
    }

    async fn receive(&mut self, message: Option<Result<Message, Error>>) -> ControlFlow<ConnectionEnd> {
        self.pinged = false;
        let bytes = match message {
            Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
            Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
            // Nobody is told that there are too many: our own clients send none by themselves.
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                return if self.take_token() { ControlFlow::Continue(()) } else { self.limit_rate() };
            }
            Some(Err(Error::Capacity(CapacityError::MessageTooLong { .. }))) => {
                return ControlFlow::Break(ConnectionEnd::Close(CLOSE_TOO_LONG));
            }
            // Invalid UTF-8 in a text frame, or a violation of the WebSocket protocol.
            Some(Err(Error::Utf8(_))) => return ControlFlow::Break(ConnectionEnd::Close(1007)),
            Some(Err(Error::Protocol(_))) => return ControlFlow::Break(ConnectionEnd::Close(1002)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return ControlFlow::Break(ConnectionEnd::Gone),
        };
        if bytes.len() > MAX_MESSAGE_BYTES {
            return ControlFlow::Break(ConnectionEnd::Close(CLOSE_TOO_LONG));
        }
        self.server.metrics.messages.add(1);
        if !self.take_token() {
            self.limit_rate()?;
            let id = match wire::read(&bytes) {
                Ok(ToServer::Do { id, .. } | ToServer::Create { id, .. }) => Some(id),
                _ => None,
            };
            self.queue.refuse(id, 0, RefusalReason::TooFast);
            return ControlFlow::Continue(());
        }
        match wire::read(&bytes) {
            Ok(message) => self.handle(message).await,
            Err(wire::Unreadable) => {
                self.queue.refuse(None, 0, RefusalReason::Unreadable);
                tokio::time::sleep(self.server.limits.bad_message_delay).await;
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts a message. Returns whether it is within the limits of the connection and of the address.
    fn take_token(&mut self) -> bool {
        self.bucket.take(Instant::now()) && self.server.take_request_token(self.client.address)
    }

    /// Notes that a message was beyond the limits. After too many, the connection is closed.
    fn limit_rate(&mut self) -> ControlFlow<ConnectionEnd> {
        self.rate_limited += 1;
        match self.rate_limited > MAX_RATE_LIMITED {
            true => ControlFlow::Break(ConnectionEnd::Close(CLOSE_POLICY)),
            false => ControlFlow::Continue(()),
        }
    }

    async fn handle(&mut self, message: ToServer) {
        match message {
            ToServer::List => {
                let tables = self.server.open_tables.list(&*self.server.store).await;
                self.queue.send(&ToClient::Tables(tables));
            }
            ToServer::Create { id, table } => {
                match table::create(self.server, &self.client.caller, id, table).await {
                    Ok(table) => self.queue.send(&ToClient::Created { id, table }),
                    Err(OpenError::Refused(why)) => self.queue.refuse(Some(id), 0, why),
                    // The client reconnects and sends the command again, which happens only once.
                    Err(OpenError::Unavailable | OpenError::Elsewhere { .. }) => {
                        self.queue.push(Outgoing::Close(CLOSE_RESTART));
                    }
                }
            }
            ToServer::Join { table, since } => self.join(table, since).await,
            ToServer::Leave => self.leave().await,
            ToServer::Do { id, version, act } => {
                let message = TableMessage::Command { socket: self.number, id, version, act };
                if !self.send_to_table(message).await {
                    self.queue.refuse(Some(id), 0, RefusalReason::NotAtTable);
                }
            }
            ToServer::Record => {
                if !self.send_to_table(TableMessage::Record { socket: self.number }).await {
                    self.queue.refuse(None, 0, RefusalReason::NotAtTable);
                }
            }
            ToServer::Say(phrase) => {
                if !self.send_to_table(TableMessage::Say { socket: self.number, phrase }).await {
                    self.queue.refuse(None, 0, RefusalReason::NotAtTable);
                }
            }
        }
    }

    async fn send_to_table(&self, message: TableMessage) -> bool {
        match &self.joined {
            Some(table) => table.send(message).await.is_ok(),
            None => false,
        }
    }

    async fn join(&mut self, table: TableId, since: u64) {
        self.leave().await;
        let guest =
            Guest { socket: self.number, caller: self.client.caller.clone(), queue: self.queue.clone() };
        self.joined = Some(self.server.send_to_table(table, TableMessage::Join { guest, since }).await);
    }

    async fn leave(&mut self) {
        if let Some(table) = self.joined.take() {
            let _ = table.send(TableMessage::Leave { socket: self.number }).await;
        }
    }

    fn close_slow_reader(&self) -> ConnectionEnd {
        self.server.metrics.slow_readers.add(1);
        ConnectionEnd::Close(CLOSE_POLICY)
    }

    /// Sends a message and everything queued behind it with one flush.
    async fn send<S>(
        &mut self,
        socket: &mut S,
        reader: &mut SendQueueReader,
        out: Outgoing,
    ) -> ControlFlow<ConnectionEnd>
    where
        S: Sink<Message, Error = Error> + Unpin,
    {
        let too_slow = Arc::clone(&reader.too_slow);
        let mut next = Some(out);
        let sending = async {
            while let Some(Outgoing::Text(text)) = next.take_if(|out| matches!(out, Outgoing::Text(_))) {
                socket.feed(Message::Text(text)).await?;
                next = reader.queue.try_recv().ok();
            }
            socket.flush().await
        };
        tokio::select! {
            biased;
            sent = sending => if sent.is_err() {
                return ControlFlow::Break(ConnectionEnd::Gone);
            },
            () = too_slow.notified() => return ControlFlow::Break(self.close_slow_reader()),
        }
        match next {
            Some(Outgoing::MoveToTable(table)) => self.join(table, 0).await,
            Some(Outgoing::Close(code)) => return ControlFlow::Break(ConnectionEnd::Close(code)),
            Some(Outgoing::Text(_)) | None => {}
        }
        ControlFlow::Continue(())
    }
}
