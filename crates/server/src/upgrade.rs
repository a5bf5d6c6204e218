//! From a request to a connection.
//!
//! The library that speaks WebSocket closes a connection by which something too long comes without a word. We hold the stream ourselves, so that the
//! client is told why: the close frame is sent, and what still comes is read and thrown away until the client has closed too.

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

use crate::House;
use crate::answer::said;
use crate::api::pass_of;
use crate::socket::{End, Visitor, converse};
use crate::table::Caller;

/// How long a client has to take its leave.
const FAREWELL: Duration = Duration::from_secs(2);

/// A message up to this size is read before it is found to be too long; of a longer one only the beginning.
const READ: usize = 64 * 1024;

fn config() -> WebSocketConfig {
    // Small buffers: most connections are silent most of the time.
    WebSocketConfig::default()
        .max_message_size(Some(READ))
        .max_frame_size(Some(READ))
        .read_buffer_size(512)
        .write_buffer_size(8 * 1024)
        .max_write_buffer_size(1024 * 1024)
}

/// Makes a connection of a request, if whoever makes it has a pass and comes from a page of ours.
pub(crate) async fn upgrade(
    State(house): State<Arc<House>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
) -> Response<Body> {
    let headers = request.headers();
    let Some(key) = key(headers) else {
        return said(StatusCode::UPGRADE_REQUIRED, "This address is for WebSockets.\n");
    };
    let key = derive_accept_key(key.as_bytes());
    if !house.is_ours(headers) {
        return said(StatusCode::FORBIDDEN, "Pages of other sites cannot connect.\n");
    }
    let Some(pass) = pass_of(&house, headers) else {
        return said(StatusCode::UNAUTHORIZED, "Who are you? Ask for a pass first.\n");
    };
    let address = house.address(headers, peer.ip());
    if !house.may_ask(address) || !house.enter(address) {
        return said(StatusCode::TOO_MANY_REQUESTS, "Too many connections from your address.\n");
    }
    let place = Place::new(&house, address);
    let caller = Caller { who: pass.identity(), name: pass.name };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let place = place;
        let Ok(upgraded) = upgraded.await else { return };
        let stream = TokioIo::new(upgraded);
        let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config())).await;
        let visitor = Visitor { caller, address };
        let end = Box::pin(converse(&place.house, visitor, &mut socket)).await;
        if let End::Close(code) = end {
            // Whoever does not read is not waited for.
            let _ = tokio::time::timeout(FAREWELL, Box::pin(farewell(socket, code))).await;
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

/// Says why, and reads on until the client has heard it.
async fn farewell<S: AsyncRead + AsyncWrite + Unpin>(mut socket: WebSocketStream<S>, code: u16) {
    let frame = CloseFrame { code: CloseCode::from(code), reason: "".into() };
    if socket.close(Some(frame)).await.is_err() {
        return;
    }
    while let Some(Ok(_)) = socket.next().await {}
    let mut rest = [0; 4096];
    while matches!(socket.get_mut().read(&mut rest).await, Ok(1..)) {}
}

/// The key of a request for a WebSocket; `None` for any other.
fn key(headers: &HeaderMap) -> Option<&str> {
    let has = |name: HeaderName, word: &str| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    let asks = has(header::CONNECTION, "upgrade")
        && has(header::UPGRADE, "websocket")
        && has(header::SEC_WEBSOCKET_VERSION, "13");
    headers.get(header::SEC_WEBSOCKET_KEY)?.to_str().ok().filter(|_| asks)
}

/// A place among the connections of an address, given back at the end.
struct Place {
    house: Arc<House>,
    address: std::net::IpAddr,
}

impl Place {
    fn new(house: &Arc<House>, address: std::net::IpAddr) -> Place {
        house.metrics.sockets.add(1);
        Place { house: Arc::clone(house), address }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.house.leave(self.address);
        self.house.metrics.sockets.sub(1);
    }
}
