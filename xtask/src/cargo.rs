//! Helpers to call cargo and other programs.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The root folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// The target directory of cargo.
pub(crate) fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target")))
}

/// A command that calls the active cargo in the root folder of the workspace.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.args(args).current_dir(root());
    command
}

/// Runs a command and shows its output. Returns an error if the command fails.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let status =
        command.status().with_context(|| format!("could not start {}", command.get_program().display()))?;
    ensure!(status.success(), "`{}` failed", line(command));
    Ok(())
}

/// Runs a command and returns what it prints. Returns an error if the command fails.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output =
        command.output().with_context(|| format!("could not start {}", command.get_program().display()))?;
    ensure!(
        output.status.success(),
        "`{}` failed: {}",
        line(command),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).context("the output is not text")
}

/// A command line as a user would type it.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let words: Vec<_> =
        std::iter::once(program).chain(command.get_args()).map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}
