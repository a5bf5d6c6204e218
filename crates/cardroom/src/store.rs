use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use server::store::{CopyReport, StoreAddress};
use tokio::runtime::Runtime;

use crate::Answer;
use crate::serve::data;

/// Which store a command reads or writes.
#[derive(clap::Args)]
pub(crate) struct StoreChoice {
    /// The folder in which a server stores its tables; the default is your data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The store of the server, instead of --data: sqlite:FOLDER or postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "STORE", conflicts_with = "data")]
    store: Option<String>,
}

impl StoreChoice {
    pub(crate) fn address(&self) -> Result<StoreAddress> {
        match &self.store {
            Some(text) => address(text),
            None => Ok(StoreAddress::Sqlite(data(self.data.as_ref())?)),
        }
    }
}

/// Copy or check the stored tables of a server
#[derive(clap::Args)]
pub(crate) struct StoreArgs {
    #[command(subcommand)]
    command: StoreCommand,
}

#[derive(clap::Subcommand)]
enum StoreCommand {
    /// Copy everything to an empty store, and compare the copy with the original
    ///
    /// Stop the server first. If the copy is interrupted, the same command continues it.
    #[command(after_help = "\
Examples:
  cardroom store copy --from sqlite:/var/lib/cardroom --to postgres://cardroom@db.example/cardroom
  cardroom store copy --from postgres://cardroom@db.example/cardroom --to sqlite:backup

Exit codes: 0 everything was copied, 1 some tables are damaged and were left out, 2 it failed")]
    Copy {
        /// The original: sqlite:FOLDER or postgres://USER@HOST/DATABASE
        #[arg(long, value_name = "STORE")]
        from: String,
        /// The copy, empty or begun before
        #[arg(long, value_name = "STORE")]
        to: String,
    },
    /// Check that everything is stored as it was written, and replay every game
    ///
    /// This also works while a server runs.
    #[command(after_help = "\
Exit codes: 0 everything is intact, 1 something is damaged or of a newer version, 2 it failed")]
    Check {
        /// sqlite:FOLDER or postgres://USER@HOST/DATABASE
        #[arg(value_name = "STORE")]
        store: String,
    },
}

pub(crate) fn run(args: &StoreArgs, out: &mut dyn Write) -> Result<Answer> {
    match &args.command {
        StoreCommand::Copy { from, to } => copy(&address(from)?, &address(to)?, out),
        StoreCommand::Check { store } => check(&address(store)?, out),
    }
}

/// Parses the address of a store. The error does not repeat it, because it may contain a password.
pub(crate) fn address(text: &str) -> Result<StoreAddress> {
    Ok(text.parse()?)
}

fn copy(from: &StoreAddress, to: &StoreAddress, out: &mut dyn Write) -> Result<Answer> {
    let report = Runtime::new()?.block_on(async {
        let original = from.open_existing().await.with_context(|| format!("cannot open {from}"))?;
        let copy = to.open().await.with_context(|| format!("cannot open {to}"))?;
        server::store::copy(&*original, &*copy).await.with_context(|| format!("cannot copy {from} to {to}"))
    })?;
    tell_copied("Copied", &report, out)
}

/// Says what was copied.
pub(crate) fn tell_copied(verb: &str, report: &CopyReport, out: &mut dyn Write) -> Result<Answer> {
    let CopyReport { tables, lines, copied, damaged } = report;
    writeln!(out, "{verb} {copied} of {tables} tables with {lines} lines; all are verified.")?;
    tell_damaged(damaged, out)
}

fn check(store: &StoreAddress, out: &mut dyn Write) -> Result<Answer> {
    let report = Runtime::new()?.block_on(async {
        let opened = store.open_existing().await.with_context(|| format!("cannot open {store}"))?;
        server::check(&*opened).await.with_context(|| format!("cannot read {store}"))
    })?;
    writeln!(out, "{} tables with {} lines are intact.", report.tables, report.lines)?;
    for problem in &report.problems {
        writeln!(out, "Damaged: {problem}")?;
    }
    for table in &report.unreadable {
        writeln!(out, "Written by a newer version: {}", table.short())?;
    }
    let damaged = tell_damaged(&report.damaged, out)?;
    Ok(if report.unreadable.is_empty() && report.problems.is_empty() { damaged } else { Answer::No })
}

/// The ids are shortened: whoever knows a whole one can join the table.
pub(crate) fn tell_damaged(damaged: &[wire::TableId], out: &mut dyn Write) -> Result<Answer> {
    for table in damaged {
        writeln!(out, "Damaged: {}", table.short())?;
    }
    Ok(if damaged.is_empty() { Answer::Yes } else { Answer::No })
}
