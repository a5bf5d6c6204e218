use std::net::IpAddr;
use std::time::Duration;

use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, HeaderValue, SET_COOKIE};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use wire::{BasePath, GUEST_PATH, GuestName, Name, PROTOCOL, TableId, socket_path};

use crate::error::{MAX_WAIT, in_time};
use crate::stream::{self, Stream, Trust};
use crate::{Socket, TransportError};

/// The largest head of an HTTP answer, in bytes.
const MAX_HEAD: usize = 16 * 1024;
/// The most header lines of an HTTP answer.
const MAX_HEADERS: usize = 64;
/// The longest message of a server, in bytes. The server itself buffers no more than half of this.
const MAX_MESSAGE: usize = 2 * 1024 * 1024;

/// The address of a server.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Name and port, as in `cards.example:7878`. The default port is left out, as in the address of a page.
    host: String,
    /// The path of the server on that host.
    base: BasePath,
    /// Which certificates are trusted, if the connection is by TLS.
    trust: Option<Trust>,
    /// The address of this computer to connect from, if it matters.
    local: Option<IpAddr>,
    /// How long an answer may take.
    max_wait: Duration,
}

impl Endpoint {
    /// The server of a link.
    pub fn from_link(link: &str) -> Result<Endpoint, TransportError> {
        let bad = || TransportError::BadLink(link.to_owned());
        let link = link.trim();
        let (rest, trust) = match link.strip_prefix("https://") {
            Some(rest) => (rest, Some(Trust::System)),
            None => (link.strip_prefix("http://").ok_or_else(bad)?, None),
        };
        let page = rest.split(['#', '?']).next().unwrap_or_default();
        let (host, path) = page.find('/').map_or((page, "/"), |at| page.split_at(at));
        // A page may have a name, such as `index.html`.
        let folder = path.rsplit_once('/').filter(|(_, page)| page.contains('.'));
        let base = folder.map_or(path.to_owned(), |(folder, _)| format!("{folder}/"));
        let fits = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(fits) {
            return Err(bad());
        }
        let base = base.parse().map_err(|_| bad())?;
        Ok(Endpoint { host: host.to_owned(), base, trust, local: None, max_wait: MAX_WAIT })
    }

    /// The same server, with this as the only trusted certificate.
    #[must_use]
    pub fn trusting(self, certificate: Vec<u8>) -> Endpoint {
        Endpoint { trust: Some(Trust::Only(certificate)), ..self }
    }

    /// The same server, for connections from this address of this computer.
    #[must_use]
    pub fn from_local(self, local: IpAddr) -> Endpoint {
        Endpoint { local: Some(local), ..self }
    }

    /// The link to the server.
    #[must_use]
    pub fn link(&self) -> String {
        format!("http{}://{}/", if self.trust.is_some() { "s" } else { "" }, self.host)
    }

    /// Name and port of the server.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The link to a table on this server.
    #[must_use]
    pub fn link_to(&self, table: TableId) -> String {
        let scheme = if self.trust.is_some() { "https" } else { "http" };
        format!("{scheme}://{}{}#table/{table}", self.host, self.base)
    }

    /// The server as part of a file name: scheme, name, port and path. What belongs to
    /// `https://cards.example` must not be sent to `http://cards.example`, where everybody on the way can
    /// read it.
    #[must_use]
    pub fn file_name(&self) -> String {
        let scheme = if self.trust.is_some() { "https" } else { "http" };
        // No host contains a `+`.
        let path = self.base.as_str().trim_end_matches('/').replace('/', "+");
        format!("{scheme}_{}{path}", self.host_file_name())
    }

    /// The name and port as part of a file name.
    #[must_use]
    pub fn host_file_name(&self) -> String {
        self.host.replace([':', '[', ']'], "_")
    }

    /// Whether nobody outside of the local network can read what is sent: the connection is by TLS, or to an
    /// address of this computer or a private network.
    #[must_use]
    pub fn is_private(&self) -> bool {
        let name = self.host.rsplit_once(':').map_or(self.host.as_str(), |(name, _)| name);
        let address = |text: &str| text.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        self.trust.is_some()
            || name == "localhost"
            || address(name).or_else(|| address(&self.host)).is_some_and(|address| match address {
                IpAddr::V4(address) => {
                    address.is_loopback() || address.is_private() || address.is_link_local()
                }
                IpAddr::V6(address) => {
                    address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
                }
            })
    }

