//! Backups of stores that are not files: everything is copied to a new SQLite database.

use std::path::{Path, PathBuf};

use table::hex;
use wire::TableId;

use super::admin::{AdminStore, CopyError, copy};
use super::{SqliteStore, Store, StoreError};

/// Copies a store to a new SQLite file, and compares the copy with the original. The file appears when it is
/// complete. Returns the damaged tables, which are left out.
pub(super) async fn copy_to_file(from: &dyn AdminStore, to: &Path) -> Result<Vec<TableId>, StoreError> {
    let folder = TemporaryFolder::next_to(to)?;
    let target = SqliteStore::open(folder.path()).await?;
    let report = copy(from, &target).await.map_err(|error| match error {
        CopyError::From(error) | CopyError::To(error) => error,
        error => StoreError::Failed(error.to_string()),
    })?;
    // A single file, without a log next to it.
    let complete = folder.path().join("complete");
    target.backup(&complete).await?;
    let moved = std::fs::rename(&complete, to);
    moved.map_err(|error| StoreError::Failed(format!("{}: {error}", to.display())))?;
    Ok(report.damaged)
}

/// A folder that no other user can read. It is removed when this is dropped.
pub(super) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// A folder among the temporary files of the system.
    pub(super) fn in_temporary_files() -> Result<TemporaryFolder, StoreError> {
        TemporaryFolder::new(&std::env::temp_dir().join("cardroom"))
    }

    /// A folder next to a file, and so on the same disk.
    pub(super) fn next_to(file: &Path) -> Result<TemporaryFolder, StoreError> {
        TemporaryFolder::new(file)
    }

    /// The name is hard to guess, and an existing folder is never used: another user could own it.
    fn new(prefix: &Path) -> Result<TemporaryFolder, StoreError> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(|error| StoreError::Failed(error.to_string()))?;
        let mut path = prefix.as_os_str().to_owned();
        path.push(format!("-{}.tmp", hex::encode(&random)));
        let path = PathBuf::from(path);
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let created = builder.create(&path);
        created.map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))?;
        Ok(TemporaryFolder(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
