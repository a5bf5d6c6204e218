//! The other end: how a program comes to a card room. The terminal does so, and so do tests.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use wire::{GUEST, Guest, Name, SOCKET, TableId, ToClient, ToServer};

use crate::phone_line::{Line, Trust};

/// How long a server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a card room is.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Name and port, as in `cards.example:7878`. The port that goes without saying is left out, as in the address of a page.
    host: String,
    /// Whose certificates are believed, where the connection is by TLS.
    trust: Option<Trust>,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The link leads to no server.
    #[error("`{0}` is no link to a card room: it begins with https:// or http://")]
    Link(String),
    /// The server is not there, or the connection has broken.
    #[error("the card room cannot be reached: {0}")]
    Unreachable(#[from] std::io::Error),
    /// The server does not answer in time.
    #[error("the card room does not answer")]
    Silent,
    /// The server does not want us.
    #[error("the card room answered {0}")]
    Refused(u16),
    /// The connection was closed, with this code.
    #[error("the connection was closed ({0})")]
    Closed(u16),
    /// What came is no message.
    #[error("the card room speaks another language: is it of another version?")]
    Unreadable,
    /// What is to be said cannot be written.
    #[error(transparent)]
    Unwritable(#[from] wire::Unwritable),
}

impl Callee {
    /// The card room that a link leads to.
    pub fn from_link(link: &str) -> Result<Callee, CallError> {
        let bad = || CallError::Link(link.to_owned());
        let link = link.trim();
        let (rest, trust) = match link.strip_prefix("https://") {
            Some(rest) => (rest, Some(Trust::System)),
            None => (link.strip_prefix("http://").ok_or_else(bad)?, None),
        };
        let host = rest.split(['/', '#', '?']).next().unwrap_or_default();
        let fits = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(fits) {
            return Err(bad());
        }
        Ok(Callee { host: host.to_owned(), trust })
    }

    /// The same card room, of which this certificate is believed and no other.
    #[must_use]
    pub fn trusting(self, certificate: Vec<u8>) -> Callee {
        Callee { trust: Some(Trust::Only(certificate)), ..self }
    }

    /// The link to a table there, for friends.
    #[must_use]
    pub fn link_to(&self, table: TableId) -> String {
        format!("http{}://{}/#table/{table}", if self.trust.is_some() { "s" } else { "" }, self.host)
    }

    /// A name that a file can have.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.host.replace([':', '[', ']'], "_")
    }

    /// Asks for a pass, or for another name on the one that there is: the text of a cookie.
    pub async fn pass(&self, name: &Name, cookie: Option<&str>) -> Result<String, CallError> {
        let cookie = cookie.map_or_else(String::new, |cookie| format!("Cookie: cardroom={cookie}\r\n"));
        let body = wire::write(&Guest { name: name.clone() })?;
        let request = format!(
            "POST {GUEST} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{cookie}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.host,
            body.len()
        );
        let answer = within(async {
            let mut stream = self.stream().await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.take(64 * 1024).read_to_end(&mut answer).await?;
            Ok(answer)
        });
        let answer = String::from_utf8(answer.await?).map_err(|_| CallError::Unreadable)?;
        let mut lines = answer.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        match status {
            Some(200) => {}
            Some(status) => return Err(CallError::Refused(status)),
            None => return Err(CallError::Unreadable),
        }
        let cookies = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(": "));
        let mut cookies = cookies.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let cookie = cookies.find_map(|(_, value)| value.split(';').next()?.strip_prefix("cardroom="));
        cookie.map(str::to_owned).ok_or(CallError::Unreadable)
    }

    /// Connects with a pass.
    pub async fn call(&self, cookie: &str) -> Result<Call, CallError> {
        let request = format!("ws://{}{SOCKET}", self.host).into_client_request();
        let mut request = request.map_err(|_| CallError::Link(self.host.clone()))?;
        let cookie =
            HeaderValue::from_str(&format!("cardroom={cookie}")).map_err(|_| CallError::Unreadable)?;
        request.headers_mut().insert("cookie", cookie);
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(4 * 1024);
        within(async {
            let stream = self.stream().await?;
            match client_async_with_config(request, stream, Some(config)).await {
                Ok((socket, _)) => Ok(Call { socket }),
                Err(Error::Http(response)) => Err(CallError::Refused(response.status().as_u16())),
                Err(error) => Err(broken(error)),
            }
        })
        .await
    }

    async fn stream(&self) -> Result<Line, CallError> {
        Ok(crate::phone_line::open(&self.host, self.trust.as_ref()).await?)
    }
}

/// A connection to a card room.
pub struct Call {
    socket: WebSocketStream<Line>,
}

impl Call {
    /// Says something.
    pub async fn say(&mut self, message: &ToServer) -> Result<(), CallError> {
        self.send(Message::Text(wire::write(message)?.into())).await
    }

    /// Sends anything, for tests.
    pub async fn send(&mut self, message: Message) -> Result<(), CallError> {
        self.socket.send(message).await.map_err(broken)
    }

    /// The next message, when it comes.
    pub async fn hear(&mut self) -> Result<ToClient, CallError> {
        wire::read(self.hear_text().await?.as_bytes()).map_err(|_| CallError::Unreadable)
    }

    /// The next message as it was sent.
    pub async fn hear_text(&mut self) -> Result<String, CallError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(CallError::Closed(frame.map_or(1005, |frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(broken(error)),
                None => return Err(CallError::Closed(1006)),
            }
        }
    }

    /// Ends the connection as one should.
    pub async fn close(mut self) {
        let _ = within(async { self.socket.close(None).await.map_err(broken) }).await;
    }
}

async fn within<T>(act: impl Future<Output = Result<T, CallError>>) -> Result<T, CallError> {
    tokio::time::timeout(PATIENCE, act).await.unwrap_or(Err(CallError::Silent))
}

fn broken(error: Error) -> CallError {
    match error {
        Error::Io(error) => CallError::Unreachable(error),
        Error::ConnectionClosed | Error::AlreadyClosed => CallError::Closed(1006),
        error => CallError::Unreachable(std::io::Error::other(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::Callee;

    #[test]
    fn a_link_leads_to_a_server() {
        let host = |link: &str| Callee::from_link(link).map(|callee| callee.host).ok();
        assert_eq!(host("http://127.0.0.1:7878/#table/x").as_deref(), Some("127.0.0.1:7878"));
        assert_eq!(host("http://cards.example#table/x").as_deref(), Some("cards.example"));
        assert_eq!(host("https://cards.example/#table/x").as_deref(), Some("cards.example"));
        assert_eq!(host("http://[::1]:7/").as_deref(), Some("[::1]:7"));
        for link in ["", "cards.example", "ftp://cards.example/", "http://", "http://a b/", "http://a\r\nb/"]
        {
            assert_eq!(host(link), None, "{link}");
        }
    }
}
