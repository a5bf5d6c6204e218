use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Sqlite, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use wire::TableId;

use super::backup::TemporaryFolder;
use super::checkpoint::{Checkpoint, checkpoint, run_checkpoints};
use super::confirmed::{self, ConfirmedFile};
use super::database_files::{DatabaseFiles, log_of};
use super::recent::RecentLines;
use super::writer::{Confirmation, Job, WriteRequest, WriteResult, run_writer};
use super::{
    Append, ClaimResult, CreateResult, FinishedGame, Lease, Line, LineKind, LogHead, NewStoredTable,
    NodeInfo, Ownership, Store, StoreError, StoreFuture, StoredTable, TableStage, schema,
};
use crate::Identity;

/// The capacity of the writer's queue.
const MAX_QUEUED_JOBS: usize = 1024;

/// A store in one SQLite file. Commits are durable (`synchronous=FULL`), and all queued appends are
/// committed together (group commit).
///
/// One process owns the file. When another one joins, the lease of the first is over at once: that is
/// what an operator wants who starts a server again after a crash.
pub struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    pub(super) folder: PathBuf,
    /// Where the upgraded copy of an older database is, until this is dropped.
    _temporary: Option<TemporaryFolder>,
}

/// The database file of a data folder.
pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join("cardroom.sqlite")
}

/// Creates an empty file that no other user can read, if it does not exist. The store contains the
/// hidden cards of running games.
fn create_private(file: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(file);
    opened.map(drop).map_err(|error| StoreError::Failed(format!("{}: {error}", file.display())))
}

pub(super) fn options(folder: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file(folder))
        .busy_timeout(Duration::from_secs(5))
        .disable_statement_logging()
}

impl SqliteStore {
    /// Opens the store in a folder, which is created if necessary.
    pub async fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::Failed(format!("{}: {error}", folder.display())))?;
        if confirmed::is_database_missing(folder, &file(folder)) {
            return Err(StoreError::Replaced);
        }
        create_private(&file(folder))?;
        let writer = options(folder)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            // Checkpoints are made by another connection, so that no commit waits for one.
            .pragma("wal_autocheckpoint", "0");
        let mut connection = writer.connect().await.map_err(failure)?;
        schema::migrate(&mut connection).await?;
        let progress = confirmed::verify(&mut connection, ConfirmedFile::read(folder)).await?;
        let mut recent = RecentLines::new(progress);
        recent.settle_all(&mut connection).await?;
        let store = SqliteStore::reading(folder, 2).await?;
        let (jobs, waiting) = mpsc::channel(MAX_QUEUED_JOBS);
        let confirmation =
            Confirmation { files: DatabaseFiles::new(&file(folder))?, file: ConfirmedFile::open(folder)? };
        let witness = confirmation.file.handle();
        tokio::spawn(run_writer(connection, recent, confirmation, waiting));
        tokio::spawn(run_checkpoints(folder.to_owned(), witness, jobs.downgrade()));
        Ok(SqliteStore { jobs, ..store })
    }

    /// Opens a store for reading, while a server may be using it.
    pub async fn open_read_only(folder: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::reading(folder, 1).await
    }

    /// Opens a store for reading, whatever version it has. An older database is not touched: this reads an
    /// upgraded copy of it, which is removed afterwards.
    pub async fn open_existing(folder: &Path) -> Result<SqliteStore, StoreError> {
        let store = SqliteStore::open_read_only(folder).await?;
        let mut reader = store.readers.acquire().await.map_err(failure)?;
        let found = schema::version(&mut reader).await?;
        drop(reader);
        if found >= schema::VERSION {
            return store.reader().await.map(drop).map(|()| store);
        }
        let temporary = TemporaryFolder::in_temporary_files()?;
        store.backup(&file(temporary.path())).await?;
        let mut copy = options(temporary.path()).connect().await.map_err(failure)?;
        schema::migrate(&mut copy).await?;
        copy.close().await.map_err(failure)?;
        let upgraded = SqliteStore::open_read_only(temporary.path()).await?;
        Ok(SqliteStore { _temporary: Some(temporary), ..upgraded })
    }

    async fn reading(folder: &Path, connections: u32) -> Result<SqliteStore, StoreError> {
        let readers = SqlitePoolOptions::new().max_connections(connections).min_connections(0);
        // Whoever reads a table does not read it again soon, so a small cache will do: it has 256 KB.
        let options = options(folder).read_only(true).pragma("cache_size", "-256");
        let readers = readers.connect_with(options).await.map_err(failure)?;
        let (jobs, _) = mpsc::channel(1);
        Ok(SqliteStore { jobs, readers, folder: folder.to_owned(), _temporary: None })
    }

    /// A connection that reads, if this program can use the database. An older one is only upgraded by a
    /// server.
    pub(super) async fn reader(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failure)?;
        schema::check(&mut reader).await?;
        Ok(reader)
    }

    /// The claim of a table on a full disk: it stays in its epoch, so that people can look at it. That is
    /// safe because all other processes have lost their leases. If one of them has not noticed it and
    /// appends in the same epoch, only the first append after a line is stored.
    async fn claim_without_space(&self, table: TableId, node: u64) -> Result<ClaimResult, StoreError> {
        self.renew(node).await?;
        let Some(stored) = self.load(table).await? else { return Ok(ClaimResult::Missing) };
        self.write(WriteRequest::Adopt { table, ownership: stored.ownership }).await?;
        Ok(ClaimResult::Owned(Box::new(stored)))
    }

    pub(super) async fn write(&self, request: WriteRequest) -> Result<WriteResult, StoreError> {
        let (reply, done) = oneshot::channel();
        let gone = || StoreError::Failed("the writer has ended".to_owned());
        self.jobs.send(Job { request, reply }).await.map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }
}

