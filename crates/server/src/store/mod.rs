//! Persistent storage of tables.
//!
//! A table is an append-only list of numbered lines. An append succeeds only if it continues the
//! last line and no server with a later epoch has written to the table. So a server that was
//! believed dead can do no harm when it comes back. Once [`Store::append`] returns, the lines are
//! on disk.

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

pub use memory::MemoryStore;
pub use sqlite::SqliteStore;

/// The future of a store operation.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Persistent storage of tables. Every implementation passes `store::suite`.
pub trait Store: Send + Sync {
    /// Starts a new epoch, which is greater than all earlier ones.
    fn open(&self) -> StoreFuture<'_, Lease>;

    /// Stores a new table, if its creator has fewer than `limit` unfinished ones. An existing table
    /// does not change.
    fn create(&self, table: NewStoredTable, limit: u32) -> StoreFuture<'_, CreateResult>;

    /// Appends lines to a table, all or none.
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;

    /// Loads a table; `None` if it does not exist.
    fn load(&self, table: TableId) -> StoreFuture<'_, Option<StoredTable>>;

    /// The records of up to `limit` finished games with numbers greater than `after`, in the order
    /// of their ends.
    fn finished(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<FinishedGame>>;

    /// Closes a damaged table.
    fn close(&self, table: TableId) -> StoreFuture<'_, ()>;

    /// Copies the store to a new file, while it is in use.
    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, ()>;
}

/// What a server gets when it opens the store.
#[derive(Clone, PartialEq, Eq)]
pub struct Lease {
    /// The server's epoch.
    pub epoch: u64,
    /// The secret that signs passes. It is the same in every epoch.
    pub secret: [u8; 32],
}

/// A new table to be stored.
#[derive(Clone, PartialEq, Eq)]
pub struct NewStoredTable {
    /// Its id.
    pub table: TableId,
    /// The server's secret for the key of its game.
    pub secret: [u8; 32],
    /// Who opened it.
    pub creator: Identity,
    /// The epoch of the server that owns it.
    pub epoch: u64,
    /// When it was opened, in seconds since 1970.
    pub created: u64,
    /// Its first lines.
    pub lines: Vec<Line>,
}

/// The result of [`Store::create`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CreateResult {
    /// It was stored.
    New,
    /// It already existed.
    AlreadyExists,
    /// Its creator has too many unfinished tables.
    TooMany,
}

/// Lines to be appended to a table.
#[derive(Clone, PartialEq, Eq)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The epoch of the writer. It must not be less than the table's.
    pub epoch: u64,
    /// The number of the first new line.
    pub seq: u64,
    /// The lines.
    pub lines: Vec<Line>,
    /// The new stage. It may be omitted if it is unchanged, except in the first append of an epoch.
    pub stage: Option<TableStage>,
}

/// One line of a table.
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    /// What it contains.
    pub kind: LineKind,
    /// Its text.
    pub text: String,
    /// The person and id of the command that produced it.
    pub command: Option<(Identity, u64)>,
}

/// What a line contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// An event besides the game, as JSON.
    Event,
    /// A part of the game's record.
    Record,
}

/// How far a table has got.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TableStage {
    /// It waits for players.
    Open,
    /// The game is running.
    Running,
    /// The game is over.
    Over,
    /// Its stored data is damaged.
    Damaged,
}

/// A stored table.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredTable {
    /// Its first secret. Lines may contain later ones.
    pub secret: [u8; 32],
    /// Who opened it.
    pub creator: Identity,
    /// Its stage.
    pub stage: TableStage,
    /// Its lines, from number 1 on.
    pub lines: Vec<Line>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq)]
pub struct FinishedGame {
    /// Games that finished later have larger numbers.
    pub number: u64,
    /// The text of its record.
    pub record: String,
}

/// Why a store operation failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another server has written to the table.
    #[error("another server has taken over this table")]
    Conflict,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The stored data cannot be read.
    #[error("the stored data is damaged")]
    Damaged,
    /// Anything else.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl LineKind {
    const fn number(self) -> i64 {
        match self {
            LineKind::Event => 0,
            LineKind::Record => 1,
        }
    }

    const fn from_number(number: i64) -> Option<LineKind> {
        match number {
            0 => Some(LineKind::Event),
            1 => Some(LineKind::Record),
            _ => None,
        }
    }
}

impl TableStage {
    const ALL: [TableStage; 4] =
        [TableStage::Open, TableStage::Running, TableStage::Over, TableStage::Damaged];

    fn from_number(number: i64) -> Option<TableStage> {
        TableStage::ALL.into_iter().find(|stage| *stage as i64 == number)
    }
}
