//! Finds out at the start of a SQLite store whether confirmed changes are missing.
//!
//! The running hash of each table ([`LogHead`]) shows that lines are missing as long as the row of the table
//! is intact. But the latest lines are in the table `recent`, with their hashes beside them: whoever loses a
//! page of it loses both. And if a frame of the write-ahead log is damaged, SQLite ignores it and all that
//! follow, without a word. Neither leaves a trace in the database. So there are two more witnesses:
//!
//! - **Places.** The rows of `recent` are numbered without gaps, for ever. `progress` (one row, on another
//!   page) has the place of the last row that was moved to its table, a running hash of all appends up to it,
//!   and a count of the transactions that write anything else.
//! - **The file `cardroom.confirmed`.** After each commit and before anybody is told, the writer notes there
//!   how far it has got: the last place, the running hash up to it, and the count.
//!
//! ```text
//! chain(n) = SHA-256(chain(n-1) table seq hash)      for the n-th append, with its last line
//! ```
//!
//! At the start, [`verify`] reads all rows of `recent` that are not settled. They have to continue `progress`
//! and the logs of their tables, and to reach at least as far as the file says. Otherwise the store is not
//! opened ([`StoreError::Damaged`] or [`StoreError::Lost`]).
//!
//! The file is written without waiting for the disk, because it is only a witness: after a power failure it
//! may be some seconds older than the database, but never newer. It has two slots, which are written in turn,
//! so a torn write leaves the other one. A commit costs one more `write` of 108 bytes, and no page of the
//! database.
//!
//! # What is not noticed
//!
//! - Damage to the end of `recent` or of the log *and* a file that is missing, damaged or old: for instance a
//!   disk that loses both after a power failure, although it had reported the first as stored.
//! - Several pages of the database that are all replaced by older versions of the same moment: then row and
//!   lines of a table agree. For a single page this is noticed.
//! - Damage to what is stored besides tables, such as passes that were signed out, unless SQLite itself
//!   finds it. `cardroom store check` asks SQLite to look at every page.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use super::database_files::log_of;
use super::sqlite::{failure, parse_line};
use super::{Append, Line, LogHead, StoreError};

/// How far a store has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Progress {
    /// The place of the last row of `recent`.
    pub(super) place: u64,
    /// The running hash of all appends up to it.
    chain: [u8; 32],
    /// How many transactions have written something else.
    pub(super) writes: u64,
}

impl Progress {
    /// Adds an append with at least one line.
    pub(super) fn add(&mut self, append: &Append) {
        self.place += append.lines.len() as u64;
        self.chain_to(append.table.as_str(), append.head.seq, &append.head.hash);
    }

    /// Whether both have the same appends.
    fn agrees(&self, other: &Progress) -> bool {
        (self.place, self.chain) == (other.place, other.chain)
    }

    fn chain_to(&mut self, table: &str, seq: u64, hash: &[u8]) {
        let next = Sha256::new().chain_update(self.chain).chain_update(table);
        self.chain = next.chain_update(seq.to_be_bytes()).chain_update(hash).finalize().into();
    }

    /// Notes in the database that all lines are settled, within a transaction.
    pub(super) async fn note_settled(&self, to: &mut SqliteConnection) -> Result<(), StoreError> {
        sqlx::query("UPDATE progress SET settled = ?, chain = ?")
            .bind(self.place.cast_signed())
            .bind(&self.chain[..])
            .execute(to)
            .await
            .map(drop)
            .map_err(failure)
    }

    /// Counts a transaction that writes something else, within it.
    pub(super) async fn count_write(to: &mut SqliteConnection) -> Result<u64, StoreError> {
        let row: Option<(i64,)> = sqlx::query_as("UPDATE progress SET writes = writes + 1 RETURNING writes")
            .fetch_optional(to)
            .await
            .map_err(failure)?;
        row.map(|(writes,)| writes.cast_unsigned()).ok_or(StoreError::Damaged)
    }
}

/// A row of `recent`: place, table, number, kind, text, person, command and hash.
type RecentRow = (i64, String, i64, i64, String, Option<Vec<u8>>, Option<i64>, Option<Vec<u8>>);

