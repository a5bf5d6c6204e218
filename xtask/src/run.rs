use anyhow::Result;

use crate::cargo::cargo;

/// Builds the program and plays Klondike, or calls it with the arguments given.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let mut command = cargo(&["run", "--release", "--package", "cardroom", "--"]);
    command.args(if args.is_empty() { &["play", "klondike"] } else { args });
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
