//! Persistent storage of tables.
//!
//! A table is an append-only log of numbered lines. Several servers ("nodes") may share one store, and
//! the store alone decides which of them owns a table:
//!
//! 1. A node [joins](Store::join) and gets a lease, which it renews. The lease ends by the clock of the
//!    store, never by that of a node.
//! 2. To work with a table, a node [claims](Store::claim) it. That raises the table's *epoch*. It is
//!    possible if the table has no owner, if the lease of its owner is over, or if the node owns it
//!    already.
//! 3. An [append](Store::append) names the epoch and the last line it continues. Both are checked in the
//!    transaction that adds the lines, so it fails with [`StoreError::Fenced`] as soon as anybody else has
//!    claimed the table, however late it arrives.
//!
//! Leases only decide who *may* claim. What protects the data is the epoch, so a node with a wrong clock,
//! or one that was suspended, can do no harm.
//!
//! Once an append returns, its lines are on disk. If the connection to the database breaks while it
//! commits, nobody knows yet whether it happened ([`StoreError::Unknown`]). `append_until_known` finds
//! out: it claims the table again, which either waits for the interrupted commit or makes it impossible.
//!
//! Each table has a running hash of its lines ([`LogHead`]), which is checked whenever it is loaded. A
//! changed or missing line is reported as [`StoreError::Damaged`]. `confirmed.rs` says how SQLite stores
//! notice that the latest lines are missing.

mod address;
mod admin;
mod append;
mod backup;
mod checkpoint;
mod confirmed;
mod database_files;
mod log_head;
mod memory;
mod passes;
mod postgres;
mod recent;
mod restore;
mod schema;
mod sqlite;
#[cfg(feature = "suite")]
pub mod suite;
mod writer;

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use wire::TableId;

use crate::Identity;

pub use address::{ParseStoreAddressError, StoreAddress};
pub use admin::{AdminStore, CopyError, CopyReport, StoreContents, TableSummary, copy};
pub(crate) use append::append_until_known;
pub use append::{Append, Ownership};
pub use log_head::LogHead;
pub use memory::{Interruption, MemoryStore};
pub use passes::{NewTransfer, PassStore, SignOut, SignOutCursor, SignOutPage, TransferCode};
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

/// The future of a store operation.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Persistent storage of tables. Every implementation passes `store::suite`.
pub trait Store: PassStore {
    /// Registers a node and starts its lease. If it has an address, the lease of any other node with the
    /// same address ends: that one has crashed, and this one was started in its place.
    fn join(&self, node: NodeInfo) -> StoreFuture<'_, Lease>;

    /// Extends the lease of a node.
    fn renew(&self, node: u64) -> StoreFuture<'_, ()>;

    /// The version of a node's lease, which each renewal changes; `None` if the lease is over.
    fn lease_version(&self, node: u64) -> StoreFuture<'_, Option<u64>>;

    /// Ends the lease of a node, so that others can claim its tables at once.
    fn leave(&self, node: u64) -> StoreFuture<'_, ()>;

    /// Stores a new table without an owner, if its creator has fewer than `limit` unfinished ones. An
    /// existing table does not change.
    fn create(&self, table: NewStoredTable, limit: u32) -> StoreFuture<'_, CreateResult>;

    /// Makes a node the owner of a table, if nobody else is.
    fn claim(&self, table: TableId, node: u64) -> StoreFuture<'_, ClaimResult>;

    /// Raises the epoch of a table that the node has owned since `epoch` or later, without loading it.
    /// `None` if the node no longer owns it.
    fn reclaim(&self, table: TableId, node: u64, epoch: u64) -> StoreFuture<'_, Option<Ownership>>;

    /// Appends lines to a table, all or none.
    fn append(&self, append: Arc<Append>) -> StoreFuture<'_, ()>;

    /// Gives up a table and removes it from the list of open tables. Does nothing if somebody has
    /// claimed it since.
    fn release(&self, table: TableId, epoch: u64) -> StoreFuture<'_, ()>;

    /// Loads a table without claiming it; `None` if it does not exist.
    fn load(&self, table: TableId) -> StoreFuture<'_, Option<StoredTable>>;

    /// The list entries of up to `limit` open tables whose owners are alive, newest first.
    fn listings(&self, limit: u32) -> StoreFuture<'_, Vec<String>>;