impl Store for SqliteStore {
    fn join(&self, node: NodeInfo) -> StoreFuture<'_, Lease> {
        Box::pin(async {
            match self.write(WriteRequest::Join(node)).await? {
                WriteResult::Joined(lease) => Ok(lease),
                _ => Err(StoreError::Damaged),
            }
        })
    }

    fn renew(&self, node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let row: Option<(i64,)> = sqlx::query_as("SELECT 1 FROM nodes WHERE id = ?")
                .bind(node.cast_signed())
                .fetch_optional(&self.readers)
                .await
                .map_err(failure)?;
            row.map(drop).ok_or(StoreError::LeaseLost)
        })
    }

    /// Only one node has the store, and its lease does not end.
    fn lease_version(&self, node: u64) -> StoreFuture<'_, Option<u64>> {
        Box::pin(async move {
            match self.renew(node).await {
                Ok(()) => Ok(Some(0)),
                Err(StoreError::LeaseLost) => Ok(None),
                Err(error) => Err(error),
            }
        })
    }

    /// Also writes the log back into the database file, so that the file alone is complete.
    fn leave(&self, node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.write(WriteRequest::Leave(node)).await?;
            checkpoint(&self.folder, Checkpoint::Truncate).await
        })
    }

    fn create(&self, table: NewStoredTable, limit: u32) -> StoreFuture<'_, CreateResult> {
        Box::pin(async move {
            match self.write(WriteRequest::Create(Box::new(table), limit)).await? {
                WriteResult::Created(created) => Ok(created),
                _ => Err(StoreError::Damaged),
            }
        })
    }

    fn claim(&self, table: TableId, node: u64) -> StoreFuture<'_, ClaimResult> {
        Box::pin(async move {
            let claimed = match self.write(WriteRequest::Claim { table, node }).await {
                Ok(WriteResult::Claimed(claimed)) => claimed,
                Ok(_) => return Err(StoreError::Damaged),
                Err(StoreError::Full) => return self.claim_without_space(table, node).await,
                Err(error) => return Err(error),
            };
            match (claimed, self.load(table).await?) {
                (Some(ownership), Some(stored)) if stored.ownership == ownership => {
                    Ok(ClaimResult::Owned(Box::new(stored)))
                }
                (None, None) => Ok(ClaimResult::Missing),
                (Some(_), None) => Err(StoreError::Damaged),
                // Another server has taken over in between.
                (_, Some(_)) => Err(StoreError::LeaseLost),
            }
        })
    }

    fn reclaim(&self, table: TableId, node: u64, epoch: u64) -> StoreFuture<'_, Option<Ownership>> {
        Box::pin(async move {
            match self.write(WriteRequest::Reclaim { table, node, epoch }).await? {
                WriteResult::Claimed(ownership) => Ok(ownership),
                _ => Err(StoreError::Damaged),
            }
        })
    }

    fn append(&self, append: Arc<Append>) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::Append(append)).await.map(drop) })
    }

    fn release(&self, table: TableId, epoch: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::Release { table, epoch }).await.map(drop) })
    }

    fn load(&self, table: TableId) -> StoreFuture<'_, Option<StoredTable>> {
        Box::pin(async move {
            let mut reader = self.reader().await?;
            // Both queries in one transaction, or a line could be added in between.
            let mut reader = reader.begin().await.map_err(failure)?;
            let row: Option<TableRow> = sqlx::query_as(
                "SELECT secret, creator, created, stage, over, epoch, last_seq, hash, listing FROM tables WHERE id = ?",
            )
            .bind(table.as_str())
            .fetch_optional(&mut *reader)
            .await
            .map_err(failure)?;
            let settled = row.as_ref().map_or(0, |row| row.6);
            let lines: Vec<HashedRow> = sqlx::query_as(
                "SELECT seq, kind, text, who, command, NULL FROM lines WHERE id = ?1
                     UNION ALL SELECT seq, kind, text, who, command, hash FROM recent
                     WHERE id = ?1 AND seq > ?2 ORDER BY seq",
            )
            .bind(table.as_str())
            .bind(settled)
            .fetch_all(&mut *reader)
            .await
            .map_err(failure)?;
            match row {
                Some(row) => stored(row, lines).ok_or(StoreError::Damaged)?.verified(table).map(Some),
                None if lines.is_empty() => Ok(None),
                // There are lines of a table without a row.
                None => Err(StoreError::Damaged),
            }
        })
    }

    fn listings(&self, limit: u32) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let rows: Vec<(String,)> = sqlx::query_as(
                "SELECT listing FROM tables WHERE listed IS NOT NULL AND EXISTS (SELECT 1 FROM nodes WHERE id = node)
                 ORDER BY listed DESC LIMIT ?",
            )
            .bind(limit)
            .fetch_all(&self.readers)
            .await
            .map_err(failure)?;
            Ok(rows.into_iter().map(|(listing,)| listing).collect())
        })
    }

    fn finished(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<FinishedGame>> {
        Box::pin(async move {
            let rows: Vec<(i64, String)> = sqlx::query_as(
                "SELECT over, (SELECT group_concat(text, '' ORDER BY seq) FROM lines WHERE id = tables.id AND kind = ?)
                 FROM tables WHERE over > ? AND stage = ? ORDER BY over LIMIT ?",
            )
            .bind(LineKind::Record.number())
            .bind(after.cast_signed())
            .bind(TableStage::Over as i64)
            .bind(limit)
            .fetch_all(&self.readers)
            .await
            .map_err(failure)?;
            Ok(rows
                .into_iter()
                .map(|(number, record)| FinishedGame { number: number.cast_unsigned(), record })
                .collect())
        })
    }

    fn remove_unstarted(&self, age: Duration, limit: u32) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            match self.write(WriteRequest::RemoveUnstarted { age, limit }).await? {
                WriteResult::Removed(count) => Ok(count),
                _ => Err(StoreError::Damaged),
            }
        })
    }

    /// Free pages do not count: they are used again.
    fn size(&self) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let (bytes,): (i64,) = sqlx::query_as(
                "SELECT (page_count - freelist_count) * page_size
                 FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
            )
            .fetch_one(&self.readers)
            .await
            .map_err(failure)?;
            let log = std::fs::metadata(log_of(&file(&self.folder))).map_or(0, |log| log.len());
            Ok(bytes.cast_unsigned() + log)
        })
    }

    fn probe(&self, _node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::Probe).await.map(drop) })
    }

    fn close(&self, table: TableId) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::Close(table)).await.map(drop) })
    }

    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, Vec<TableId>> {
        Box::pin(async move {
            let name = to
                .to_str()
                .ok_or_else(|| StoreError::Failed("the file name is not valid UTF-8".to_owned()))?;
            create_private(to)?;
            sqlx::query("VACUUM INTO ?").bind(name).execute(&self.readers).await.map_err(failure)?;
            Ok(Vec::new())
        })
    }
}

