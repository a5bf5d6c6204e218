//! Relays between servers that share a store ("nodes").
//!
//! Every node accepts every client. If another node owns the client's table, the client's node opens one
//! connection to the owner for this client and forwards messages both ways:
//!
//! ```text
//! client ── connection ── RemoteTable ── Relay ══ TLS ══ serve_nodes ── connection ── table
//!           (limits)      (in place of           (at the node that owns the table)
//!                          the table)
//! ```
//!
//! The messages are those of [`wire`], in WebSocket frames, after a [`RelayHello`]. So the owner serves a
//! relayed client with the same code as any other, and a client that reads slowly delays nobody else.
//!
//! A node never passes a relayed client on: if it does not own the table, it closes the connection with
//! [`CLOSE_RESTART`](wire::CLOSE_RESTART), and the client connects again. The same happens when a relay
//! breaks. The client then resends what was not answered, with the same ids, so nothing happens twice.
//!
//! Both ends of a connection authenticate with a [key](NodeKey) that only servers of the same store have.

#[cfg(test)]
mod handshake_tests;
mod hello;
mod incoming;
mod key;
mod listener;
mod relay;
#[cfg(test)]
mod relay_tests;
mod socket;

pub(crate) use hello::{HelloSupport, RelayHello};
pub(crate) use incoming::{read_hello, serve_relayed};
pub(crate) use key::NodeKey;
pub use listener::serve_nodes;
pub(crate) use relay::{Relay, UnsentCommands};
#[cfg(test)]
pub(crate) use socket::DialFuture;
pub(crate) use socket::{NodeSocket, dial};
