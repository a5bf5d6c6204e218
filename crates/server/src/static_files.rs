use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Response, StatusCode};

use crate::Site;

/// The content security policy of every page: only scripts, WebAssembly and requests of this site.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Headers of every response.
const SECURITY_HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    // A page with these two headers may share memory with its worker, and so cancel a search.
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// For file names that contain a hash of the content.
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";
/// For fixed file names: revalidate on every request.
const REVALIDATE: &str = "no-cache";

/// The routes of a site's static files.
pub fn site_router(site: Site) -> Router {
    Router::new().fallback(serve_file).with_state(Arc::new(site))
}

async fn serve_file(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    with_security_headers(match *request.method() {
        Method::GET | Method::HEAD => file_response(&site, request.uri().path(), request.headers()),
        _ => {
            let mut response = plain_text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are allowed.\n");
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            response
        }
    })
}

/// Adds the headers of every response.
pub(crate) fn with_security_headers(mut response: Response<Body>) -> Response<Body> {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn file_response(site: &Site, path: &str, asked: &HeaderMap) -> Response<Body> {
    let Some((name, file)) = site.file(path) else {
        return plain_text(StatusCode::NOT_FOUND, "Not found.\n");
    };
    let brotli = file.brotli.as_ref().filter(|_| takes_brotli(asked));
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let keep = if is_hashed(name) { CACHE_FOREVER } else { REVALIDATE };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        headers.insert(header::ETAG, tag);
    }
    if brotli.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    if is_cached(asked, &file.tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Body::from(brotli.unwrap_or(&file.plain).clone());
    }
    response
}

pub(crate) fn plain_text(status: StatusCode, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}

/// Whether a name ends in the hash of the file's content, as in `style-0123456789abcdef.css`.
fn is_hashed(name: &str) -> bool {
    let hash = name.rsplit_once('.').and_then(|(stem, _)| stem.rsplit_once('-')).map_or("", |(_, hash)| hash);
    hash.len() == 16 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The items of a comma-separated header.
fn list(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Whether the browser accepts Brotli. A weight of zero means that it does not.
fn takes_brotli(asked: &HeaderMap) -> bool {
    list(asked, header::ACCEPT_ENCODING).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let never = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("br") && !never
    })
}

/// Whether the browser already has the content with this entity tag.
fn is_cached(asked: &HeaderMap, tag: &str) -> bool {
    list(asked, header::IF_NONE_MATCH).any(|known| known.trim_start_matches("W/") == tag || known == "*")
}

#[cfg(test)]
mod tests {
    use super::{is_hashed, takes_brotli};
    use axum::http::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};

    #[test]
    fn hashed_names_are_recognized() {
        assert!(is_hashed("style-0123456789abcdef.css"));
        assert!(is_hashed("icon-180-0123456789abcdef.png"));
        for name in
            ["index.html", "sw.js", "icon-180.png", "style-0123456789abcde.css", "0123456789abcdef.css"]
        {
            assert!(!is_hashed(name), "{name}");
        }
    }

    #[test]
    fn brotli_is_sent_if_accepted() {
        let takes = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(value));
            takes_brotli(&headers)
        };
        assert!(takes("gzip, deflate, br, zstd") && takes("br;q=0.5, gzip") && takes("BR"));
        assert!(
            !takes("gzip") && !takes("br;q=0, gzip") && !takes("brotli") && !takes_brotli(&HeaderMap::new())
        );
    }
}
