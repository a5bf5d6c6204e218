//! Tests the server under load and under faults. The program `load` does the work and starts a server.

use std::process::Command;

use anyhow::Result;

use crate::cargo::{cargo, succeed, target};

/// Which build of the programs to run.
#[derive(Clone, Copy)]
enum Build {
    /// The release build.
    Release,
    /// The debug build that the tests use.
    Tests,
}

/// `cargo xtask load`: measures throughput and latency of moves with 2, 4 and 8 people per table; with
/// `--idle`, the memory of idle connections.
pub(crate) fn load(args: &[&str]) -> Result<()> {
    build()?;
    match args {
        ["--idle", args @ ..] => run(Build::Release, "idle", args),
        args => run(Build::Release, "load", args),
    }
}

/// `cargo xtask faults`: checks that no acknowledged move is lost.
pub(crate) fn faults(args: &[&str]) -> Result<()> {
    build()?;
    run(Build::Release, "faults", args)
}

/// Runs a short version of both with the debug build.
pub(crate) fn quick() -> Result<()> {
    let excluded = ["--exclude", "web", "--exclude", "xtask"];
    succeed(cargo(&["build", "--workspace", "--all-features", "--bins"]).args(excluded))?;
    run(Build::Tests, "load", &["--tables", "10", "--seconds", "2"])?;
    run(Build::Tests, "idle", &["--tables", "100", "--open", "250"])?;
    run(Build::Tests, "faults", &["--rounds", "6", "--tables", "6", "--messages", "2000"])
}

fn build() -> Result<()> {
    succeed(&mut cargo(&["build", "--release", "--package", "cardroom", "--package", "load"]))
}

fn run(build: Build, command_name: &str, args: &[&str]) -> Result<()> {
    let folder = target().join(match build {
        Build::Release => "release",
        Build::Tests => "debug",
    });
    // Every connection needs a file descriptor, and the default limit is low. If the limit cannot be raised,
    // connections fail with an error.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n $(ulimit -H -n) 2>/dev/null; exec \"$0\" \"$@\""]);
    command
        .arg(folder.join("load"))
        .arg("--server")
        .arg(folder.join("cardroom"))
        .arg(command_name)
        .args(args);
    succeed(&mut command)
}
