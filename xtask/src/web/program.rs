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
    Ok(Program { js: slim(output.js()), wasm: output.wasm_mut().emit_wasm() })
}

/// A script without the lines that are notes, and without what stands before the others: nobody reads it in a browser.
fn slim(script: &str) -> String {
    let notes = ["//", "/*", "*"];
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .filter(|line| !notes.iter().any(|note| line.starts_with(note)))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::slim;

    #[test]
    fn a_script_loses_its_notes_and_nothing_else() {
        let script = "/**\n * What it does.\n */\nfunction f() {\n    // Why.\n    return a * b; // c\n\n}\n";
        assert_eq!(slim(script), "function f() {\nreturn a * b; // c\n}\n");
    }
}
