use anyhow::Result;

use crate::cargo::cargo;
use crate::wasm::Wasm;
use crate::web::{self, Build};

/// Builds the browser app and serves it, or calls the program with the arguments given.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let mut command = cargo(&["run", "--release", "--package", "cardroom", "--"]);
    if matches!(args, [] | ["serve", ..]) {
        web::web(&Wasm::new()?, Build::Best)?;
        command.env("CARDROOM_WEB", web::folder());
    }
    command.args(if args.is_empty() { &["serve"] } else { args });
    hand_over(command)
}

/// The program takes our place, so that Ctrl-C reaches it alone and its exit code is ours.
#[cfg(unix)]
fn hand_over(mut command: std::process::Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn hand_over(mut command: std::process::Command) -> Result<()> {
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(1));
}
