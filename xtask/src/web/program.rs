//! Builds the two programs of the app, for the page and for the worker.

use std::fs;

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use super::{Build, linked};
use crate::cargo::{line, succeed, target};
use crate::wasm::{TARGET, Wasm};

/// The name of the page's files, without the hash.
pub(super) const PAGE: &str = "page";

/// The name of the worker's files, without the hash.
pub(super) const WORKER: &str = "worker";

/// A program and the script that starts it.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) js: String,
    pub(super) wasm: Vec<u8>,
}

/// Builds the programs of the page and of the worker, and checks that the page's does not contain what only
/// the worker needs.
pub(super) fn build(wasm: &Wasm, build: Build) -> Result<[Program; 2]> {
    let profile = build.profile();
    let mut command = wasm.cargo(&["build", "--package", "web", "--package", "worker", "--profile", profile]);
    println!("== {}", line(&command));
    succeed(&mut command)?;

    let built = |name: &str| {
        let path = target().join(TARGET).join(profile).join(name).with_extension("wasm");
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let (page, worker) = (built("web")?, built("worker")?);
    linked::check(&page, &worker)?;
    Ok([bind(PAGE, page)?, bind(WORKER, worker)?])
}

/// Generates the JavaScript bindings with the wasm-bindgen library, so that no tool must be installed.
fn bind(name: &'static str, bytes: Vec<u8>) -> Result<Program> {
    let mut output = Bindgen::new()
        .input_bytes(name, bytes)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The script loads the program from its own folder.
        .omit_default_module_path(false)
        .generate_output()?;
    let scripts = output.snippets().values().any(|scripts| !scripts.is_empty());
    ensure!(
        !scripts && output.local_modules().is_empty(),
        "a crate contains JavaScript files, which the build does not support"
    );
    Ok(Program { name, js: output.js().to_owned(), wasm: output.wasm_mut().emit_wasm() })
}
