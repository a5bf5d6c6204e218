//! Backups of stores that are not files: everything is copied to a new SQLite database.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use table::hex;

use super::admin::{AdminStore, CopyError, CopyReport, copy};
use super::{SqliteStore, Store, StoreError};

/// Copies a store to a new SQLite file, and compares the copy with the original. The file appears when it is
/// complete and on disk. Damaged tables are left out.
pub(super) async fn copy_to_file(from: &dyn AdminStore, to: &Path) -> Result<CopyReport, CopyError> {
    let folder = TemporaryFolder::next_to(to).map_err(CopyError::To)?;
    let target = SqliteStore::open(folder.path()).await.map_err(CopyError::To)?;
    let report = copy(from, &target).await?;
    // A single file, without a log next to it.
    let complete = folder.path().join("complete");
    target.backup(&complete).await.map_err(CopyError::To)?;
    let moved = move_durably(&complete, to);
    moved.map_err(|error| CopyError::To(StoreError::Failed(format!("{}: {error}", to.display()))))?;
    Ok(report)
}

/// Moves a file so that after a power failure it is either complete at its new place or not there.
fn move_durably(from: &Path, to: &Path) -> io::Result<()> {
    fs::File::options().write(true).open(from)?.sync_all()?;
    fs::rename(from, to)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
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
        let mut builder = fs::DirBuilder::new();
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
        let _ = fs::remove_dir_all(&self.0);
    }
}
