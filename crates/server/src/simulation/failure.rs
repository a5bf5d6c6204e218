use wire::TableId;

use crate::history::HistoryError;

/// What went wrong in a schedule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Failure {
    /// What clients have seen differs from what is stored.
    #[error("table {}: {error}", table.short())]
    History {
        /// The table.
        table: TableId,
        /// The difference.
        error: HistoryError,
    },
    /// The stored lines of a table are not what was written.
    #[error("table {}: the stored lines are damaged", .0.short())]
    Damaged(TableId),
    /// Something was seen or acknowledged at a table that is not stored.
    #[error("a table is not stored")]
    NoTable,
    /// A command was executed at another table than the one it was sent to.
    #[error("table {}: command {command} was sent to another table", table.short())]
    OtherTable {
        /// The table at which it is stored.
        table: TableId,
        /// The id of the command.
        command: u64,
    },
    /// A client got a message that it cannot read.
    #[error("an unreadable message: {0}")]
    Unreadable(String),
    /// A client gave up.
    #[error("client {0} gave up: {1}")]
    GaveUp(usize, String),
    /// A minute after the last fault, something does not work yet.
    #[error("not recovered a minute after the last fault: {0}")]
    NotRecovered(String),
    /// A task of a server panicked.
    #[error("a task of node {0} panicked")]
    Panicked(usize),
}
