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
//! [`CLOSE_RESTART`](wire::CLOSE_RESTART), and the client's node looks for the owner again. If a relay breaks
//! later, the client connects again. It then resends what was not answered, with the same ids, so nothing
//! happens twice.
//!
//! # When the owner is gone
//!
//! The clients of its tables wait at their nodes, with their commands. Each node has one task that watches
//! this owner ([`owner_fate`]): as soon as it has left the store, or its lease has ended, the tables are
//! claimed. With the usual lease of 10 s, at the latest, after a crash:
//!
//! | seconds | |
//! |---|---|
//! | 0 | connections to the crashed node break |
//! | 0.5 | its clients have connected to another node, which cannot reach the owner, and wait |
//! | 10 | the lease ends by the clock of the store |
//! | 10.1 | every node that has clients of its tables has noticed, and claims the tables |
//!
//! If the server is started again before that, it ends the lease of its predecessor at once. If the machine
//! vanishes without breaking its connections, relays notice it after 6 s, within the lease. A client whose
//! command is not answered for 8 s connects again meanwhile. After a planned stop the first and the last
//! line are the same; the lease ends as soon as the tables are stored.
//!
//! Both ends of a connection authenticate with a [key](NodeKey) that only servers of the same store have.

#[cfg(test)]
mod handshake_tests;
mod hello;
mod incoming;
mod key;
mod listener;
mod owner_watch;
mod relay;
#[cfg(test)]
mod relay_tests;
mod socket;

pub(crate) use hello::{HelloSupport, RelayHello};
pub(crate) use incoming::{read_hello, serve_relayed};
pub(crate) use key::NodeKey;
pub use listener::serve_nodes;
pub(crate) use owner_watch::{OwnerFate, UnreachableOwners, owner_fate};
pub(crate) use relay::{Relay, UnsentCommands};
#[cfg(test)]
pub(crate) use socket::DialFuture;
pub(crate) use socket::{NodeSocket, dial};