/// Checks the recent lines, within a transaction. They have to reach as far as was confirmed. Returns how far
/// they reach.
pub(super) async fn verify(
    database: &mut SqliteConnection,
    confirmed: Option<Progress>,
) -> Result<Progress, StoreError> {
    // In a database with a damaged header, names of tables would be read as other texts.
    let encoding: (String,) =
        sqlx::query_as("PRAGMA encoding").fetch_one(&mut *database).await.map_err(failure)?;
    if encoding.0 != "UTF-8" {
        return Err(StoreError::Damaged);
    }
    let settled: Option<(i64, Vec<u8>, i64, i64)> = sqlx::query_as(
        "SELECT settled, chain, writes, (SELECT coalesce(max(place), 0) FROM recent) FROM progress",
    )
    .fetch_optional(&mut *database)
    .await
    .map_err(failure)?;
    let (settled, chain, writes, last) = settled.ok_or(StoreError::Damaged)?;
    let mut progress = Progress {
        place: settled.cast_unsigned(),
        chain: chain.try_into().map_err(|_| StoreError::Damaged)?,
        writes: writes.cast_unsigned(),
    };
    let rows: Vec<RecentRow> = sqlx::query_as(
        "SELECT place, id, seq, kind, text, who, command, hash FROM recent WHERE place > ? ORDER BY place",
    )
    .bind(settled)
    .fetch_all(&mut *database)
    .await
    .map_err(failure)?;
    // The last settled row stays in `recent`, so that its place is not used again.
    let lost = |places: u64, writes: u64| Err(StoreError::Lost { changes: places + writes });
    if last < settled {
        return lost(settled.abs_diff(last), 0);
    }
    let mut is_confirmed = confirmed.is_none_or(|confirmed| confirmed.place < progress.place);
    is_confirmed |= confirmed.is_some_and(|confirmed| confirmed.agrees(&progress));
    let mut logs = Logs::default();
    for (place, id, seq, kind, text, who, command, hash) in rows {
        if place.cast_unsigned() != progress.place + 1 {
            return Err(StoreError::Damaged);
        }
        progress.place += 1;
        let (number, line) = parse_line((seq, kind, text, who, command)).ok_or(StoreError::Damaged)?;
        logs.add(database, &id, number, &line, hash.as_deref()).await?;
        if let Some(hash) = &hash {
            progress.chain_to(&id, number, hash);
            is_confirmed |= confirmed.is_some_and(|confirmed| confirmed.agrees(&progress));
        }
    }
    let Some(confirmed) = confirmed else { return Ok(progress) };
    if confirmed.place > progress.place || confirmed.writes > progress.writes {
        let places = confirmed.place.saturating_sub(progress.place);
        return lost(places, confirmed.writes.saturating_sub(progress.writes));
    }
    if is_confirmed && logs.are_complete() { Ok(progress) } else { Err(StoreError::Damaged) }
}

/// The logs of the tables that have recent lines.
#[derive(Default)]
struct Logs {
    /// The end of each log, and whether its last line has a hash.
    heads: HashMap<String, (LogHead, bool)>,
}

impl Logs {
    /// Adds a recent line, which has to continue the log of its table, unless it was settled already.
    async fn add(
        &mut self,
        database: &mut SqliteConnection,
        id: &str,
        seq: u64,
        line: &Line,
        hash: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        let (head, is_hashed) = match self.heads.entry(id.to_owned()) {
            Entry::Occupied(head) => head.into_mut(),
            Entry::Vacant(new) => {
                let row: Option<(i64, Vec<u8>)> =
                    sqlx::query_as("SELECT last_seq, hash FROM tables WHERE id = ?")
                        .bind(id)
                        .fetch_optional(database)
                        .await
                        .map_err(failure)?;
                let (seq, hash) = row.ok_or(StoreError::Damaged)?;
                let hash = hash.try_into().map_err(|_| StoreError::Damaged)?;
                new.insert((LogHead { seq: seq.cast_unsigned(), hash }, true))
            }
        };
        if seq <= head.seq && *is_hashed {
            return Ok(());
        }
        let next = head.with_line(line);
        if next.seq != seq || hash.is_some_and(|hash| hash != next.hash) {
            return Err(StoreError::Damaged);
        }
        (*head, *is_hashed) = (next, hash.is_some());
        Ok(())
    }

    fn are_complete(&self) -> bool {
        self.heads.values().all(|(_, is_hashed)| *is_hashed)
    }
}

/// The file that says how far a store has got.
pub(super) struct ConfirmedFile {
    file: File,
    path: PathBuf,
    /// How often it was written.
    number: u64,
    /// Whether it could not be written the last time.
    has_failed: bool,
}

/// Where each slot begins: in different sectors of the disk.
const SLOTS: [u64; 2] = [0, 2048];
/// The size of a slot: a name, three numbers, the running hash and a checksum.
const SLOT_LENGTH: usize = NAME.len() + 3 * 8 + 32 + 32;
const NAME: &[u8; 20] = b"cardroom confirmed 1";

impl ConfirmedFile {
    /// The file of a data folder.
    pub(super) fn path(folder: &Path) -> PathBuf {
        folder.join("cardroom.confirmed")
    }

