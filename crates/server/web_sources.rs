//! The age of the browser app and of what it is built from. The build tool and the build script of the server
//! share this file.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// The folder with the built app, in the root folder of the workspace.
pub(crate) const FOLDER: &str = "target/web";

/// What the app is built from.
pub(crate) const SOURCES: [&str; 11] = [
    "Cargo.lock",
    "crates/bots",
    "crates/cards",
    "crates/client",
    "crates/games",
    "crates/solver",
    "crates/table",
    "crates/text",
    "crates/web",
    "crates/wire",
    "crates/worker",
];

/// Whether the app is there and no source is newer.
pub(crate) fn is_current(root: &Path) -> bool {
    let folder = root.join(FOLDER);
    let built = fs::metadata(&folder).and_then(|folder| folder.modified()).ok();
    let newest = SOURCES.iter().filter_map(|source| newest(&root.join(source))).max();
    folder.join("index.html").is_file() && built >= newest
}

/// When the latest change of a file or of anything in a folder was.
fn newest(path: &Path) -> Option<SystemTime> {
    let own = fs::metadata(path).and_then(|file| file.modified()).ok();
    let inner = fs::read_dir(path).into_iter().flatten().flatten().filter_map(|entry| newest(&entry.path()));
    inner.chain(own).max()
}
