//! One WebSocket connection: passes messages between a client and its table.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio::sync::mpsc::Sender;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use wire::{
    CLOSE_OUTDATED, CLOSE_POLICY, CLOSE_RESTART, CLOSE_TOO_LONG, MAX_MESSAGE_BYTES, RefusalReason, TableId,
    ToClient, ToServer,
};

use crate::limits::Bucket;
use crate::node::RelayHello;
use crate::send_queue::{Outgoing, SendQueue, SendQueueReader, send_queue};
use crate::server_state::{ServerState, wait_for_stop};
use crate::table::{self, Caller, Guest, OpenError, TableMessage};

/// A connection that is silent for this long gets a ping, and is closed if it stays silent.
const PING_AFTER: Duration = Duration::from_secs(30);
/// The same for a connection of another node, which pings more often itself.
const PING_NODE_AFTER: Duration = Duration::from_secs(3);
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
    pub(crate) address: IpAddr,
    /// The version of the protocol that is spoken with it; `None` if it is too old.
    pub(crate) protocol: Option<u16>,
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
    let (queue, reader) = send_queue();
    let Client { caller, address, protocol, generation } = client;
    let who = caller.who;
    let spoken = protocol.unwrap_or(server.protocols.newest);
    let connection = Connection::new(server, caller, Some(address), spoken, queue);
    // Closes the connection when its pass becomes invalid.
    let _entry = server.sign_outs.connect(connection.number, who, generation, connection.queue.clone());
    connection.welcome();
    if protocol.is_none() {
        connection.queue.push(Outgoing::Close(CLOSE_OUTDATED));
    }
    connection.serve(socket, reader).await
}

/// Serves a client that another node relays. That node has welcomed the client and enforces its limits.
pub(crate) async fn serve_relayed_client<S>(
    server: &Arc<ServerState>,
    hello: &RelayHello,
    socket: &mut S,
) -> ConnectionEnd
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let (queue, reader) = send_queue();
    let mut connection = Connection::new(server, hello.caller(), None, hello.client_protocol, queue);
    connection.join(hello.table, hello.since).await;
    connection.serve(socket, reader).await
}

struct Connection<'a> {
    server: &'a Arc<ServerState>,
    caller: Caller,
    /// Whose limits apply; `None` if another node relays the client.
    address: Option<IpAddr>,
    /// The version of the protocol that is spoken with the client.
    protocol: u16,
    number: u64,
    queue: SendQueue,
    bucket: Bucket,
    /// How many messages were beyond the rate limit.
    rate_limited: u32,
    /// The table that the client has joined.
    joined: Option<Sender<Box<TableMessage>>>,
    /// Whether a ping is unanswered.
    pinged: bool,
}

