//! Embeds the files of the browser app in the program.
//!
//! `cargo xtask run` builds the app and sets `CARDROOM_WEB` to its folder. Without that variable
//! the program serves a page that says how to build the app.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const FOLDER: &str = "CARDROOM_WEB";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={FOLDER}");
    let mut list = String::from("[");
    if let Ok(folder) = env::var(FOLDER) {
        println!("cargo::rerun-if-changed={folder}");
        let mut names: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{FOLDER} is {folder}: {error}"))
            .map(|entry| entry.expect("a folder can be read to its end").file_name())
            .map(|name| name.into_string().expect("the app's files have plain names"))
            .collect();
        names.sort();
        for name in names {
            let path = Path::new(&folder).join(&name);
            write!(list, "\n    ({name:?}, include_bytes!({path:?})),").expect("a string takes text");
        }
    }
    list += "\n]\n";
    let out = env::var_os("OUT_DIR").expect("cargo gives a build script a folder");
    fs::write(Path::new(&out).join("files.rs"), list).expect("the folder of a build script can be written");
}
