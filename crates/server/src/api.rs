//! HTTP endpoints outside the WebSocket.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::{get, post};
use serde::Serialize;
use tokio::time::timeout;

use crate::connections::ConnectionSlot;
use crate::cookies::{PassSlot, RequestPasses};
use crate::health::Health;
use crate::pass::Pass;
use crate::pass_transfer::OfferError;
use crate::qr;
use crate::static_files::{plain_text, site_router, with_security_headers};
use crate::store::StoreError;
use crate::upgrade::upgrade;
use crate::{ServerState, Site, dice};

/// Paths for operators, which a proxy must not pass on.
pub const INTERNAL_PATHS: [&str; 2] = [HEALTH_PATH, METRICS_PATH];
const HEALTH_PATH: &str = "/healthz";
const METRICS_PATH: &str = "/metrics";

/// How long a client may take to send the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// A file costs one token more for each block of this size.
const BLOCK_BYTES: u64 = 64 * 1024;

/// Tells browsers to use only TLS for this host from now on, for a year.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The routes of the whole server: online tables and the browser app below its base path, and what operators
/// monitor at the root.
pub fn app_router(server: Arc<ServerState>, site: Site) -> Router {
    let public = Router::new()
        .route(wire::GUEST_PATH, post(guest))
        .route(wire::PASS_PATH, post(offer_pass).put(redeem_pass).delete(cancel_pass))
        .route(wire::PASS_NAMES_PATH, post(pass_names))
        .route(wire::PASS_BACK_PATH, post(go_back))
        .route(wire::SIGN_OUT_PATH, post(sign_out_others))
        .route(wire::SOCKET_PATH, get(upgrade))
        .route("/api/qr/{table}", get(qr::picture))
        .route(dice::PAGE, get(dice::page))
        .route(dice::STYLE, get(dice::style))
        .route_layer(from_fn_with_state(Arc::clone(&server), limit_requests))
        .fallback_service(site_router(site).layer(from_fn_with_state(Arc::clone(&server), limit_traffic)))
        .with_state(Arc::clone(&server));
    let internal = Router::new()
        .route(HEALTH_PATH, get(health))
        .route(METRICS_PATH, get(metrics))
        .route_layer(from_fn_with_state(Arc::clone(&server), limit_traffic))
        .with_state(Arc::clone(&server));
    let all = match server.base.is_root() {
        true => internal.merge(public),
        false => internal
            .nest_service(server.base.as_str().trim_end_matches('/'), public)
            .layer(from_fn_with_state(Arc::clone(&server), redirect_to_base)),
    };
    all.layer(from_fn_with_state(server, secure_response))
}

