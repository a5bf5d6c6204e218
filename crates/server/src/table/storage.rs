//! Creates tables in the store and loads them from there.

use std::time::{SystemTime, UNIX_EPOCH};

use wire::{NewTable, RefusalReason, TableId};

use super::command::{Caller, opening_line};
use super::secret;
use super::state::{DamagedLine, TableState};
use crate::ServerState;
use crate::store::{
    ClaimResult, CreateResult, Line, NewStoredTable, Ownership, StoreError, StoredTable, TableStage,
};

/// Why a table cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpenError {
    /// Trying again does not help.
    Refused(RefusalReason),
    /// Another server owns the table.
    Elsewhere {
        /// The address of that server.
        address: String,
    },
    /// The store does not answer, or this server has lost its lease.
    Unavailable,
}

impl From<RefusalReason> for OpenError {
    fn from(why: RefusalReason) -> OpenError {
        OpenError::Refused(why)
    }
}

/// A table that this server owns.
pub(super) struct OwnedTable {
    pub(super) state: TableState,
    pub(super) ownership: Ownership,
    /// Its stored entry in the list of open tables.
    pub(super) listing: Option<String>,
}

/// Opens a table. A repeated command returns the same table.
pub(crate) async fn create(
    server: &ServerState,
    caller: &Caller,
    id: u64,
    table: NewTable,
) -> Result<TableId, OpenError> {
    let line = opening_line(table, caller, &server.limits)?;
    let table = server.signer.table(caller.who, id);
    create_in_store(server, caller, table, line).await.map(|()| table)
}

/// Stores a new table with this first line.
pub(super) async fn create_in_store(
    server: &ServerState,
    caller: &Caller,
    table: TableId,
    line: Line,
) -> Result<(), OpenError> {
    let secret = secret::generate().map_err(|_| RefusalReason::NotStored)?.expose().0;
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let fresh = NewStoredTable { table, secret, creator: caller.who, created, lines: vec![line] };
    match server.store.create(fresh, server.limits.open_tables_per_person).await {
        Ok(CreateResult::New) => {
            server.metrics.opened.add(1);
            tracing::info!(table = table.short(), "opened");
            Ok(())
        }
        Ok(CreateResult::AlreadyExists) => Ok(()),
        Ok(CreateResult::TooMany) => Err(RefusalReason::TooManyTables.into()),
        Err(error) => {
            server.report_store_error(table, &error);
            Err(match error {
                // It may have happened.
                StoreError::Unknown => OpenError::Unavailable,
                _ => RefusalReason::NotStored.into(),
            })
        }
    }
}

/// Claims and loads a table. A damaged table is logged and closed.
pub(super) async fn load(server: &ServerState, id: TableId) -> Result<OwnedTable, OpenError> {
    if !server.lease.is_held() {
        return Err(OpenError::Unavailable);
    }
    let stored = match server.store.claim(id, server.lease.node).await {
        Ok(ClaimResult::Owned(stored)) if stored.stage == TableStage::Damaged => {
            return Err(RefusalReason::Damaged.into());
        }
        Ok(ClaimResult::Owned(stored)) => Some(*stored),
        Ok(ClaimResult::Missing) => return Err(RefusalReason::NoSuchTable.into()),
        Ok(ClaimResult::Elsewhere { address }) => {
            tracing::info!(table = id.short(), address, "this table is on another server");
            return Err(OpenError::Elsewhere { address });
        }
        Err(StoreError::Damaged) => None,
        Err(error) => {
            server.report_store_error(id, &error);
            return Err(match error {
                StoreError::Unavailable(_) | StoreError::Unknown | StoreError::LeaseLost => {
                    OpenError::Unavailable
                }
                _ => RefusalReason::NotStored.into(),
            });
        }
    };
    let line = match stored.map(|stored| replay(id, stored)) {
        Some(Ok(table)) => return Ok(table),
        Some(Err(damage)) => damage.0,
        None => 0,
    };
    tracing::error!(table = id.short(), line, "what is stored of this table is damaged: it is closed");
    server.metrics.damaged.add(1);
    if let Err(error) = server.store.close(id).await {
        server.report_store_error(id, &error);
    }
    Err(RefusalReason::Damaged.into())
}

fn replay(id: TableId, mut stored: StoredTable) -> Result<OwnedTable, DamagedLine> {
    let (ownership, listing) = (stored.ownership, stored.listing.take());
    TableState::replay(id, stored).map(|state| OwnedTable { state, ownership, listing })
}

/// Whether the lines of a stored table follow the rules.
pub(crate) fn can_be_replayed(id: TableId, stored: StoredTable) -> bool {
    TableState::replay(id, stored).is_ok()
}
