use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::row::{HEADER, Row};

/// The file of a survey. Rows are added in whatever order they come, and a program that is killed leaves all whole rows behind.
pub(super) struct Sheet {
    path: PathBuf,
    file: File,
}

impl Sheet {
    /// Opens a file, or makes a new one, and reads what is in it. A last line without its end is cut off. While this exists, no
    /// other program adds to it.
    pub(super) fn open(path: &Path) -> Result<(Sheet, Vec<Row>)> {
        let name = path.display();
        if path.extension().is_some_and(|extension| extension == "svg") {
            bail!("{name} is the name of a picture: the file of a survey is a .csv");
        }
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.with_context(|| format!("cannot write to {name}"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another program is writing to {name}"),
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {name}"));
            }
        }
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
        let whole = whole(&text);
        let start = format!("{HEADER}\n");
        if whole.is_empty() && start.starts_with(&text) {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(start.as_bytes()).with_context(|| format!("cannot write to {name}"))?;
            return Ok((Sheet { path: path.to_owned(), file }, Vec::new()));
        }
        let rows = parse(whole).with_context(|| format!("{name} is no file of a survey"))?;
        let mut deals = HashSet::new();
        if let Some(twice) = rows.iter().find(|row| !deals.insert(row.deal)) {
            bail!("{name} has {} twice: --merge makes a file of it that has each deal once", twice.deal);
        }
        file.set_len(whole.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Sheet { path: path.to_owned(), file }, rows))
    }

    /// Adds rows, and gives them to the system, so that they outlive this program.
    pub(super) fn add(&mut self, rows: &[Row]) -> Result<()> {
        let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
        self.file
            .write_all(text.as_bytes())
            .with_context(|| format!("cannot write to {}", self.path.display()))
    }

    /// Puts the file in the order of its deals, in which these are all its rows.
    pub(super) fn close(self, rows: &[Row]) -> Result<()> {
        replace(&self.path, rows)
    }
}

/// The rows of a file, without a last line that breaks off.
pub(super) fn read(path: &Path) -> Result<Vec<Row>> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    parse(whole(&text)).with_context(|| format!("{name} is no file of a survey"))
}

/// Writes a file that is not there yet.
pub(super) fn write_new(path: &Path, rows: &[Row]) -> Result<()> {
    if path.exists() {
        bail!("{} is there already, and is not overwritten", path.display());
    }
    replace(path, rows)
}

/// Whatever happens meanwhile, the file has either the old rows or the new ones.
fn replace(path: &Path, rows: &[Row]) -> Result<()> {
    let mut name = path.file_name().context("a survey needs the name of a file")?.to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let write = || {
        let mut text = format!("{HEADER}\n");
        text.extend(rows.iter().map(|row| format!("{row}\n")));
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().with_context(|| format!("cannot write to {}", path.display()))
}

/// The lines that have an end.
fn whole(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

fn parse(text: &str) -> Result<Vec<Row>> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        bail!("its first line is not {HEADER}");
    }
    let row = |(at, line): (usize, &str)| line.parse().map_err(|error| anyhow!("line {}: {error}", at + 2));
    lines.enumerate().map(row).collect()
}
