use anyhow::Result;

use crate::cargo::{cargo, succeed};

/// Runs all benchmarks of the workspace, or the one with that name.
pub(crate) fn bench(name: Option<&str>) -> Result<()> {
    let mut command = cargo(&["bench", "--workspace"]);
    command.args(name.iter().flat_map(|name| ["--bench", name]));
    succeed(&mut command)
}
