//! Where tables are kept.
//!
//! A table is a list of lines, each with its number. A line is added only by somebody who knows the last one and has not been followed by
//! another owner: so a server that was believed dead and comes back can spoil nothing. Once [`Store::append`] has answered, the line is on the
//! disk; whoever has heard of it can rely on it.

mod memory;
mod schema;
mod sqlite;
#[cfg(feature = "suite")]
pub mod suite;
mod writer;

use std::path::Path;
use std::pin::Pin;

use wire::TableId;

use crate::Identity;

pub use memory::Memory;
pub use sqlite::Sqlite;

/// What a store answers, when it has.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where tables are kept. One that follows this also passes `store::suite`.
pub trait Store: Send + Sync {
    /// A new owner comes: its number is larger than that of every owner before.
    fn open(&self) -> Answer<'_, Opening>;

    /// Keeps a new table, if its creator has fewer than that many that are not over. One that is there already stays as it is.
    fn create(&self, table: Fresh, most: u32) -> Answer<'_, Created>;

    /// Adds lines to a table: all or none.
    fn append(&self, append: Append) -> Answer<'_, ()>;

    /// All of a table; `None` if there is none.
    fn load(&self, table: TableId) -> Answer<'_, Option<Stored>>;

    /// The records of games that are over, in the order in which they came to their end: at most so many of those after this number.
    fn finished(&self, after: u64, most: u32) -> Answer<'_, Vec<Finished>>;

    /// Closes a table that cannot be gone on with.
    fn close(&self, table: TableId) -> Answer<'_, ()>;

    /// Writes all that is kept to a new file, while others go on.
    fn backup<'a>(&'a self, to: &'a Path) -> Answer<'a, ()>;
}

/// What an owner gets from its store.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening {
    /// The owner's number.
    pub owner: u64,
    /// What passes are signed with: the same for every owner.
    pub secret: [u8; 32],
}

/// A table that is to be kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Fresh {
    /// Its name.
    pub table: TableId,
    /// Its secret, which the key of its game is made with.
    pub secret: [u8; 32],
    /// Who has opened it.
    pub creator: Identity,
    /// Who owns it.
    pub owner: u64,
    /// When, in seconds since 1970.
    pub created: u64,
    /// Its first lines.
    pub lines: Vec<Line>,
}

/// What came of a new table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Created {
    /// It is kept.
    New,
    /// It was there already.
    There,
    /// Its creator has too many.
    TooMany,
}

/// Lines for the end of a table.
#[derive(Clone, PartialEq, Eq)]
pub struct Append {
    /// Which table.
    pub table: TableId,
    /// Who owns it: nobody with a larger number may have followed.
    pub owner: u64,
    /// The number of the first of the lines: the one after the last that is there.
    pub seq: u64,
    /// The lines.
    pub lines: Vec<Line>,
    /// How far the table is now. It may be left out if that is as it was, except by an owner who adds for the first time.
    pub stage: Option<Stage>,
}

/// One line of a table.
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    /// What it is about.
    pub kind: Kind,
    /// Its text.
    pub text: String,
    /// Whose command it comes from, and the command's id.
    pub command: Option<(Identity, u64)>,
}

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Who sits where.
    Room,
    /// The game: part of the text of its record.
    Record,
}

/// Whether a game has begun, or is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// It waits for players.
    Open,
    /// It is played.
    Running,
    /// It is over.
    Over,
    /// It cannot be gone on with.
    Damaged,
}

/// All of a table.
#[derive(Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its first secret: lines may tell of others.
    pub secret: [u8; 32],
    /// Who has opened it.
    pub creator: Identity,
    /// How far it is.
    pub stage: Stage,
    /// Its lines, from number 1 on.
    pub lines: Vec<Line>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Finished {
    /// Games that came to their end later have larger numbers.
    pub number: u64,
    /// The text of its record.
    pub record: String,
}

/// Why a store has not done something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has gone on with the table.
    #[error("somebody else has gone on with this table")]
    Conflict,
    /// There is no room.
    #[error("the disk is full")]
    Full,
    /// What is kept cannot be read.
    #[error("what is stored is damaged")]
    Damaged,
    /// Anything else.
    #[error("the store has failed: {0}")]
    Failed(String),
}

impl Kind {
    const fn number(self) -> i64 {
        match self {
            Kind::Room => 0,
            Kind::Record => 1,
        }
    }

    const fn from_number(number: i64) -> Option<Kind> {
        match number {
            0 => Some(Kind::Room),
            1 => Some(Kind::Record),
            _ => None,
        }
    }
}

impl Stage {
    const ALL: [Stage; 4] = [Stage::Open, Stage::Running, Stage::Over, Stage::Damaged];

    fn from_number(number: i64) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| *stage as i64 == number)
    }
}
