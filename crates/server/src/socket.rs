//! One connection: what a client says goes to its table, and what the table says to the client.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio::sync::mpsc::Sender;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::{Error, Message};
use wire::{
    CLOSE_POLICY, CLOSE_RESTART, CLOSE_TOO_LONG, MAX_MESSAGE_BYTES, PROTOCOL, RefusalReason, TableId,
    ToClient, ToServer,
};

use crate::house::{House, stopped};
use crate::limits::Bucket;
use crate::outbox::{Inbox, Out, Outbox, outbox};
use crate::table::{self, Caller, Guest, Order};

/// How long a connection may be silent before it is asked whether anybody is there.
const SILENCE: Duration = Duration::from_secs(30);
/// How many messages beyond the limit are refused one by one before the connection is closed.
const FORBEARANCE: u32 = 100;

/// How a conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The client has gone, or cannot be reached.
    Gone,
    /// It is to be closed, with this code.
    Close(u16),
}

/// Who is at the other end, and from where.
pub(crate) struct Visitor {
    pub(crate) caller: Caller,
    pub(crate) address: std::net::IpAddr,
}

/// Talks with a client until one of the two has enough. Whatever carries messages will do.
pub(crate) async fn converse<S>(house: &Arc<House>, visitor: Visitor, socket: &mut S) -> End
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let (outbox, mut inbox) = outbox();
    let mut stop = house.stop.subscribe();
    let mut talk = Talk::new(house, visitor, outbox);
    talk.welcome();
    let mut heard = Instant::now();
    let end = loop {
        let silent = tokio::time::Instant::from_std(heard + SILENCE);
        tokio::select! {
            said = socket.next() => {
                heard = Instant::now();
                if let ControlFlow::Break(end) = talk.heard(said).await {
                    break end;
                }
            }
            Some(out) = inbox.queue.recv() => {
                if let ControlFlow::Break(end) = talk.out(socket, &mut inbox, out).await {
                    break end;
                }
            }
            () = inbox.cut.notified() => break talk.cut(),
            () = stopped(&mut stop) => break End::Close(CLOSE_RESTART),
            () = tokio::time::sleep_until(silent) => {
                if talk.asked {
                    break End::Gone;
                }
                talk.asked = true;
                heard = Instant::now();
                if socket.send(Message::Ping(Default::default())).await.is_err() {
                    break End::Gone;
                }
            }
        }
    };
    talk.part().await;
    end
}

struct Talk<'a> {
    house: &'a Arc<House>,
    visitor: Visitor,
    number: u64,
    outbox: Outbox,
    bucket: Bucket,
    /// How many messages came beyond the limit.
    beyond: u32,
    /// Where the client is.
    at: Option<Sender<Order>>,
    /// Whether the client was asked if it is there, and has not answered.
    asked: bool,
}

