use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::deal::NumberedDeal;
use super::error::SurveyError;
use super::row::SurveyRow;
use super::summary::SurveySummary;
use super::{chart, file};
use crate::VerdictKind;

/// Merges files of the same game, and summarizes them. With `out`, writes a new file, and a chart with that
/// title.
pub fn merge(paths: &[PathBuf], out: Option<&Path>, title: &str) -> Result<SurveySummary, SurveyError> {
    let rows = merged_rows(paths)?;
    let summary = SurveySummary::new(&rows);
    if let Some(path) = out {
        file::write_new(path, &rows)?;
        chart::write(path, title, &rows, &summary)?;
    }
    Ok(summary)
}

/// The rows of several files, one for each deal. A known verdict replaces an unknown one; otherwise the first
/// row is kept.
fn merged_rows(paths: &[PathBuf]) -> Result<Vec<SurveyRow>, SurveyError> {
    let mut all: BTreeMap<NumberedDeal, (SurveyRow, &PathBuf)> = BTreeMap::new();
    for path in paths {
        for row in file::read::<SurveyRow>(path)? {
            let (known, first) = all.entry(row.deal).or_insert((row, path));
            match (known.verdict, row.verdict) {
                (VerdictKind::Unknown, _) => *known = row,
                (_, VerdictKind::Unknown) => {}
                (old, new) if old == new => {}
                (old, new) => {
                    return Err(SurveyError::Contradiction {
                        deal: row.deal,
                        verdicts: [old, new],
                        paths: [first.clone(), path.clone()],
                    });
                }
            }
        }
    }
    Ok(all.into_values().map(|(row, _)| row).collect())
}
