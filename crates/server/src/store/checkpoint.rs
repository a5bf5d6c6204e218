//! Checkpoints of a SQLite database: they copy committed pages from the write-ahead log into the database
//! file. A connection of their own makes them, so that commits do not wait for them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteSynchronous;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::database_files::log_of;
use super::sqlite::{failure, file, options};
use super::writer::{Job, WriteRequest};

/// How often the log is copied. It has to happen rarely, because the disk has more to do then.
const INTERVAL: Duration = Duration::from_secs(5);
/// A smaller log is not copied.
const COPY_SIZE: u64 = 4 << 20;
/// A log of this size is also cut, although commits wait for that. It becomes so large only if somebody who
/// reads for long, such as a backup, prevents checkpoints.
const CUT_SIZE: u64 = 256 << 20;

/// How a checkpoint is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Checkpoint {
    /// Copies as much as is possible without waiting for anybody.
    Passive,
    /// Copies everything and empties the log. Writers wait.
    Truncate,
}

/// Makes checkpoints until the store is dropped.
///
/// Another connection copies nearly everything while the writer goes on. Then the writer copies the few pages
/// that it has written meanwhile. So the next commit begins the log again, in the same blocks of the disk:
/// that is faster than a growing file, whose size has to be stored as well.
///
/// The witness is the file that says how far the store has got (see `confirmed.rs`).
pub(super) async fn run_checkpoints(
    folder: PathBuf,
    mut witness: Option<File>,
    store: mpsc::WeakSender<Job>,
) {
    let log = log_of(&file(&folder));
    let size = || std::fs::metadata(&log).map_or(0, |file| file.len());
    // Only what was written since the last checkpoint needs another one.
    let mut checked = None;
    loop {
        tokio::time::sleep(INTERVAL).await;
        let Some(writer) = store.upgrade() else { return };
        if let Some(file) = witness.take() {
            let synced = tokio::task::spawn_blocking(|| file.sync_data().map(|()| file));
            witness = synced.await.ok().and_then(Result::ok);
        }
        let modified = std::fs::metadata(&log).and_then(|file| file.modified()).ok();
        if size() < COPY_SIZE || modified == checked {
            continue;
        }
        let mut done = checkpoint(&folder, Checkpoint::Passive).await;
        if done.is_ok() {
            let (reply, finished) = oneshot::channel();
            if writer.send(Job { request: WriteRequest::Checkpoint, reply }).await.is_ok() {
                done = finished.await.map_or(Ok(()), |finished| finished.map(drop));
            }
        }
        drop(writer);
        if done.is_ok() && size() >= CUT_SIZE {
            done = checkpoint(&folder, Checkpoint::Truncate).await;
        }
        match done {
            Ok(()) => checked = std::fs::metadata(&log).and_then(|file| file.modified()).ok(),
            Err(error) => tracing::warn!(%error, "no checkpoint"),
        }
    }
}

/// Makes one checkpoint with a connection of its own.
pub(super) async fn checkpoint(folder: &Path, how: Checkpoint) -> Result<(), StoreError> {
    // While a truncating checkpoint waits for readers, it blocks the writer: so it does not wait for long.
    let options = options(folder).busy_timeout(Duration::from_millis(50));
    let options = options.synchronous(SqliteSynchronous::Full).pragma("wal_autocheckpoint", "0");
    let mut connection = options.connect().await.map_err(failure)?;
    let done = checkpoint_on(&mut connection, how).await;
    connection.close().await.map_err(failure)?;
    done
}

/// Makes one checkpoint. It is no error if somebody who reads prevents it.
pub(super) async fn checkpoint_on(
    connection: &mut SqliteConnection,
    how: Checkpoint,
) -> Result<(), StoreError> {
    let pragma = match how {
        Checkpoint::Passive => "PRAGMA wal_checkpoint(PASSIVE)",
        Checkpoint::Truncate => "PRAGMA wal_checkpoint(TRUNCATE)",
    };
    sqlx::query(pragma).fetch_all(connection).await.map_err(failure).map(drop)
}
