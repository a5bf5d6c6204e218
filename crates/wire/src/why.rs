use serde::{Deserialize, Serialize};
use table::Refusal;
use text::Text;

/// Why something was refused. It carries no position, and of cards only those that a rule names and its reader sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// A rule refuses the move.
    #[error("{0}")]
    Rule(Refusal),
    /// No such table can be opened.
    #[error("{0}")]
    Options(NewTableError),
    /// The game has gone on since the version that the command was made for.
    #[error("the game has gone on in the meantime")]
    Stale,
    /// The message cannot be read.
    #[error("this is no message of the protocol")]
    Unreadable,
    /// Too many messages in a short time.
    #[error("too many messages at once: slow down a little")]
    Fast,
    /// There is no such table, or it has been closed.
    #[error("there is no such table")]
    Missing,
    /// The table cannot be gone on with: what is stored of it is damaged.
    #[error("this table is damaged and has been closed")]
    Damaged,
    /// Nobody has come to a table on this connection.
    #[error("you are at no table")]
    Nowhere,
    /// Only those who sit at the table can do this.
    #[error("you have no seat here")]
    Seatless,
    /// Somebody sits there, or there is no such seat.
    #[error("this seat is not free")]
    Taken,
    /// Whoever has a seat gives it up first.
    #[error("you have a seat here already")]
    Seated,
    /// It can be done before the game only.
    #[error("the game has begun")]
    Begun,
    /// Nothing can be changed while all show their contributions.
    #[error("the game is about to begin: one moment")]
    Beginning,
    /// A contribution that does not fit the commitment that came with *ready*.
    #[error("this is not what you committed yourself to")]
    Misfit,
    /// A contribution before all are ready.
    #[error("not everybody is ready")]
    Early,
    /// It can be done once the game has begun.
    #[error("the game has not begun")]
    Waiting,
    /// It can be done after the game only.
    #[error("the game is not over")]
    Running,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The one who is to be replaced has not been away for long.
    #[error("they are here, or will be back soon")]
    Here,
    /// A bot plays for you: take your cards back first.
    #[error("a bot plays for you: take your cards back first")]
    Away,
    /// One has opened too many tables that are not over.
    #[error("you have opened too many tables: play one of them to its end first")]
    Tables,
    /// It could not be stored, and so has not happened.
    #[error("this could not be stored, so it has not happened: try again")]
    Unstored,
}

/// Why a table cannot be opened as it is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "lowercase")]
#[error("{}", self.text())]
pub enum NewTableError {
    /// The plan is for another number of seats than the options.
    Seats,
    /// The one who opens the table wants more than one seat.
    TwoSeats,
    /// All seats are for bots.
    NoPerson,
    /// The clock gives too little time for a turn, or too much.
    Clock {
        /// The shortest time, in seconds.
        shortest: u32,
    },
}

impl NewTableError {
    /// The reason, in a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            NewTableError::Seats => Text::of("there is something to say about each seat of the table"),
            NewTableError::TwoSeats => Text::of("nobody sits on two seats"),
            NewTableError::NoPerson => Text::of("a table needs a seat for a person"),
            NewTableError::Clock { shortest } => {
                Text::with("a turn takes {} seconds at least, and a week at most", [(*shortest).into()])
            }
        }
    }
}