/// Adds the slash at the end of the base path. The app's own addresses are relative to it.
async fn redirect_to_base(
    State(server): State<Arc<ServerState>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let base = server.base.as_str();
    if request.uri().path() != base.trim_end_matches('/') {
        return next.run(request).await;
    }
    let mut response = plain_text(StatusCode::PERMANENT_REDIRECT, "The address ends with a slash.\n");
    let query = request.uri().query().map_or(String::new(), |query| format!("?{query}"));
    if let Ok(location) = HeaderValue::from_str(&format!("{base}{query}")) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// Adds the headers of every response. Only over TLS may browsers be told to use nothing else.
async fn secure_response(
    State(server): State<Arc<ServerState>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let is_secure = server.is_secure(request.headers());
    let mut response = with_security_headers(next.run(request).await);
    if is_secure {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    response
}

type ApiRequest = (State<Arc<ServerState>>, ConnectInfo<SocketAddr>, HeaderMap, Bytes);

/// Counts a request, whether or not it has a pass, and refuses one too many. Reads the whole request before
/// anything else is done for it.
async fn limit_requests(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let address = server.address(request.headers(), peer.ip());
    if !server.take_request_token(address) {
        return too_many_requests();
    }
    let (mut parts, body) = request.into_parts();
    let proxied = match server.trust_proxy.then(|| server.admit_proxied(address)) {
        Some(None) => return too_many_requests(),
        proxied => proxied.flatten(),
    };
    if let Some(slot) = &proxied {
        parts.extensions.insert(Arc::clone(slot));
    }
    let body = match timeout(BODY_TIMEOUT, to_bytes(body, wire::MAX_MESSAGE_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return refuse(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large.\n"),
        Err(_) => return refuse(StatusCode::REQUEST_TIMEOUT, "The request was not sent in time.\n"),
    };
    let _busy = parts.extensions.get::<Arc<ConnectionSlot>>().map(ConnectionSlot::begin_request);
    next.run(Request::from_parts(parts, Body::from(body))).await
}

/// Counts a file of the app, or what operators monitor, and refuses too much of it.
async fn limit_traffic(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let address = server.address(request.headers(), peer.ip());
    let response = next.run(request).await;
    let bytes = response.body().size_hint().exact().unwrap_or_default();
    match server.take_traffic_tokens(address, 1 + bytes / BLOCK_BYTES) {
        true => response,
        false => too_many_requests(),
    }
}

fn too_many_requests() -> Response<Body> {
    refuse(StatusCode::TOO_MANY_REQUESTS, "Too many requests from your address.\n")
}

/// Refuses a request and closes the connection, so that the next request costs the client a new one.
fn refuse(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = plain_text(status, text);
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// The refusal of a request that comes from another site.
fn refuse_request(server: &ServerState, headers: &HeaderMap) -> Option<Response<Body>> {
    let text = "Requests from pages of other sites are not allowed.\n";
    (!server.is_allowed_origin(headers)).then(|| plain_text(StatusCode::FORBIDDEN, text))
}

/// The same for requests that make the server store something about a pass.
fn refuse_pass_change(server: &ServerState, peer: SocketAddr, headers: &HeaderMap) -> Option<Response<Body>> {
    refuse_request(server, headers).or_else(|| {
        let may = server.take_pass_token(server.address(headers, peer.ip()));
        (!may).then(|| plain_text(StatusCode::TOO_MANY_REQUESTS, "Too many changes from your address.\n"))
    })
}

fn store_failed(error: &StoreError) -> Response<Body> {
    tracing::warn!(%error, "a request about a pass failed");
    plain_text(StatusCode::SERVICE_UNAVAILABLE, "The store does not respond.\n")
}

fn no_pass() -> Response<Body> {
    plain_text(StatusCode::UNAUTHORIZED, "Request a pass first.\n")
}

/// Issues a pass, or renews it and changes the name on it. The server stores nothing.
async fn guest((State(server), _, headers, body): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_request(&server, &headers) {
        return response;
    }
    let Ok(wire::GuestName { name }) = wire::read(&body) else {
        return plain_text(StatusCode::BAD_REQUEST, "A name has 1 to 16 visible characters.\n");
    };
    let passes = server.passes(&headers);
    let pass = match passes.current {
        Some(pass) => Ok(pass.with_name(name)),
        // The person at this device should know. The next request gets a new pass.
        None if passes.is_signed_out => {
            let text = "This device was signed out on another device.\n";
            let mut response = plain_text(StatusCode::UNAUTHORIZED, text);
            server.set_pass(&headers, &mut response, PassSlot::Current, None);
            return response;
        }
        None => Pass::new(&server.environment, name, server.unix_time()),
    };
    match pass {
        Ok(pass) => with_pass(&server, &headers, pass),
        Err(_) => {
            plain_text(StatusCode::INTERNAL_SERVER_ERROR, "The server has no random numbers at the moment.\n")
        }
    }
}

/// Creates a one-time code that copies the pass to another device. It replaces the previous one.
async fn offer_pass((State(server), ConnectInfo(peer), headers, _): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_pass_change(&server, peer, &headers) {
        return response;
    }
    let Some(pass) = server.passes(&headers).current else { return no_pass() };
    match server.offer_pass(&pass).await {
        Ok(word) => json(&wire::PassTransfer { word }),
        Err(OfferError::Store(error)) => store_failed(&error),
        Err(OfferError::TooMany | OfferError::NoRandomness) => {
            plain_text(StatusCode::SERVICE_UNAVAILABLE, "No transfer is possible now. Try again later.\n")
        }
    }
}

/// Revokes the code.
async fn cancel_pass((State(server), ConnectInfo(peer), headers, _): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_pass_change(&server, peer, &headers) {
        return response;
    }
    let Some(pass) = server.passes(&headers).current else { return no_pass() };
    match server.store.cancel_transfer(pass.identity()).await {
        Ok(()) => plain_text(StatusCode::OK, "The code is no longer valid.\n"),
        Err(error) => store_failed(&error),
    }
}

/// Tells the names on the passes of this device, and on the one that a code copies. Changes nothing.
async fn pass_names((State(server), _, headers, body): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_request(&server, &headers) {
        return response;
    }
    let Ok(wire::PassQuery { word }) = wire::read(&body) else {
        return plain_text(StatusCode::BAD_REQUEST, "This is not a question about passes.\n");
    };
    let offered = match word {
        None => None,
        Some(word) => match server.offered_pass(&word).await {
            Ok(offered) => offered,
            Err(error) => return store_failed(&error),
        },
    };
    let RequestPasses { current, previous, .. } = server.passes(&headers);
    let person = |pass: &Option<Pass>| pass.as_ref().map(Pass::identity);
    let same = offered.is_some() && person(&offered) == person(&current);
    let name = |pass: Option<Pass>| pass.map(|pass| pass.name);
    json(&wire::PassNames { current: name(current), previous: name(previous), offered: name(offered), same })
}

/// Redeems a code on the other device. The pass that this device had is kept beside the new one.
async fn redeem_pass((State(server), ConnectInfo(peer), headers, body): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_pass_change(&server, peer, &headers) {
        return response;
    }
    let redeemed = match wire::read::<wire::PassTransfer>(&body) {
        Ok(transfer) => server.redeem_pass(&transfer.word).await,
        Err(_) => Ok(None),
    };
    let pass = match redeemed {
        Ok(Some(pass)) => pass,
        Ok(None) => return plain_text(StatusCode::NOT_FOUND, "This link has been used or has expired.\n"),
        Err(error) => return store_failed(&error),
    };
    let other = server.passes(&headers).current.filter(|own| own.identity() != pass.identity());
    let mut response = with_pass(&server, &headers, pass);
    if other.is_some() {
        server.set_pass(&headers, &mut response, PassSlot::Previous, other);
    }
    response
}

/// Goes back to the previous pass of this device.
async fn go_back((State(server), _, headers, _): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_request(&server, &headers) {
        return response;
    }
    let RequestPasses { current, previous, .. } = server.passes(&headers);
    let Some(previous) = previous else {
        return plain_text(StatusCode::NOT_FOUND, "This device has no other pass.\n");
    };
    let mut response = with_pass(&server, &headers, previous);
    server.set_pass(&headers, &mut response, PassSlot::Previous, current);
    response
}

/// Makes all other passes of this person invalid.
async fn sign_out_others((State(server), ConnectInfo(peer), headers, _): ApiRequest) -> Response<Body> {
    if let Some(response) = refuse_pass_change(&server, peer, &headers) {
        return response;
    }
    let Some(pass) = server.passes(&headers).current else { return no_pass() };
    match server.sign_out_others(pass).await {
        Ok(Some(pass)) => with_pass(&server, &headers, pass),
        Ok(None) => plain_text(StatusCode::CONFLICT, "This was not possible. Try again.\n"),
        Err(error) => store_failed(&error),
    }
}

async fn health(State(server): State<Arc<ServerState>>) -> Response<Body> {
    match server.health().await {
        Health::Ready => plain_text(StatusCode::OK, "ready\n"),
        Health::Draining => plain_text(StatusCode::SERVICE_UNAVAILABLE, "draining\n"),
        Health::NoLease => plain_text(StatusCode::SERVICE_UNAVAILABLE, "no lease\n"),
        Health::NoStore(error) => plain_text(StatusCode::SERVICE_UNAVAILABLE, format!("no store: {error}\n")),
        Health::NoAnswer => plain_text(StatusCode::SERVICE_UNAVAILABLE, "no store: it does not answer\n"),
    }
}

async fn metrics(State(server): State<Arc<ServerState>>) -> Response<Body> {
    let mut response =
        Response::new(Body::from(server.metrics.text(&server.lease, server.connections.count())));
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

fn with_pass(server: &ServerState, headers: &HeaderMap, pass: Pass) -> Response<Body> {
    let mut response = json(&wire::GuestName { name: pass.name.clone() });
    server.set_pass(headers, &mut response, PassSlot::Current, Some(pass));
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
