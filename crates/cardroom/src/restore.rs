use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use tokio::runtime::Runtime;

use crate::Answer;
use crate::store::{StoreChoice, tell_copied};

/// Restore a backup to an empty folder or database
///
/// Every line is compared with the backup before a server can use the copy. Passes and links stay valid.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom restore --data /var/lib/cardroom monday.sqlite
  cardroom restore --store postgres://cardroom@db.example/cardroom monday.sqlite

If a folder already has tables in it, move them away first. Restoring to a
database that was interrupted continues with the same command.

Exit codes: 0 everything was restored, 1 some tables are damaged and were left out, 2 it failed")]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    to: StoreChoice,
    /// A file written by `cardroom backup`
    #[arg(value_name = "FILE")]
    backup: PathBuf,
}

pub(crate) fn run(args: &RestoreArgs, out: &mut dyn Write) -> Result<Answer> {
    let to = args.to.address()?;
    let report = Runtime::new()?
        .block_on(to.restore(&args.backup))
        .with_context(|| format!("cannot restore {} to {to}", args.backup.display()))?;
    tell_copied("Restored", &report, out)
}
