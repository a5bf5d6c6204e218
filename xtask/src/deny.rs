//! Checks licences, duplicate versions and sources of the dependencies with cargo-deny; see `deny.toml`.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::cargo::{cargo, line, output, root, succeed, target};

/// The pinned version of cargo-deny, because other versions may have other checks.
const VERSION: &str = "0.20.2";

/// The command for all checks that work offline. Builds cargo-deny first if it is missing, which takes one
/// core 50 seconds, once for each target folder.
pub(crate) fn check() -> Result<Command> {
    let mut command = tool()?;
    command.args(["--locked", "check", "licenses", "bans", "sources"]);
    Ok(command)
}

/// The command that checks for known vulnerabilities. `None` if their database, a Git repository, cannot be
/// reached.
pub(crate) fn advisories() -> Result<Option<Command>> {
    let reached = output(tool()?.args(["fetch", "db"])).is_ok();
    let mut command = tool()?;
    command.args(["--locked", "check", "advisories"]);
    Ok(reached.then_some(command))
}

fn tool() -> Result<Command> {
    let folder = target().join("tools").join(format!("cargo-deny-{VERSION}"));
    let program = folder.join("bin").join(format!("cargo-deny{EXE_SUFFIX}"));
    if !program.is_file() {
        install(&folder)?;
    }
    let mut command = Command::new(program);
    command.current_dir(root());
    Ok(command)
}

/// Installs a debug build: it builds much faster than a release build, and runs only for seconds.
fn install(folder: &Path) -> Result<()> {
    let mut install =
        cargo(&["install", "--quiet", "--locked", "--debug", "cargo-deny", "--version", VERSION]);
    install.arg("--root").arg(folder).env("CARGO_PROFILE_DEV_DEBUG", "0");
    println!("== {}", line(&install));
    succeed(&mut install)
}
