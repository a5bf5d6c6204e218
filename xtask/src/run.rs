use anyhow::Result;

use crate::cargo::cargo;
use crate::wasm::Wasm;
use crate::web::{self, Build};

/// Builds and serves the browser app, or calls `cardroom` with the given arguments.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let mut command = cargo(&["run", "--release", "--package", "cardroom", "--"]);
    if matches!(args, [] | ["serve", ..]) {
        web::web(&Wasm::new()?, Build::Best)?;
    }
    command.args(if args.is_empty() { &["serve"] } else { args });
    exec(command)
}

/// Replaces this process with the program, so that Ctrl-C reaches only the program and its exit code is kept.
#[cfg(unix)]
fn exec(mut command: std::process::Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn exec(mut command: std::process::Command) -> Result<()> {
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(1));
}
