//! What is asked without a socket.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::middleware::map_response;
use axum::routing::{get, post};
use serde::Serialize;

use crate::answer::{guard, router, said};
use crate::pass::Pass;
use crate::qr;
use crate::upgrade::upgrade;
use crate::{House, Site, dice};

/// A year.
const KEPT: u32 = 365 * 24 * 60 * 60;

/// The whole card room: its tables, and the browser app.
pub fn room(house: Arc<House>, site: Site) -> Router {
    Router::new()
        .route(wire::GUEST_PATH, post(guest))
        .route(wire::PASS_PATH, post(leave_pass).put(fetch_pass))
        .route(wire::SOCKET_PATH, get(upgrade))
        .route("/api/qr/{table}", get(qr::picture))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .route(dice::PAGE, get(dice::page))
        .route(dice::STYLE, get(dice::style))
        .layer(DefaultBodyLimit::max(wire::MAX_MESSAGE_BYTES))
        .with_state(house)
        .fallback_service(router(site))
        .layer(map_response(async |response| guard(response)))
}

type Asked = (State<Arc<House>>, ConnectInfo<SocketAddr>, HeaderMap, Bytes);

/// Whether a request may change anything: it comes from a page of ours, and not too many come.
fn refused(house: &House, peer: SocketAddr, headers: &HeaderMap) -> Option<Response<Body>> {
    if !house.is_ours(headers) {
        return Some(said(StatusCode::FORBIDDEN, "Pages of other sites cannot do this.\n"));
    }
    let may = house.may_ask(house.address(headers, peer.ip()));
    (!may).then(|| said(StatusCode::TOO_MANY_REQUESTS, "Too many requests from your address.\n"))
}

/// Gives a pass, or changes the name on it. Nothing is kept of it here.
async fn guest((State(house), ConnectInfo(peer), headers, body): Asked) -> Response<Body> {
    if let Some(response) = refused(&house, peer, &headers) {
        return response;
    }
    let Ok(wire::Guest { name }) = wire::read(&body) else {
        return said(StatusCode::BAD_REQUEST, "A name has 1 to 16 letters that can be seen.\n");
    };
    let pass = match pass_of(&house, &headers) {
        Some(pass) => Ok(pass.renamed(name)),
        None => Pass::new(name),
    };
    match pass {
        Ok(pass) => with_pass(&house, &headers, &pass),
        Err(_) => said(StatusCode::INTERNAL_SERVER_ERROR, "There are no random numbers.\n"),
    }
}

/// Lets a pass be fetched on another device.
async fn leave_pass((State(house), ConnectInfo(peer), headers, _): Asked) -> Response<Body> {
    if let Some(response) = refused(&house, peer, &headers) {
        return response;
    }
    let Some(pass) = pass_of(&house, &headers) else {
        return said(StatusCode::UNAUTHORIZED, "Who are you? Ask for a pass first.\n");
    };
    match house.moving.leave(pass, Instant::now()) {
        Some(word) => json(&wire::PassTransfer { word }),
        None => said(StatusCode::SERVICE_UNAVAILABLE, "Too many are moving at the moment.\n"),
    }
}

/// Fetches a pass on another device.
async fn fetch_pass((State(house), ConnectInfo(peer), headers, body): Asked) -> Response<Body> {
    if let Some(response) = refused(&house, peer, &headers) {
        return response;
    }
    let asked = wire::read::<wire::PassTransfer>(&body).ok();
    match asked.and_then(|pass| house.moving.fetch(&pass.word, Instant::now())) {
        Some(pass) => with_pass(&house, &headers, &pass),
        None => said(StatusCode::NOT_FOUND, "This link has been used, or is too old.\n"),
    }
}

async fn health(State(house): State<Arc<House>>) -> Response<Body> {
    match house.is_well().await {
        true => said(StatusCode::OK, "All is well.\n"),
        false => said(StatusCode::SERVICE_UNAVAILABLE, "The store does not answer.\n"),
    }
}

async fn metrics(State(house): State<Arc<House>>) -> Response<Body> {
    let mut response = Response::new(Body::from(house.metrics.text()));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// The pass that a request brings, if it is one of ours.
pub(crate) fn pass_of(house: &House, headers: &HeaderMap) -> Option<Pass> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut cookies =
        cookies.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find_map(|(name, value)| if name == wire::COOKIE { house.signer.read(value) } else { None })
}

fn with_pass(house: &House, headers: &HeaderMap, pass: &Pass) -> Response<Body> {
    let secure = if house.is_secure(headers) { "; Secure" } else { "" };
    let value = house.signer.sign(pass);
    let cookie = format!("{}={value}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}", wire::COOKIE);
    let mut response = json(&wire::Guest { name: pass.name.clone() });
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn json<T: Serialize>(value: &T) -> Response<Body> {
    let text = match wire::write(value) {
        Ok(text) => text,
        Err(error) => {
            tracing::error!(%error, "not answered");
            return said(StatusCode::INTERNAL_SERVER_ERROR, "The answer cannot be written.\n");
        }
    };
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
