//! The program of the app: what cargo builds, made fit for a browser.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use super::Build;
use crate::cargo::{line, succeed, target};
use crate::wasm::{TARGET, Wasm};

/// The name of the program's two files, before they are named after what is in them.
pub(super) const NAME: &str = "cardroom";

/// The two files of a program.
pub(super) struct Program {
    /// The script that starts it.
    pub(super) js: String,
    /// The program itself.
    pub(super) wasm: Vec<u8>,
}

/// Builds it.
pub(super) fn build(wasm: &Wasm, build: Build) -> Result<Program> {
    let profile = build.profile();
    let mut command = wasm.cargo(&["build", "--package", "web", "--profile", profile]);
    println!("== {}", line(&command));
    succeed(&mut command)?;

    bind(target().join(TARGET).join(profile).join("web.wasm"))
}

/// The script that joins the program to the browser is made by a library, so that no tool has to be installed.
fn bind(path: PathBuf) -> Result<Program> {
    let mut output = Bindgen::new()
        .input_path(&path)
        .out_name(NAME)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The script knows where its program lies: beside it.
        .omit_default_module_path(false)
        .generate_output()
        .with_context(|| format!("cannot read {}", path.display()))?;
    let scripts = output.snippets().values().any(|scripts| !scripts.is_empty());
    ensure!(
        !scripts && output.local_modules().is_empty(),
        "a crate brings scripts of its own, which nobody copies yet"
    );
    Ok(Program { js: output.js().to_owned(), wasm: output.wasm_mut().emit_wasm() })
}
