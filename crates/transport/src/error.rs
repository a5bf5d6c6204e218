use std::time::Duration;

use tokio_tungstenite::tungstenite;

/// How long a server may take to answer a request or to open or close a socket.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(10);

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The link leads to no server.
    #[error("`{0}` is not a link to a server: it must start with https:// or http://")]
    BadLink(String),
    /// The server cannot be reached, or the connection has broken.
    #[error("the server cannot be reached: {0}")]
    Unreachable(#[from] std::io::Error),
    /// The server does not answer in time.
    #[error("the server does not answer")]
    TimedOut,
    /// The server has refused the request with this HTTP status.
    #[error("the server answered {0}")]
    Refused(u16),
    /// The server has closed the connection with this code.
    #[error("the connection was closed ({0})")]
    Closed(u16),
    /// The response or message is not of this protocol.
    #[error("the server sent something unreadable: it may have another version")]
    Unreadable,
    /// A message cannot be written as text.
    #[error(transparent)]
    Unwritable(#[from] wire::Unwritable),
}

impl From<tungstenite::Error> for TransportError {
    fn from(error: tungstenite::Error) -> TransportError {
        use tungstenite::Error;
        match error {
            Error::Io(error) => TransportError::Unreachable(error),
            Error::Http(response) => TransportError::Refused(response.status().as_u16()),
            Error::ConnectionClosed | Error::AlreadyClosed => TransportError::Closed(1006),
            error => TransportError::Unreachable(std::io::Error::other(error)),
        }
    }
}

impl From<hyper::Error> for TransportError {
    fn from(error: hyper::Error) -> TransportError {
        match error.is_parse() {
            true => TransportError::Unreadable,
            false => TransportError::Unreachable(std::io::Error::other(error)),
        }
    }
}

/// Fails with [`TransportError::TimedOut`] after `max_wait`.
pub(crate) async fn in_time<T>(
    max_wait: Duration,
    answer: impl Future<Output = Result<T, TransportError>>,
) -> Result<T, TransportError> {
    tokio::time::timeout(max_wait, answer).await.unwrap_or(Err(TransportError::TimedOut))
}
