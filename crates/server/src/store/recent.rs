//! The latest lines of a SQLite store.
//!
//! Lines are stored by table, so the lines of a batch belong to as many pages as it has tables, and a commit
//! would write all of them. Instead, a commit writes the lines to the end of the table `recent`, one after
//! the other on the same page. When there are enough of them, they are moved to their tables: then many lines
//! share a page.
//!
//! The row of a table does not change either when lines are appended: its last line and hash are those of its
//! last settled line. Whoever reads a table adds the later lines that are in `recent`. A claim settles the
//! table first, and leaves its rows in `recent`, so that those are always complete and can be checked: see
//! `confirmed.rs`.
//!
//! The database checks the epoch of an append. That it continues the last line is checked by the writer,
//! which knows the end of each log since its claim: within an epoch nobody else can append.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use sqlx::{SqliteConnection, query, query_as, raw_sql};
use wire::TableId;

use super::confirmed::{Progress, verify};
use super::sqlite::failure;
use super::writer::roll_back;
use super::{Append, Ownership, StoreError};

/// How many lines are settled together.
const MAX_RECENT: usize = 2048;

/// The most lines of an append that is stored here. More of them would be too many parameters of a statement.
const MAX_LINES: usize = 8;

/// The lines that were appended and are not settled, and the end of each log.
pub(super) struct RecentLines {
    /// For each table that was claimed by this store, its epoch and the end of its log.
    owned: HashMap<TableId, Ownership>,
    /// How many lines are in `recent`.
    count: usize,
    /// How far the store has got.
    pub(super) progress: Progress,
    /// The statements for 1, 2, 4 … lines.
    statements: Vec<Arc<str>>,
}

impl RecentLines {
    /// A store that has got so far, and has settled all lines.
    pub(super) fn new(progress: Progress) -> RecentLines {
        RecentLines { owned: HashMap::new(), count: 0, progress, statements: Vec::new() }
    }

    /// Whether an append can be stored here: it changes neither the stage nor the listing of its table.
    pub(super) fn accepts(append: &Append) -> bool {
        append.stage.is_none() && append.listing.is_none() && append.lines.len() <= MAX_LINES
    }

    /// Notes that a table was claimed.
    pub(super) fn claimed(&mut self, table: TableId, ownership: Ownership) {
        self.owned.insert(table, ownership);
    }

    /// Forgets a table that was given up.
    pub(super) fn released(&mut self, table: TableId, epoch: u64) {
        if let Entry::Occupied(owned) = self.owned.entry(table)
            && owned.get().epoch == epoch
        {
            owned.remove();
        }
    }

    /// Whether somebody may append to a table.
    pub(super) fn is_owned(&self, table: &str) -> bool {
        table.parse().is_ok_and(|table: TableId| self.owned.contains_key(&table))
    }

    /// Whether an append continues the log that its sender owns.
    pub(super) fn is_next(&self, append: &Append) -> bool {
        self.owned.get(&append.table).is_some_and(|owned| {
            (owned.epoch, owned.head.seq) == (append.ownership.epoch, append.ownership.head.seq)
        })
    }

    /// Notes that all lines were settled.
    pub(super) fn settled(&mut self) {
        self.count = 0;
    }

    /// Notes that an append was committed.
    pub(super) fn appended(&mut self, append: &Append) {
        if let Some(owned) = self.owned.get_mut(&append.table) {
            owned.head = append.head;
        }
    }

    /// Appends a batch in one transaction. If one of them is fenced, nothing is written.
    pub(super) async fn append(
        &mut self,
        to: &mut SqliteConnection,
        batch: &[&Append],
    ) -> Result<(), StoreError> {
        let lines: usize = batch.iter().map(|append| append.lines.len()).sum();
        if lines == 0 {
            return Ok(());
        }
        let mut insert = query(sqlx::AssertSqlSafe(self.statement(lines)));
        for append in batch {
            let Ownership { epoch, head } = append.ownership;
            for (seq, line) in (head.seq + 1..).zip(&append.lines) {
                let (who, command) = line.command.unzip();
                insert = insert
                    .bind(append.table.as_str())
                    .bind(epoch.cast_signed())
                    .bind(seq.cast_signed())
                    .bind(line.kind.number())
                    .bind(line.text.as_str())
                    .bind(who.map(|who| who.bytes().to_vec()))
                    .bind(command.map(u64::cast_signed))
                    // Only that of the last line counts.
                    .bind((seq == append.head.seq).then_some(&append.head.hash[..]));
            }
        }
        match insert.execute(&mut *to).await {
            Ok(done) => {
                self.count += lines;
                for append in batch.iter().filter(|append| !append.lines.is_empty()) {
                    self.appended(append);
                    self.progress.add(append);
                }
                // Another process has not noticed yet that it does not own the store any more.
                if done.last_insert_rowid() != self.progress.place.cast_signed() {
                    self.progress = verify(to, None).await?;
                }
                Ok(())
            }
            Err(error) => {
                roll_back(to).await;
                Err(if is_null_refused(&error) { StoreError::Fenced } else { failure(error) })
            }
        }
    }

