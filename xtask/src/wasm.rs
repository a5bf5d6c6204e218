//! A Rust that builds for the browser, on any machine.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::cargo::{cargo, line, output, root, succeed};
use crate::debian;

/// The target of a browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's current Rust, beside the one of its release. Its source is what we build the standard library from.
const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Who builds for the browser.
pub(crate) enum Wasm {
    /// The toolchain that is active has the standard library for it.
    Own,
    /// Debian's toolchain, which builds the standard library first; the linker is that of the active one.
    Debian { linker: PathBuf },
}

impl Wasm {
    /// The first that can be had: the active toolchain as it is, Debian's packages where we may install them, what rustup fetches.
    pub(crate) fn new() -> Result<Wasm> {
        if has_target()? {
            return Ok(Wasm::Own);
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
            "this Rust cannot build for the browser: install the target {TARGET}, with `rustup target add {TARGET}` or from your \
             system's packages\n  {}",
            reasons.join("\n  ")
        )
    }

    /// A cargo for the target, with a command and its arguments.
    pub(crate) fn cargo(&self, args: &[&str]) -> Command {
        let mut command = cargo(args);
        if let Wasm::Debian { linker } = self {
            command = Command::new("/usr/bin/cargo");
            // The toolchain that runs us has set up its own libraries, and those are not Debian's.
            command.args(args).current_dir(root()).env_remove("LD_LIBRARY_PATH");
            command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            // A dozen ways to sort, each unrolled for speed, would be a thirtieth of the program.
            command.args(["-Z", "build-std=std,panic_abort", "-Z", "build-std-features=optimize_for_size"]);
        }
        // Nobody in a browser would see the text of a panic, and all those texts together take a while to load.
        let silent = if matches!(self, Wasm::Debian { .. }) { SILENT } else { "" };
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", format!("{SMALLER} {silent}"));
        command.args(["--target", TARGET]);
        command
    }
}

/// What makes less of libraries: views that are not a type each, and hashes that are not unrolled.
const SMALLER: &str = "--cfg=erase_components --cfg=sha2_backend_soft=\"compact\"";
/// What leaves the texts of panics out, where the standard library is built with the program.
const SILENT: &str = "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none";

/// Asks the compiler that is active.
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
    if !whole() {
        debian::install(&PACKAGES)?;
        ensure!(whole(), "{} are not of one version", PACKAGES.join(", "));
    }
    let version = output(Command::new("/usr/bin/rustc").arg("--version").env_remove("LD_LIBRARY_PATH"))?;
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok());
    let least = env!("CARGO_PKG_RUST_VERSION").split('.').nth(1).and_then(|minor| minor.parse().ok());
    ensure!(minor >= least, "{} is too old, {} is needed", version.trim(), env!("CARGO_PKG_RUST_VERSION"));
    Ok(Wasm::Debian { linker })
}

/// Whether the packages are there, all of one version.
fn whole() -> bool {
    let versions = PACKAGES.map(debian::version);
    versions.iter().all(|version| version.is_some() && *version == versions[0])
}

fn from_rustup() -> Result<Wasm> {
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]).current_dir(root());
    println!("== {}", line(&rustup));
    succeed(&mut rustup)?;
    ensure!(has_target()?, "it has added {TARGET}, but not to the toolchain that is active");
    Ok(Wasm::Own)
}
