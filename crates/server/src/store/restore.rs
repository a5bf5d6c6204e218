//! Restores a backup to an empty store.

use std::fs;
use std::io;
use std::path::Path;

use super::admin::{CopyError, CopyReport, copy};
use super::backup::{TemporaryFolder, copy_to_file};
use super::sqlite::file;
use super::{PostgresStore, SqliteStore, StoreAddress, StoreError};

impl StoreAddress {
    /// Copies everything from a backup file, and compares the copy with it. The store must be empty. No
    /// server can use it before it is complete: a SQLite file appears only then, and a database is marked as
    /// an unfinished copy until then. Damaged tables are left out.
    pub async fn restore(&self, backup: &Path) -> Result<CopyReport, CopyError> {
        match self {
            StoreAddress::Sqlite(folder) => restore_to_folder(backup, folder).await,
            StoreAddress::Postgres(options) => {
                let temporary = TemporaryFolder::in_temporary_files().map_err(CopyError::From)?;
                let original = open(backup, &temporary).await.map_err(CopyError::From)?;
                let target = PostgresStore::open(options).await.map_err(CopyError::To)?;
                copy(&original, &target).await
            }
        }
    }
}

async fn restore_to_folder(backup: &Path, folder: &Path) -> Result<CopyReport, CopyError> {
    let target = file(folder);
    // A log without its database would be applied to the restored one.
    for ending in ["", "-wal", "-shm", "-journal"] {
        let mut name = target.as_os_str().to_owned();
        name.push(ending);
        if fs::symlink_metadata(Path::new(&name)).is_ok() {
            return Err(CopyError::NotEmpty);
        }
    }
    create_private_folder(folder).map_err(|error| CopyError::To(failed(folder, &error)))?;
    // The data folder has space, which the folder of temporary files may not have.
    let copied = TemporaryFolder::next_to(&target).map_err(CopyError::To)?;
    let original = open(backup, &copied).await.map_err(CopyError::From)?;
    let report = copy_to_file(&original, &target).await?;
    give_to_owner(&target, folder).map_err(|error| CopyError::To(failed(&target, &error)))?;
    Ok(report)
}

/// Opens a backup of any version. The file itself is never opened as a database, which could change it.
async fn open(backup: &Path, temporary: &TemporaryFolder) -> Result<SqliteStore, StoreError> {
    fs::copy(backup, file(temporary.path())).map_err(|error| failed(backup, &error))?;
    SqliteStore::open_existing(temporary.path()).await
}

fn failed(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}

fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Gives a file to the owner of its folder: an operator may restore as root what another user serves.
#[cfg(unix)]
fn give_to_owner(file: &Path, folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let (wanted, now) = (fs::metadata(folder)?, fs::metadata(file)?);
    if (wanted.uid(), wanted.gid()) == (now.uid(), now.gid()) {
        return Ok(());
    }
    // Only root may do that. Whoever else can write to the folder is the one who restores.
    match chown(file, Some(wanted.uid()), Some(wanted.gid())) {
        Err(error) if error.kind() != io::ErrorKind::PermissionDenied => Err(error),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn give_to_owner(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}
