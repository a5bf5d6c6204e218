//! The origin of a request, and whether pages of that origin may make it.

use std::net::IpAddr;

use axum::http::header::{self, HeaderMap, HeaderName};
use wire::TableId;

use crate::ServerState;
use crate::connections::network;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// The longest host name that DNS allows, with a port.
const MAX_HOST_BYTES: usize = 253 + ":65535".len();

/// The last item of the last line of a header, which our proxy has added. A client can forge the lines and
/// items before it.
fn last(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let line = headers.get_all(name).into_iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next().map(str::trim)
}

/// Whether a text can be a host name or address, with or without a port.
fn is_host(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    (1..=MAX_HOST_BYTES).contains(&text.len()) && text.bytes().all(is_allowed)
}

impl ServerState {
    /// The address of the client, or the network that counts as one address.
    pub(crate) fn address(&self, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
        let forwarded = last(headers, FORWARDED_FOR).filter(|_| self.trust_proxy);
        network(forwarded.and_then(|address| address.parse().ok()).unwrap_or(peer))
    }

    /// Whether the browser is connected by TLS.
    pub(crate) fn is_secure(&self, headers: &HeaderMap) -> bool {
        let forwarded = last(headers, FORWARDED_PROTO).filter(|_| self.trust_proxy);
        self.secure || forwarded.is_some_and(|proto| proto.eq_ignore_ascii_case("https"))
    }

    /// Whether the request comes from an allowed page. Programs other than browsers send no origin,
    /// and no cookie unless they mean to.
    pub(crate) fn is_allowed_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        self.site(headers).is_some_and(|site| origin == site)
            || self.origins.iter().any(|other| other == origin)
    }

    /// The origin under which the browser knows this server, such as `https://cards.example`. Most proxies pass
    /// `Host` on, and some also pass on an `X-Forwarded-Host` that a client has made up.
    pub(crate) fn site(&self, headers: &HeaderMap) -> Option<String> {
        let host = last(headers, FORWARDED_HOST).filter(|_| self.trust_forwarded_host);
        let host = host.or_else(|| headers.get(header::HOST)?.to_str().ok()).filter(|host| is_host(host))?;
        let scheme = if self.is_secure(headers) { "https" } else { "http" };
        Some(format!("{scheme}://{host}"))
    }

    /// The link to a table, as the browser knows it.
    pub(crate) fn table_link(&self, headers: &HeaderMap, table: TableId) -> Option<String> {
        Some(format!("{}{}#table/{table}", self.site(headers)?, self.base))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::http::header::{HeaderMap, HeaderName, HeaderValue};

    use crate::store::MemoryStore;
    use crate::{ServerOptions, ServerState};

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        list.iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    async fn server(options: ServerOptions) -> Arc<ServerState> {
        ServerState::new(Arc::new(MemoryStore::default()), options).await.unwrap()
    }

    #[tokio::test]
    async fn only_allowed_origins_may_connect() {
        let origins = vec!["https://cards.example".to_owned()];
        let server = server(ServerOptions { origins, ..ServerOptions::default() }).await;
        let ours =
            |origin| server.is_allowed_origin(&headers(&[("host", "localhost:7878"), ("origin", origin)]));
        assert!(ours("http://localhost:7878") && ours("https://cards.example"));
        for origin in [
            "null",
            "",
            "http://localhost",
            "https://localhost:7878",
            "http://localhost:78789",
            "http://evil.example",
            "http://localhost:7878.evil.example",
            "https://cards.example.evil.example",
            "HTTP://LOCALHOST:7878",
        ] {
            assert!(!ours(origin), "{origin}");
        }
        assert!(
            server.is_allowed_origin(&headers(&[("host", "localhost:7878")])),
            "programs other than browsers send no origin"
        );
        assert!(!server.is_allowed_origin(&headers(&[("origin", "http://localhost:7878")])), "no host");
    }

    #[tokio::test]
    async fn proxy_headers_are_trusted_only_if_configured() {
        let peer = "10.0.0.1".parse().unwrap();
        let forwarded = headers(&[
            ("host", "inside:1"),
            ("x-forwarded-host", "cards.example"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-for", "6.6.6.6, 192.0.2.7"),
            ("origin", "https://cards.example"),
        ]);
        let careful = server(ServerOptions::default()).await;
        assert_eq!(careful.address(&forwarded, peer), peer);
        assert!(!careful.is_allowed_origin(&forwarded) && !careful.is_secure(&forwarded));
        let trusting = server(ServerOptions { trust_proxy: true, ..ServerOptions::default() }).await;
        assert_eq!(trusting.address(&forwarded, peer).to_string(), "192.0.2.7");
        assert!(trusting.is_secure(&forwarded));
        assert!(!trusting.is_allowed_origin(&forwarded), "the name of the host needs its own option");
        let options =
            ServerOptions { trust_proxy: true, trust_forwarded_host: true, ..ServerOptions::default() };
        assert!(server(options).await.is_allowed_origin(&forwarded));
    }

    /// A proxy may add a line instead of extending the one that the client has sent.
    #[tokio::test]
    async fn the_last_line_of_a_header_counts() {
        let trusting = server(ServerOptions { trust_proxy: true, ..ServerOptions::default() }).await;
        let peer = "10.0.0.1".parse().unwrap();
        let mut forwarded = headers(&[("x-forwarded-for", "6.6.6.6"), ("x-forwarded-proto", "https")]);
        forwarded.append("x-forwarded-for", HeaderValue::from_static("6.6.6.7, 192.0.2.7"));
        forwarded.append("x-forwarded-proto", HeaderValue::from_static("http"));
        assert_eq!(trusting.address(&forwarded, peer).to_string(), "192.0.2.7");
        assert!(!trusting.is_secure(&forwarded));
        forwarded.append("x-forwarded-for", HeaderValue::from_static("unknown"));
        assert_eq!(trusting.address(&forwarded, peer), peer, "never an earlier line");
    }

    #[tokio::test]
    async fn a_link_has_the_base_path() {
        let table = "abcdefghjkmnpqrstuvw".parse().unwrap();
        for (base, link) in [
            ("/", "https://cards.example/#table/abcdefghjkmnpqrstuvw"),
            ("/cards", "https://cards.example/cards/#table/abcdefghjkmnpqrstuvw"),
        ] {
            let base = base.parse().unwrap();
            let server = server(ServerOptions { base, secure: true, ..ServerOptions::default() }).await;
            let headers = headers(&[("host", "cards.example")]);
            assert_eq!(server.table_link(&headers, table).as_deref(), Some(link));
        }
    }

    #[tokio::test]
    async fn only_host_names_are_repeated() {
        let server = server(ServerOptions::default()).await;
        let site = |host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("host", HeaderValue::from_str(host).unwrap());
            server.site(&headers)
        };
        assert_eq!(site("[::1]:7878").as_deref(), Some("http://[::1]:7878"));
        assert_eq!(site(&"a".repeat(259)).map(|site| site.len()), Some(266));
        for host in ["", "a b", "a/b", "a#b", "a\"b", &"a".repeat(260)] {
            assert_eq!(site(host), None, "{host}");
        }
    }
}
