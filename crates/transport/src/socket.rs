use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::{Context, Poll, ready};

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio_tungstenite::tungstenite::{Error, Message};
use wire::{ToClient, ToServer};

use crate::TransportError;
use crate::error::{MAX_WAIT, in_time};

/// Messages in both directions.
trait Messages: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Send + Unpin {}
impl<T: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Send + Unpin> Messages for T {}

/// An open connection to a server. Every method may be cancelled: no message is lost or sent twice.
pub struct Socket {
    stream: Box<dyn Messages>,
    /// Messages to be sent.
    queue: VecDeque<Message>,
    /// Whether a buffer may contain unsent data.
    unflushed: bool,
}

impl Socket {
    /// A connection over a WebSocket, or over anything that simulates one.
    pub fn new(
        stream: impl Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Send + Unpin + 'static,
    ) -> Socket {
        Socket { stream: Box::new(stream), queue: VecDeque::new(), unflushed: false }
    }

    /// Sends this text while [`receive_text`](Socket::receive_text) waits.
    pub fn queue(&mut self, text: String) {
        self.queue.push_back(Message::Text(text.into()));
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ToServer) -> Result<(), TransportError> {
        self.send_raw(Message::Text(wire::write(message)?.into())).await
    }

    /// Sends anything, to test a server.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), TransportError> {
        self.queue.push_back(message);
        poll_fn(|cx| self.poll_send(cx)).await
    }

    /// Waits for the next message.
    pub async fn receive(&mut self) -> Result<ToClient, TransportError> {
        let text = self.receive_text().await?;
        wire::read(text.as_bytes()).map_err(|_| TransportError::Unreadable)
    }

    /// Waits for the text of the next message, and sends queued messages meanwhile.
    pub async fn receive_text(&mut self) -> Result<String, TransportError> {
        loop {
            let next = poll_fn(|cx| {
                // If sending fails, receiving reports why.
                if let Poll::Ready(Err(_)) = self.poll_send(cx) {
                    self.queue.clear();
                    self.unflushed = false;
                }
                self.stream.poll_next_unpin(cx)
            });
            match next.await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(TransportError::Closed(frame.map_or(1005, |frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(TransportError::Closed(1006)),
            }
        }
    }

    /// Sends queued messages and closes the connection.
    pub async fn close(mut self) {
        let closed = in_time(MAX_WAIT, async {
            poll_fn(|cx| self.poll_send(cx)).await?;
            Ok(self.stream.close().await?)
        });
        // A broken connection counts as closed.
        let _ = closed.await;
    }

    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), TransportError>> {
        while !self.queue.is_empty() {
            ready!(self.stream.poll_ready_unpin(cx))?;
            if let Some(message) = self.queue.pop_front() {
                self.stream.start_send_unpin(message)?;
                self.unflushed = true;
            }
        }
        if self.unflushed {
            ready!(self.stream.poll_flush_unpin(cx))?;
            self.unflushed = false;
        }
        Poll::Ready(Ok(()))
    }
}
