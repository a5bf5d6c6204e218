//! Copies a store to another one, for instance from SQLite to PostgreSQL.

mod postgres;
mod sqlite;

use wire::TableId;

use super::{LogHead, Store, StoreError, StoreFuture, StoredTable, TableStage};

/// What maintenance commands need of a store, besides what servers need.
pub trait AdminStore: Store {
    /// What is in the store.
    fn contents(&self) -> StoreFuture<'_, StoreContents>;

    /// Up to `limit` tables with ids greater than `after`, in the order of their ids.
    fn summaries(&self, after: Option<TableId>, limit: u32) -> StoreFuture<'_, Vec<TableSummary>>;

    /// Looks at everything besides the tables themselves: what the database says about its own files, whether
    /// confirmed changes are missing, and lines that belong to no table. Returns what is wrong.
    fn problems(&self) -> StoreFuture<'_, Vec<String>>;

    /// Marks an empty store as an unfinished copy, which no server can join.
    fn begin_copy(&self, secret: [u8; 32]) -> StoreFuture<'_, ()>;

    /// Stores a table of the original, in place of an older copy of it.
    fn import(&self, table: TableId, stored: StoredTable) -> StoreFuture<'_, ()>;

    /// Ends the copy: servers can join.
    fn finish_copy(&self) -> StoreFuture<'_, ()>;
}

/// What is in a store.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StoreContents {
    /// The secret that signs passes; `None` if no server has ever joined.
    pub secret: Option<[u8; 32]>,
    /// Whether it is an unfinished copy.
    pub copying: bool,
    /// The number of tables.
    pub tables: u64,
    /// The number of lines.
    pub lines: u64,
}

/// The state of a stored table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSummary {
    /// Its id.
    pub table: TableId,
    /// The end of its log; `None` if that is damaged.
    pub head: Option<LogHead>,
    /// Its stage; `None` if that is damaged.
    pub stage: Option<TableStage>,
    /// Its number among the finished games.
    pub number: Option<u64>,
}

/// What [`copy`] did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CopyReport {
    /// The tables of the copy, all verified.
    pub tables: u64,
    /// Their lines.
    pub lines: u64,
    /// How many tables were copied this time. The others were there already.
    pub copied: u64,
    /// Tables that could not be copied, because they are damaged in the original.
    pub damaged: Vec<TableId>,
}

/// Why a copy failed. It can be continued.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CopyError {
    /// The original cannot be read.
    #[error("the original cannot be read: {0}")]
    From(StoreError),
    /// The copy cannot be written.
    #[error("the copy cannot be written: {0}")]
    To(StoreError),
    /// The original has nothing in it.
    #[error("there is nothing to copy")]
    Nothing,
    /// The original is itself an unfinished copy.
    #[error("the original is an unfinished copy itself")]
    Unfinished,
    /// The target has data that is not part of this copy.
    #[error("the target is not empty, and is no unfinished copy of this original")]
    NotEmpty,
    /// The original changed meanwhile.
    #[error("the original has changed meanwhile: stop its server, and copy again")]
    Changed,
}

impl From<CopyError> for StoreError {
    fn from(error: CopyError) -> StoreError {
        match error {
            CopyError::From(error) | CopyError::To(error) => error,
            error => StoreError::Failed(error.to_string()),
        }
    }
}

/// How many tables are compared at a time.
const PAGE: u32 = 200;

/// Copies everything, and compares the copy with the original: all tables, the ends of their logs, and the
/// running hash of every line. If it is interrupted, the next call continues.
pub async fn copy(from: &dyn AdminStore, to: &dyn AdminStore) -> Result<CopyReport, CopyError> {
    // Finished games that nobody has asked for may have no numbers yet.
    from.finished(0, 1).await.map_err(CopyError::From)?;
    let original = from.contents().await.map_err(CopyError::From)?;
    let secret = original.secret.ok_or(CopyError::Nothing)?;
    if original.copying {
        return Err(CopyError::Unfinished);
    }
    let target = to.contents().await.map_err(CopyError::To)?;
    match target.secret {
        None if target.tables == 0 => to.begin_copy(secret).await.map_err(CopyError::To)?,
        Some(same) if target.copying && same == secret => {}
        _ => return Err(CopyError::NotEmpty),
    }
    let mut report = CopyReport::default();
    let mut after = None;
    loop {
        let (page, there) = pages(from, to, after).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.table);
        for summary in page {
            if there.contains(&summary) {
                continue;
            }
            match from.load(summary.table).await {
                Ok(Some(stored)) => {
                    to.import(summary.table, stored).await.map_err(CopyError::To)?;
                    report.copied += 1;
                }
                Ok(None) => return Err(CopyError::Changed),
                Err(StoreError::Damaged) => report.damaged.push(summary.table),
                Err(error) => return Err(CopyError::From(error)),
            }
        }
    }
    verify(from, to, &mut report).await?;
    // Passes that were signed out must not become valid again.
    for sign_out in from.sign_outs(None).await.map_err(CopyError::From)?.sign_outs {
        // After an interruption, some are there already.
        to.sign_out(sign_out, u32::MAX).await.map_err(CopyError::To)?;
    }
    to.finish_copy().await.map_err(CopyError::To)?;
    Ok(report)
}

async fn pages(
    from: &dyn AdminStore,
    to: &dyn AdminStore,
    after: Option<TableId>,
) -> Result<(Vec<TableSummary>, Vec<TableSummary>), CopyError> {
    let page = from.summaries(after, PAGE).await.map_err(CopyError::From)?;
    // A copy has no other tables, so its page reaches at least as far.
    let there = to.summaries(after, PAGE).await.map_err(CopyError::To)?;
    Ok((page, there))
}

/// Compares all tables, and checks the running hash of every copied one.
async fn verify(
    from: &dyn AdminStore,
    to: &dyn AdminStore,
    report: &mut CopyReport,
) -> Result<(), CopyError> {
    let mut after = None;
    loop {
        let (page, there) = pages(from, to, after).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.table);
        for summary in page.into_iter().filter(|summary| !report.damaged.contains(&summary.table)) {
            if !there.contains(&summary) {
                return Err(CopyError::Changed);
            }
            let stored = to.load(summary.table).await.map_err(CopyError::To)?;
            let stored = stored.ok_or(CopyError::To(StoreError::Damaged))?;
            report.tables += 1;
            report.lines += stored.lines.len() as u64;
        }
    }
    let copy = to.contents().await.map_err(CopyError::To)?;
    if (copy.tables, copy.lines) != (report.tables, report.lines) {
        return Err(CopyError::To(StoreError::Damaged));
    }
    Ok(())
}

/// A row with an id, a last line, a hash, a stage and a number.
type SummaryRow = (String, i64, Vec<u8>, i64, Option<i64>);

fn summary((id, seq, hash, stage, number): SummaryRow) -> Option<TableSummary> {
    let hash: Option<[u8; 32]> = hash.try_into().ok();
    Some(TableSummary {
        table: id.parse().ok()?,
        head: hash.map(|hash| LogHead { seq: seq.cast_unsigned(), hash }),
        stage: TableStage::from_number(stage),
        number: number.map(i64::cast_unsigned),
    })
}

/// Lines whose table has no row.
fn without_row(tables: i64) -> Option<String> {
    (tables > 0).then(|| format!("there are lines of {tables} tables that are missing"))
}
