//! Embeds the files of the browser app in the program, if it is a release build and `cargo xtask web` has
//! built the app. Otherwise a warning says so, and so does the program when it serves.

mod web_sources;

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use web_sources::{FOLDER, SOURCES, is_current};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=web_sources.rs");
    let out = env::var_os("OUT_DIR").expect("cargo gives a build script a folder");
    let list = if env::var("PROFILE").as_deref() == Ok("release") { app() } else { String::new() };
    fs::write(Path::new(&out).join("files.rs"), format!("[{list}\n]\n"))
        .expect("the folder of a build script can be written");
}

/// The names and contents of the files, as source code.
fn app() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join(FOLDER);
    // Cargo runs this again and again if the folder is missing.
    let _ = fs::create_dir_all(&folder);
    for path in SOURCES.iter().copied().chain([FOLDER]) {
        println!("cargo::rerun-if-changed={}", root.join(path).display());
    }
    if !is_current(&root) {
        println!(
            "cargo::warning=the program will have no browser app, because {FOLDER} is missing or older than its \
             sources: run `cargo xtask web` first"
        );
        return String::new();
    }
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the app is in its folder")
        .map(|entry| entry.expect("a folder can be read to its end").file_name())
        .map(|name| name.into_string().expect("the app's files have plain names"))
        .collect();
    names.sort();
    let mut list = String::new();
    for name in names {
        let path = folder.join(&name);
        write!(list, "\n    ({name:?}, include_bytes!({path:?})),").expect("a string takes text");
    }
    list
}
