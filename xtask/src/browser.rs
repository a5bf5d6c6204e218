//! Finds or installs Chromium and Node, and runs the browser tests with them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{line, output, root, succeed, target};
use crate::debian;

/// The names of the Chromium executable on different systems.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// The first version of Node with a test runner.
const MIN_NODE: u32 = 18;

/// The tools that the browser tests need.
pub(crate) struct Browser {
    chromium: PathBuf,
}

impl Browser {
    /// Looks for the browser, Node and the npm packages. Installs what is missing, if it has the permission.
    pub(crate) fn new() -> Result<Browser> {
        let tools = [("chromium", chromium()), ("nodejs", in_path("node")), ("npm", in_path("npm"))];
        let missing: Vec<&str> =
            tools.into_iter().filter(|(_, path)| path.is_none()).map(|(package, _)| package).collect();
        if !missing.is_empty() {
            debian::install(&missing).with_context(|| {
                format!("please install {} to run the tests in a browser", missing.join(", "))
            })?;
        }
        let version = output(Command::new("node").arg("--version"))?;
        let major =
            version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
        ensure!(major >= Some(MIN_NODE), "Node {} is too old, {MIN_NODE} is needed", version.trim());
        install_packages()?;
        Ok(Browser { chromium: chromium().context("Chromium is installed, but was not found")? })
    }

    /// The command that runs all tests in `tests/browser` against the last build of the app.
    pub(crate) fn tests(&self) -> Result<Command> {
        let mut files = fs::read_dir(folder())?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        files.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
        files.sort();
        let mut command = self.node();
        command.args(["--test", "--test-reporter=spec"]);
        command.args(files.iter().filter_map(|path| path.strip_prefix(root()).ok()));
        Ok(command)
    }

    /// The command that runs the benchmarks against the last build of the app.
    pub(crate) fn bench(&self) -> Command {
        let mut command = self.node();
        command.arg("tests/browser/bench.mjs");
        command
    }

    fn node(&self) -> Command {
        let program = target().join("debug").join(format!("cardroom{}", env::consts::EXE_SUFFIX));
        let mut command = Command::new("node");
        command.current_dir(root()).env("CHROMIUM", &self.chromium).env("CARDROOM", program);
        command
    }
}

fn folder() -> PathBuf {
    root().join("tests/browser")
}

/// Installs the npm packages of the lock file, unless they are up to date.
fn install_packages() -> Result<()> {
    let date = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let (wanted, installed) =
        (folder().join("package-lock.json"), folder().join("node_modules/.package-lock.json"));
    if date(&installed) >= date(&wanted) {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder());
    println!("== {}", line(&npm));
    succeed(&mut npm)
}

fn chromium() -> Option<PathBuf> {
    env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| BROWSERS.into_iter().find_map(in_path))
}

/// Searches the folders of `PATH` for a program.
fn in_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&name)).find(|path| path.is_file())
}