    /// Requests a pass with this name. An existing pass is kept; only its name changes.
    pub async fn request_pass(&self, name: &Name, pass: Option<&str>) -> Result<String, TransportError> {
        let body = wire::write(&GuestName { name: name.clone() })?;
        let mut request = Request::post(self.base.join(GUEST_PATH)).header(HOST, &self.host);
        request = request.header(CONTENT_TYPE, "application/json");
        if let Some(pass) = pass {
            request = request.header(COOKIE, self.cookie(pass)?);
        }
        let request = request.body(body).map_err(|_| TransportError::BadLink(self.host.clone()))?;
        let answer = in_time(self.max_wait, async {
            let mut http = http1::Builder::new();
            http.max_header_size(MAX_HEAD).max_headers(MAX_HEADERS);
            let (mut sender, connection) = http.handshake(TokioIo::new(self.stream().await?)).await?;
            let (mut answer, mut connection) =
                (std::pin::pin!(sender.send_request(request)), std::pin::pin!(connection));
            Ok(tokio::select! {
                answer = &mut answer => answer?,
                // If the connection has ended, the response has arrived or is an error.
                _ = &mut connection => answer.await?,
            })
        });
        // Only the head of the response matters; the body is not read.
        let answer = answer.await?;
        if answer.status() != StatusCode::OK {
            return Err(TransportError::Refused(answer.status().as_u16()));
        }
        let cookies =
            answer.headers().get_all(SET_COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.filter_map(|value| value.split(';').next()?.split_once('='));
        let pass = pairs.find_map(|(name, pass)| {
            [true, false]
                .map(|is_secure| self.base.cookie(is_secure))
                .contains(&name.to_owned())
                .then(|| pass.to_owned())
        });
        pass.ok_or(TransportError::Unreadable)
    }

    /// Opens a socket with a pass.
    pub async fn connect(&self, pass: &str) -> Result<Socket, TransportError> {
        let path = self.base.join(&socket_path(PROTOCOL));
        let request = format!("ws://{}{path}", self.host).into_client_request();
        let mut request = request.map_err(|_| TransportError::BadLink(self.host.clone()))?;
        request.headers_mut().insert(COOKIE, self.cookie(pass)?);
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(4 * 1024)
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        in_time(self.max_wait, async {
            let stream = self.stream().await?;
            let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
            Ok(Socket::new(stream))
        })
        .await
    }

    fn cookie(&self, pass: &str) -> Result<HeaderValue, TransportError> {
        let cookie = format!("{}={pass}", self.base.cookie(false));
        HeaderValue::from_str(&cookie).map_err(|_| TransportError::Unreadable)
    }

    async fn stream(&self) -> Result<Stream, TransportError> {
        Ok(stream::open(&self.host, self.trust.as_ref(), self.local).await?)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::Endpoint;
    use crate::TransportError;

    #[test]
    fn a_link_leads_to_a_server() {
        let host = |link: &str| Endpoint::from_link(link).map(|endpoint| endpoint.host).ok();
        assert_eq!(host("http://127.0.0.1:7878/#table/x").as_deref(), Some("127.0.0.1:7878"));
        assert_eq!(host("http://cards.example#table/x").as_deref(), Some("cards.example"));
        assert_eq!(host("https://cards.example/#table/x").as_deref(), Some("cards.example"));
        assert_eq!(host("http://[::1]:7/").as_deref(), Some("[::1]:7"));
        let link_to = |link: &str| {
            let table = "aaaaaaaaaaaaaaaaaaaa".parse().unwrap();
            Endpoint::from_link(link).unwrap().link_to(table).replace("aaaaaaaaaaaaaaaaaaaa", "x")
        };
        for (link, same) in [
            ("http://a.example", "http://a.example/#table/x"),
            ("http://a.example/index.html#table/y", "http://a.example/#table/x"),
            ("https://a.example/cards/#table/y", "https://a.example/cards/#table/x"),
            ("https://a.example/games/cards?b=c/d#table/y", "https://a.example/games/cards/#table/x"),
        ] {
            assert_eq!(link_to(link), same);
        }
        for link in [
            "",
            "cards.example",
            "http://a.example/%41/",
            "http://a.example/a b/",
            "ftp://cards.example/",
            "http://",
            "http://a b/",
            "http://a\r\nb/",
        ] {
            assert_eq!(host(link), None, "{link}");
        }
    }

    #[test]
    fn origins_have_different_files() {
        let file = |link: &str| Endpoint::from_link(link).unwrap().file_name();
        let links =
            ["http://a.example/", "https://a.example/", "https://a.example:8443/", "https://a.example/b/c/"];
        let names = ["http_a.example", "https_a.example", "https_a.example_8443", "https_a.example+b+c"];
        assert_eq!(links.map(file), names);
        let is_private = |link: &str| Endpoint::from_link(link).unwrap().is_private();
        for link in ["https://a.example/", "http://127.0.0.1:7878/", "http://192.168.1.5/", "http://[::1]:7/"]
        {
            assert!(is_private(link), "{link}");
        }
        for link in ["http://a.example/", "http://192.0.2.7:7878/", "http://[2001:db8::1]/"] {
            assert!(!is_private(link), "{link}");
        }
    }

    /// Requests a pass from a server that sends `head`, and then `filler` until the connection is closed.
    /// Returns the request that the server got, and the result.
    async fn request(
        head: &'static str,
        filler: &'static str,
        pass: Option<&str>,
    ) -> (String, Result<String, TransportError>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = Endpoint::from_link(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 4096];
            let length = stream.read(&mut request).await.unwrap();
            request.truncate(length);
            stream.write_all(head.as_bytes()).await.unwrap();
            while !filler.is_empty() && stream.write_all(filler.as_bytes()).await.is_ok() {}
            String::from_utf8(request).unwrap()
        });
        let answer = endpoint.request_pass(&"Zoë".parse().unwrap(), pass).await;
        (server.await.unwrap(), answer)
    }

