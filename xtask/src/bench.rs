use anyhow::Result;

use crate::browser::Browser;
use crate::cargo::{cargo, succeed};
use crate::wasm::Wasm;
use crate::web::{self, Build};

/// Runs the benchmark with the given name, or all benchmarks of the crates. `web` is the benchmark of the
/// browser app.
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
