use anyhow::Result;

use crate::browser::Browser;
use crate::cargo::{cargo, succeed};
use crate::wasm::Wasm;
use crate::web::{self, Build};

/// Runs all benchmarks of the crates, or the one with that name; `web` is the browser app's.
pub(crate) fn bench(name: Option<&str>) -> Result<()> {
    if name == Some("web") {
        return bench_web();
    }
    let mut command = cargo(&["bench", "--workspace", "--exclude", "web"]);
    command.args(name.iter().flat_map(|name| ["--bench", name]));
    succeed(&mut command)
}

fn bench_web() -> Result<()> {
    let browser = Browser::new()?;
    web::web(&Wasm::new()?, Build::Best)?;
    succeed(&mut cargo(&["build", "--package", "cardroom"]))?;
    succeed(&mut browser.bench())
}
