//! Creates tables in the store and loads them from there.

use std::time::{SystemTime, UNIX_EPOCH};

use wire::{NewTable, RefusalReason, TableId};

use super::command::{Caller, opening_line};
use super::secret;
use super::state::TableState;
use crate::ServerState;
use crate::store::{CreateResult, Line, NewStoredTable, StoreError, TableStage};

/// Opens a table. A repeated command returns the same table.
pub(crate) async fn create(
    server: &ServerState,
    caller: &Caller,
    id: u64,
    table: NewTable,
) -> Result<TableId, RefusalReason> {
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
) -> Result<(), RefusalReason> {
    let secret = secret::generate().map_err(|_| RefusalReason::NotStored)?.expose().0;
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let fresh = NewStoredTable {
        table,
        secret,
        creator: caller.who,
        epoch: server.epoch,
        created,
        lines: vec![line],
    };
    match server.store.create(fresh, server.limits.open_tables_per_person).await {
        Ok(CreateResult::New) => {
            server.metrics.opened.add(1);
            tracing::info!(table = table.short(), "table opened");
            Ok(())
        }
        Ok(CreateResult::AlreadyExists) => Ok(()),
        Ok(CreateResult::TooMany) => Err(RefusalReason::TooManyTables),
        Err(error) => {
            server.report_store_error(table, &error);
            Err(RefusalReason::NotStored)
        }
    }
}

/// Loads a table. A damaged table is logged and closed.
pub(super) async fn load(server: &ServerState, id: TableId) -> Result<TableState, RefusalReason> {
    let stored = match server.store.load(id).await {
        Ok(Some(stored)) if stored.stage == TableStage::Damaged => return Err(RefusalReason::Damaged),
        Ok(Some(stored)) => Some(stored),
        Ok(None) => return Err(RefusalReason::NoSuchTable),
        Err(StoreError::Damaged) => None,
        Err(error) => {
            server.report_store_error(id, &error);
            return Err(RefusalReason::NotStored);
        }
    };
    let line = match stored.map(|stored| TableState::replay(id, stored)) {
        Some(Ok(state)) => return Ok(state),
        Some(Err(damage)) => damage.0,
        None => 0,
    };
    tracing::error!(table = id.short(), line, "the stored data of this table is damaged, so it was closed");
    server.metrics.damaged.add(1);
    if let Err(error) = server.store.close(id).await {
        server.report_store_error(id, &error);
    }
    Err(RefusalReason::Damaged)
}