    /// Reads how far a store has got; `None` if that is not known.
    pub(super) fn read(folder: &Path) -> Option<Progress> {
        latest(&std::fs::read(ConfirmedFile::path(folder)).ok()?).map(|(_, progress)| progress)
    }

    /// Opens the file for writing. It is created if necessary.
    pub(super) fn open(folder: &Path) -> Result<ConfirmedFile, StoreError> {
        let path = ConfirmedFile::path(folder);
        let number =
            std::fs::read(&path).ok().and_then(|bytes| latest(&bytes)).map_or(0, |(number, _)| number);
        let mut options = OpenOptions::new();
        options.write(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options
            .open(&path)
            .map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))?;
        Ok(ConfirmedFile { file, path, number, has_failed: false })
    }

    /// Notes how far the store has got. If that fails, only the witness is missing, so it is no error.
    pub(super) fn write(&mut self, progress: &Progress) {
        self.number += 1;
        let slot = slot(self.number, progress);
        let written = write_at(&self.file, SLOTS[(self.number % 2) as usize], &slot);
        match &written {
            Err(error) if !self.has_failed => {
                tracing::warn!(%error, file = %self.path.display(), "missing changes might not be noticed");
            }
            _ => {}
        }
        self.has_failed = written.is_err();
    }

    /// A second handle, for waiting until the file is on the disk.
    pub(super) fn handle(&self) -> Option<File> {
        self.file.try_clone().ok()
    }
}

#[cfg(unix)]
fn write_at(file: &File, at: u64, bytes: &[u8]) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(not(unix))]
fn write_at(mut file: &File, at: u64, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    file.seek(SeekFrom::Start(at))?;
    file.write_all(bytes)
}

fn slot(number: u64, progress: &Progress) -> [u8; SLOT_LENGTH] {
    let mut slot = [0; SLOT_LENGTH];
    let numbers = [number, progress.place, progress.writes].map(u64::to_be_bytes).concat();
    let content = [&NAME[..], &numbers, &progress.chain].concat();
    let (start, checksum) = slot.split_at_mut(content.len());
    start.copy_from_slice(&content);
    checksum.copy_from_slice(&Sha256::digest(&content));
    slot
}

/// The latest slot that is intact.
fn latest(bytes: &[u8]) -> Option<(u64, Progress)> {
    let slots = SLOTS.iter().filter_map(|at| parse(bytes.get(*at as usize..)?.get(..SLOT_LENGTH)?));
    slots.max_by_key(|(number, _)| *number)
}

fn parse(slot: &[u8]) -> Option<(u64, Progress)> {
    let (content, checksum) = slot.split_at_checked(SLOT_LENGTH - 32)?;
    if *Sha256::digest(content) != *checksum {
        return None;
    }
    let content = content.strip_prefix(NAME)?;
    let number = |at: usize| Some(u64::from_be_bytes(content.get(8 * at..8 * at + 8)?.try_into().ok()?));
    let chain = content.get(24..)?.try_into().ok()?;
    Some((number(0)?, Progress { place: number(1)?, writes: number(2)?, chain }))
}

/// Whether a folder has had a database that is no longer there. Its log alone is useless, and SQLite would
/// delete it.
pub(super) fn is_database_missing(folder: &Path, database: &Path) -> bool {
    let is_empty = |file: &Path| std::fs::metadata(file).map_or(true, |file| file.len() == 0);
    is_empty(database) && (!is_empty(&log_of(database)) || ConfirmedFile::read(folder).is_some())
}

#[cfg(test)]
mod tests {
    use super::{Progress, SLOT_LENGTH, SLOTS, latest, slot};

    fn progress(place: u64) -> Progress {
        Progress { place, chain: [place as u8; 32], writes: 2 * place }
    }

    fn file(first: u64, second: u64) -> Vec<u8> {
        let mut bytes = vec![0; SLOTS[1] as usize + SLOT_LENGTH];
        for (at, number) in SLOTS.into_iter().zip([first, second]) {
            let slot = slot(number, &progress(10 * number));
            bytes[at as usize..at as usize + SLOT_LENGTH].copy_from_slice(&slot);
        }
        bytes
    }

    #[test]
    fn the_latest_intact_slot_counts() {
        assert_eq!(latest(&file(4, 5)), Some((5, progress(50))));
        assert_eq!(latest(&file(6, 5)), Some((6, progress(60))));
        let whole = file(6, 5);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            let expected = if at < SLOT_LENGTH { (5, progress(50)) } else { (6, progress(60)) };
            assert_eq!(latest(&damaged), Some(expected), "{at}");
        }
        for length in 0..whole.len() {
            let expected = (length >= SLOT_LENGTH).then_some((6, progress(60)));
            assert_eq!(latest(&whole[..length]), expected, "{length}");
        }
    }
}