impl<'a> Connection<'a> {
    fn new(
        server: &'a Arc<ServerState>,
        caller: Caller,
        address: Option<IpAddr>,
        protocol: u16,
        queue: SendQueue,
    ) -> Connection<'a> {
        let bucket = Bucket::new(server.limits.messages_per_second, Instant::now());
        Connection {
            server,
            caller,
            address,
            protocol,
            number: server.next_socket_id(),
            queue,
            bucket,
            rate_limited: 0,
            joined: None,
            pinged: false,
        }
    }

    fn welcome(&self) {
        let (protocol, name) = (self.protocol, self.caller.name.clone());
        self.queue.send(&ToClient::Welcome { protocol, name });
    }

    async fn serve<S>(mut self, socket: &mut S, mut reader: SendQueueReader) -> ConnectionEnd
    where
        S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
    {
        let stop = Arc::clone(&self.server.stop);
        let ping_after = if self.address.is_some() { PING_AFTER } else { PING_NODE_AFTER };
        let mut last_activity = Instant::now();
        let mut lost_time = self.server.lost_time();
        // These live as long as the connection, because it costs something to begin and to end waiting.
        let mut stopped = pin!(wait_for_stop(&stop));
        let mut silence = pin!(tokio::time::sleep_until(last_activity + ping_after));
        let end = loop {
            tokio::select! {
                // What is queued is sent before more is read. A client that reads too slowly is cut off.
                biased;
                () = &mut stopped => break ConnectionEnd::Close(CLOSE_RESTART),
                out = reader.recv() => {
                    let Some(out) = out else { break self.close_slow_reader() };
                    if let ControlFlow::Break(end) = self.send(socket, &mut reader, out).await {
                        break end;
                    }
                }
                message = socket.next() => {
                    last_activity = Instant::now();
                    if let ControlFlow::Break(end) = self.receive(message).await {
                        break end;
                    }
                }
                () = &mut silence => {
                    let now = Instant::now();
                    if now < last_activity + ping_after {
                        silence.as_mut().reset(last_activity + ping_after);
                        continue;
                    }
                    // A server that was not running could not hear anything.
                    let lost = self.server.lost_time();
                    if lost > lost_time {
                        (lost_time, last_activity) = (lost, now);
                        silence.as_mut().reset(now + ping_after);
                        continue;
                    }
                    if self.pinged {
                        break ConnectionEnd::Gone;
                    }
                    self.pinged = true;
                    last_activity = now;
                    silence.as_mut().reset(now + ping_after);
                    if socket.send(Message::Ping(Default::default())).await.is_err() {
                        break ConnectionEnd::Gone;
                    }
                }
            }
        };
        Box::pin(self.leave()).await;
        end
    }

    async fn receive(&mut self, message: Option<Result<Message, Error>>) -> ControlFlow<ConnectionEnd> {
        self.pinged = false;
        let bytes: Bytes = match message {
            Some(Ok(Message::Text(text))) => text.into(),
            Some(Ok(Message::Binary(bytes))) => bytes,
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

    /// Counts a message. Returns whether it is within the limits.
    fn take_token(&mut self) -> bool {
        let Some(address) = self.address else { return true };
        self.server.metrics.messages.add(1);
        self.bucket.take(Instant::now()) && self.server.take_request_token(address)
    }

    /// Notes that a message was beyond the limits. After too many, the connection is closed.
    fn limit_rate(&mut self) -> ControlFlow<ConnectionEnd> {
        self.rate_limited += 1;
        if let Some(address) = self.address {
            self.server.punish(address);
        }
        match self.rate_limited > MAX_RATE_LIMITED {
            true => ControlFlow::Break(ConnectionEnd::Close(CLOSE_POLICY)),
            false => ControlFlow::Continue(()),
        }
    }

    async fn handle(&mut self, message: ToServer) {
        match message {
            ToServer::List => {
                // What happens rarely is boxed, because most connections are idle most of the time.
                let tables = Box::pin(self.server.open_tables.list(&*self.server.store)).await;
                self.queue.send(&ToClient::Tables(tables));
            }
            ToServer::Create { id, table } => {
                match Box::pin(table::create(self.server, &self.caller, id, table)).await {
                    Ok(table) => self.queue.send(&ToClient::Created { id, table }),
                    Err(OpenError::Refused(why)) => self.queue.refuse(Some(id), 0, why),
                    // The client reconnects and sends the command again, which happens only once.
                    Err(OpenError::Unavailable | OpenError::Elsewhere { .. }) => {
                        self.queue.push(Outgoing::Close(CLOSE_RESTART));
                    }
                }
            }
            ToServer::Join { table, since } => Box::pin(self.join(table, since)).await,
            ToServer::Leave => Box::pin(self.leave()).await,
            ToServer::Ping => self.queue.send(&ToClient::Pong),
            ToServer::Do { .. } | ToServer::Record | ToServer::Say(_) => {
                let id = if let ToServer::Do { id, .. } = message { Some(id) } else { None };
                let sent = match (TableMessage::from_client(self.number, message), &self.joined) {
                    (Some(message), Some(table)) => table.send(Box::new(message)).await.is_ok(),
                    _ => false,
                };
                if !sent {
                    self.queue.refuse(id, 0, RefusalReason::NotAtTable);
                }
            }
        }
    }

    async fn join(&mut self, table: TableId, since: u64) {
        self.leave().await;
        let (caller, queue) = (self.caller.clone(), self.queue.clone());
        let guest = Guest {
            socket: self.number,
            caller,
            protocol: self.protocol,
            queue,
            relayed: self.address.is_none(),
        };
        self.joined = Some(self.server.send_to_table(table, TableMessage::Join { guest, since }).await);
    }

    async fn leave(&mut self) {
        if let Some(table) = self.joined.take() {
            let _ = table.send(Box::new(TableMessage::Leave { socket: self.number })).await;
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
        let mut next = Some(out);
        let queue = &*reader;
        let sending = async {
            while let Some(Outgoing::Text(text)) = next.take_if(|out| matches!(out, Outgoing::Text(_))) {
                socket.feed(Message::Text(text)).await?;
                next = queue.try_recv();
            }
            socket.flush().await
        };
        tokio::select! {
            biased;
            sent = sending => if sent.is_err() {
                return ControlFlow::Break(ConnectionEnd::Gone);
            },
            () = queue.wait_until_too_slow() => return ControlFlow::Break(self.close_slow_reader()),
        }
        match next {
            Some(Outgoing::Close(code)) => return ControlFlow::Break(ConnectionEnd::Close(code)),
            Some(Outgoing::Text(_)) | None => {}
        }
        ControlFlow::Continue(())
    }
}
