use std::collections::HashSet;
use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::{Result, bail};

use super::Args;
use super::deal::{Deal, Deals};
use super::picture;
use super::progress::Progress;
use super::row::Row;
use super::sheet::Sheet;
use super::summary::Summary;
use super::work::Work;
use crate::Answer;
use crate::number::grouped;
use crate::solve::Verdict;

/// Solves the deals that are not in the file yet, and tells what the whole file comes to.
pub(super) fn conduct(
    args: &Args,
    game: &str,
    deals: Deals,
    work: &Work<'_>,
    out: &mut dyn Write,
) -> Result<Answer> {
    let (mut sheet, mut rows) = match &args.out {
        Some(path) => {
            let (sheet, rows) = Sheet::open(path)?;
            same_game(work, &rows, path)?;
            (Some(sheet), rows)
        }
        None => (None, Vec::new()),
    };
    let done: HashSet<Deal> = rows.iter().map(|row| row.deal).collect();
    let left = deals.count() - done.iter().filter(|deal| deals.has(**deal)).count() as u64;
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, NonZero::get), usize::from);
    let (before, start) = (rows.len(), Instant::now());
    let mut progress = Progress::new(left, &rows)?;
    work.solve_all(deals.iter().filter(|deal| !done.contains(deal)), threads, |new| {
        if let Some(sheet) = &mut sheet {
            sheet.add(&new)?;
        }
        progress.add(&new);
        rows.extend(new);
        Ok(())
    })?;
    progress.end();

    let seconds = start.elapsed().as_secs_f64();
    let solved = (rows.len() - before) as u64;
    rows.sort_by_key(|row| row.deal);
    let summary = Summary::new(&rows);
    if let (Some(sheet), Some(path)) = (sheet, &args.out) {
        sheet.close(&rows)?;
        picture::write(path, Some(game), &rows, &summary)?;
    }
    if args.json {
        let mut json = summary.json();
        json["game"] = game.into();
        json["config"] = work.config.to_string().into();
        json["solved_now"] = solved.into();
        json["seconds"] = seconds.into();
        json["complete"] = (solved == left).into();
        writeln!(out, "{json}")?;
    } else {
        let config = work.config.to_string();
        let config = if config == game { String::new() } else { format!(", {config}") };
        writeln!(out, "{game}{config}: {} deals\n", grouped(rows.len() as u64))?;
        summary.print(out)?;
        writeln!(out, "\n{} of {deals} solved in {seconds:.1} seconds", grouped(solved))?;
        if solved < left {
            writeln!(out, "Stopped before the end: the same command goes on.")?;
        }
    }
    Ok(if solved == left { Answer::Yes } else { Answer::Unknown })
}

/// How many deals of a file are solved again before it is gone on with.
const CHECKED: usize = 4;

/// A file does not say of which game it is. The same solver looks at the same number of positions, so a few deals tell.
fn same_game(work: &Work<'_>, rows: &[Row], path: &Path) -> Result<()> {
    for old in rows.iter().filter(|row| row.verdict != Verdict::Unknown).take(CHECKED) {
        let Some(new) = work.solve(old.deal)? else { continue };
        if new.verdict != Verdict::Unknown && (new.verdict, new.nodes) != (old.verdict, old.nodes) {
            let told = |row: &Row| format!("{} after {} positions", row.verdict.name(), grouped(row.nodes));
            bail!(
                "{} is of another game or of another version of the solver: {} is {} there, and {} here",
                path.display(),
                old.deal,
                told(old),
                told(&new),
            );
        }
    }
    Ok(())
}
