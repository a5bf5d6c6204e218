use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::Answer;

/// Write the manual pages of all commands to a folder
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  cardroom man ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The folder, which is created if necessary
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn run(args: &ManArgs, out: &mut dyn Write) -> Result<Answer> {
    let folder = args.folder.display();
    fs::create_dir_all(&args.folder)
        .and_then(|()| clap_mangen::generate_to(crate::program(), &args.folder))
        .with_context(|| format!("cannot write to {folder}"))?;
    writeln!(out, "Wrote the manual pages to {folder}.")?;
    Ok(Answer::Yes)
}
