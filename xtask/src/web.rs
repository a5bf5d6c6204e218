//! Builds the browser app as a folder that any web server can serve.

mod assets;
mod linked;
mod program;
#[path = "../../crates/server/web_sources.rs"]
mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use assets::When;

use crate::cargo::root;
use crate::wasm::Wasm;

/// How the app is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// Optimized for size and speed.
    Best,
    /// Built in less time, for development.
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

/// The output folder.
pub(crate) fn folder() -> PathBuf {
    root().join(sources::FOLDER)
}

/// Compressed sizes, in bytes.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sizes {
    /// The page's program.
    page: usize,
    /// The worker's program.
    worker: usize,
    /// All files that are fetched before the user can play.
    first: usize,
    /// All files that are cached for offline use, including those of the first load.
    offline: usize,
    /// Files that are fetched on demand.
    late: usize,
}

/// The limit of the first load, in bytes.
const MAX_FIRST: usize = 400_000;

/// The limit of the files for offline use, in bytes.
const MAX_OFFLINE: usize = 750_000;

impl Sizes {
    fn add(&mut self, name: &str, when: When, size: usize) {
        match when {
            When::First => self.first += size,
            When::Afterwards => {}
            When::Late => self.late += size,
        }
        if when != When::Late {
            self.offline += size;
        }
        if name.ends_with(".wasm") {
            let program = if when == When::First { &mut self.page } else { &mut self.worker };
            *program += size;
        }
    }

    fn print(self) {
        let line = |what: &str, size: usize| println!("  {what:<38}{:>4} KB", size.div_ceil(1000));
        line("the page's program", self.page);
        line("the worker's program", self.worker);
        line("first load", self.first);
        line("cached for offline use, in total", self.offline);
        line("fetched on demand", self.late);
    }

    /// Returns an error if the app exceeds a limit.
    pub(crate) fn check(self) -> Result<()> {
        for (what, size, max) in [
            ("the first load", self.first, MAX_FIRST),
            ("the cache for offline use", self.offline, MAX_OFFLINE),
        ] {
            ensure!(size <= max, "{what} has {size} bytes, the limit is {max}");
        }
        Ok(())
    }
}

/// Builds the app into its folder and removes all other files there.
pub(crate) fn web(wasm: &Wasm, build: Build) -> Result<Sizes> {
    let programs = program::build(wasm, build)?;
    let files = assets::files(&root().join("crates/web/static"), programs)?;

    let folder = folder();
    fs::create_dir_all(&folder)?;
    let mut kept = BTreeSet::new();
    let mut sizes = Sizes::default();
    for file in &files {
        let path = folder.join(&file.name);
        let compressed = path.with_added_extension("br");
        // Unchanged files are not written again, so that file watchers do not notice them.
        let brotli = if fs::read(&path).is_ok_and(|old| old == file.bytes) {
            fs::read(&compressed).ok()
        } else {
            let brotli = file.brotli();
            fs::write(&path, &file.bytes)?;
            brotli.iter().try_for_each(|bytes| fs::write(&compressed, bytes))?;
            brotli
        };
        sizes.add(&file.name, file.when, brotli.map_or(file.bytes.len(), |bytes| bytes.len()));
        kept.extend([path, compressed]);
    }
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if !kept.contains(&path) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    // The time of the folder says what the app was built from. It changes only if it has to, because the
    // program embeds the folder and is then built again.
    if !sources::is_current(root()) {
        fs::File::open(&folder)?.set_modified(SystemTime::now())?;
    }
    println!("{}: {} files, compressed:", folder.display(), files.len());
    sizes.print();
    Ok(sizes)
}