/// A row of `tables`: secret, creator, when it was created, stage, number, epoch, last line, hash and
/// listing.
type TableRow = (Vec<u8>, Vec<u8>, i64, i64, Option<i64>, i64, i64, Vec<u8>, Option<String>);

/// A row of `lines`: number, kind, text, person and command.
pub(super) type Row = (i64, i64, String, Option<Vec<u8>>, Option<i64>);

/// A row of `lines` or `recent`: number, kind, text, person, command and, in `recent`, the hash.
type HashedRow = (i64, i64, String, Option<Vec<u8>>, Option<i64>, Option<Vec<u8>>);

/// The number of a line, and the line.
pub(super) fn parse_line((seq, kind, text, who, command): Row) -> Option<(u64, Line)> {
    let command = match (who, command) {
        (Some(who), Some(command)) => Some((Identity::from_bytes(&who)?, command.cast_unsigned())),
        (None, None) => None,
        _ => return None,
    };
    Some((u64::try_from(seq).ok()?, Line { kind: LineKind::from_number(kind)?, text, command }))
}

fn stored(row: TableRow, rows: Vec<HashedRow>) -> Option<StoredTable> {
    let (secret, creator, created, stage, number, epoch, mut last_seq, mut hash, listing) = row;
    let mut lines = Vec::with_capacity(rows.len());
    for (seq, kind, text, who, command, recent_hash) in rows {
        if let Some(recent_hash) = recent_hash {
            (last_seq, hash) = (seq, recent_hash);
        }
        let (seq, line) = parse_line((seq, kind, text, who, command))?;
        if seq != lines.len() as u64 + 1 {
            return None;
        }
        lines.push(line);
    }
    let head = LogHead { seq: last_seq.cast_unsigned(), hash: hash.try_into().ok()? };
    Some(StoredTable {
        secret: secret.try_into().ok()?,
        creator: Identity::from_bytes(&creator)?,
        created: created.cast_unsigned(),
        stage: TableStage::from_number(stage)?,
        number: number.map(i64::cast_unsigned),
        ownership: Ownership { epoch: epoch.cast_unsigned(), head },
        listing,
        lines,
    })
}

/// Converts a database error.
pub(super) fn failure(error: sqlx::Error) -> StoreError {
    let code = match &error {
        sqlx::Error::Database(error) => error.code().and_then(|code| code.parse::<u32>().ok()),
        _ => None,
    };
    // The lowest eight bits are the primary result code: SQLITE_FULL, SQLITE_CORRUPT, SQLITE_NOTADB,
    // SQLITE_READONLY, SQLITE_CANTOPEN.
    match (code.map(|code| code & 0xff), &error) {
        (Some(13), _) => StoreError::Full,
        (Some(11 | 26), _) => StoreError::Damaged,
        (Some(8), sqlx::Error::Database(error)) => StoreError::Refused(error.message().to_owned()),
        (Some(14), sqlx::Error::Database(error)) => StoreError::Unavailable(error.message().to_owned()),
        _ => StoreError::Failed(error.to_string()),
    }
}