    /// The records of up to `limit` finished games with numbers greater than `after`, in the order of
    /// their numbers. A game that is numbered later never gets a smaller number, so a reader that
    /// continues after the last number misses none.
    fn finished(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<FinishedGame>>;

    /// Removes up to `limit` tables at which no game has started, that were opened longer ago than `age`, and
    /// that no living node owns. Returns how many.
    fn remove_unstarted(&self, age: Duration, limit: u32) -> StoreFuture<'_, u64>;

    /// How much space the store uses, in bytes.
    fn size(&self) -> StoreFuture<'_, u64>;

    /// Writes something small, durably, to find out whether the store works.
    fn probe(&self, node: u64) -> StoreFuture<'_, ()>;

    /// Closes a damaged table.
    fn close(&self, table: TableId) -> StoreFuture<'_, ()>;

    /// Copies the store to a new SQLite file, while it is in use. Returns the damaged tables that are not in
    /// the copy.
    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, Vec<TableId>>;
}

/// A node that joins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeInfo {
    /// Where other nodes can reach it.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// How long its lease lasts if it is not renewed.
    pub lease: Duration,
}

/// What a node gets when it joins.
#[derive(Clone, PartialEq, Eq)]
pub struct Lease {
    /// The number of the node. Numbers are never reused.
    pub node: u64,
    /// The secret that signs passes. It is the same for all nodes, for ever.
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

/// The result of [`Store::claim`].
#[derive(Clone, PartialEq, Eq)]
pub enum ClaimResult {
    /// The node owns the table now.
    Owned(Box<StoredTable>),
    /// Another node owns it.
    Elsewhere {
        /// The number of that node.
        node: u64,
        /// The address of that node.
        address: String,
    },
    /// There is no such table.
    Missing,
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
    /// Something that only a newer program knows, with its number.
    Unknown(u8),
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
    /// Its host has closed it before the game.
    Closed,
}

/// A stored table.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredTable {
    /// Its first secret. Lines may contain later ones.
    pub secret: [u8; 32],
    /// Who opened it.
    pub creator: Identity,
    /// When it was opened, in seconds since 1970.
    pub created: u64,
    /// Its stage.
    pub stage: TableStage,
    /// Its number among the finished games, if it has one.
    pub number: Option<u64>,
    /// Its epoch and the end of its log.
    pub ownership: Ownership,
    /// Its entry in the list of open tables.
    pub listing: Option<String>,
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

/// Why a store operation failed. Except for [`StoreError::Unknown`], nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has claimed the table, or the append does not continue its last line.
    #[error("another server has taken over this table")]
    Fenced,
    /// The node is not registered: another server has taken over the whole store.
    #[error("another server has taken over this store")]
    LeaseLost,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The stored data cannot be read, or is not what was written.
    #[error("the stored data is damaged")]
    Damaged,
    /// Changes that were confirmed are missing.
    #[error(
        "the database lacks {changes} confirmed changes: restore a backup, or remove the file \
         cardroom.confirmed to go on without them"
    )]
    Lost {
        /// How many lines and other changes are missing.
        changes: u64,
    },
    /// The file of the database is not the one that was opened.
    #[error("the database file or its log was removed or replaced")]
    Replaced,
    /// The connection broke while the change was committed.
    #[error("the connection to the database broke, and it is not known what was stored")]
    Unknown,
    /// The database cannot be reached at the moment.
    #[error("the database cannot be reached: {0}")]
    Unavailable(String),
    /// The data is of another version than this program supports.
    #[error("the data is of version {found}, and this program knows {known}: {}", match found > known {
        true => "use a newer version of the program",
        false => "start a server with it, which upgrades the data",
    })]
    Version {
        /// The version of the data.
        found: u64,
        /// The latest version that this program knows.
        known: u64,
    },
    /// The database does not let us in, or does not let us do what is necessary.
    #[error("the database refused: {0}")]
    Refused(String),
    /// The database has other tables where ours should be.
    #[error("this database belongs to another program, or its tables were changed: {0}")]
    Foreign(String),
    /// `cardroom store copy` was interrupted.
    #[error("this store is an unfinished copy: continue with `cardroom store copy`")]
    UnfinishedCopy,
    /// Anything else.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl LineKind {
    const fn number(self) -> i64 {
        match self {
            LineKind::Event => 0,
            LineKind::Record => 1,
            LineKind::Unknown(number) => number as i64,
        }
    }

    fn from_number(number: i64) -> Option<LineKind> {
        Some(match u8::try_from(number).ok()? {
            0 => LineKind::Event,
            1 => LineKind::Record,
            number => LineKind::Unknown(number),
        })
    }
}

impl TableStage {
    const ALL: [TableStage; 5] =
        [TableStage::Open, TableStage::Running, TableStage::Over, TableStage::Damaged, TableStage::Closed];

    fn from_number(number: i64) -> Option<TableStage> {
        TableStage::ALL.into_iter().find(|stage| *stage as i64 == number)
    }
}

impl StoredTable {
    /// Checks the running hash of the lines.
    fn verified(self, table: TableId) -> Result<StoredTable, StoreError> {
        let head = LogHead::empty(table, &self.secret, self.creator.bytes()).with_lines(&self.lines);
        if head == self.ownership.head { Ok(self) } else { Err(StoreError::Damaged) }
    }
}
