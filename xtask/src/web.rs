//! The browser app as a folder that any web server can hand out.

mod assets;
mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::cargo::root;
use crate::wasm::Wasm;

/// How the app is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// As small and fast as it gets.
    Best,
    /// In less time, for whoever works on the app.
    Quick,
}

impl Build {
    /// The name of its profile in `Cargo.toml`.
    pub(crate) fn profile(self) -> &'static str {
        match self {
            Build::Best => "browser",
            Build::Quick => "browser-quick",
        }
    }
}

/// Where the app comes to lie.
pub(crate) fn folder() -> PathBuf {
    root().join("target/web")
}

/// Builds the app and leaves it in its folder, in place of what was there.
pub(crate) fn web(wasm: &Wasm, build: Build) -> Result<()> {
    let program = program::build(wasm, build)?;
    let files = assets::files(&root().join("crates/web/static"), program)?;

    let folder = folder();
    fs::create_dir_all(&folder)?;
    let mut kept = BTreeSet::new();
    let mut sum = 0;
    for file in &files {
        let path = folder.join(&file.name);
        let compressed = path.with_added_extension("br");
        // What has not changed is left alone, so that nobody who watches the folder has to read it again.
        let brotli = if fs::read(&path).is_ok_and(|old| old == file.bytes) {
            fs::read(&compressed).ok()
        } else {
            let brotli = file.brotli();
            fs::write(&path, &file.bytes)?;
            brotli.iter().try_for_each(|bytes| fs::write(&compressed, bytes))?;
            brotli
        };
        sum += brotli.map_or(file.bytes.len(), |bytes| bytes.len());
        kept.extend([path, compressed]);
    }
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if !kept.contains(&path) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    println!("{}: {} files, {} KB compressed", folder.display(), files.len(), sum.div_ceil(1000));
    Ok(())
}
