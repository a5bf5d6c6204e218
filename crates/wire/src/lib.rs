//! What clients and the server say to each other: the whole protocol.
//!
//! [`ToServer`] is what a client says, [`ToClient`] what the server says, each a message of JSON in a WebSocket at [`SOCKET`]. Before that, a
//! client is given its pass, a cookie, by posting a [`Guest`] to [`GUEST`].
//!
//! After each change the server sends the whole table as that eye sees it, a [`Seen`] with its version. Whoever comes back, or has missed
//! something, gets the same message. A command carries an id and the version of the table that it was made for: one that is sent again happens once and is
//! answered again, and one that was made for a game that has gone on is refused. So a client resends what was not answered, with the same id.
//!
//! Before a game, everybody adds something to the key that its cards and dice come from, and at the end all of it is shown: [`Fair`] is what a table tells of that, and
//! [`Pledge`] does a client's part.
//!
//! ```
//! use wire::{Act, ToServer, read, write};
//!
//! let said = r#"{"do":{"id":7,"version":12,"act":{"play":"Ah>2"}}}"#;
//! let message: ToServer = read(said.as_bytes())?;
//! assert_eq!(message, ToServer::Do { id: 7, version: 12, act: Act::Play("Ah>2".parse()?) });
//! assert_eq!(write(&message)?, said);
//!
//! assert!(read::<ToServer>(b"[[[[").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fair;
mod guest;
mod name;
mod news;
mod phrase;
mod seen;
mod to_client;
mod to_server;
#[cfg(feature = "trials")]
pub mod trials;
mod why;

pub use fair::{Fair, Pledge, Share};
pub use guest::{Guest, Pass};
pub use name::{BadName, Name};
pub use news::{News, What};
pub use phrase::Phrase;
pub use seen::{Seen, Sitting, Who};
pub use to_client::{Listing, ToClient};
pub use to_server::{Act, NewTable, Plan, ToServer};
pub use why::{NewTableError, Why};

pub use table::fair::{Commitment, Contribution, Void};
pub use table::{ParseTableIdError, TableId};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of the protocol, which the server tells first. A client of another version has to be loaded again.
pub const PROTOCOL: u16 = 3;

/// Where the socket is.
pub const SOCKET: &str = "/api/socket";

/// The name of the cookie that holds a guest's pass.
pub const COOKIE: &str = "cardroom";

/// Where a guest's pass is given.
pub const GUEST: &str = "/api/guest";

/// Where a pass is taken to another device.
pub const PASS: &str = "/api/pass";

/// The longest message that a client may send, in bytes.
pub const LONGEST: usize = 8 * 1024;

/// The close code for a message that is longer.
pub const TOO_LONG: u16 = 1009;

/// The close code for who sends too much, or reads too slowly.
pub const POLICY: u16 = 1008;

/// The close code of a server that could not write an answer: a client comes back and is sent the whole
/// table.
pub const INTERNAL_ERROR: u16 = 1011;

/// The close code of a server that stops: a client comes back after a short while.
pub const RESTART: u16 = 1012;

/// A message that cannot be read. It tells nothing of what was in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no message of the protocol")]
pub struct Unreadable;

/// Reads a message.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unreadable> {
    // As text, as everything else is read: what reads bytes would come to a browser a second time.
    let text = std::str::from_utf8(bytes).map_err(|_| Unreadable)?;
    serde_json::from_str(text).map_err(|_| Unreadable)
}

/// A message that cannot be written as text. No message of the protocol is one; whoever writes it must not go
/// on as if it had been sent or stored.
#[derive(Debug, thiserror::Error)]
#[error("this message cannot be written: {0}")]
pub struct Unwritable(#[from] serde_json::Error);

/// Writes a message as text.
pub fn write<T: Serialize>(message: &T) -> Result<String, Unwritable> {
    Ok(serde_json::to_string(message)?)
}
