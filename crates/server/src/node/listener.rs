use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_rustls::server::TlsStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::socket::config;
use super::{RelayHello, read_hello, serve_relayed};
use crate::connections::{ACCEPT_PAUSE, LogInterval};
use crate::server_state::{ServerState, wait_for_stop};

/// How long another node may take to authenticate and to say whom it relays.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(2);
/// How many handshakes may be unfinished. One more ends the oldest: an honest one takes milliseconds.
const MAX_HANDSHAKES: usize = 256;
/// The minimum time between two log lines about rejected handshakes.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Serves clients that other nodes relay, until the server shuts down.
pub async fn serve_nodes(listener: TcpListener, server: Arc<ServerState>) {
    let stop = Arc::clone(&server.stop);
    let mut handshakes: VecDeque<AbortHandle> = VecDeque::new();
    let log = Arc::new(LogInterval::new(LOG_INTERVAL));
    loop {
        let accepted = tokio::select! {
            biased;
            () = wait_for_stop(&stop) => break,
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                server.handle_accept_error(&error);
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        if handshakes.len() >= MAX_HANDSHAKES {
            handshakes.retain(|handshake| !handshake.is_finished());
        }
        if handshakes.len() >= MAX_HANDSHAKES
            && let Some(oldest) = handshakes.pop_front()
        {
            oldest.abort();
            reject(&server, &log);
        }
        let (node, log) = (Arc::clone(&server), Arc::clone(&log));
        let handshake = tokio::spawn(async move {
            match timeout(HANDSHAKE_TIMEOUT, shake_hands(&node, stream)).await {
                Ok(Some((Some(hello), mut socket))) => {
                    let environment = node.environment.clone();
                    environment.spawn(async move { serve_relayed(&node, hello, &mut socket).await });
                }
                // Another node has tried whether this one can be reached.
                Ok(Some((None, _))) => {}
                Ok(None) | Err(_) => reject(&node, &log),
            }
        });
        handshakes.push_back(handshake.abort_handle());
    }
    handshakes.iter().for_each(AbortHandle::abort);
}

type RelayedSocket = WebSocketStream<TlsStream<TcpStream>>;

/// Authenticates another node and reads its first message.
async fn shake_hands(server: &ServerState, stream: TcpStream) -> Option<(Option<RelayHello>, RelayedSocket)> {
    stream.set_nodelay(true).ok()?;
    let stream = server.node_key.accept(stream).await.ok()?;
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config())).await;
    Some((read_hello(&mut socket).await, socket))
}

/// Counts a rejected handshake, and logs it now and then.
fn reject(server: &ServerState, log: &LogInterval) {
    server.metrics.rejected_handshakes.add(1);
    if log.is_due() {
        let total = server.metrics.rejected_handshakes.get();
        tracing::warn!(total, "connections to the address for other servers were rejected");
    }
}
