use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use wire::TableId;

use super::writer::{Done, Job, Task, write_all};
use super::{
    Answer, Append, Created, Finished, Fresh, Kind, Line, Opening, Stage, Store, StoreError, Stored, schema,
};
use crate::Identity;

/// How many wait to be written before others wait to wait.
const QUEUE: usize = 1024;

/// A store in one file of SQLite. What is committed is on the disk (`synchronous=FULL`), and all that waits is committed together.
pub struct Sqlite {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
}

/// The file of a data folder.
fn file(folder: &Path) -> PathBuf {
    folder.join("cardroom.sqlite")
}

/// Makes an empty file that nobody else may read, if there is none: what is kept tells the hidden cards of games that are played.
fn own(file: &Path) -> Result<(), StoreError> {
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

impl Sqlite {
    /// The store in a folder, which is made if there is none.
    pub async fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| StoreError::Failed(format!("{}: {error}", folder.display())))?;
        own(&file(folder))?;
        let writer = options(folder)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let mut connection = writer.connect().await.map_err(failure)?;
        schema::migrate(&mut connection).await.map_err(failure)?;
        let readers = SqlitePoolOptions::new().max_connections(2).min_connections(0);
        let readers = readers.connect_with(options(folder).read_only(true)).await.map_err(failure)?;
        let (jobs, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(connection, waiting));
        Ok(Sqlite { jobs, readers })
    }

    /// The store of a folder where a server may be running, to be read only.
    pub async fn visit(folder: &Path) -> Result<Sqlite, StoreError> {
        let readers = SqlitePoolOptions::new().max_connections(1);
        let readers = readers.connect_with(options(folder).read_only(true)).await.map_err(failure)?;
        let (jobs, _) = mpsc::channel(1);
        Ok(Sqlite { jobs, readers })
    }

    async fn write(&self, task: Task) -> Result<Done, StoreError> {
        let (reply, done) = oneshot::channel();
        let gone = || StoreError::Failed("the writer has ended".to_owned());
        self.jobs.send(Job { task, reply }).await.map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }
}

impl Store for Sqlite {
    fn open(&self) -> Answer<'_, Opening> {
        Box::pin(async {
            match self.write(Task::Open).await? {
                Done::Opened(opening) => Ok(opening),
                _ => Err(StoreError::Damaged),
            }
        })
    }

    fn create(&self, table: Fresh, most: u32) -> Answer<'_, Created> {
        Box::pin(async move {
            match self.write(Task::Create(Box::new(table), most)).await? {
                Done::Created(created) => Ok(created),
                _ => Err(StoreError::Damaged),
            }
        })
    }

    fn append(&self, append: Append) -> Answer<'_, ()> {
        Box::pin(async move { self.write(Task::Append(append)).await.map(drop) })
    }

    fn load(&self, table: TableId) -> Answer<'_, Option<Stored>> {
        Box::pin(async move {
            // Both in one transaction, or a line could be added between them.
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

    fn finished(&self, after: u64, most: u32) -> Answer<'_, Vec<Finished>> {
        Box::pin(async move {
            let rows: Vec<(i64, String)> = sqlx::query_as(
                "SELECT over, (SELECT group_concat(text, '' ORDER BY seq) FROM lines WHERE id = tables.id AND kind = ?)
                 FROM tables WHERE over > ? AND stage = ? ORDER BY over LIMIT ?",
            )
            .bind(Kind::Record.number())
            .bind(after.cast_signed())
            .bind(Stage::Over as i64)
            .bind(most)
            .fetch_all(&self.readers)
            .await
            .map_err(failure)?;
            Ok(rows
                .into_iter()
                .map(|(number, record)| Finished { number: number.cast_unsigned(), record })
                .collect())
        })
    }

    fn close(&self, table: TableId) -> Answer<'_, ()> {
        Box::pin(async move { self.write(Task::Close(table)).await.map(drop) })
    }

    fn backup<'a>(&'a self, to: &'a Path) -> Answer<'a, ()> {
        Box::pin(async move {
            let name =
                to.to_str().ok_or_else(|| StoreError::Failed("this is no name of a file".to_owned()))?;
            own(to)?;
            sqlx::query("VACUUM INTO ?").bind(name).execute(&self.readers).await.map_err(failure)?;
            Ok(())
        })
    }
}

/// A line as it is kept: its number, kind, text, who and command.
type Row = (i64, i64, String, Option<Vec<u8>>, Option<i64>);

fn stored(secret: Vec<u8>, creator: Vec<u8>, stage: i64, rows: Vec<Row>) -> Option<Stored> {
    let mut lines = Vec::with_capacity(rows.len());
    for (seq, kind, text, who, command) in rows {
        if seq != lines.len() as i64 + 1 {
            return None;
        }
        let command = match (who, command) {
            (Some(who), Some(command)) => Some((Identity::from_bytes(&who)?, command.cast_unsigned())),
            _ => None,
        };
        lines.push(Line { kind: Kind::from_number(kind)?, text, command });
    }
    Some(Stored {
        secret: secret.try_into().ok()?,
        creator: Identity::from_bytes(&creator)?,
        stage: Stage::from_number(stage)?,
        lines,
    })
}

/// What an error of the database means for those who wait.
pub(super) fn failure(error: sqlx::Error) -> StoreError {
    let code = match &error {
        sqlx::Error::Database(error) => error.code().and_then(|code| code.parse::<u32>().ok()),
        _ => None,
    };
    // The lowest eight bits are the kind: full, an error of reading or writing, a file that is damaged or none at all.
    match code.map(|code| code & 0xff) {
        Some(13) => StoreError::Full,
        Some(11 | 26) => StoreError::Damaged,
        _ => StoreError::Failed(error.to_string()),
    }
}
