use std::io;
#[cfg(test)]
use std::pin::Pin;

use futures_util::{Sink, Stream};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::NodeKey;

/// The largest snapshot or record that a node accepts from another one. Clients have the same limit.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// A connection between two nodes, for one client. A simulation uses channels.
pub(crate) trait NodeSocket:
    Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin + Send
{
}

impl<S> NodeSocket for S where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin + Send + ?Sized
{
}

/// The future of a simulated dial.
#[cfg(test)]
pub(crate) type DialFuture = Pin<Box<dyn Future<Output = io::Result<Box<dyn NodeSocket>>> + Send>>;

/// Connects to another node. The caller limits the time.
pub(crate) async fn dial(key: &NodeKey, address: &str) -> io::Result<Box<dyn NodeSocket>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let stream = key.connect(stream).await?;
    Ok(Box::new(WebSocketStream::from_raw_socket(stream, Role::Client, Some(config())).await))
}

/// Small buffers, because most connections are idle most of the time.
pub(super) fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(MAX_BYTES))
        .max_frame_size(Some(MAX_BYTES))
        .read_buffer_size(512)
        .write_buffer_size(8 * 1024)
        .max_write_buffer_size(2 * MAX_BYTES)
}
