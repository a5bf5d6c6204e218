//! HTTP responses for the files of the browser app.

use std::fs;
use std::path::PathBuf;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use server::{CONTENT_SECURITY_POLICY, Site, site_router};
use tower::ServiceExt;

const SCRIPT: &str = "/boot-0123456789abcdef.js";

/// A folder with a small app.
fn app(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [
        ("index.html", "<p>page</p>"),
        ("sw.js", "worker"),
        ("boot-0123456789abcdef.js", "script"),
        ("boot-0123456789abcdef.js.br", "squeezed"),
    ] {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

async fn ask(
    router: &Router,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
) -> (StatusCode, HeaderMap, Bytes) {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).expect("a request");
    let response = router.clone().oneshot(request).await.expect("an answer");
    let (parts, body) = response.into_parts();
    (parts.status, parts.headers, to_bytes(body, 1 << 20).await.expect("a body"))
}

#[tokio::test]
async fn the_page_is_revalidated_on_every_request() {
    let router = site_router(Site::from_folder(&app("page")).expect("a site"));
    for path in ["/", "/index.html", "/?deal=v1:42"] {
        let (status, headers, body) = ask(&router, Method::GET, path, &[]).await;
        assert_eq!((status, &body[..]), (StatusCode::OK, &b"<p>page</p>"[..]), "{path}");
        assert_eq!(headers["cache-control"], "no-cache");
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        let tag = headers["etag"].to_str().expect("a tag");
        let (status, _, body) = ask(&router, Method::GET, path, &[("if-none-match", tag)]).await;
        assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0));
    }
    assert_eq!(ask(&router, Method::GET, "/sw.js", &[]).await.1["cache-control"], "no-cache");
}

#[tokio::test]
async fn a_hashed_file_is_cached_forever_and_compressed_if_accepted() {
    let router = site_router(Site::from_folder(&app("hashed")).expect("a site"));
    let (_, headers, body) = ask(&router, Method::GET, SCRIPT, &[]).await;
    assert_eq!(&body[..], b"script");
    assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(headers["vary"], "accept-encoding");
    assert!(!headers.contains_key("content-encoding"));

    let (_, headers, body) = ask(&router, Method::GET, SCRIPT, &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(&body[..], b"squeezed");
    assert_eq!(headers["content-encoding"], "br");
    assert_eq!(headers["content-type"], "text/javascript; charset=utf-8");
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let router = site_router(Site::from_folder(&app("guarded")).expect("a site"));
    for path in ["/", SCRIPT, "/nothing", "/../Cargo.toml", "/boot-0123456789abcdef.js.br"] {
        let (_, headers, _) = ask(&router, Method::GET, path, &[]).await;
        assert_eq!(headers["content-security-policy"], CONTENT_SECURITY_POLICY, "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin", "{path}");
        assert_eq!(headers["cross-origin-embedder-policy"], "require-corp", "{path}");
    }
    assert!(!CONTENT_SECURITY_POLICY.contains("unsafe-inline"));
}

#[tokio::test]
async fn missing_files_are_not_found() {
    let router = site_router(Site::from_folder(&app("not-there")).expect("a site"));
    for path in
        ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/index.html/", "/sw.js.br"]
    {
        assert_eq!(ask(&router, Method::GET, path, &[]).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let (status, headers, _) = ask(&router, Method::POST, "/", &[]).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(headers["allow"], "GET, HEAD");
}

#[tokio::test]
async fn without_the_app_a_page_says_how_to_build_it() {
    let (status, _, body) = ask(&site_router(Site::built_in()), Method::GET, "/", &[]).await;
    assert_eq!(status, StatusCode::OK);
    let page = String::from_utf8_lossy(&body);
    // The app may be embedded in the build under test.
    assert!(page.contains("cargo xtask run") || page.contains("modulepreload"));
}

#[test]
fn a_folder_without_the_app_is_refused() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("empty");
    fs::create_dir_all(&folder).expect("a folder");
    assert_eq!(Site::from_folder(&folder).expect_err("no page").to_string(), "there is no index.html");
    assert!(Site::from_folder(&folder.join("nowhere")).is_err());
}

/// The examples of proxies do not pass on what is for operators only.
#[test]
fn proxies_block_internal_paths() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (caddy, nginx) = (read("deploy/Caddyfile"), read("deploy/nginx.conf"));
    let blocked = caddy.lines().find_map(|line| line.trim().strip_prefix("@internal path ")).unwrap();
    assert!(caddy.contains("respond @internal 404"), "{caddy}");
    for path in server::INTERNAL_PATHS {
        assert!(blocked.split(' ').any(|other| other == path), "{path}");
        assert!(nginx.contains(&format!("location = {path} {{ return 404; }}")), "{path}");
    }
}