impl<'a> Talk<'a> {
    fn new(house: &'a Arc<House>, visitor: Visitor, outbox: Outbox) -> Talk<'a> {
        let bucket = Bucket::new(house.limits.messages, Instant::now());
        Talk { house, visitor, number: house.number(), outbox, bucket, beyond: 0, at: None, asked: false }
    }

    fn welcome(&self) {
        let name = self.visitor.caller.name.clone();
        self.outbox.send(&ToClient::Welcome { protocol: PROTOCOL, name });
    }

    async fn heard(&mut self, said: Option<Result<Message, Error>>) -> ControlFlow<End> {
        self.asked = false;
        let bytes = match said {
            Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
            Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                return ControlFlow::Continue(());
            }
            Some(Err(Error::Capacity(CapacityError::MessageTooLong { .. }))) => {
                return ControlFlow::Break(End::Close(CLOSE_TOO_LONG));
            }
            // Bytes that are no text where text was promised, or no frames at all.
            Some(Err(Error::Utf8(_))) => return ControlFlow::Break(End::Close(1007)),
            Some(Err(Error::Protocol(_))) => return ControlFlow::Break(End::Close(1002)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return ControlFlow::Break(End::Gone),
        };
        if bytes.len() > MAX_MESSAGE_BYTES {
            return ControlFlow::Break(End::Close(CLOSE_TOO_LONG));
        }
        self.house.metrics.messages.add(1);
        if !(self.bucket.take(Instant::now()) && self.house.may_ask(self.visitor.address)) {
            self.beyond += 1;
            if self.beyond > FORBEARANCE {
                return ControlFlow::Break(End::Close(CLOSE_POLICY));
            }
            let id = match wire::read(&bytes) {
                Ok(ToServer::Do { id, .. } | ToServer::Create { id, .. }) => Some(id),
                _ => None,
            };
            self.outbox.refuse(id, 0, RefusalReason::TooFast);
            return ControlFlow::Continue(());
        }
        match wire::read(&bytes) {
            Ok(message) => self.obey(message).await,
            Err(wire::Unreadable) => {
                self.outbox.refuse(None, 0, RefusalReason::Unreadable);
                tokio::time::sleep(self.house.limits.penalty).await;
            }
        }
        ControlFlow::Continue(())
    }

    async fn obey(&mut self, message: ToServer) {
        match message {
            ToServer::List => self.outbox.send(&ToClient::Tables(self.house.lobby.list())),
            ToServer::Create { id, table } => {
                match table::create(self.house, &self.visitor.caller, id, table).await {
                    Ok(table) => self.outbox.send(&ToClient::Created { id, table }),
                    Err(why) => self.outbox.refuse(Some(id), 0, why),
                }
            }
            ToServer::Join { table, since } => self.join(table, since).await,
            ToServer::Leave => self.part().await,
            ToServer::Do { id, version, act } => {
                let order = Order::Do { socket: self.number, id, version, act };
                if !self.tell(order).await {
                    self.outbox.refuse(Some(id), 0, RefusalReason::NotAtTable);
                }
            }
            ToServer::Record => {
                if !self.tell(Order::Record { socket: self.number }).await {
                    self.outbox.refuse(None, 0, RefusalReason::NotAtTable);
                }
            }
            ToServer::Say(phrase) => {
                if !self.tell(Order::Say { socket: self.number, phrase }).await {
                    self.outbox.refuse(None, 0, RefusalReason::NotAtTable);
                }
            }
        }
    }

    async fn tell(&self, order: Order) -> bool {
        match &self.at {
            Some(table) => table.send(order).await.is_ok(),
            None => false,
        }
    }

    async fn join(&mut self, table: TableId, since: u64) {
        self.part().await;
        let guest =
            Guest { socket: self.number, caller: self.visitor.caller.clone(), outbox: self.outbox.clone() };
        self.at = Some(self.house.tell(table, Order::Join { guest, since }).await);
    }

    async fn part(&mut self) {
        if let Some(table) = self.at.take() {
            let _ = table.send(Order::Part { socket: self.number }).await;
        }
    }

    fn cut(&self) -> End {
        self.house.metrics.cut.add(1);
        End::Close(CLOSE_POLICY)
    }

    /// Sends what is to be sent, and what waits behind it, in one go.
    async fn out<S>(&mut self, socket: &mut S, inbox: &mut Inbox, out: Out) -> ControlFlow<End>
    where
        S: Sink<Message, Error = Error> + Unpin,
    {
        let cut = Arc::clone(&inbox.cut);
        let mut next = Some(out);
        let sending = async {
            while let Some(Out::Text(text)) = next.take_if(|out| matches!(out, Out::Text(_))) {
                socket.feed(Message::Text(text)).await?;
                next = inbox.queue.try_recv().ok();
            }
            socket.flush().await
        };
        tokio::select! {
            sent = sending => if sent.is_err() {
                return ControlFlow::Break(End::Gone);
            },
            () = cut.notified() => return ControlFlow::Break(self.cut()),
        }
        match next {
            Some(Out::Carry(table)) => self.join(table, 0).await,
            Some(Out::Close(code)) => return ControlFlow::Break(End::Close(code)),
            Some(Out::Text(_)) | None => {}
        }
        ControlFlow::Continue(())
    }
}
