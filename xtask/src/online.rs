//! A card room under load, and under faults: the program `load` does it, with a server of its own.

use std::process::Command;

use anyhow::Result;

use crate::cargo::{cargo, succeed, target};

/// How it was built, and what is run.
#[derive(Clone, Copy)]
enum Build {
    /// As it is run for people.
    Release,
    /// As tests have built it.
    Tests,
}

/// `cargo xtask load`: moves a second, and how long one takes; with `--idle`, the memory of silent connections.
pub(crate) fn load(args: &[&str]) -> Result<()> {
    build()?;
    match args {
        ["--idle", args @ ..] => run(Build::Release, "idle", args),
        args => run(Build::Release, "load", args),
    }
}

/// `cargo xtask faults`: nothing that was acknowledged is lost.
pub(crate) fn faults(args: &[&str]) -> Result<()> {
    build()?;
    run(Build::Release, "faults", args)
}

/// A short version of both, with what the tests have built.
pub(crate) fn quick() -> Result<()> {
    let but = ["--exclude", "web", "--exclude", "xtask"];
    succeed(cargo(&["build", "--workspace", "--all-features", "--bins"]).args(but))?;
    run(Build::Tests, "load", &["--tables", "10", "--seconds", "3"])?;
    run(Build::Tests, "idle", &["--tables", "100", "--open", "250"])?;
    run(Build::Tests, "faults", &["--rounds", "6", "--tables", "6", "--messages", "2000"])
}

fn build() -> Result<()> {
    succeed(&mut cargo(&["build", "--release", "--package", "cardroom", "--package", "load"]))
}

fn run(build: Build, what: &str, args: &[&str]) -> Result<()> {
    let folder = target().join(match build {
        Build::Release => "release",
        Build::Tests => "debug",
    });
    // A connection is an open file, and the usual limit is low. Where it cannot be raised, many connections fail, and say so.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n $(ulimit -H -n) 2>/dev/null; exec \"$0\" \"$@\""]);
    command.arg(folder.join("load")).arg("--server").arg(folder.join("cardroom")).arg(what).args(args);
    succeed(&mut command)
}
