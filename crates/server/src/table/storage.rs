//! Creates tables in the store and loads them from there.

use bots::Bots;
use bots::catalog::{self, BotsVisitor};
use games::catalog::GameId;
use wire::{NewTable, NewTableError, RefusalReason, TableId};

use super::command::{Caller, opening_line};
use super::secret;
use super::state::{TableState, UnreadableLine, stored_game};
use crate::new_table_limits::NewTableLimit;
use crate::store::{ClaimResult, CreateResult, Line, NewStoredTable, StoreError, StoredTable, TableStage};
use crate::{Limits, ServerState};

/// Why a table cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpenError {
    /// Trying again does not help.
    Refused(RefusalReason),
    /// Another server owns the table.
    Elsewhere {
        /// The number of that server.
        node: u64,
        /// The address of that server.
        address: String,
    },
    /// The store does not answer, this server has lost its lease, or only a newer server can read the table.
    Unavailable,
}

impl From<RefusalReason> for OpenError {
    fn from(why: RefusalReason) -> OpenError {
        OpenError::Refused(why)
    }
}

/// Opens a table. A repeated command returns the same table.
pub(crate) async fn create(
    server: &ServerState,
    caller: &Caller,
    id: u64,
    table: NewTable,
) -> Result<TableId, OpenError> {
    struct Opening<'a>(NewTable, &'a Caller, &'a Limits);
    impl BotsVisitor for Opening<'_> {
        type Output = Result<Line, RefusalReason>;

        fn visit<G: Bots>(self) -> Self::Output {
            opening_line::<G>(self.0, self.1, self.2)
        }
    }
    let game = GameId::from_name(&table.game).filter(|game| game.is_online());
    let game = game.ok_or(RefusalReason::InvalidTable(NewTableError::UnknownGame))?;
    let line = catalog::visit(game, Opening(table, caller, &server.limits))?;
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
    let refused = match server.is_store_full() {
        true => Err(RefusalReason::StoreFull),
        false => server.new_tables.take(caller.address_tag).map_err(|limit| match limit {
            NewTableLimit::Address(time) => {
                RefusalReason::OpenedTooMany { minutes: time.as_secs().div_ceil(60) as u32 }
            }
            NewTableLimit::Total => RefusalReason::TooManyNewTables,
        }),
    };
    if let Err(why) = refused {
        // A repeated command returns the same table.
        if matches!(server.store.load(table).await, Ok(Some(_))) {
            return Ok(());
        }
        server.metrics.refused_tables.add(1);
        return Err(why.into());
    }
    let secret = secret::generate(&server.environment).map_err(|_| RefusalReason::NotStored)?.expose().0;
    let created = server.unix_time();
    let fresh = NewStoredTable { table, secret, creator: caller.who, created, lines: vec![line] };
    match server.store.create(fresh, server.limits.open_tables_per_person).await {
        Ok(CreateResult::New) => {
            server.metrics.opened.add(1);
            tracing::info!(table = table.short(), "table opened");
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

/// A table that this server owns, as it is stored, and its game.
pub(super) struct LoadedTable {
    pub(super) game: GameId,
    pub(super) stored: StoredTable,
    /// The term of the lease in which it was claimed.
    pub(super) term: u64,
}

/// Claims and loads a table. A damaged table is logged and closed.
pub(super) async fn load(server: &ServerState, id: TableId) -> Result<LoadedTable, OpenError> {
    let Some(term) = server.lease.term() else { return Err(OpenError::Unavailable) };
    let stored = match server.store.claim(id, server.lease.node).await {
        Ok(ClaimResult::Owned(stored)) if stored.stage == TableStage::Damaged => {
            return Err(RefusalReason::Damaged.into());
        }
        Ok(ClaimResult::Owned(stored)) => *stored,
        Ok(ClaimResult::Missing) => return Err(RefusalReason::NoSuchTable.into()),
        Ok(ClaimResult::Elsewhere { node, address }) => {
            tracing::debug!(table = id.short(), address, "this table is on another server");
            return Err(OpenError::Elsewhere { node, address });
        }
        Err(StoreError::Damaged) => return Err(damaged(server, id).await.into()),
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
    // A newer server may know more games.
    let game = stored_game(&stored).and_then(|name| GameId::from_name(&name).ok_or(UnreadableLine(1)));
    match game {
        Ok(game) => Ok(LoadedTable { game, stored, term }),
        Err(line) => Err(unreadable(server, id, stored.ownership.epoch, line).await),
    }
}

/// Gives up a table with a line that only another version of the program can read. Nothing of it changes.
/// Clients reconnect, and may then find a server of that version.
pub(super) async fn unreadable(
    server: &ServerState,
    id: TableId,
    epoch: u64,
    line: UnreadableLine,
) -> OpenError {
    let UnreadableLine(line) = line;
    tracing::error!(table = id.short(), line, "only a newer version of the program can read this table");
    server.metrics.unreadable.add(1);
    if let Err(error) = server.store.release(id, epoch).await {
        server.report_store_error(id, &error);
    }
    OpenError::Unavailable
}

/// Logs and closes a damaged table.
async fn damaged(server: &ServerState, id: TableId) -> RefusalReason {
    tracing::error!(table = id.short(), "the stored data of this table is damaged, so it was closed");
    server.metrics.damaged.add(1);
    if let Err(error) = server.store.close(id).await {
        server.report_store_error(id, &error);
    }
    RefusalReason::Damaged
}

/// Whether the lines of a stored table follow the rules of its game, and this program knows them.
pub(crate) fn can_be_replayed(id: TableId, stored: &StoredTable) -> bool {
    struct Replayed<'a>(TableId, &'a StoredTable);
    impl BotsVisitor for Replayed<'_> {
        type Output = bool;

        fn visit<G: Bots>(self) -> bool {
            TableState::<G>::replay(self.0, self.1).is_ok()
        }
    }
    match stored_game(stored) {
        Ok(name) => GameId::from_name(&name).is_some_and(|game| catalog::visit(game, Replayed(id, stored))),
        Err(_) => false,
    }
}
