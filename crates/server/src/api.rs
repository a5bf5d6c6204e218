//! HTTP endpoints outside the WebSocket.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::middleware::map_response;
use axum::routing::{get, post};
use serde::Serialize;
use tokio::time::Instant;

use crate::pass::Pass;
use crate::qr;
use crate::server_state::Health;
use crate::static_files::{plain_text, site_router, with_security_headers};
use crate::upgrade::upgrade;
use crate::{ServerState, Site, dice};

/// How long a pass is valid, in seconds: one year.
const COOKIE_MAX_AGE: u32 = 365 * 24 * 60 * 60;

/// The routes of the whole server: online tables and the browser app.
pub fn app_router(server: Arc<ServerState>, site: Site) -> Router {
    Router::new()
        .route(wire::GUEST_PATH, post(guest))
        .route(wire::PASS_PATH, post(offer_pass).put(redeem_pass))
        .route(wire::SOCKET_PATH, get(upgrade))
        .route("/api/qr/{table}", get(qr::picture))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .route(dice::PAGE, get(dice::page))
        .route(dice::STYLE, get(dice::style))
        .layer(DefaultBodyLimit::max(wire::MAX_MESSAGE_BYTES))
        .with_state(server)
        .fallback_service(site_router(site))
        .layer(map_response(async |response| with_security_headers(response)))
}

type ApiRequest = (State<Arc<ServerState>>, ConnectInfo<SocketAddr>, HeaderMap, Bytes);

/// The refusal of a request that comes from another site, or of one too many.
fn refuse_request(server: &ServerState, peer: SocketAddr, headers: &HeaderMap) -> Option<Response<Body>> {
    if !server.is_allowed_origin(headers) {
        return Some(plain_text(
            StatusCode::FORBIDDEN,
            "Requests from pages of other sites are not allowed.\n",
        ));
    }
    let may = server.take_request_token(server.address(headers, peer.ip()));
    (!may).then(|| plain_text(StatusCode::TOO_MANY_REQUESTS, "Too many requests from your address.\n"))
}

/// Issues a pass, or changes the name on it. The server stores nothing.
async fn guest((State(server), ConnectInfo(peer), headers, body): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_request(&server, peer, &headers) {
        return response;
    }
    let Ok(wire::GuestName { name }) = wire::read(&body) else {
        return plain_text(StatusCode::BAD_REQUEST, "A name has 1 to 16 visible characters.\n");
    };
    let pass = match pass_of(&server, &headers) {
        Some(pass) => Ok(pass.with_name(name)),
        None => Pass::new(&server.environment, name),
    };
    match pass {
        Ok(pass) => with_pass(&server, &headers, &pass),
        Err(_) => {
            plain_text(StatusCode::INTERNAL_SERVER_ERROR, "The server has no random numbers at the moment.\n")
        }
    }
}

/// Creates a one-time code that copies the pass to another device.
async fn offer_pass((State(server), ConnectInfo(peer), headers, _): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_request(&server, peer, &headers) {
        return response;
    }
    let Some(pass) = pass_of(&server, &headers) else {
        return plain_text(StatusCode::UNAUTHORIZED, "Request a pass first.\n");
    };
    match server.transfers.offer(&server.environment, pass, Instant::now()) {
        Some(word) => json(&wire::PassTransfer { word }),
        None => {
            plain_text(StatusCode::SERVICE_UNAVAILABLE, "Too many transfers are pending. Try again later.\n")
        }
    }
}

/// Redeems such a code on the other device.
async fn redeem_pass((State(server), ConnectInfo(peer), headers, body): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_request(&server, peer, &headers) {
        return response;
    }
    let asked = wire::read::<wire::PassTransfer>(&body).ok();
    match asked.and_then(|pass| server.transfers.redeem(&pass.word, Instant::now())) {
        Some(pass) => with_pass(&server, &headers, &pass),
        None => plain_text(StatusCode::NOT_FOUND, "This link has been used or has expired.\n"),
    }
}

async fn health(State(server): State<Arc<ServerState>>) -> Response<Body> {
    match server.health().await {
        Health::Ready => plain_text(StatusCode::OK, "ready\n"),
        Health::Draining => plain_text(StatusCode::SERVICE_UNAVAILABLE, "draining\n"),
        Health::NoLease => plain_text(StatusCode::SERVICE_UNAVAILABLE, "no lease\n"),
        Health::NoStore => plain_text(StatusCode::SERVICE_UNAVAILABLE, "no store\n"),
    }
}

async fn metrics(State(server): State<Arc<ServerState>>) -> Response<Body> {
    let mut response = Response::new(Body::from(server.metrics.text(&server.lease)));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// The pass in the request's cookie, if its signature is valid.
pub(crate) fn pass_of(server: &ServerState, headers: &HeaderMap) -> Option<Pass> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut cookies =
        cookies.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find_map(|(name, value)| if name == wire::COOKIE { server.signer.read(value) } else { None })
}

fn with_pass(server: &ServerState, headers: &HeaderMap, pass: &Pass) -> Response<Body> {
    let secure = if server.is_secure(headers) { "; Secure" } else { "" };
    let value = server.signer.sign(pass);
    let cookie =
        format!("{}={value}; Path=/; Max-Age={COOKIE_MAX_AGE}; HttpOnly; SameSite=Lax{secure}", wire::COOKIE);
    let mut response = json(&wire::GuestName { name: pass.name.clone() });
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn json<T: Serialize>(value: &T) -> Response<Body> {
    let text = match wire::write(value) {
        Ok(text) => text,
        Err(error) => {
            tracing::error!(%error, "a response could not be written");
            return plain_text(StatusCode::INTERNAL_SERVER_ERROR, "The response could not be written.\n");
        }
    };
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
