use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::cargo::{cargo, line, output, root, succeed};
use crate::tidy;

const WASM: &str = "wasm32-unknown-unknown";

/// Everything that must hold, from the quickest to say no to the slowest; it stops at the first failure.
///
/// All steps build with the same features, so that no dependency is compiled twice for two of them.
pub(crate) fn test() -> Result<()> {
    let start = Instant::now();
    need("fmt", "rustfmt")?;
    need("clippy", "clippy")?;

    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step(
        "lints",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]),
    )?;
    step("tests", &mut cargo(&["test", "--workspace", "--all-features"]))?;
    let mut doc = cargo(&["doc", "--workspace", "--all-features", "--no-deps"]);
    step("docs", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    announce("tidy", "cargo xtask tidy");
    tidy::tidy()?;
    wasm()?;

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

/// The pure crates build for the browser. The target's standard library is an extra, so its absence is said and forgiven.
fn wasm() -> Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let sysroot = output(Command::new(rustc).args(["--print", "sysroot"]).current_dir(root()))?;
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(WASM).is_dir() {
        announce("WebAssembly", "skipped");
        println!("The target {WASM} is not installed: `rustup target add {WASM}` adds it.");
        return Ok(());
    }
    let mut check = cargo(&["check", "--target", WASM]);
    check.args(tidy::pure_crates(root()).flat_map(|name| ["--package", name]));
    step("WebAssembly", &mut check)
}
