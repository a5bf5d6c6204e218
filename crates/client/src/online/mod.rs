//! Tables where people meet, each at a screen of their own, without a socket.
//!
//! A [`Visit`] is what one page does in a card room that is elsewhere: it looks for a table or opens one, waits there for others, and plays. What the page
//! hears goes in with the time as an [`Input`]; what is to be sent, shown or waited for comes out as a list of [`Out`]s. The game itself is played at a
//! [`Session`](crate::shell::Session) whose table stands elsewhere.
//!
//! Nothing is shown that has not come from there. What was asked for and not answered is asked again, with the same number, when a connection has
//! broken: it happens once.

mod connection;
mod form;
mod glue;
mod io;
mod seated;
mod verify;
mod visit;

pub use connection::{Connection, Gone};
pub use form::{new_table, new_table_form};
pub use glue::{deliver, input_of};
pub use io::{Input, Out};
pub use seated::{Chair, step};
pub use verify::Witness;
pub use visit::Visit;
pub use wire::{GUEST_PATH, PASS_PATH, SOCKET_PATH, read, write};
pub use wire::{
    Guest, Listing, Name, NewTable, Occupant, PassTransfer, Phrase, SeatPlan, Snapshot, TableCommand, TableId,
};
