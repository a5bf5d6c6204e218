//! The link to a table as a QR code.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Response, StatusCode};
use qrcodegen::{QrCode, QrCodeEcc};
use wire::TableId;

use crate::ServerState;
use crate::static_files::plain_text;

/// The width of the white margin, in modules. Cameras need it.
const EDGE: i32 = 3;
/// How many codes for one address may wait.
const MAX_WAITING: usize = 16;
/// The link of a table depends only on the address of the server.
const A_DAY: &str = "private, max-age=86400";

/// Responds with the QR code of a table. It does not check whether the table exists.
pub(crate) async fn picture(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let table = name.strip_suffix(".svg").and_then(|name| name.parse::<TableId>().ok());
    let link = table.and_then(|table| server.table_link(&headers, table));
    let Some(link) = link else { return plain_text(StatusCode::NOT_FOUND, "Not found.\n") };
    let address_tag = server.signer.address_tag(server.address(&headers, peer.ip()));
    // A code takes about a millisecond.
    let Some(_permit) = server.work_permits.acquire(address_tag, MAX_WAITING).await else {
        return plain_text(StatusCode::TOO_MANY_REQUESTS, "Too many requests from your address.\n");
    };
    let picture = server
        .environment
        .compute(move || QrCode::encode_text(&link, QrCodeEcc::Medium).ok().map(|code| svg(&code)));
    let Some(picture) = picture.await.flatten() else {
        return plain_text(StatusCode::NOT_FOUND, "Not found.\n");
    };
    let mut response = Response::new(Body::from(picture));
    let own = response.headers_mut();
    own.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    own.insert(header::CACHE_CONTROL, HeaderValue::from_static(A_DAY));
    own.insert(header::VARY, HeaderValue::from_static("host"));
    response
}

/// The code in the colours of the cards, as one path: each horizontal run of dark modules is a
/// rectangle.
fn svg(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|x| code.get_module(*x, y)).count() as i32;
            if run > 0 {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + EDGE, y + EDGE);
            }
            x += run.max(1);
        }
    }
    let size = code.size() + 2 * EDGE;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges"><rect width="{size}" height="{size}" rx="2" fill="#fffdf8"/><path fill="#1a1b20" d="{path}"/></svg>"##
    )
}

#[cfg(test)]
mod tests {
    use qrcodegen::{QrCode, QrCodeEcc};

    use super::{EDGE, svg};

    #[test]
    fn the_picture_has_exactly_the_dark_modules() {
        let code =
            QrCode::encode_text("http://127.0.0.1:8080/#table/abcdefghjkmnpqrstuvw", QrCodeEcc::Medium)
                .unwrap();
        let picture = svg(&code);
        let path = picture.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
        let mut dark = 0;
        for run in path.split('M').skip(1) {
            let (x, rest) = run.split_once(' ').unwrap();
            let (y, rest) = rest.split_once('h').unwrap();
            let long: i32 = rest.split('v').next().unwrap().parse().unwrap();
            let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((x..x + long).all(|x| code.get_module(x - EDGE, y - EDGE)));
            dark += long;
        }
        let all = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        assert_eq!(dark, all.filter(|(x, y)| code.get_module(*x, *y)).count() as i32);
    }
}
