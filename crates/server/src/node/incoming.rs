use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use wire::{CLOSE_INTERNAL_ERROR, CLOSE_OUTDATED, ToClient};

use super::{HelloSupport, NodeSocket, RelayHello};
use crate::connection::{ConnectionEnd, serve_relayed_client};
use crate::metrics::GaugeGuard;
use crate::server_state::ServerState;

/// How long the other node may take to close the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Reads the first message of another node; `None` if it is anything else.
pub(crate) async fn read_hello(socket: &mut impl NodeSocket) -> Option<RelayHello> {
    match socket.next().await {
        Some(Ok(Message::Text(text))) if text.len() <= wire::MAX_MESSAGE_BYTES => {
            wire::read(text.as_bytes()).ok()
        }
        _ => None,
    }
}

/// Serves a client that is connected to another node, which is authenticated, until either side ends the
/// connection.
pub(crate) async fn serve_relayed(
    server: &Arc<ServerState>,
    hello: RelayHello,
    socket: &mut impl NodeSocket,
) {
    let _counted = GaugeGuard::new(server, |metrics| &metrics.relays_in);
    let end = match hello.support(server.protocols) {
        HelloSupport::Full => Box::pin(serve_relayed_client(server, &hello, socket)).await,
        HelloSupport::OldClient => {
            // This is how a client learns that it has to be reloaded, at its own node as well.
            let (protocol, name) = (server.protocols.newest, hello.caller().name);
            if let Ok(welcome) = wire::write(&ToClient::Welcome { protocol, name }) {
                let _ = tokio::time::timeout(CLOSE_TIMEOUT, socket.send(Message::Text(welcome.into()))).await;
            }
            ConnectionEnd::Close(CLOSE_OUTDATED)
        }
        // The client looks for another node.
        HelloSupport::None => ConnectionEnd::Close(CLOSE_INTERNAL_ERROR),
    };
    let frame = match end {
        ConnectionEnd::Gone => return,
        ConnectionEnd::Close(code) => CloseFrame { code: CloseCode::from(code), reason: "".into() },
    };
    let close = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.next().await {}
        }
    };
    // Do not wait for a node that does not read.
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, close).await;
}
