//! Compares what players were told with what is stored.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use server::history::{CheckedTable, TableHistory};
use server::store::{SqliteStore, Store};
use wire::TableId;

use crate::player::RandomPlayer;

/// What was checked.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) acknowledged: usize,
    pub(crate) seen: usize,
    pub(crate) tables: usize,
    pub(crate) lines: usize,
    /// How often a bot took over from a person.
    pub(crate) replacements: usize,
}

impl Findings {
    pub(crate) fn add(&mut self, table: &CheckedTable) {
        self.acknowledged += table.acknowledged;
        self.seen += table.views;
        self.tables += 1;
        self.lines += table.lines;
        self.replacements += table.replacements;
    }
}

/// Checks that every acknowledged change is stored, that every view follows from the stored lines,
/// and that no command was executed twice.
pub(crate) async fn check(data: &Path, players: &[RandomPlayer]) -> Result<Findings> {
    let store = SqliteStore::open_read_only(data).await?;
    let mut findings = Findings::default();
    for (table, history) in &merge(players) {
        findings.add(&check_table(&store, *table, history).await?);
    }
    Ok(findings)
}

/// What all players together have recorded, by table.
pub(crate) fn merge(players: &[RandomPlayer]) -> BTreeMap<TableId, TableHistory> {
    let mut histories: BTreeMap<TableId, TableHistory> = BTreeMap::new();
    for (table, history) in players.iter().flat_map(|player| &player.histories) {
        let all = histories.entry(*table).or_default();
        all.seen.extend_from_slice(&history.seen);
        all.acknowledged.extend_from_slice(&history.acknowledged);
        all.refused.extend_from_slice(&history.refused);
    }
    histories
}

/// Compares one table with what is stored.
pub(crate) async fn check_table(
    store: &dyn Store,
    table: TableId,
    history: &TableHistory,
) -> Result<CheckedTable> {
    let checked = async {
        let stored = store.load(table).await?.context("it is not stored")?;
        Ok::<_, anyhow::Error>(server::history::check(&stored, history)?)
    };
    checked.await.with_context(|| format!("table {table}"))
}
