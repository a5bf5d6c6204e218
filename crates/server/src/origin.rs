//! Where a request comes from, and whether a page of that origin may make it.

use std::net::IpAddr;

use axum::http::header::{self, HeaderMap, HeaderName};

use crate::House;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// The last of a list: what the proxy before us has added. What stands before it, a client may have made up.
fn last(list: &str) -> &str {
    list.rsplit(',').next().unwrap_or_default().trim()
}

impl House {
    /// The address of the client.
    pub(crate) fn address(&self, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
        let told = text(headers, FORWARDED_FOR).filter(|_| self.trust_proxy);
        told.and_then(|list| last(list).parse().ok()).unwrap_or(peer)
    }

    /// Whether the browser has come by TLS.
    pub(crate) fn is_secure(&self, headers: &HeaderMap) -> bool {
        let told = text(headers, FORWARDED_PROTO).filter(|_| self.trust_proxy);
        self.secure || told.is_some_and(|proto| last(proto).eq_ignore_ascii_case("https"))
    }

    /// Whether a page that makes this request is one of ours. What is no page sends no origin, and no cookie by itself either.
    pub(crate) fn is_ours(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        self.site(headers).is_some_and(|site| origin == site)
            || self.origins.iter().any(|other| other == origin)
    }

    /// The address that a browser has for us: `https://cards.example`.
    pub(crate) fn site(&self, headers: &HeaderMap) -> Option<String> {
        let host = text(headers, FORWARDED_HOST).filter(|_| self.trust_proxy).map(last);
        let host = host.or_else(|| text(headers, header::HOST))?;
        let scheme = if self.is_secure(headers) { "https" } else { "http" };
        Some(format!("{scheme}://{host}"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::http::header::{HeaderMap, HeaderName, HeaderValue};

    use crate::store::Memory;
    use crate::{House, Options};

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        list.iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    async fn house(options: Options) -> Arc<House> {
        House::new(Arc::new(Memory::default()), options).await.unwrap()
    }

    #[tokio::test]
    async fn only_our_own_pages_connect() {
        let origins = vec!["https://cards.example".to_owned()];
        let house = house(Options { origins, ..Options::default() }).await;
        let ours = |origin| house.is_ours(&headers(&[("host", "localhost:7878"), ("origin", origin)]));
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
        assert!(house.is_ours(&headers(&[("host", "localhost:7878")])), "what is no page has no origin");
        assert!(!house.is_ours(&headers(&[("origin", "http://localhost:7878")])), "no host");
    }

    #[tokio::test]
    async fn a_proxy_is_believed_only_when_we_are_told_to() {
        let peer = "10.0.0.1".parse().unwrap();
        let told = headers(&[
            ("host", "inside:1"),
            ("x-forwarded-host", "cards.example"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-for", "6.6.6.6, 192.0.2.7"),
            ("origin", "https://cards.example"),
        ]);
        let careful = house(Options::default()).await;
        assert_eq!(careful.address(&told, peer), peer);
        assert!(!careful.is_ours(&told) && !careful.is_secure(&told));
        let trusting = house(Options { trust_proxy: true, ..Options::default() }).await;
        assert_eq!(trusting.address(&told, peer).to_string(), "192.0.2.7");
        assert!(trusting.is_ours(&told) && trusting.is_secure(&told));
    }
}
