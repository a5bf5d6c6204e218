use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use server::store::{SqliteStore, Store};
use tokio::runtime::Runtime;

use crate::Answer;
use crate::serve::data;

/// Write all tables of a server to a file, also while it runs
///
/// The file is a database by itself: to go back to it, put it into an empty folder as
/// cardroom.sqlite, and serve that.
#[derive(clap::Args)]
pub(crate) struct BackupArgs {
    /// Where the tables are kept; without it, in your data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The file to write, which must not be there yet
    #[arg(value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &BackupArgs, out: &mut dyn Write) -> Result<Answer> {
    let (data, file) = (data(args.data.as_ref())?, args.out.display());
    if args.out.exists() {
        bail!("{file} is there already");
    }
    Runtime::new()?.block_on(async {
        let store = SqliteStore::open_read_only(&data).await;
        let store = store.with_context(|| format!("there are no tables in {}", data.display()))?;
        store.backup(&args.out).await.with_context(|| format!("cannot write {file}"))
    })?;
    writeln!(out, "Wrote {file}.")?;
    Ok(Answer::Yes)
}
