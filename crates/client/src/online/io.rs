//! What goes into a visit, and what comes out of it.

use table::{Refusal, Seat};
use text::Text;
use wire::{Name, NewTable, Phrase, RefusalReason, Snapshot, TableCommand, TableId, ToServer};

/// What a page hears, from the card room and from the one who looks at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Somebody says who is here.
    Name(Name),
    /// The connection is made.
    Opened,
    /// A message has come.
    Heard(String),
    /// The connection has ended, or could not be made.
    Closed,
    /// Nobody is there who could be connected to.
    NoServer,
    /// The time that was asked for has come.
    Tick,
    /// The page is looked at again, or the network is back: is the connection still there?
    Here,
    /// The network is gone.
    Offline,
    /// Goes to a table.
    Go(TableId),
    /// Opens a table.
    Open(Box<NewTable>),
    /// Is ready for the game. The bytes must be random and used for nothing else: they become part of the
    /// table's key.
    Ready([u8; 16]),
    /// Does something at the table.
    Do(TableCommand),
    /// Says something at the table.
    Say(Phrase),
    /// Asks for the record of the game, when it is over.
    Record,
}

/// What a visit wants from the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Out {
    /// Make a connection, in the place of any other: get a pass by this name, and open a socket.
    Connect(Name),
    /// Nothing more is expected of the connection.
    Disconnect,
    /// Send this text.
    Send(String),
    /// Come back with [`Input::Tick`] after so many milliseconds.
    Wake(u32),
    /// Keep this text for the table, so that a page that is loaded again knows it. `None` deletes it.
    Keep(TableId, Option<String>),
    /// Come back with [`Input::Ready`]: what was promised to the table is no longer known, or there is a
    /// rematch.
    Draw,
    /// The visit is at this table now: its address is that of the page.
    At(TableId),
    /// A game is to be shown that was not shown before.
    Begin(Box<Snapshot>),
    /// The game goes on; the flag says whether it did so while the connection was broken.
    Step(Box<Snapshot>, bool),
    /// The move that was sent is done.
    Done,
    /// The move that was sent is refused, by a rule or for another reason.
    Refused(Option<Refusal>, Text),
    /// Say this.
    Say(Text),
    /// Somebody at the table says something. The text names them.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
        /// Both in words.
        text: Text,
    },
    /// The server has answered: with the version of the table that the command has made, or with a refusal.
    /// The command is missing if what was refused has no id. A page can ignore this: [`Out::At`],
    /// [`Out::Done`], [`Out::Refused`] and [`Out::Say`] tell it the same.
    Answered {
        /// The command as it was sent.
        command: Option<Box<ToServer>>,
        /// The answer to it.
        result: Result<u64, RefusalReason>,
    },
    /// The record of the game that is over, and what was found when it was checked.
    Record(String, Text),
}
