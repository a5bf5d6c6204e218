//! Finds or installs a Rust toolchain that builds for WebAssembly.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::cargo::{cargo, line, output, root, succeed};
use crate::debian;

/// The compilation target of the browser app.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's packages of a current Rust. The standard library is built from `rust-web-src`.
const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// The toolchain that builds for the browser.
pub(crate) enum Wasm {
    /// The active toolchain, which has the standard library for the target.
    Active,
    /// Debian's toolchain, which builds the standard library first, with the linker of the active toolchain.
    Debian { linker: PathBuf },
}

impl Wasm {
    /// Takes the first that works: the active toolchain, Debian's packages, or a target installed by rustup.
    pub(crate) fn new() -> Result<Wasm> {
        if has_target()? {
            return Ok(Wasm::Active);
        }
        let mut reasons = Vec::new();
        if debian::may_install() {
            match from_debian() {
                Ok(wasm) => return Ok(wasm),
                Err(error) => reasons.push(format!("Debian's packages: {error:#}")),
            }
        }
        match from_rustup() {
            Ok(wasm) => return Ok(wasm),
            Err(error) => reasons.push(format!("rustup: {error:#}")),
        }
        bail!(
            "this Rust cannot build for the browser: install the target {TARGET}, with `rustup target add \
             {TARGET}` or from your system's packages\n  {}",
            reasons.join("\n  ")
        )
    }

    /// A command that calls cargo for the target with these arguments.
    pub(crate) fn cargo(&self, args: &[&str]) -> Command {
        let mut command = cargo(args);
        if let Wasm::Debian { linker } = self {
            command = Command::new("/usr/bin/cargo");
            // `LD_LIBRARY_PATH` points to the libraries of the active toolchain, which Debian's cannot use.
            command.args(args).current_dir(root()).env_remove("LD_LIBRARY_PATH");
            command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            // Without `optimize_for_size`, the sort functions would be a thirtieth of the program.
            command.args(["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"]);
        }
        // Users of a browser do not see panic messages, and leaving them out makes the program smaller.
        let silent = if matches!(self, Wasm::Debian { .. }) { SILENT } else { "" };
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", format!("{SMALLER} {silent}"));
        command.args(["--target", TARGET]);
        command
    }
}

/// Flags for smaller libraries: type-erased views, and hash functions without unrolled loops.
const SMALLER: &str = "--cfg=erase_components --cfg=sha2_backend_soft=\"compact\"";
/// Flags that remove panic messages. They need a standard library that is built with the program.
const SILENT: &str = "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none";

/// Runs the active compiler and returns what it prints.
fn rustc(args: &[&str]) -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    Ok(output(Command::new(rustc).args(args).current_dir(root()))?.trim().to_owned())
}

fn has_target() -> Result<bool> {
    Ok(Path::new(&rustc(&["--print", "sysroot"])?).join("lib/rustlib").join(TARGET).join("lib").is_dir())
}

fn from_debian() -> Result<Wasm> {
    let linker = Path::new(&rustc(&["--print", "sysroot"])?)
        .join("lib/rustlib")
        .join(rustc(&["--print", "host-tuple"])?)
        .join("bin/rust-lld");
    ensure!(linker.is_file(), "the active toolchain has no {}", linker.display());
    if !packages_match() {
        debian::install(&PACKAGES)?;
        ensure!(packages_match(), "{} have different versions", PACKAGES.join(", "));
    }
    let version = output(Command::new("/usr/bin/rustc").arg("--version").env_remove("LD_LIBRARY_PATH"))?;
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok());
    let required = env!("CARGO_PKG_RUST_VERSION").split('.').nth(1).and_then(|minor| minor.parse().ok());
    ensure!(minor >= required, "{} is too old, {} is needed", version.trim(), env!("CARGO_PKG_RUST_VERSION"));
    Ok(Wasm::Debian { linker })
}

/// Whether all packages are installed in the same version.
fn packages_match() -> bool {
    let versions = PACKAGES.map(debian::version);
    versions.iter().all(|version| version.is_some() && *version == versions[0])
}

fn from_rustup() -> Result<Wasm> {
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]).current_dir(root());
    println!("== {}", line(&rustup));
    succeed(&mut rustup)?;
    ensure!(has_target()?, "rustup has added {TARGET}, but not to the active toolchain");
    Ok(Wasm::Active)
}
