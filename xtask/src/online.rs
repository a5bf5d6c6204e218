//! Tests the server under load and under faults, alone and as one of several. The program `load` does the
//! work and starts the servers.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::cargo::{cargo, succeed, target};
use crate::postgres::Postgres;

/// The exit code of `load` if something was lost that should not be.
const VIOLATIONS: i32 = 3;

/// Which build of the programs to run.
#[derive(Clone, Copy)]
enum Build {
    /// The release build.
    Release,
    /// The debug build that the tests use.
    Tests,
}

/// `cargo xtask load`: measures throughput and latency of moves with 2, 4 and 8 people per table; with
/// `--idle`, the memory of idle connections; with `--long`, what commands and joins cost in a long game; with
/// `--postgres`, PostgreSQL beside SQLite, and relays.
pub(crate) fn load(args: &[&str]) -> Result<()> {
    build()?;
    match args {
        ["--idle", args @ ..] => run(Build::Release, "idle", args),
        ["--long", args @ ..] => run(Build::Release, "long", args),
        ["--postgres", args @ ..] => {
            succeed(&mut with_postgres(Build::Release, "compare", args, &Postgres::prepare()?))
        }
        args => run(Build::Release, "load", args),
    }
}

/// `cargo xtask faults`: checks that no acknowledged move is lost; with `--corruption N`, damages the files
/// of a store N times, and checks that no loss goes unnoticed; with `--hostile`, attacks the server in every
/// known way while others play, and checks that they notice little of it.
pub(crate) fn faults(args: &[&str]) -> Result<()> {
    build()?;
    match args {
        ["--corruption", trials, args @ ..] => {
            run(Build::Release, "corruption", &[&["--trials", trials], args].concat())
        }
        ["--hostile", args @ ..] => run(Build::Release, "hostile", args),
        args => run(Build::Release, "faults", args),
    }
}

/// `cargo xtask cluster`: runs three servers on one PostgreSQL under faults, and checks that no acknowledged
/// move is lost and that no table has two histories; with `--idle N`, holds N idle connections and restarts
/// one server after the other; with `--short`, does what `cargo xtask test` does.
pub(crate) fn cluster(args: &[&str]) -> Result<()> {
    if let ["--short"] = args {
        build_tests()?;
        return quick_cluster(&Postgres::prepare()?, &Postgres::prepare()?);
    }
    // Nodes with wrong clocks, or without the fence, need options that no release has.
    succeed(&mut cargo(&[
        "build",
        "--release",
        "--package",
        "cardroom",
        "--package",
        "load",
        "--features",
        "cardroom/suite",
    ]))?;
    let postgres = Postgres::prepare()?;
    succeed(&mut match args {
        ["--idle", connections, args @ ..] => {
            let args = [&["--connections", connections], args].concat();
            with_postgres(Build::Release, "cluster-idle", &args, &postgres)
        }
        args => with_postgres(Build::Release, "cluster", args, &postgres),
    })
}

/// Runs short versions of all with the debug build.
pub(crate) fn quick() -> Result<()> {
    build_tests()?;
    run(Build::Tests, "load", &["--tables", "10", "--seconds", "2"])?;
    // With few connections, what they share counts for more than they do.
    run(Build::Tests, "idle", &["--tables", "100", "--open", "250", "--most", "100"])?;
    run(Build::Tests, "faults", &["--rounds", "6", "--tables", "6", "--messages", "2000"])?;
    run(Build::Tests, "hostile", &["--minutes", "0.15", "--tables", "10", "--untimed"])?;
    quick_corruption()
}

/// Damages a store some times. Then does it without the file that says how far the store has got, and checks
/// that losses are found.
fn quick_corruption() -> Result<()> {
    let args = ["--trials", "200", "--tables", "6", "--moves", "300"];
    run(Build::Tests, "corruption", &args)?;
    let without = command(Build::Tests, "corruption").args(args).arg("--without-witness").output()?;
    let message = String::from_utf8_lossy(&without.stderr);
    ensure!(
        without.status.code() == Some(VIOLATIONS),
        "without its witness, a store must lose something silently ({}): {message}",
        without.status
    );
    println!("Without the witness, losses are found, as they should be:\n{}", message.trim());
    Ok(())
}

/// Runs a short version of the cluster test with the debug build, which [`quick`] has built. Then runs it
/// without the fence, and checks that it notices.
pub(crate) fn quick_cluster(first: &Postgres, second: &Postgres) -> Result<()> {
    let short = ["--minutes", "0.1", "--tables", "20", "--rate", "100", "--lease", "2"];
    let pauses = ["--min-pause", "0", "--max-pause", "1"];
    let args = [&short[..], &pauses].concat();
    succeed(&mut with_postgres(Build::Tests, "cluster", &args, first))?;
    let args = [&args[..], &["--without-fence"]].concat();
    let without = with_postgres(Build::Tests, "cluster", &args, second).output()?;
    let message = String::from_utf8_lossy(&without.stderr);
    ensure!(
        without.status.code() == Some(VIOLATIONS),
        "without the fence, the cluster test must find a fork ({}): {message}",
        without.status
    );
    println!("Without the fence, the test notices, as it should:\n{}", message.trim());
    Ok(())
}

/// The debug build that the tests use.
fn build_tests() -> Result<()> {
    let excluded = ["--exclude", "web", "--exclude", "xtask"];
    succeed(cargo(&["build", "--workspace", "--all-features", "--bins"]).args(excluded))
}

fn build() -> Result<()> {
    succeed(&mut cargo(&["build", "--release", "--package", "cardroom", "--package", "load"]))
}

fn run(build: Build, name: &str, args: &[&str]) -> Result<()> {
    succeed(command(build, name).args(args))
}

/// A command of `load` that runs PostgreSQL.
fn with_postgres(build: Build, name: &str, args: &[&str], postgres: &Postgres) -> Command {
    let mut command = command(build, name);
    command.args(args);
    postgres.lend(&mut command);
    command
}

/// A command of `load`.
fn command(build: Build, name: &str) -> Command {
    let folder = target().join(match build {
        Build::Release => "release",
        Build::Tests => "debug",
    });
    // Every connection needs a file descriptor, and the default limit is low. If the limit cannot be raised,
    // connections fail with an error.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n $(ulimit -H -n) 2>/dev/null; exec \"$0\" \"$@\""]);
    command.arg(folder.join("load")).arg("--server").arg(folder.join("cardroom")).arg(name);
    command
}
