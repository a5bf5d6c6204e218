//! Licences, duplicate versions and sources of the crates that we build on: `deny.toml`.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::cargo::{cargo, line, output, root, succeed, target};

/// The version of cargo-deny. Another one may know other checks, so this one is used everywhere.
const VERSION: &str = "0.20.2";

/// The check itself. Builds the tool if it is not there: 50 seconds of one core, once for each target folder.
pub(crate) fn check() -> Result<Command> {
    let mut command = tool()?;
    command.args(["--locked", "check", "licenses", "bans", "sources"]);
    Ok(command)
}

/// The check for known vulnerabilities; `None` where their database, a Git repository, cannot be reached.
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

/// Not optimized: it runs for seconds, and building it so takes a fraction of the time.
fn install(folder: &Path) -> Result<()> {
    let mut install =
        cargo(&["install", "--quiet", "--locked", "--debug", "cargo-deny", "--version", VERSION]);
    install.arg("--root").arg(folder).env("CARGO_PROFILE_DEV_DEBUG", "0");
    println!("== {}", line(&install));
    succeed(&mut install)
}