    #[tokio::test]
    async fn a_pass_is_the_cookie_of_a_response() {
        let head = "HTTP/1.1 200 OK\r\nset-cookie: other=1\r\nSet-Cookie: cardroom=abc; Path=/\r\n\r\n";
        let (request, pass) = request(head, "", Some("old")).await;
        assert_eq!(pass.unwrap(), "abc");
        assert!(request.starts_with("POST /api/guest HTTP/1.1\r\n"), "{request}");
        assert!(request.contains("cookie: cardroom=old\r\n"), "{request}");
        assert!(request.ends_with("\r\n\r\n{\"name\":\"Zoë\"}"), "{request}");
    }

    #[tokio::test]
    async fn responses_without_a_pass_are_errors() {
        let refused = request("HTTP/1.1 429 Too Many Requests\r\n\r\n", "", None).await.1;
        assert!(matches!(refused, Err(TransportError::Refused(429))), "{refused:?}");
        let page = request("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi", "", None).await.1;
        assert!(matches!(page, Err(TransportError::Unreadable)), "{page:?}");
        let other = request("SSH-2.0-OpenSSH\r\n\r\n", "", None).await.1;
        assert!(matches!(other, Err(TransportError::Unreadable)), "{other:?}");
        let nothing = request("", "", None).await.1;
        assert!(matches!(nothing, Err(TransportError::Unreachable(_))), "{nothing:?}");
        let odd = Endpoint::from_link("http://127.0.0.1:1/").unwrap().connect("a\nb").await;
        assert!(matches!(odd, Err(TransportError::Unreadable)));
    }

    #[tokio::test]
    async fn an_endless_response_is_not_read_completely() {
        let head =
            request("HTTP/1.1 200 OK\r\n", "x-more: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", None).await.1;
        assert!(matches!(head, Err(TransportError::Unreadable)), "{head:?}");
        let line =
            request("HTTP/1.1 200 OK\r\nx: ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", None).await.1;
        assert!(matches!(line, Err(TransportError::Unreadable)), "{line:?}");
        let head = "HTTP/1.1 200 OK\r\nset-cookie: cardroom=abc\r\n\r\n";
        assert_eq!(request(head, "a body that never ends", None).await.1.unwrap(), "abc");
    }

    #[tokio::test]
    async fn a_silent_server_times_out() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = Endpoint::from_link(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
        let endpoint = Endpoint { max_wait: Duration::from_millis(20), ..endpoint };
        let pass = endpoint.request_pass(&"Anna".parse().unwrap(), None).await;
        assert!(matches!(pass, Err(TransportError::TimedOut)), "{pass:?}");
        assert!(matches!(endpoint.connect("abc").await, Err(TransportError::TimedOut)));
    }
}
