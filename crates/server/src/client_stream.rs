use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use crate::connections::ConnectionSlot;

/// How long a client may read nothing at all while something is being sent to it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The connection of a client. It is counted until it is closed, also as a WebSocket, and fails when the
/// client does not read.
pub(crate) struct ClientStream {
    stream: TcpStream,
    slot: Arc<ConnectionSlot>,
    /// Ends the connection. Only there while the client does not read.
    timeout: Option<Pin<Box<Sleep>>>,
    has_timed_out: bool,
}

impl ClientStream {
    pub(crate) fn new(stream: TcpStream, slot: Arc<ConnectionSlot>) -> ClientStream {
        // With Nagle's algorithm, a move would wait about 40 ms for the acknowledgement of the previous one.
        let _ = stream.set_nodelay(true);
        ClientStream { stream, slot, timeout: None, has_timed_out: false }
    }

    /// Notes whether something could be written. If not, the client has limited time to read.
    fn watch<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.timeout = None;
            return written;
        }
        let timeout = self.timeout.get_or_insert_with(|| Box::pin(tokio::time::sleep(WRITE_TIMEOUT)));
        if timeout.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        self.has_timed_out = true;
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Drop for ClientStream {
    fn drop(&mut self) {
        // The system would otherwise keep what the client does not read, for minutes.
        if self.has_timed_out || self.slot.is_evicted() {
            let _ = self.stream.set_zero_linger();
        }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.watch(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
