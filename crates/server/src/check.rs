use wire::TableId;

use crate::store::{AdminStore, StoreError};
use crate::table;

/// What [`check`] found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    /// The tables that are as they were written.
    pub tables: u64,
    /// Their lines.
    pub lines: u64,
    /// The damaged tables.
    pub damaged: Vec<TableId>,
    /// What is wrong besides.
    pub problems: Vec<String>,
    /// The tables that are as they were written, but that this version of the program cannot replay.
    pub unreadable: Vec<TableId>,
}

/// How many tables are listed at a time.
const PAGE: u32 = 200;

/// Reads everything in a store. Asks the database whether its files are intact and complete, checks the
/// running hash of the lines of each table, and replays its game, with the proof of all cards and dice.
pub async fn check(store: &dyn AdminStore) -> Result<CheckReport, StoreError> {
    let mut report = CheckReport { problems: store.problems().await?, ..CheckReport::default() };
    let mut after = None;
    loop {
        let page = store.summaries(after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(report) };
        after = Some(last.table);
        for summary in page {
            match store.load(summary.table).await {
                Ok(Some(stored)) => {
                    let lines = stored.lines.len() as u64;
                    if table::can_be_replayed(summary.table, &stored) {
                        report.tables += 1;
                        report.lines += lines;
                    } else {
                        report.unreadable.push(summary.table);
                    }
                }
                // It was removed in between.
                Ok(None) => {}
                Err(StoreError::Damaged) => report.damaged.push(summary.table),
                Err(error) => return Err(error),
            }
        }
    }
}
