use std::fs;

use anyhow::{Context, Result};

use crate::cargo::{cargo, root, succeed};

/// Writes `docs/winnability.md` and its charts from the surveys in a folder.
pub(crate) fn winnability(folder: &str) -> Result<()> {
    let folder = fs::canonicalize(folder).with_context(|| format!("there is no folder {folder}"))?;
    let mut command =
        cargo(&["run", "--quiet", "--release", "--package", "lab", "--example", "winnability", "--"]);
    succeed(command.arg(folder).arg(root().join("docs")))
}
