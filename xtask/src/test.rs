use std::env;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::browser::Browser;
use crate::cargo::{cargo, line, output, root, succeed};
use crate::wasm::Wasm;
use crate::web::{self, Build};
use crate::{deny, fairness, online, tidy};

/// Everything that must hold, from the quickest to say no to the slowest; it stops at the first failure.
///
/// Steps build with the same features where they can, so that few dependencies are compiled twice.
pub(crate) fn test() -> Result<()> {
    let start = Instant::now();
    need("fmt", "rustfmt")?;
    need("clippy", "clippy")?;

    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step(
        "lints",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]),
    )?;
    // What this program itself needs is built already. Tested by itself, it is not built again with the features of
    // all the others.
    step("tests", &mut cargo(&["test", "--workspace", "--all-features", "--exclude", "xtask"]))?;
    step("tests of these commands", &mut cargo(&["test", "--package", "xtask"]))?;
    independent()?;
    announce("load and faults", "cargo xtask load, cargo xtask faults, for a short while");
    online::quick()?;
    let mut doc = cargo(&["doc", "--workspace", "--all-features", "--no-deps"]);
    step("docs", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    announce("tidy", "cargo xtask tidy");
    tidy::tidy()?;
    dependencies()?;
    web()?;
    browser()?;

    println!("\nAll is well, after {} seconds.", start.elapsed().as_secs());
    Ok(())
}

fn announce(what: &str, line: &str) {
    println!("\n== {what}: {line}");
}

fn step(what: &str, command: &mut Command) -> Result<()> {
    announce(what, &line(command));
    succeed(command).with_context(|| format!("{what}: not as it should be, see above"))
}

/// A tool of cargo that comes as a component of its own. Where it is missing and there is rustup, that fetches it.
fn need(command: &str, component: &str) -> Result<()> {
    let there = || output(&mut cargo(&[command, "--version"])).map(drop);
    if there().is_ok() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["component", "add", component]).current_dir(root());
    announce(component, &line(&rustup));
    // Whether that helped is asked of the tool.
    let _ = succeed(&mut rustup);
    there().with_context(|| {
        format!(
            "`cargo {command}` is missing: install it with `rustup component add {component}`, \
             or from your system's packages"
        )
    })
}

/// The checker of records that is not ours. The tests above have let it judge games too, if it is there.
fn independent() -> Result<()> {
    match fairness::independent()? {
        Some(mut command) => step("independent verifier", &mut command),
        None => {
            announce("independent verifier", "SKIPPED");
            println!("docs/fairness/verify.py did NOT run: there is no python3.");
            Ok(())
        }
    }
}

/// The crates that we build on. Advisories need a database that not every machine can reach.
pub(crate) fn dependencies() -> Result<()> {
    step("dependencies", &mut deny::check()?)?;
    match deny::advisories()? {
        Some(mut command) => step("advisories", &mut command),
        None => {
            announce("advisories", "SKIPPED");
            println!("Known vulnerabilities were NOT looked for: their database cannot be reached.");
            Ok(())
        }
    }
}

/// The app, and every pure crate, builds for a browser.
fn web() -> Result<()> {
    announce("browser app", "cargo xtask web");
    let wasm = Wasm::new()?;
    web::web(&wasm, Build::Best)?.check()?;
    let mut pure = wasm.cargo(&["build", "--profile", Build::Best.profile()]);
    pure.args(tidy::pure_crates(root()).flat_map(|name| ["--package", name]));
    step("WebAssembly", &mut pure)
}

/// A machine without a browser, on which we may not install one, can still run all the rest. CI has to run it all.
fn browser() -> Result<()> {
    match Browser::new() {
        Ok(browser) => step("browser tests", &mut browser.tests()?),
        Err(error) if env::var_os("CI").is_some() => Err(error),
        Err(error) => {
            announce("browser tests", "SKIPPED");
            println!("The tests in a browser did NOT run: {error:#}");
            Ok(())
        }
    }
}
