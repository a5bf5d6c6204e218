//! Tables as the store has them: new ones are put there, and those that somebody asks for are taken from there.

use std::time::{SystemTime, UNIX_EPOCH};

use wire::{NewTable, RefusalReason, TableId};

use super::act::{Caller, opened};
use super::key;
use super::room::Room;
use crate::House;
use crate::store::{Created, Fresh, Line, Stage, StoreError};

/// Opens a table, once for each command.
pub(crate) async fn create(
    house: &House,
    caller: &Caller,
    id: u64,
    table: NewTable,
) -> Result<TableId, RefusalReason> {
    let line = opened(table, caller, &house.limits)?;
    let table = house.signer.table(caller.who, id);
    keep(house, caller, table, line).await.map(|()| table)
}

/// Keeps a table that begins with this line.
pub(super) async fn keep(
    house: &House,
    caller: &Caller,
    table: TableId,
    line: Line,
) -> Result<(), RefusalReason> {
    let secret = key::fresh().map_err(|_| RefusalReason::NotStored)?.expose().0;
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let fresh = Fresh { table, secret, creator: caller.who, owner: house.owner, created, lines: vec![line] };
    match house.store.create(fresh, house.limits.tables).await {
        Ok(Created::New) => {
            house.metrics.opened.add(1);
            tracing::info!(table = table.short(), "opened");
            Ok(())
        }
        Ok(Created::There) => Ok(()),
        Ok(Created::TooMany) => Err(RefusalReason::TooManyTables),
        Err(error) => {
            house.failed(table, &error);
            Err(RefusalReason::NotStored)
        }
    }
}

/// The table that the store has kept. One that is damaged is reported and closed.
pub(super) async fn load(house: &House, id: TableId) -> Result<Room, RefusalReason> {
    let stored = match house.store.load(id).await {
        Ok(Some(stored)) if stored.stage == Stage::Damaged => return Err(RefusalReason::Damaged),
        Ok(Some(stored)) => Some(stored),
        Ok(None) => return Err(RefusalReason::NoSuchTable),
        Err(StoreError::Damaged) => None,
        Err(error) => {
            house.failed(id, &error);
            return Err(RefusalReason::NotStored);
        }
    };
    let line = match stored.map(|stored| Room::fold(id, stored)) {
        Some(Ok(room)) => return Ok(room),
        Some(Err(damage)) => damage.0,
        None => 0,
    };
    tracing::error!(table = id.short(), line, "what is stored of this table is damaged: it is closed");
    house.metrics.damaged.add(1);
    if let Err(error) = house.store.close(id).await {
        house.failed(id, &error);
    }
    Err(RefusalReason::Damaged)
}
