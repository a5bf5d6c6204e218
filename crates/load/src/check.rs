//! Compares what players were told with what is stored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use games::savannah::Savannah;
use server::store::{LineKind, SqliteStore, Store, StoredTable};
use table::{Eye, Seat, Table};
use wire::TableId;

use crate::player::{RandomPlayer, SeenView, hash};

/// What was checked.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) acknowledged: usize,
    pub(crate) seen: usize,
    pub(crate) tables: usize,
    pub(crate) lines: usize,
}

/// Checks that every acknowledged change is stored, that every view follows from the stored lines,
/// and that no command was executed twice.
pub(crate) async fn check(data: &Path, players: &[RandomPlayer]) -> Result<Findings> {
    let store = SqliteStore::open_read_only(data).await?;
    let mut last: BTreeMap<TableId, u64> = BTreeMap::new();
    let mut seen: BTreeMap<TableId, Vec<SeenView>> = BTreeMap::new();
    let mut findings = Findings::default();
    for player in players {
        for (table, version) in &player.acknowledged {
            let last = last.entry(*table).or_default();
            *last = (*last).max(*version);
        }
        findings.acknowledged += player.done;
        findings.seen += player.seen.len();
        for view in &player.seen {
            seen.entry(view.table).or_default().push(*view);
        }
    }
    let tables: BTreeSet<TableId> = last.keys().chain(seen.keys()).copied().collect();
    for table in tables {
        let stored = store.load(table).await?.with_context(|| format!("table {table} is gone"))?;
        let kept = stored.lines.len() as u64;
        let acknowledged = last.get(&table).copied().unwrap_or_default();
        ensure!(kept >= acknowledged, "table {table}: {acknowledged} was acknowledged, {kept} are stored");
        check_executed_once(&stored).with_context(|| format!("table {table}"))?;
        check_views(&stored, seen.get(&table).map_or(&[][..], Vec::as_slice))
            .with_context(|| format!("table {table}"))?;
        findings.tables += 1;
        findings.lines += stored.lines.len();
    }
    Ok(findings)
}

fn check_executed_once(stored: &StoredTable) -> Result<()> {
    let mut commands = BTreeSet::new();
    for (who, command) in stored.lines.iter().filter_map(|line| line.command) {
        ensure!(commands.insert((*who.bytes(), command)), "a command was done twice");
    }
    Ok(())
}

/// Replays the game line by line and compares it with the views that players got.
fn check_views(stored: &StoredTable, seen: &[SeenView]) -> Result<()> {
    let mut views = seen.to_vec();
    views.sort_by_key(|view| view.version);
    views.dedup_by_key(|view| (view.version, view.eye, view.hash));
    let mut views = views.into_iter().peekable();
    let mut game: Option<Table<Savannah>> = None;
    for (version, line) in (1..).zip(&stored.lines) {
        if line.kind == LineKind::Record {
            apply(&mut game, &line.text)?;
        }
        while let Some(view) = views.next_if(|view| view.version == version) {
            let game = game.as_ref().context("a game was seen before it began")?;
            let eye: Eye = view.eye;
            ensure!(hash(&game.view(eye))? == view.hash, "version {version} was seen otherwise");
        }
    }
    ensure!(views.next().is_none(), "a version was seen that is not stored");
    Ok(())
}

fn apply(game: &mut Option<Table<Savannah>>, text: &str) -> Result<()> {
    let Some(game) = game else {
        *game = Some(Table::load(text)?);
        return Ok(());
    };
    let first = text.lines().next().unwrap_or_default();
    let Some((seat, mv)) = first.split_once(' ') else { bail!("a line that is no move") };
    let seat: Seat = seat.parse()?;
    match mv {
        "!resign" => game.resign(seat)?,
        mv => game.play(seat, mv.parse()?)?,
    }
    Ok(())
}
