//! Runs the fuzz targets. A stable compiler can build them: LLVM's coverage pass needs no nightly option, and
//! without unsafe code the address sanitizer has nothing to find.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, output, root, succeed, target};

/// The targets, with the longest input that is tried.
const TARGETS: [(&str, u32); 5] =
    [("messages", 4096), ("records", 8192), ("deals", 256), ("moves", 1024), ("http", 2048)];

/// What makes libFuzzer see which code an input reaches.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// `cargo xtask fuzz [--minutes N] [TARGET …]`: runs the targets one after the other, then adds the inputs
/// that reach new code to `fuzz/corpus`.
pub(crate) fn fuzz(args: &[&str]) -> Result<()> {
    let (minutes, names) = match args {
        ["--minutes", minutes, names @ ..] => (minutes.parse().context("--minutes needs a number")?, names),
        names => (30.0, names),
    };
    if let Some(name) = names.iter().find(|name| !TARGETS.iter().any(|(target, _)| target == *name)) {
        bail!("there is no fuzz target `{name}`");
    }
    let fuzzer = Fuzzer::build()?;
    for (name, max_length) in TARGETS.iter().filter(|(name, _)| names.is_empty() || names.contains(name)) {
        fuzzer.run(name, *max_length, (minutes * 60.0) as u64)?;
        fuzzer.keep(name, *max_length)?;
    }
    Ok(())
}

/// Runs each target for a few seconds and keeps nothing.
pub(crate) fn quick() -> Result<()> {
    let fuzzer = Fuzzer::build()?;
    TARGETS.iter().try_for_each(|(name, max_length)| fuzzer.run(name, *max_length, 4))
}

/// Whether the targets can be built here: libFuzzer is written in C++.
pub(crate) fn is_possible() -> bool {
    output(Command::new("c++").arg("--version")).is_ok()
}

/// The programs that were built.
struct Fuzzer {
    programs: PathBuf,
}

impl Fuzzer {
    fn build() -> Result<Fuzzer> {
        let host = output(Command::new("rustc").arg("-vV"))?;
        let host = host.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc has no host")?;
        let folder = target().join("fuzz");
        let mut build =
            cargo(&["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target", host]);
        // With a target, the flags do not apply to build scripts.
        succeed(build.arg("--target-dir").arg(&folder).env("RUSTFLAGS", FLAGS))?;
        Ok(Fuzzer { programs: folder.join(host).join("release") })
    }

    /// The inputs that were found on this computer.
    fn found(name: &str) -> Result<PathBuf> {
        let folder = target().join("fuzz/found").join(name);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    fn command(&self, name: &str, max_length: u32) -> Result<Command> {
        let artifacts = target().join("fuzz/artifacts").join(name);
        fs::create_dir_all(&artifacts)?;
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(root()).arg(format!("-max_len={max_length}")).arg("-verbosity=0");
        command.arg(format!("-artifact_prefix={}/", artifacts.display()));
        Ok(command)
    }

    fn run(&self, name: &str, max_length: u32, seconds: u64) -> Result<()> {
        println!("{name}: {seconds} s");
        let mut command = self.command(name, max_length)?;
        command.arg(format!("-max_total_time={seconds}")).args(["-timeout=10", "-print_final_stats=1"]);
        command.arg(Fuzzer::found(name)?).arg(root().join("fuzz/corpus").join(name));
        succeed(&mut command)
    }

    /// Adds inputs to the corpus that reach code which no other one reaches.
    fn keep(&self, name: &str, max_length: u32) -> Result<()> {
        let mut command = self.command(name, max_length)?;
        // How often code was reached does not matter, so that the corpus stays small.
        command
            .args(["-use_counters=0", "-set_cover_merge=1"])
            .arg(root().join("fuzz/corpus").join(name))
            .arg(Fuzzer::found(name)?);
        succeed(&mut command)
    }
}
