use std::path::{Path, PathBuf};

use super::StoreError;

/// The files of an open SQLite database. If somebody removes or replaces one of them, SQLite goes on with the
/// old one, which nobody will ever open again. So the writer looks before it confirms a commit.
pub(super) struct DatabaseFiles {
    database: (PathBuf, FileIdentity),
    /// The log is created by the first write.
    log: (PathBuf, Option<FileIdentity>),
    /// Whether the log says already that something is wrong.
    is_reported: bool,
}

/// What identifies a file, whatever its name is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileIdentity {
    device: u64,
    number: u64,
}

impl FileIdentity {
    #[cfg(unix)]
    fn of(path: &Path) -> Option<FileIdentity> {
        use std::os::unix::fs::MetadataExt;
        let file = std::fs::metadata(path).ok()?;
        Some(FileIdentity { device: file.dev(), number: file.ino() })
    }

    /// Elsewhere, an open file cannot be removed.
    #[cfg(not(unix))]
    fn of(_: &Path) -> Option<FileIdentity> {
        Some(FileIdentity { device: 0, number: 0 })
    }
}

impl DatabaseFiles {
    /// The files of a database that was just opened.
    pub(super) fn new(database: &Path) -> Result<DatabaseFiles, StoreError> {
        let identity = FileIdentity::of(database).ok_or(StoreError::Replaced)?;
        let log = log_of(database);
        let log_identity = FileIdentity::of(&log);
        Ok(DatabaseFiles {
            database: (database.to_owned(), identity),
            log: (log, log_identity),
            is_reported: false,
        })
    }

    /// Checks that the files are still there, and still the same.
    pub(super) fn check(&mut self) -> Result<(), StoreError> {
        let (database, identity) = &self.database;
        let (log, log_identity) = &mut self.log;
        let log_now = FileIdentity::of(log);
        *log_identity = log_identity.or(log_now);
        let is_same =
            FileIdentity::of(database) == Some(*identity) && log_now.is_some() && log_now == *log_identity;
        if !is_same && !self.is_reported {
            let file = database.display();
            tracing::error!(%file, "the database file or its log was removed or replaced: nothing is stored any more");
        }
        self.is_reported = !is_same;
        if is_same { Ok(()) } else { Err(StoreError::Replaced) }
    }
}

/// The write-ahead log of a database.
pub(super) fn log_of(database: &Path) -> PathBuf {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}
