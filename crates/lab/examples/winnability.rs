//! Writes `winnability.md` and its charts from the surveys in a folder:
//!
//! ```text
//! cargo run --release -p lab --example winnability -- FOLDER DOCS
//! ```
//!
//! `cargo xtask winnability FOLDER` runs it with the folder `docs` of this repository.

use std::path::Path;

use anyhow::{Result, bail};
use lab::winnability::write;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, docs] = &args[..] else {
        bail!("expected a folder with surveys and the folder to write to")
    };
    for deviation in write(Path::new(folder), Path::new(docs))? {
        eprintln!("{deviation}");
    }
    println!("{} is written.", Path::new(docs).join("winnability.md").display());
    Ok(())
}
