use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::deal::Deal;
use super::row::Row;
use super::sheet;
use crate::solve::Verdict;

/// The rows of several files, one a deal. Of two that agree the first is kept, and of two of which one is unknown the other.
pub(super) fn merge(paths: &[PathBuf]) -> Result<Vec<Row>> {
    let mut all: BTreeMap<Deal, (Row, &PathBuf)> = BTreeMap::new();
    for path in paths {
        for row in sheet::read(path)? {
            let (known, first) = all.entry(row.deal).or_insert((row, path));
            match (known.verdict, row.verdict) {
                (Verdict::Unknown, _) => *known = row,
                (_, Verdict::Unknown) => {}
                (old, new) if old == new => {}
                (old, new) => bail!(
                    "{} is {} in {} and {} in {}: they are of different games",
                    row.deal,
                    old.name(),
                    first.display(),
                    new.name(),
                    path.display(),
                ),
            }
        }
    }
    Ok(all.into_values().map(|(row, _)| row).collect())
}
