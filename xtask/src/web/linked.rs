//! Checks that the page's program contains neither the solver's search nor the bots' play and weights.
//!
//! The page needs types of both crates, so the list of dependencies proves nothing. This reads the names of
//! the functions that were linked into the program, and searches its bytes for the weights.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use rustc_demangle::demangle;
use wasmparser::{KnownCustom, Name, Parser, Payload};

use crate::cargo::root;

/// The crates of the worker, and the modules of each that the page may contain; `*` is the module of any
/// game.
const PAGE_MAY_LINK: [(&str, &[&str]); 2] =
    [("solver", &["hint"]), ("bots", &["level", "*::explain", "*::reason"])];

/// The folder that has a subfolder for each game with trained weights.
const BOTS: &str = "crates/bots/src";
/// The weights in that folder.
const WEIGHTS: &str = "weights";

/// Checks the page's program as cargo has built it. Also checks that the functions and weights are found in
/// the worker's program, to prove that the check itself works.
pub(super) fn check(page: &[u8], worker: &[u8]) -> Result<()> {
    let (page_names, worker_names) = (function_names(page)?, function_names(worker)?);
    for (crate_, allowed) in PAGE_MAY_LINK {
        let linked = |names: &[String]| {
            names.iter().filter(|name| belongs_to_worker(name, crate_, allowed)).cloned().collect::<Vec<_>>()
        };
        let found = linked(&page_names);
        ensure!(
            found.is_empty(),
            "the page's program contains {} functions of {crate_} that belong to the worker's:\n  {}",
            found.len(),
            found.iter().take(10).map(String::as_str).collect::<Vec<_>>().join("\n  ")
        );
        ensure!(
            !linked(&worker_names).is_empty(),
            "no function of {crate_} is found in the worker's program"
        );
    }
    let mut embedded = 0;
    for (path, weights) in weights()? {
        ensure!(!contains(page, &weights), "the page's program contains {}", path.display());
        embedded += usize::from(contains(worker, &weights));
    }
    ensure!(embedded > 0, "no weights are found in the worker's program");
    Ok(())
}

/// The demangled names of all functions in a program.
fn function_names(program: &[u8]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(program) {
        let Payload::CustomSection(section) = payload? else { continue };
        let KnownCustom::Name(subsections) = section.as_known() else { continue };
        for subsection in subsections {
            if let Name::Function(functions) = subsection? {
                for function in functions {
                    names.push(format!("{:#}", demangle(function?.name)));
                }
            }
        }
    }
    Ok(names)
}

/// Functions that are the same for all element types of one size. The compiler merges them, and the name of
/// the one that is left may be that of a type which the page does not use.
const MERGED: [&str; 2] = ["<alloc::raw_vec::RawVec<", "alloc::raw_vec::RawVec<"];

/// Whether a function's name mentions something of a crate that is not in the modules allowed.
fn belongs_to_worker(name: &str, crate_: &str, allowed: &[&str]) -> bool {
    if MERGED.iter().any(|merged| name.starts_with(merged)) {
        return false;
    }
    let path = format!("{crate_}::");
    name.match_indices(&path).any(|(at, _)| {
        // `other::solver::` and `my_solver::` are not the crate.
        let starts = !name[..at].ends_with(|before: char| before.is_alphanumeric() || "_:".contains(before));
        let rest = &name[at + path.len()..];
        starts && !allowed.iter().any(|module| is_in(rest, module))
    })
}

/// Whether a path is of something in a module.
fn is_in(path: &str, module: &str) -> bool {
    let (path, module) = match module.strip_prefix("*::") {
        Some(module) => (path.split_once("::").map_or("", |(_, rest)| rest), module),
        None => (path, module),
    };
    path.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"))
}

/// The trained weights of all games, with their files.
pub(super) fn weights() -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut weights = Vec::new();
    for game in entries(&root().join(BOTS))? {
        let folder = game.join(WEIGHTS);
        if folder.is_dir() {
            for path in entries(&folder)? {
                let bytes = fs::read(&path)?;
                weights.push((path, bytes));
            }
        }
    }
    Ok(weights)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

fn contains(program: &[u8], bytes: &[u8]) -> bool {
    program.windows(bytes.len()).any(|window| window == bytes)
}

#[cfg(test)]
mod tests {
    use super::belongs_to_worker;

    #[test]
    fn only_the_modules_allowed_may_be_named() {
        let belongs_to_worker = |name| belongs_to_worker(name, "solver", &["hint"]);
        assert!(belongs_to_worker("solver::search::Search::run"));
        assert!(belongs_to_worker("<solver::builds::Builds as solver::space::Space>::next"));
        assert!(belongs_to_worker("core::ptr::drop_in_place<solver::seen::Seen>"));
        assert!(belongs_to_worker("solver::hint"), "a function beside the module");
        assert!(belongs_to_worker("solver::hints::Hints::new"));
        assert!(!belongs_to_worker("<solver::hint::Hint as core::clone::Clone>::clone"));
        assert!(!belongs_to_worker("alloc::vec::Vec<solver::hint::Strength>::push"));
        assert!(!belongs_to_worker("<alloc::raw_vec::RawVec<solver::seen::Seen>>::new"));
        assert!(!belongs_to_worker("client::solver::ask"));
        assert!(!belongs_to_worker("resolver::search::run"));
    }

    #[test]
    fn the_same_modules_are_allowed_of_each_game() {
        let belongs_to_worker = |name| belongs_to_worker(name, "bots", &["*::level"]);
        assert!(!belongs_to_worker("<bots::whist::level::Level as core::fmt::Display>::fmt"));
        assert!(belongs_to_worker("bots::whist::search::Search::run"));
        assert!(belongs_to_worker("bots::whist::levels::run"));
        assert!(belongs_to_worker("bots::level::run"));
    }
}
