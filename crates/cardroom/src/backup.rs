use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use tokio::runtime::Runtime;

use crate::Answer;
use crate::store::{StoreChoice, tell_damaged};

/// Back up all tables of a server to a file, even while it runs
///
/// The file is a complete SQLite database. `cardroom restore` restores it to an empty folder or database.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom backup --data /var/lib/cardroom monday.sqlite
  cardroom backup --store postgres://cardroom@db.example/cardroom monday.sqlite

Exit codes: 0 everything was copied, 1 some tables are damaged and were left out, 2 it failed")]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    from: StoreChoice,
    /// The file to write; it must not exist yet
    #[arg(value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &BackupArgs, out: &mut dyn Write) -> Result<Answer> {
    let (from, file) = (args.from.address()?, args.out.display());
    if args.out.exists() {
        bail!("{file} already exists");
    }
    let damaged = Runtime::new()?
        .block_on(from.backup(&args.out))
        .with_context(|| format!("cannot back up {from} to {file}"))?;
    writeln!(out, "Wrote {file}.")?;
    tell_damaged(&damaged, out)
}
