use std::env;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::browser::Browser;
use crate::cargo::{cargo, line, output, root, succeed};
use crate::postgres::{self, Postgres};
use crate::wasm::Wasm;
use crate::web::{self, Build};
use crate::{deny, fairness, fuzz, online, tidy};

/// Runs all checks, the fastest first, and stops at the first failure.
///
/// Most steps build with the same features, so that few dependencies are compiled twice.
pub(crate) fn test() -> Result<()> {
    let start = Instant::now();
    need("fmt", "rustfmt")?;
    need("clippy", "clippy")?;

    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step(
        "lints",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]),
    )?;
    // xtask is tested separately: with the features of the whole workspace, its dependencies would be built
    // again.
    let database = postgres("tests with PostgreSQL", Postgres::start)?;
    let mut tests = cargo(&["test", "--workspace", "--all-features", "--exclude", "xtask"]);
    if let Some(postgres) = &database {
        tests.env(postgres::VARIABLE, postgres.url());
    }
    step("tests", &mut tests)?;
    drop(database);
    step("tests of xtask", &mut cargo(&["test", "--package", "xtask"]))?;
    independent()?;
    announce("load and faults", "cargo xtask load, cargo xtask faults, for a short while");
    online::quick()?;
    announce("cluster", "cargo xtask cluster, for a short while");
    if let Some(first) = postgres("cluster", Postgres::prepare)? {
        online::quick_cluster(&first, &Postgres::prepare()?)?;
    }
    fuzz()?;
    let mut doc = cargo(&["doc", "--workspace", "--all-features", "--no-deps"]);
    step("docs", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    announce("tidy", "cargo xtask tidy");
    tidy::tidy()?;
    dependencies()?;
    web()?;
    browser()?;

    println!("\nAll checks passed after {} seconds.", start.elapsed().as_secs());
    Ok(())
}

fn announce(what: &str, line: &str) {
    println!("\n== {what}: {line}");
}

fn step(what: &str, command: &mut Command) -> Result<()> {
    announce(what, &line(command));
    succeed(command).with_context(|| format!("{what}: failed, see above"))
}

/// Checks that an optional component of cargo is installed. If it is missing, tries to install it with
/// rustup.
fn need(command: &str, component: &str) -> Result<()> {
    let installed = || output(&mut cargo(&[command, "--version"])).map(drop);
    if installed().is_ok() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["component", "add", component]).current_dir(root());
    announce(component, &line(&rustup));
    // An error of rustup does not matter if the component works afterwards.
    let _ = succeed(&mut rustup);
    installed().with_context(|| {
        format!(
            "`cargo {command}` is missing: install it with `rustup component add {component}`, \
             or from your system's packages"
        )
    })
}

/// Gets a database for tests of the server. Skips them if there is no PostgreSQL and it cannot be installed,
/// except in CI.
fn postgres(tests: &str, get: fn() -> Result<Postgres>) -> Result<Option<Postgres>> {
    match get() {
        Ok(postgres) => Ok(Some(postgres)),
        Err(error) if env::var_os("CI").is_some() => Err(error),
        Err(error) => {
            announce(tests, "SKIPPED");
            println!("There is no PostgreSQL, so these tests do NOT run: {error:#}");
            Ok(None)
        }
    }
}

/// Runs the independent record verifier on its examples. The workspace tests also use it, if Python is there.
fn independent() -> Result<()> {
    match fairness::independent()? {
        Some(mut command) => step("independent verifier", &mut command),
        None => {
            announce("independent verifier", "SKIPPED");
            println!("docs/fairness/verify.py did NOT run: python3 is missing.");
            Ok(())
        }
    }
}

/// Runs each fuzz target for a few seconds. Ordinary tests have replayed their corpus. Without a C++
/// compiler, the targets cannot be built.
fn fuzz() -> Result<()> {
    if fuzz::is_possible() {
        announce("fuzz targets", "cargo xtask fuzz, for a short while");
        return fuzz::quick();
    }
    announce("fuzz targets", "SKIPPED");
    println!("The fuzz targets did NOT run: there is no C++ compiler (c++).");
    Ok(())
}

/// Checks the dependencies. Skips the advisories if their database cannot be reached.
pub(crate) fn dependencies() -> Result<()> {
    step("dependencies", &mut deny::check()?)?;
    match deny::advisories()? {
        Some(mut command) => step("advisories", &mut command),
        None => {
            announce("advisories", "SKIPPED");
            println!("Known vulnerabilities were NOT checked: their database cannot be reached.");
            Ok(())
        }
    }
}

/// Checks that the app and every pure crate build for WebAssembly, and that the app is small enough.
fn web() -> Result<()> {
    announce("browser app", "cargo xtask web");
    let wasm = Wasm::new()?;
    web::web(&wasm, Build::Best)?.check()?;
    let mut pure = wasm.cargo(&["build", "--profile", Build::Best.profile()]);
    pure.args(tidy::pure_crates(root()).flat_map(|name| ["--package", name]));
    step("WebAssembly", &mut pure)
}

/// Runs the browser tests. Skips them if there is no browser and none can be installed, except in CI.
fn browser() -> Result<()> {
    match Browser::new() {
        Ok(browser) => step("browser tests", &mut browser.tests()?),
        Err(error) if env::var_os("CI").is_some() => Err(error),
        Err(error) => {
            announce("browser tests", "SKIPPED");
            println!("The browser tests did NOT run: {error:#}");
            Ok(())
        }
    }
}
