//! The inputs and outputs of a visit.

use table::{Refusal, Seat};
use text::Text;
use wire::{Name, NewTable, Phrase, RefusalReason, Snapshot, TableCommand, TableId, ToServer};

/// An input from the server, the browser or the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VisitInput {
    /// The player enters a name.
    Name(Name),
    /// The connection is open.
    Opened,
    /// A message has arrived.
    Heard(String),
    /// The connection was closed or could not be opened.
    Closed,
    /// There is no server.
    NoServer,
    /// The server does not accept the pass, because the player has signed out other devices.
    SignedOut,
    /// The time of a [`VisitOutput::Wake`] is over.
    Tick,
    /// The page is visible again, or the network is back: checks the connection.
    Here,
    /// The network is down.
    Offline,
    /// Go to a table.
    Go(TableId),
    /// Open a table.
    Open(Box<NewTable>),
    /// The player is ready for the game. The bytes must be random and used for nothing else: they become part
    /// of the table's key.
    Ready([u8; 16]),
    /// An action at the table.
    Do(TableCommand),
    /// The player says a phrase.
    Say(Phrase),
    /// Request the record of the finished game.
    Record,
}

/// An output for the page: a request or a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VisitOutput {
    /// Open a connection and close any other: get a pass with this name, then open a socket.
    Connect(Name),
    /// Close the connection.
    Disconnect,
    /// Send this text.
    Send(String),
    /// Send [`VisitInput::Tick`] after this many milliseconds.
    Wake(u32),
    /// Store this text for the table, so that it survives a reload of the page. `None` deletes it.
    Keep(TableId, Option<String>),
    /// Send [`VisitInput::Ready`]: the contribution to the table's key is lost, or there is a rematch.
    Draw,
    /// The visit is now at this table: change the address of the page.
    At(TableId),
    /// Show a new game.
    Begin(Box<Snapshot>),
    /// Update the game. The flag says whether this happened while the connection was lost.
    Step(Box<Snapshot>, bool),
    /// The server has accepted the move.
    Done,
    /// The server has refused the move, by a rule or for another reason.
    Refused(Option<Refusal>, Text),
    /// Show a message.
    Say(Text),
    /// A player at the table says a phrase.
    Said {
        /// The player's seat.
        seat: Seat,
        /// The phrase.
        phrase: Phrase,
        /// The phrase with the player's name.
        text: Text,
    },
    /// The server has answered a command: with the new version of the table, or with a refusal. `command` is
    /// `None` if the refusal has no id. A page can ignore this, because [`VisitOutput::At`],
    /// [`VisitOutput::Done`], [`VisitOutput::Refused`] and [`VisitOutput::Say`] report the same.
    Answered {
        /// The command as it was sent.
        command: Option<Box<ToServer>>,
        /// The answer of the server.
        result: Result<u64, RefusalReason>,
    },
    /// The record of the finished game, and the result of its verification.
    Record(String, Text),
}
