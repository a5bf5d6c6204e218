//! The protocol between clients and the server.
//!
//! Clients send [`ToServer`], the server sends [`ToClient`], as JSON messages over a WebSocket at
//! [`SOCKET_PATH`]. Before connecting, a client gets its pass (a signed cookie) by posting a [`GuestName`] to
//! [`GUEST_PATH`].
//!
//! After each change the server sends every viewer a [`Snapshot`] of the whole table with its version. A
//! client that reconnects gets the same message. A [command](ToServer::Do) carries an id and the version
//! that it is based on. The server executes a repeated command once and answers it again, and it refuses a
//! command if the game has changed since that version. So after a reconnect a client resends unanswered
//! commands with the same id.
//!
//! Messages name their game. Its options and moves are texts, and its views are JSON that the protocol passes
//! on: only the [`Game`](table::Game) reads them. So a new game needs no change here.
//!
//! Before a game, every player contributes to the key that its cards and dice are derived from, and at the
//! end everything is revealed. [`FairnessState`] is the public part of this; [`Pledge`] is the client's
//! side.
//!
//! ```
//! use wire::{TableCommand, ToServer, read, write};
//!
//! let json = r#"{"do":{"id":7,"version":12,"act":{"play":"Ah>2"}}}"#;
//! let message: ToServer = read(json.as_bytes())?;
//! assert_eq!(message, ToServer::Do { id: 7, version: 12, act: TableCommand::Play("Ah>2".parse()?) });
//! assert_eq!(write(&message)?, json);
//!
//! assert!(read::<ToServer>(b"[[[[").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod base_path;
mod fairness;
mod guest;
mod move_text;
mod name;
mod phrase;
mod protocol;
mod raw_json;
mod refusal_reason;
mod shared_snapshot;
mod snapshot;
mod table_event;
mod to_client;
mod to_server;
#[cfg(feature = "trials")]
pub mod trials;

pub use base_path::{BasePath, ParseBasePathError};
pub use fairness::{FairnessState, KeyShare, Pledge};
pub use guest::{GuestName, PassNames, PassQuery, PassTransfer};
pub use move_text::{MoveText, MoveTooLong};
pub use name::{Name, NameError, is_unprintable};
pub use phrase::Phrase;
pub use protocol::{OLDEST_PROTOCOL, PROTOCOL, ProtocolVersions, socket_path};
pub use raw_json::RawJson;
pub use refusal_reason::{NewTableError, RefusalReason};
pub use shared_snapshot::{EndProposal, SharedSnapshot, SnapshotText, TableInfo};
pub use snapshot::{Occupant, SeatInfo, Snapshot};
pub use table_event::{TableEvent, TableEventKind};
pub use to_client::{Listing, ToClient};
pub use to_server::{NewTable, SeatPlan, TableCommand, ToServer};

pub use table::fair::{Commitment, Contribution, Void};
pub use table::{ParseTableIdError, TableId};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The path of the WebSocket.
pub const SOCKET_PATH: &str = "/api/socket";

/// The name of the cookie that holds a guest's pass.
pub const COOKIE: &str = "cardroom";

/// The name of that cookie over TLS. Because of the prefix, browsers accept it only from this host itself,
/// and only over TLS.
pub const SECURE_COOKIE: &str = "__Host-cardroom";

/// The path that issues passes to guests.
pub const GUEST_PATH: &str = "/api/guest";

/// The path that transfers a pass to another device: see [`PassTransfer`].
pub const PASS_PATH: &str = "/api/pass";

/// The path that tells the names on passes: see [`PassQuery`].
pub const PASS_NAMES_PATH: &str = "/api/pass/names";

/// A POST to this path goes back to the pass that this device had before it took over another one. The two
/// change places.
pub const PASS_BACK_PATH: &str = "/api/pass/back";

/// A POST to this path signs the person out on all other devices: their passes become invalid, and their
/// connections are closed.
pub const SIGN_OUT_PATH: &str = "/api/pass/sign-out-others";

/// The maximum size of a message from a client, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 8 * 1024;

/// The close code for a larger message.
pub const CLOSE_TOO_LONG: u16 = 1009;

/// The close code for a client that sends too much or reads too slowly.
pub const CLOSE_POLICY: u16 = 1008;

/// The close code if the server could not serialize a message. The client reconnects and gets a snapshot.
pub const CLOSE_INTERNAL_ERROR: u16 = 1011;

/// The close code of a server that shuts down. The client reconnects after a short while.
pub const CLOSE_RESTART: u16 = 1012;

/// The close code for a client that speaks no version of the protocol that the server does.
pub const CLOSE_OUTDATED: u16 = 4000;

/// The close code for a pass that is no longer valid, because its owner has signed out other devices.
pub const CLOSE_SIGNED_OUT: u16 = 4001;

/// A message cannot be parsed. The error reveals nothing of its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not a valid message")]
pub struct Unreadable;

/// Parses a message.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unreadable> {
    // Parse text, like all other callers: parsing bytes would add a second parser to the browser app.
    let text = std::str::from_utf8(bytes).map_err(|_| Unreadable)?;
    serde_json::from_str(text).map_err(|_| Unreadable)
}

/// A message cannot be serialized. This never happens to messages of the protocol; a caller must not go on
/// as if it had sent or stored the message.
#[derive(Debug, thiserror::Error)]
#[error("this message cannot be written: {0}")]
pub struct Unwritable(#[from] serde_json::Error);

/// Serializes a message.
pub fn write<T: Serialize>(message: &T) -> Result<String, Unwritable> {
    Ok(serde_json::to_string(message)?)
}
