//! Upgrades HTTP requests to WebSocket connections.
//!
//! The WebSocket library drops a connection without a close frame when a message is too long. We
//! own the stream, so that the client learns the reason: we send the close frame, then read and
//! discard input until the client closes too.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use futures_util::StreamExt;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};

use crate::ServerState;
use crate::connection::{Client, ConnectionEnd, serve_connection};
use crate::connections::{ConnectionSlot, ProxiedSlot};
use crate::metrics::GaugeGuard;
use crate::static_files::plain_text;
use crate::table::Caller;
use crate::text_socket::TextSocket;

/// How long a client may take to close the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A message up to this size is read completely before it is refused as too long.
const MAX_FRAME_BYTES: usize = 64 * 1024;

fn config() -> WebSocketConfig {
    // Small buffers, because most connections are idle most of the time.
    WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME_BYTES))
        .max_frame_size(Some(MAX_FRAME_BYTES))
        .read_buffer_size(256)
        .write_buffer_size(0)
        .max_write_buffer_size(1024 * 1024)
}

/// Upgrades a request to a WebSocket, if it has a pass and comes from an allowed origin.
pub(crate) async fn upgrade(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
) -> Response<Body> {
    let headers = request.headers();
    let Some(key) = websocket_key(headers) else {
        return plain_text(StatusCode::UPGRADE_REQUIRED, "This address is for WebSockets only.\n");
    };
    let key = derive_accept_key(key.as_bytes());
    if !server.is_allowed_origin(headers) {
        return plain_text(StatusCode::FORBIDDEN, "Connections from pages of other sites are not allowed.\n");
    }
    let Some(pass) = server.passes(headers).current else {
        return plain_text(StatusCode::UNAUTHORIZED, "Request a pass first.\n");
    };
    if server.stop.get() {
        return plain_text(StatusCode::SERVICE_UNAVAILABLE, "The server shuts down.\n");
    }
    let address = server.address(headers, peer.ip());
    let (slot, proxied) = (request.extensions().get(), request.extensions().get());
    if slot.is_some_and(|slot: &Arc<ConnectionSlot>| !slot.become_socket()) {
        return plain_text(StatusCode::SERVICE_UNAVAILABLE, "The server has too many connections.\n");
    }
    // The stream is counted until it is closed, and behind a proxy the client, too.
    let proxied: Option<Arc<ProxiedSlot>> = proxied.cloned();
    let counted = GaugeGuard::new(&server, |metrics| &metrics.sockets);
    let generation = pass.generation;
    let address_tag = server.signer.address_tag(address);
    let caller = Caller { who: pass.identity(), name: pass.name, address_tag };
    let protocol = server.protocols.for_client(request.uri().query());
    let upgraded = hyper::upgrade::on(&mut request);
    let environment = server.environment.clone();
    environment.spawn(async move {
        let _counted = (counted, proxied);
        let Ok(upgraded) = upgraded.await else { return };
        let stream = TokioIo::new(upgraded);
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config())).await;
        let mut socket = TextSocket::new(socket);
        let client = Client { caller, address, protocol, generation };
        let end = Box::pin(serve_connection(&server, client, &mut socket)).await;
        if let ConnectionEnd::Close(code) = end {
            // Do not wait for a client that does not read.
            let _ =
                tokio::time::timeout(CLOSE_TIMEOUT, Box::pin(close_gracefully(socket.into_inner(), code)))
                    .await;
        }
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    if let Ok(key) = HeaderValue::from_str(&key) {
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, key);
    }
    response
}

/// Sends the close frame and reads until the client has closed too.
async fn close_gracefully<S: AsyncRead + AsyncWrite + Unpin>(mut socket: WebSocketStream<S>, code: u16) {
    let frame = CloseFrame { code: CloseCode::from(code), reason: "".into() };
    if socket.close(Some(frame)).await.is_err() {
        return;
    }
    while let Some(Ok(_)) = socket.next().await {}
    let mut rest = [0; 4096];
    while matches!(socket.get_mut().read(&mut rest).await, Ok(1..)) {}
}

/// The key of a WebSocket request; `None` for any other request.
fn websocket_key(headers: &HeaderMap) -> Option<&str> {
    let has = |name: HeaderName, word: &str| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    let asks = has(header::CONNECTION, "upgrade")
        && has(header::UPGRADE, "websocket")
        && has(header::SEC_WEBSOCKET_VERSION, "13");
    headers.get(header::SEC_WEBSOCKET_KEY)?.to_str().ok().filter(|_| asks)
}
