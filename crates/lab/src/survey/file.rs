use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::{FormatError, SurveyError};
use super::row::DealRow;

/// An open file with a row for each deal. Rows are appended in any order; if the program is killed, all
/// complete rows remain.
pub(super) struct SurveyFile {
    path: PathBuf,
    file: File,
}

impl SurveyFile {
    /// Opens or creates a file, locks it and reads its rows. An incomplete last line is cut off.
    pub(super) fn open<R: DealRow>(path: &Path) -> Result<(SurveyFile, Vec<R>), SurveyError> {
        if path.extension().is_some_and(|extension| extension == "svg") {
            return Err(SurveyError::NamedLikeChart(path.to_owned()));
        }
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(SurveyError::write(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SurveyError::InUse(path.to_owned())),
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(source)) => {
                return Err(SurveyError::Lock { path: path.to_owned(), source });
            }
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(SurveyError::read(path))?;
        let complete = complete_lines(&text);
        let start = format!("{}\n", R::HEADER);
        if complete.is_empty() && start.starts_with(&text) {
            let written =
                file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(start.as_bytes()));
            written.map_err(SurveyError::write(path))?;
            return Ok((SurveyFile { path: path.to_owned(), file }, Vec::new()));
        }
        let rows: Vec<R> = parse(complete, path)?;
        let mut deals = HashSet::new();
        if let Some(twice) = rows.iter().find(|row| !deals.insert(row.deal())) {
            return Err(SurveyError::Twice { path: path.to_owned(), deal: twice.deal() });
        }
        let cut = file.set_len(complete.len() as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(SurveyError::write(path))?;
        Ok((SurveyFile { path: path.to_owned(), file }, rows))
    }

    /// Appends rows and hands them to the operating system, so that they survive this program.
    pub(super) fn append<R: DealRow>(&mut self, rows: &[R]) -> Result<(), SurveyError> {
        let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
        self.file.write_all(text.as_bytes()).map_err(SurveyError::write(&self.path))
    }

    /// Replaces the file by one with these rows: all of its rows, sorted by deal.
    pub(super) fn close<R: DealRow>(self, rows: &[R]) -> Result<(), SurveyError> {
        replace(&self.path, rows)
    }
}

/// Reads the rows of a file without an incomplete last line.
pub(super) fn read<R: DealRow>(path: &Path) -> Result<Vec<R>, SurveyError> {
    let text = fs::read_to_string(path).map_err(SurveyError::read(path))?;
    parse(complete_lines(&text), path)
}

/// Writes a file that does not exist yet.
pub(super) fn write_new<R: DealRow>(path: &Path, rows: &[R]) -> Result<(), SurveyError> {
    if path.exists() {
        return Err(SurveyError::Exists(path.to_owned()));
    }
    replace(path, rows)
}

/// Replaces a file atomically: after a crash it has either the old rows or the new ones.
fn replace<R: DealRow>(path: &Path, rows: &[R]) -> Result<(), SurveyError> {
    let mut name = path.file_name().ok_or(SurveyError::NoFileName)?.to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let write = || {
        let mut text = format!("{}\n", R::HEADER);
        text.extend(rows.iter().map(|row| format!("{row}\n")));
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().map_err(SurveyError::write(path))
}

/// The lines that end with a line feed.
fn complete_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

fn parse<R: DealRow>(text: &str, path: &Path) -> Result<Vec<R>, SurveyError> {
    rows(text).map_err(|source| SurveyError::Format { path: path.to_owned(), source })
}

fn rows<R: DealRow>(text: &str) -> Result<Vec<R>, FormatError> {
    let mut lines = text.lines();
    if lines.next() != Some(R::HEADER) {
        return Err(FormatError::Header(R::HEADER));
    }
    let row =
        |(at, line): (usize, &str)| line.parse().map_err(|error| FormatError::Line { number: at + 2, error });
    lines.enumerate().map(row).collect()
}
