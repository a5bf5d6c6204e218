//! The client of an online table, without I/O.
//!
//! A [`Visit`] is the client's connection to a server: it finds or opens a table, waits for other players and
//! plays. It receives a [`VisitInput`] with the current time, and returns a list of [`VisitOutput`]s:
//! messages to send, things to show, timers to start. A [`Session`](crate::shell::Session) with a remote
//! table shows the game.
//!
//! The client shows only what the server has sent. After a lost connection it sends unanswered commands
//! again with the same id, so that the server executes each of them once.

mod connection;
mod glue;
mod io;
mod seated;
mod verify;
mod visit;

pub use connection::{Connection, Gone};
pub use glue::{deliver, input_of};
pub use io::{VisitInput, VisitOutput};
pub use seated::{LobbySeat, step};
pub use verify::Witness;
pub use visit::Visit;
pub use wire::{
    GUEST_PATH, PASS_BACK_PATH, PASS_NAMES_PATH, PASS_PATH, PROTOCOL, SIGN_OUT_PATH, read, socket_path, write,
};
pub use wire::{
    GuestName, Listing, Name, NewTable, Occupant, PassNames, PassQuery, PassTransfer, Phrase, SeatPlan,
    Snapshot, TableCommand, TableId,
};
