//! What was acknowledged, and what was seen, against what is stored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use games::savannah::Savannah;
use server::store::{Kind, Sqlite, Store, Stored};
use table::{Eye, Seat, Table};
use wire::TableId;

use crate::player::{Player, Sight, hash};

/// What was found to be true.
#[derive(Default)]
pub(crate) struct Verdict {
    pub(crate) acknowledged: usize,
    pub(crate) seen: usize,
    pub(crate) tables: usize,
    pub(crate) lines: usize,
}

/// Every line that was acknowledged is stored, every view that was seen is the one that the stored lines give, and no command was done twice.
pub(crate) async fn judge(data: &Path, players: &[Player]) -> Result<Verdict> {
    let store = Sqlite::visit(data).await?;
    let mut last: BTreeMap<TableId, u64> = BTreeMap::new();
    let mut sights: BTreeMap<TableId, Vec<Sight>> = BTreeMap::new();
    let mut verdict = Verdict::default();
    for player in players {
        for (table, version) in &player.acknowledged {
            let last = last.entry(*table).or_default();
            *last = (*last).max(*version);
        }
        verdict.acknowledged += player.done;
        verdict.seen += player.log.len();
        for sight in &player.log {
            sights.entry(sight.table).or_default().push(*sight);
        }
    }
    let tables: BTreeSet<TableId> = last.keys().chain(sights.keys()).copied().collect();
    for table in tables {
        let stored = store.load(table).await?.with_context(|| format!("table {table} is gone"))?;
        let kept = stored.lines.len() as u64;
        let acknowledged = last.get(&table).copied().unwrap_or_default();
        ensure!(kept >= acknowledged, "table {table}: {acknowledged} was acknowledged, {kept} are stored");
        once(&stored).with_context(|| format!("table {table}"))?;
        check(&stored, sights.get(&table).map_or(&[][..], Vec::as_slice))
            .with_context(|| format!("table {table}"))?;
        verdict.tables += 1;
        verdict.lines += stored.lines.len();
    }
    Ok(verdict)
}

fn once(stored: &Stored) -> Result<()> {
    let mut commands = BTreeSet::new();
    for (who, command) in stored.lines.iter().filter_map(|line| line.command) {
        ensure!(commands.insert((*who.bytes(), command)), "a command was done twice");
    }
    Ok(())
}

/// Plays the game again, line by line, and compares what was seen after each.
fn check(stored: &Stored, sights: &[Sight]) -> Result<()> {
    let mut sights: Vec<Sight> = sights.to_vec();
    sights.sort_by_key(|sight| sight.version);
    sights.dedup_by_key(|sight| (sight.version, sight.eye, sight.hash));
    let mut sights = sights.into_iter().peekable();
    let mut game: Option<Table<Savannah>> = None;
    for (version, line) in (1..).zip(&stored.lines) {
        if line.kind == Kind::Record {
            enter(&mut game, &line.text)?;
        }
        while let Some(sight) = sights.next_if(|sight| sight.version == version) {
            let game = game.as_ref().context("a game was seen before it began")?;
            let eye: Eye = sight.eye;
            ensure!(hash(&game.view(eye))? == sight.hash, "version {version} was seen otherwise");
        }
    }
    ensure!(sights.next().is_none(), "a version was seen that is not stored");
    Ok(())
}

fn enter(game: &mut Option<Table<Savannah>>, text: &str) -> Result<()> {
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
