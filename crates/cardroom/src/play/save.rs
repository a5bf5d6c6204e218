use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use directories::ProjectDirs;

/// The file in which a running game is saved. While this exists, no other program saves there.
pub(super) struct Save {
    path: PathBuf,
    /// Holds the lock until it is dropped or the program ends in any way.
    _lock: File,
}

impl Save {
    /// Locks a save, which need not exist yet.
    pub(super) fn open(path: &Path) -> Result<Save> {
        // A link stays a link: what it points to is written.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let shown = path.display().to_string();
        let folder = folder(&path);
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
        let lock = beside(&path, "lock")?;
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(lock);
        let lock = lock.with_context(|| format!("cannot save to {shown}"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another program is using the saved game {shown}: close it, or play with --save FILE")
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {shown}"));
            }
        }
        Ok(Save { path, _lock: lock })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What is saved; `None` if nothing is. Bytes that are not text become marks that no valid record has.
    pub(super) fn read(&self) -> Result<Option<String>> {
        match fs::read(&self.path) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", self.path.display())),
        }
    }

    /// Saves a text. Whatever happens meanwhile, the file contains either the old text or the new one.
    pub(super) fn write(&self, text: &str) -> Result<()> {
        replace(&self.path, text)
    }

    /// The opponents of the saved game, as text; `None` if they are not stored.
    pub(super) fn read_players(&self) -> Option<String> {
        fs::read_to_string(players(&self.path).ok()?).ok()
    }

    /// Stores the opponents next to the record, because a record holds only what happened.
    pub(super) fn write_players(&self, text: &str) -> Result<()> {
        replace(&players(&self.path)?, text)
    }

    /// Renames the save to the first free name of `game.1.record`, `game.2.record` and so on.
    pub(super) fn keep(&self) -> Result<PathBuf> {
        let mut number = 1;
        let kept = loop {
            let path = self.path.with_file_name(self.numbered(number)?);
            if fs::symlink_metadata(&path).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
                break path;
            }
            number += 1;
        };
        let rename = |from: &Path, to: &Path| {
            fs::rename(from, to).with_context(|| format!("cannot rename {}", from.display()))
        };
        rename(&self.path, &kept)?;
        let beside = players(&self.path)?;
        if beside.exists() {
            rename(&beside, &players(&kept)?)?;
        }
        Ok(kept)
    }

    fn numbered(&self, number: u32) -> Result<String> {
        let part = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
        let stem = part(self.path.file_stem()).context("the save file has no name")?;
        Ok(match part(self.path.extension()) {
            Some(extension) => format!("{stem}.{number}.{extension}"),
            None => format!("{stem}.{number}"),
        })
    }
}

/// The data folder.
pub(crate) fn home() -> Result<PathBuf> {
    if let Some(home) = std::env::var_os("CARDROOM_HOME").filter(|home| !home.is_empty()) {
        return Ok(home.into());
    }
    let dirs = ProjectDirs::from("", "", "cardroom");
    let dirs =
        dirs.context("there is no home folder for saved games: set CARDROOM_HOME, or play with --save FILE")?;
    Ok(dirs.data_dir().to_owned())
}

/// Replaces a file. Whatever happens meanwhile, it contains either the old text or the new one.
pub(super) fn replace(path: &Path, text: &str) -> Result<()> {
    let replace = || {
        let new = beside(path, "new")?;
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        // The new name must be on the disk, too. Systems that cannot open folders do this themselves.
        if let Ok(folder) = File::open(folder(path)) {
            let _ = folder.sync_all();
        }
        anyhow::Ok(())
    };
    replace().with_context(|| format!("cannot save to {}", path.display()))
}

/// The file with the opponents of a saved game.
fn players(path: &Path) -> Result<PathBuf> {
    let name =
        path.file_name().with_context(|| format!("cannot save to {}: it is not a file", path.display()))?;
    Ok(path.with_file_name(format!("{}.players", name.to_string_lossy())))
}

/// A hidden file in the same folder.
fn beside(path: &Path, what: &str) -> Result<PathBuf> {
    let name =
        path.file_name().with_context(|| format!("cannot save to {}: it is not a file", path.display()))?;
    Ok(path.with_file_name(format!(".{}.{what}", name.to_string_lossy())))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
