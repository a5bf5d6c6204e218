use bots::Level;
use serde::{Deserialize, Serialize};
use table::{BySeat, Seat};

use crate::{Commitment, Contribution, MoveText, Phrase, TableId};

/// A message from a client to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ToServer {
    /// Asks for the public tables that have a free seat. The answer is
    /// [`ToClient::Tables`](crate::ToClient::Tables).
    List,
    /// Opens a table. The answer is [`ToClient::Created`](crate::ToClient::Created); the client then joins
    /// it like any other table. Sending it again with the same id does not open another one.
    Create {
        /// A random number chosen by the client.
        id: u64,
        /// The options of the table.
        table: NewTable,
    },
    /// Joins a table: as a player for those who have a seat there, as a spectator otherwise. The answer is
    /// a snapshot, and another one follows each change. Joining a table leaves the previous one.
    Join {
        /// The table.
        table: TableId,
        /// The version up to which the client knows the table's events; 0 if it knows none.
        since: u64,
    },
    /// Leaves the table. Seats are kept.
    #[serde(rename = "part")]
    Leave,
    /// Sends a command to the table.
    Do {
        /// A random number chosen by the client. The answer repeats it, and a command that is sent again
        /// with the same number is executed once.
        id: u64,
        /// The version of the table that the command is based on.
        version: u64,
        /// The command.
        act: TableCommand,
    },
    /// Says something at the table. Only those who have a seat may speak.
    Say(Phrase),
    /// Asks for a sign of life. The answer is [`ToClient::Pong`](crate::ToClient::Pong). A page cannot send
    /// the pings of WebSockets, and does not notice those of the server.
    Ping,
    /// Asks for the record of a finished game, with its proof. The answer is
    /// [`ToClient::Record`](crate::ToClient::Record).
    Record,
}

/// A command at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TableCommand {
    /// Takes a free seat before the game.
    Sit(Seat),
    /// Before the game: gives up the seat. During the game: leaves, so the others may let a bot play at
    /// once.
    Stand,
    /// Before the game: puts a bot on a seat without a person, or removes it. Anybody with a seat may do
    /// this.
    Fill {
        /// The seat.
        seat: Seat,
        /// The level of the bot; `None` removes it.
        level: Option<Level>,
    },
    /// Says that one is ready, with the commitment to one's contribution ([`Pledge`](crate::Pledge) makes
    /// both), or that one is not. When no seat is free and every person is ready, all clients reveal their
    /// contributions automatically.
    Ready(Option<Commitment>),
    /// Reveals one's contribution. The cards are dealt once everybody has done so. Those who do not do so
    /// in time lose their seats, and everybody has to get ready again.
    Reveal(Contribution),
    /// Plays a move.
    Play(MoveText),
    /// Plays a move that the client makes for the player, such as turning a card. Undo does not stop at it.
    Auto(MoveText),
    /// Undoes the last step: a move and the automatic moves after it. Only in games for one player.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Resigns, where the rules allow it.
    Resign,
    /// Agrees that a bot plays for somebody who is away or does not move (V16).
    Replace(Seat),
    /// Takes over again from the bot.
    Back,
    /// Before the game, by the host: takes the seat from a person, who cannot sit down again.
    Remove(Seat),
    /// Before the game, by the host: everybody who was removed may sit down again.
    Allow,
    /// Before the game, by the host: closes the table for good.
    Close,
    /// Agrees to end a game of three or more seats (V18). It ends when all remaining players have agreed.
    End,
    /// Does not agree to that. The game goes on, and nobody can ask again for a while.
    #[serde(rename = "playon")]
    PlayOn,
    /// After the game: opens a rematch with the same players, in which the next seat begins. The clients
    /// learn of it from the next snapshot, and join it.
    Rematch,
}

/// The options of a table to be opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The name of the game, as a record's header has it.
    pub game: String,
    /// The options of the game, as its config reads them.
    pub config: String,
    /// Who may sit on each seat.
    pub seats: BySeat<SeatPlan>,
    /// Whether it is in the list of open tables. Otherwise only people with the link can find it.
    pub public: bool,
    /// Seconds per turn, at least 30, if there is a clock. A bot takes over from a player who exceeds it.
    pub clock: Option<u32>,
}

/// Who may sit on a seat of a new table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatPlan {
    /// Anybody.
    Open,
    /// The person who opens the table. At most one seat.
    Me,
    /// A bot of this level.
    Bot(Level),
}
