use std::sync::Arc;
use std::time::Duration;

use wire::TableId;

use super::{Line, LogHead, Store, StoreError, TableStage};

/// Lines to be appended to a table, and what else changes with them.
#[derive(Clone, PartialEq, Eq)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The writer's epoch, and the last line that the writer knows.
    pub ownership: Ownership,
    /// The head of the log afterwards.
    pub head: LogHead,
    /// The lines. There may be none, if only the listing changes.
    pub lines: Vec<Line>,
    /// The new stage, if it changes.
    pub stage: Option<TableStage>,
    /// The new entry in the list of open tables, if it changes. The inner `None` removes it.
    pub listing: Option<Option<String>>,
}

/// An epoch of a table, and the end of its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ownership {
    /// The epoch. It is raised by each claim.
    pub epoch: u64,
    /// The end of the log.
    pub head: LogHead,
}

impl Append {
    /// An append that changes neither the stage nor the listing.
    #[must_use]
    pub fn new(table: TableId, ownership: Ownership, lines: Vec<Line>) -> Append {
        let head = ownership.head.with_lines(&lines);
        Append { table, ownership, head, lines, stage: None, listing: None }
    }
}

/// The pauses between attempts to find out what happened.
const MIN_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(2);

/// Appends lines, and returns the new ownership. If the connection breaks while they are committed, this
/// claims the table again until it is known whether they are stored, and appends them if they are not.
///
/// The claim raises the epoch. So an interrupted append is either stored before the claim, which waits
/// for the lock of the table's row, or it never will be.
pub(crate) async fn append_until_known(
    store: &dyn Store,
    node: u64,
    append: Append,
) -> Result<Ownership, StoreError> {
    let mut append = Arc::new(append);
    let (before, after) = (append.ownership.head, append.head);
    loop {
        match store.append(Arc::clone(&append)).await {
            Ok(()) => return Ok(Ownership { epoch: append.ownership.epoch, head: after }),
            Err(StoreError::Unknown) => {}
            Err(error) => return Err(error),
        }
        let mut pause = MIN_PAUSE;
        let now = loop {
            match store.reclaim(append.table, node, append.ownership.epoch).await {
                Ok(Some(now)) => break now,
                Ok(None) => return Err(StoreError::Fenced),
                Err(error @ (StoreError::LeaseLost | StoreError::Damaged)) => return Err(error),
                Err(_) => {}
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(MAX_PAUSE);
        };
        match now.head {
            // Without lines both heads are the same: then storing it again does no harm.
            head if head == before => Arc::make_mut(&mut append).ownership = now,
            head if head == after => return Ok(now),
            // Nobody else may append in our epochs.
            _ => return Err(StoreError::Damaged),
        }
    }
}
