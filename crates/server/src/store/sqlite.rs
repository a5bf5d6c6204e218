use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use wire::TableId;

use super::writer::{Job, WriteRequest, WriteResult, run_writer};
use super::{
    Append, CreateResult, FinishedGame, Lease, Line, LineKind, NewStoredTable, Store, StoreError,
    StoreFuture, StoredTable, TableStage, schema,
};
use crate::Identity;

/// The capacity of the writer's queue.
const MAX_QUEUED_JOBS: usize = 1024;

/// A store in one SQLite file. Commits are durable (`synchronous=FULL`), and all queued writes are
/// committed together (group commit).
pub struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
}

/// The database file of a data folder.
fn file(folder: &Path) -> PathBuf {
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

fn options(folder: &Path) -> SqliteConnectOptions {
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
        create_private(&file(folder))?;
        let writer = options(folder)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let mut connection = writer.connect().await.map_err(failure)?;
        schema::migrate(&mut connection).await.map_err(failure)?;
        let readers = SqlitePoolOptions::new().max_connections(2).min_connections(0);
        let readers = readers.connect_with(options(folder).read_only(true)).await.map_err(failure)?;
        let (jobs, waiting) = mpsc::channel(MAX_QUEUED_JOBS);
        tokio::spawn(run_writer(connection, waiting));
        Ok(SqliteStore { jobs, readers })
    }

    /// Opens a store for reading, while a server may be using it.
    pub async fn open_read_only(folder: &Path) -> Result<SqliteStore, StoreError> {
        let readers = SqlitePoolOptions::new().max_connections(1);
        let readers = readers.connect_with(options(folder).read_only(true)).await.map_err(failure)?;
        let (jobs, _) = mpsc::channel(1);
        Ok(SqliteStore { jobs, readers })
    }

    async fn write(&self, request: WriteRequest) -> Result<WriteResult, StoreError> {
        let (reply, done) = oneshot::channel();
        let gone = || StoreError::Failed("the writer has ended".to_owned());
        self.jobs.send(Job { request, reply }).await.map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }
}

impl Store for SqliteStore {
    fn open(&self) -> StoreFuture<'_, Lease> {
        Box::pin(async {
            match self.write(WriteRequest::Open).await? {
                WriteResult::Opened(lease) => Ok(lease),
                _ => Err(StoreError::Damaged),
            }
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

    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::Append(append)).await.map(drop) })
    }

    fn load(&self, table: TableId) -> StoreFuture<'_, Option<StoredTable>> {
        Box::pin(async move {
            // Both queries in one transaction, or a line could be added in between.
            let mut reader = self.readers.begin().await.map_err(failure)?;
            let row: Option<(Vec<u8>, Vec<u8>, i64)> =
                sqlx::query_as("SELECT secret, creator, stage FROM tables WHERE id = ?")
                    .bind(table.as_str())
                    .fetch_optional(&mut *reader)
                    .await
                    .map_err(failure)?;
            let Some((secret, creator, stage)) = row else { return Ok(None) };
            let lines: Vec<Row> =
                sqlx::query_as("SELECT seq, kind, text, who, command FROM lines WHERE id = ? ORDER BY seq")
                    .bind(table.as_str())
                    .fetch_all(&mut *reader)
                    .await
                    .map_err(failure)?;
            stored(secret, creator, stage, lines).map(Some).ok_or(StoreError::Damaged)
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

    fn close(&self, table: TableId) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::Close(table)).await.map(drop) })
    }

    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let name = to
                .to_str()
                .ok_or_else(|| StoreError::Failed("the file name is not valid UTF-8".to_owned()))?;
            create_private(to)?;
            sqlx::query("VACUUM INTO ?").bind(name).execute(&self.readers).await.map_err(failure)?;
            Ok(())
        })
    }
}

/// A row of `lines`: number, kind, text, person and command.
type Row = (i64, i64, String, Option<Vec<u8>>, Option<i64>);

fn stored(secret: Vec<u8>, creator: Vec<u8>, stage: i64, rows: Vec<Row>) -> Option<StoredTable> {
    let mut lines = Vec::with_capacity(rows.len());
    for (seq, kind, text, who, command) in rows {
        if seq != lines.len() as i64 + 1 {
            return None;
        }
        let command = match (who, command) {
            (Some(who), Some(command)) => Some((Identity::from_bytes(&who)?, command.cast_unsigned())),
            _ => None,
        };
        lines.push(Line { kind: LineKind::from_number(kind)?, text, command });
    }
    Some(StoredTable {
        secret: secret.try_into().ok()?,
        creator: Identity::from_bytes(&creator)?,
        stage: TableStage::from_number(stage)?,
        lines,
    })
}

/// Converts a database error.
pub(super) fn failure(error: sqlx::Error) -> StoreError {
    let code = match &error {
        sqlx::Error::Database(error) => error.code().and_then(|code| code.parse::<u32>().ok()),
        _ => None,
    };
    // The lowest eight bits are the primary result code: SQLITE_FULL, SQLITE_CORRUPT,
    // SQLITE_NOTADB.
    match code.map(|code| code & 0xff) {
        Some(13) => StoreError::Full,
        Some(11 | 26) => StoreError::Damaged,
        _ => StoreError::Failed(error.to_string()),
    }
}
