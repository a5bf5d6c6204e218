use serde::{Deserialize, Serialize};
use table::{Refusal, UndoError};
use text::Text;

/// Why the server refused something. It never reveals a position, and names only cards that its reader
/// can see.
///
/// Each variant has a name on the wire that never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "lowercase")]
pub enum RefusalReason {
    /// A rule of the game forbids the move.
    #[error("{0}")]
    Rule(Refusal),
    /// The text is not a move of this game.
    #[error("{0}")]
    #[serde(rename = "move")]
    NotAMove(Text),
    /// The step cannot be undone or redone.
    #[error("{0}")]
    Undo(UndoError),
    /// At a table with several players, nothing is undone (V17).
    #[error("moves can't be undone online (V17)")]
    NoUndo,
    /// The game has no bot of this level.
    #[error("this game has no such bot")]
    NoSuchBot,
    /// A table with these options cannot be opened.
    #[error("{0}")]
    #[serde(rename = "options")]
    InvalidTable(NewTableError),
    /// The command was based on an older version, and the game has changed since.
    #[error("the game has moved on in the meantime")]
    Stale,
    /// The message cannot be parsed.
    #[error("this is not a valid message")]
    Unreadable,
    /// Too many messages in a short time.
    #[error("too many messages at once: slow down a little")]
    #[serde(rename = "fast")]
    TooFast,
    /// There is no such table.
    #[error("there is no such table")]
    #[serde(rename = "missing")]
    NoSuchTable,
    /// The stored data of the table is damaged, so it has been closed.
    #[error("this table is damaged and has been closed")]
    Damaged,
    /// The connection has not joined a table.
    #[error("you are not at a table")]
    #[serde(rename = "nowhere")]
    NotAtTable,
    /// Only those who have a seat can do this.
    #[error("you have no seat here")]
    #[serde(rename = "seatless")]
    NotSeated,
    /// Somebody has this seat, or it does not exist.
    #[error("this seat is not free")]
    #[serde(rename = "taken")]
    SeatTaken,
    /// The caller already has a seat and has to give it up first.
    #[error("you already have a seat here")]
    #[serde(rename = "seated")]
    AlreadySeated,
    /// This is possible only before the game.
    #[error("the game has already started")]
    #[serde(rename = "begun")]
    GameStarted,
    /// Nothing can be changed while the contributions are revealed.
    #[error("the game is about to begin: one moment")]
    #[serde(rename = "beginning")]
    GameStarting,
    /// The contribution does not match the commitment that came with *ready*.
    #[error("this does not match your commitment")]
    #[serde(rename = "misfit")]
    CommitmentMismatch,
    /// A contribution came before everybody was ready.
    #[error("not everybody is ready")]
    #[serde(rename = "early")]
    NotEverybodyReady,
    /// This is possible only once the game has started.
    #[error("the game has not started")]
    #[serde(rename = "waiting")]
    GameNotStarted,
    /// This is possible only after the game.
    #[error("the game is not over")]
    #[serde(rename = "running")]
    GameNotOver,
    /// The game is over.
    #[error("the game is over")]
    #[serde(rename = "over")]
    GameOver,
    /// The player who is to be replaced has not been away for long enough, and is not late with a move.
    #[error("this player is playing or has only just left")]
    #[serde(rename = "here")]
    NotAway,
    /// A bot plays for the caller, who has to take over again first.
    #[error("a bot is playing for you: take over again first")]
    #[serde(rename = "away")]
    ReplacedByBot,
    /// The caller has opened too many tables that are not over.
    #[error("you have too many open tables: close or finish one of them first")]
    #[serde(rename = "tables")]
    TooManyTables,
    /// Too many tables were opened from the caller's address.
    #[error("{}", match minutes {
        ..=1 => "you have opened too many tables: try again in a minute".to_owned(),
        minutes => format!("you have opened too many tables: try again in {minutes} minutes"),
    })]
    #[serde(rename = "opened")]
    OpenedTooMany {
        /// How long it takes until the next one can be opened.
        minutes: u32,
    },
    /// Too many tables were opened on the whole server.
    #[error("too many tables are being opened on this server: try again in a minute")]
    #[serde(rename = "crowded")]
    TooManyNewTables,
    /// The store has no space for new tables. Running games go on.
    #[error("this server has no space for new tables at the moment")]
    #[serde(rename = "quota")]
    StoreFull,
    /// The game has more moves than a table stores.
    #[error("this game is too long: it can only be ended")]
    TooLong,
    /// Only the person who opened the table can do this.
    #[error("only the host can do this")]
    #[serde(rename = "host")]
    NotHost,
    /// The host has removed the caller from this table.
    #[error("the host has removed you from this table")]
    Removed,
    /// The host has closed the table.
    #[error("this table is closed")]
    Closed,
    /// The caller, or somebody at the same address, was missing when the game was about to start. They have
    /// to wait before they can sit down again.
    #[error("the game could not start because somebody was missing: you can sit down in {seconds} seconds")]
    #[serde(rename = "wait")]
    SitDelay {
        /// How many seconds are left.
        seconds: u32,
    },
    /// The caller has done this too often at this table.
    #[error("you have done this too often at this table")]
    #[serde(rename = "often")]
    TooOften,
    /// Too many people have sat down here and left again.
    #[error("too many people have come and gone at this table: open another one")]
    #[serde(rename = "crowd")]
    TooManyVisitors,
    /// The others did not agree to end the game, and were asked only a short time ago.
    #[error("the others want to play on: ask again later")]
    #[serde(rename = "declined")]
    EndDeclined,
    /// The change could not be stored, so it was not made.
    #[error("this could not be stored, so nothing was changed: try again")]
    #[serde(rename = "unstored")]
    NotStored,
}

/// Why a table cannot be opened with these options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "lowercase")]
#[error("{}", self.text())]
pub enum NewTableError {
    /// There is no such game, or it is not played online.
    #[serde(rename = "game")]
    UnknownGame,
    /// The game cannot read its options. Holds its reason.
    #[serde(rename = "config")]
    Options(Text),
    /// The game has no bot of a level that is asked for.
    #[serde(rename = "bot")]
    NoSuchBot,
    /// The game has no bot that could play when the time is up.
    #[serde(rename = "noclock")]
    NoClock,
    /// The seat plan and the options differ in the number of seats.
    #[serde(rename = "seats")]
    SeatCount,
    /// The person who opens the table wants more than one seat.
    TwoSeats,
    /// All seats are for bots.
    NoPerson,
    /// The clock allows too little or too much time per turn.
    Clock {
        /// The shortest time, in seconds.
        shortest: u32,
    },
}

impl NewTableError {
    /// The reason, as a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            NewTableError::UnknownGame => Text::of("this game can't be played online here"),
            NewTableError::Options(reason) => reason.clone(),
            NewTableError::NoSuchBot => Text::of("this game has no such bot"),
            NewTableError::NoClock => Text::of("this game has no clock"),
            NewTableError::SeatCount => Text::of("the number of seats does not match the options"),
            NewTableError::TwoSeats => Text::of("you can take only one seat"),
            NewTableError::NoPerson => Text::of("at least one seat must be for a person"),
            NewTableError::Clock { shortest } => {
                Text::with("the time per turn must be between {} seconds and one week", [(*shortest).into()])
            }
        }
    }
}
