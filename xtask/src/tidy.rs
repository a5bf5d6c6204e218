//! Checks of the sources that the compiler does not do: crate graph, tested rules, translations and more.

mod files;
mod graph;
mod names;
mod pure;
mod rules;
mod text;
mod tokens;
mod types;
mod words;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::cargo::root;

/// Runs all checks, prints one line for each fault, and returns an error if there is any.
pub(crate) fn tidy() -> Result<()> {
    let root = root();
    let files = files::all(root)?;
    let mut faults = graph::check(&graph::packages()?);

    let rulebook = fs::read_to_string(root.join(rules::FILE)).with_context(|| rules::FILE.to_owned())?;
    let mut rules = rules::Rules::new(&rulebook);
    let mut words = words::Words::default();
    let catalogue =
        fs::read_to_string(root.join(names::CATALOGUE)).with_context(|| names::CATALOGUE.to_owned())?;
    let names = names::Names::new(&catalogue);
    let mut types = types::Types::default();
    for file in &files {
        let Some(source) = files::read(root, file)? else { continue };
        faults.extend(text::check(file, &source));
        faults.extend(names.check(file, &source));
        // The fuzz targets are a separate workspace, so they cannot inherit lints.
        if file.ends_with("Cargo.toml") && file != "Cargo.toml" && !file.starts_with("fuzz/") {
            faults.extend(graph::check_lints(file, &source));
        }
        if file.starts_with("xtask/src/") && file.ends_with(".rs") {
            types.read(&names, file, &tokens::tokens(&source));
        }
        if file.starts_with("crates/") && file.ends_with(".rs") {
            let tokens = tokens::tokens(&source);
            if file.contains("/src/") {
                types.read(&names, file, &tokens);
            }
            rules.read_tests(file, &tokens);
            words.read(file, &source);
            if pure_crates(root).any(|name| file.starts_with(&format!("crates/{name}/src/"))) {
                faults.extend(pure::check(file, &tokens));
            }
        }
    }
    faults.extend(rules.faults());
    faults.extend(types.faults());
    for language in words::LANGUAGES {
        let catalogue = fs::read_to_string(root.join(language)).with_context(|| language.to_owned())?;
        faults.extend(words.faults(language, &catalogue));
    }

    faults.iter().for_each(|fault| eprintln!("{fault}"));
    ensure!(faults.is_empty(), "tidy found {} faults", faults.len());
    println!(
        "tidy: {} files, {} rules, each with a test, {} texts in every language",
        files.len(),
        rules.len(),
        words.len()
    );
    Ok(())
}

/// The crates that must not use I/O, clocks or threads. Skips those that do not exist.
pub(crate) fn pure_crates(root: &Path) -> impl Iterator<Item = &'static str> {
    graph::PURE.into_iter().filter(move |name| root.join("crates").join(name).is_dir())
}