    /// The statement that appends up to this many lines, or some more.
    fn statement(&mut self, lines: usize) -> Arc<str> {
        let power = lines.next_power_of_two().ilog2() as usize;
        while self.statements.len() <= power {
            self.statements.push(append_sql(1 << self.statements.len()).into());
        }
        Arc::clone(&self.statements[power])
    }

    /// Settles all lines if there are enough of them. If that fails, it is tried again after the next batch.
    pub(super) async fn settle_if_many(&mut self, to: &mut SqliteConnection) {
        if self.count >= MAX_RECENT
            && let Err(error) = self.settle_all(to).await
        {
            tracing::warn!(%error, "lines could not be moved to their tables");
        }
    }

    /// Moves all recent lines to their tables.
    pub(super) async fn settle_all(&mut self, to: &mut SqliteConnection) -> Result<(), StoreError> {
        query("BEGIN IMMEDIATE").execute(&mut *to).await.map_err(failure)?;
        let mut done = self.settle_within(to).await;
        if done.is_ok() {
            done = query("COMMIT").execute(&mut *to).await.map(drop).map_err(failure);
        }
        match done {
            Ok(()) => self.settled(),
            Err(_) => roll_back(to).await,
        }
        done
    }

    /// Moves all recent lines to their tables, within a transaction.
    pub(super) async fn settle_within(&self, to: &mut SqliteConnection) -> Result<(), StoreError> {
        let (last,): (i64,) = query_as("SELECT coalesce(max(place), 0) FROM recent")
            .fetch_one(&mut *to)
            .await
            .map_err(failure)?;
        let progress = match last == self.progress.place.cast_signed() {
            true => self.progress,
            false => verify(to, None).await?,
        };
        raw_sql(SETTLE_ALL).execute(&mut *to).await.map_err(failure)?;
        progress.note_settled(to).await
    }
}

/// The whole transaction in one call, because each call is a round trip to the database thread. There are
/// only a few of these texts, so each is prepared once: a batch that is smaller leaves parameters unset.
///
/// A table with another epoch makes the id null, which the column refuses.
fn append_sql(lines: usize) -> String {
    let values = vec!["(?,?,?,?,?,?,?,?)"; lines].join(",");
    format!(
        "BEGIN IMMEDIATE;
         INSERT INTO recent (id, seq, kind, text, who, command, hash)
         SELECT tables.id, column3, column4, column5, column6, column7, column8
         FROM (VALUES {values}) LEFT JOIN tables ON tables.id = column1 AND epoch = column2
         WHERE column1 IS NOT NULL;
         COMMIT"
    )
}

/// Whether a statement failed because a value must not be null.
fn is_null_refused(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.kind() == sqlx::error::ErrorKind::NotNullViolation)
}

/// Moves the recent lines of one table to the others, within a transaction.
pub(super) async fn settle(to: &mut SqliteConnection, table: TableId) -> Result<(), StoreError> {
    let some = query("SELECT 1 FROM recent WHERE id = ?").bind(table.as_str());
    if some.fetch_optional(&mut *to).await.map_err(failure)?.is_none() {
        return Ok(());
    }
    for step in [
        "INSERT INTO lines (id, seq, kind, text, who, command)
         SELECT id, seq, kind, text, who, command FROM recent
         WHERE id = ?1 AND seq > (SELECT last_seq FROM tables WHERE id = ?1)",
        "UPDATE tables SET last_seq = seq, hash = last.hash
         FROM (SELECT max(seq) AS seq, hash FROM recent WHERE id = ?1) AS last WHERE id = ?1 AND seq > last_seq",
    ] {
        query(step).bind(table.as_str()).execute(&mut *to).await.map_err(failure)?;
    }
    Ok(())
}

/// A line without a table makes the id null, which the column refuses. The last row stays, so that the next
/// one gets a new place.
const SETTLE_ALL: &str = "
INSERT INTO lines (id, seq, kind, text, who, command)
SELECT tables.id, recent.seq, recent.kind, recent.text, recent.who, recent.command
FROM recent LEFT JOIN tables ON tables.id = recent.id
WHERE recent.place > (SELECT settled FROM progress) AND recent.seq > coalesce(last_seq, 0)
ORDER BY recent.id, recent.seq;
UPDATE tables SET last_seq = seq, hash = last.hash
FROM (SELECT id AS owner, max(seq) AS seq, hash FROM recent GROUP BY id) AS last WHERE id = owner AND seq > last_seq;
DELETE FROM recent WHERE place < (SELECT max(place) FROM recent)";
