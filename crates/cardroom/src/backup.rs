use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use server::store::{SqliteStore, Store};
use tokio::runtime::Runtime;

use crate::Answer;
use crate::serve::data;

/// Back up all tables of a server to a file, even while it runs
///
/// The file is a complete database. To restore it, put it into an empty folder as cardroom.sqlite and
/// serve that folder.
#[derive(clap::Args)]
pub(crate) struct BackupArgs {
    /// The folder with the tables; the default is your data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The file to write; it must not exist yet
    #[arg(value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &BackupArgs, out: &mut dyn Write) -> Result<Answer> {
    let (data, file) = (data(args.data.as_ref())?, args.out.display());
    if args.out.exists() {
        bail!("{file} already exists");
    }
    Runtime::new()?.block_on(async {
        let store = SqliteStore::open_read_only(&data).await;
        let store = store.with_context(|| format!("cannot open the tables in {}", data.display()))?;
        store.backup(&args.out).await.with_context(|| format!("cannot write {file}"))
    })?;
    writeln!(out, "Wrote {file}.")?;
    Ok(Answer::Yes)
}
