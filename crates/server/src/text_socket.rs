use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_util::{Sink, Stream};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

/// How many frames are gathered before some are written.
const MAX_FRAMES: usize = 16;

/// The server's end of a WebSocket. It writes texts itself, from where they are: the library would copy them
/// to a buffer, which keeps its size while the connection is idle.
pub(crate) struct TextSocket<S> {
    socket: WebSocketStream<S>,
    frames: VecDeque<TextFrame>,
}

/// A text frame that is being written.
struct TextFrame {
    header: [u8; TextFrame::MAX_HEADER],
    header_length: usize,
    text: Bytes,
    written: usize,
}

impl<S> TextSocket<S> {
    pub(crate) fn new(socket: WebSocketStream<S>) -> TextSocket<S> {
        TextSocket { socket, frames: VecDeque::new() }
    }

    pub(crate) fn into_inner(self) -> WebSocketStream<S> {
        self.socket
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TextSocket<S> {
    fn poll_write(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        // The library may have to answer a ping; but not in the middle of a frame.
        if self.frames.front().is_none_or(|frame| frame.written == 0) {
            ready!(Pin::new(&mut self.socket).poll_flush(cx))?;
        }
        while !self.frames.is_empty() {
            let mut slices = [IoSlice::new(&[]); 2 * MAX_FRAMES];
            let parts = self.frames.iter().flat_map(TextFrame::rest);
            slices.iter_mut().zip(parts).for_each(|(slice, part)| *slice = IoSlice::new(part));
            let count = slices.len().min(2 * self.frames.len());
            let stream = Pin::new(self.socket.get_mut());
            let mut written = ready!(stream.poll_write_vectored(cx, &slices[..count]))?;
            if written == 0 {
                return Poll::Ready(Err(io::Error::from(io::ErrorKind::WriteZero).into()));
            }
            while let Some(frame) = self.frames.front_mut() {
                let now = written.min(frame.left());
                frame.written += now;
                written -= now;
                if frame.left() > 0 {
                    break;
                }
                self.frames.pop_front();
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Sink<Message> for TextSocket<S> {
    type Error = Error;

    fn poll_ready(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if self.frames.len() < MAX_FRAMES { Poll::Ready(Ok(())) } else { self.poll_write(cx) }
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        match message {
            Message::Text(text) => {
                self.frames.push_back(TextFrame::new(text.into()));
                Ok(())
            }
            message => Pin::new(&mut self.socket).start_send(message),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.poll_write(cx)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        ready!(self.poll_write(cx))?;
        Pin::new(&mut self.socket).poll_close(cx)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for TextSocket<S> {
    type Item = Result<Message, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        // Reading may answer a ping, which must not happen in the middle of a frame.
        if !self.frames.is_empty()
            && let Err(error) = ready!(self.poll_write(cx))
        {
            return Poll::Ready(Some(Err(error)));
        }
        Pin::new(&mut self.socket).poll_next(cx)
    }
}

impl TextFrame {
    const MAX_HEADER: usize = 10;

    /// A server does not mask its frames (RFC 6455, section 5.2).
    fn new(text: Bytes) -> TextFrame {
        const FINAL_TEXT: u8 = 0x81;
        let mut header = [0; TextFrame::MAX_HEADER];
        header[0] = FINAL_TEXT;
        let header_length = match text.len() {
            length @ 0..=125 => {
                header[1] = length as u8;
                2
            }
            length @ 126..=0xffff => {
                header[1] = 126;
                header[2..4].copy_from_slice(&(length as u16).to_be_bytes());
                4
            }
            length => {
                header[1] = 127;
                header[2..].copy_from_slice(&(length as u64).to_be_bytes());
                10
            }
        };
        TextFrame { header, header_length, text, written: 0 }
    }

    fn left(&self) -> usize {
        self.header_length + self.text.len() - self.written
    }

    /// What is not written yet, of the header and of the text.
    fn rest(&self) -> [&[u8]; 2] {
        let header = &self.header[..self.header_length];
        let text = &self.text[self.written.saturating_sub(self.header_length)..];
        [header.get(self.written..).unwrap_or_default(), text]
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{SinkExt, StreamExt};
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::TextSocket;

    /// Frames of all three formats arrive as they are, through a pipe that takes a few bytes at a time, and
    /// between them the answers to pings.
    #[tokio::test]
    async fn texts_of_every_length_arrive() {
        let lengths = [0, 1, 125, 126, 127, 4000, 65_535, 65_536, 100_000];
        for capacity in [16, 1000, 1 << 20] {
            let (one, other) = tokio::io::duplex(capacity);
            let server = WebSocketStream::from_raw_socket(one, Role::Server, None).await;
            let mut client = WebSocketStream::from_raw_socket(other, Role::Client, None).await;
            let mut server = TextSocket::new(server);
            let sending = async {
                for length in lengths {
                    server
                        .feed(Message::text("é".repeat(length / 2) + &"a".repeat(length % 2)))
                        .await
                        .unwrap();
                }
                server.flush().await.unwrap();
                assert_eq!(server.next().await.unwrap().unwrap(), Message::Ping("x".into()));
                server.send(Message::text("last")).await.unwrap();
            };
            let receiving = async {
                client.send(Message::Ping("x".into())).await.unwrap();
                for length in lengths {
                    let Message::Text(text) = client.next().await.unwrap().unwrap() else { panic!("a text") };
                    assert_eq!(text.len(), length);
                }
                assert_eq!(client.next().await.unwrap().unwrap(), Message::Pong("x".into()));
                assert_eq!(client.next().await.unwrap().unwrap(), Message::text("last"));
            };
            tokio::join!(sending, receiving);
        }
    }
}
