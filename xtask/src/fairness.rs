//! Tests the two record verifiers: the one of this project and the independent one in Python.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::cargo::{cargo, output, root, succeed};

/// `cargo xtask fairness`: checks that both verifiers accept a thousand games, and reject each of them after
/// a change. Takes some minutes.
pub(crate) fn fairness() -> Result<()> {
    let mut command = cargo(&["test", "--package", "games", "--test", "fairness", "--", "--nocapture"]);
    succeed(command.env("CARDROOM_FAIR_GAMES", "1000"))?;
    succeed(&mut cargo(&["test", "--package", "cards", "--test", "randomness", "--", "--nocapture"]))
}

/// The command that runs the independent verifier on the examples that it must accept. `None` if Python is
/// missing.
pub(crate) fn independent() -> Result<Option<Command>> {
    let mut python = Command::new("python3");
    if output(python.arg("--version")).is_err() {
        return Ok(None);
    }
    let folder = root().join("docs/fairness");
    let examples = fs::read_dir(folder.join("vectors/right")).context("the examples of docs/fairness")?;
    let mut examples: Vec<PathBuf> =
        examples.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    examples.sort();
    let mut command = Command::new("python3");
    command.arg(folder.join("verify.py")).args(examples);
    Ok(Some(command))
}
