//! A real browser, and Node to drive it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{line, output, root, succeed, target};
use crate::debian;

/// The names that the browser goes by.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Older ones do not run tests.
const LEAST_NODE: u32 = 18;

/// What the tests in a browser need.
pub(crate) struct Browser {
    chromium: PathBuf,
}

impl Browser {
    /// Looks for the browser, Node and its packages. What is missing is installed, where we may.
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
        ensure!(major >= Some(LEAST_NODE), "Node {} is too old, {LEAST_NODE} is needed", version.trim());
        packages()?;
        Ok(Browser { chromium: chromium().context("Chromium is installed, but not to be found")? })
    }

    /// All tests in `tests/browser`, with the app as it was last built.
    pub(crate) fn tests(&self) -> Result<Command> {
        let mut files = fs::read_dir(folder())?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        files.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
        files.sort();
        let mut command = self.node();
        command.args(["--test", "--test-reporter=spec"]);
        command.args(files.iter().filter_map(|path| path.strip_prefix(root()).ok()));
        Ok(command)
    }

    /// The measurements of the app as it was last built.
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

/// The packages of the lock file, unless they are there.
fn packages() -> Result<()> {
    let date = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let (wanted, there) =
        (folder().join("package-lock.json"), folder().join("node_modules/.package-lock.json"));
    if date(&there) >= date(&wanted) {
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

/// Where the shell would find a program.
fn in_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&name)).find(|path| path.is_file())
}
