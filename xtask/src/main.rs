//! The project's own commands: `cargo xtask help` lists them.
//!
//! They need nothing but cargo, so that a fresh clone plays and tests itself with one command each.

mod bench;
mod browser;
mod cargo;
mod debian;
mod deny;
mod fairness;
mod online;
mod run;
mod test;
mod tidy;
mod wasm;
mod web;
mod winnability;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

  run [-- ARGS]   the card room in the browser, or call `cardroom` with ARGS
  test            everything that must hold: format, lints, tests, docs, tidy, dependencies, WebAssembly, browser
  web [--quick]   the browser app as a folder, target/web, for any web server
  bench [NAME]    all benchmarks, or one
  load [ARGS]     the server under load: --tables 50 --seconds 10 --rate 2 --address URL, or --idle
  faults [ARGS]   the server under faults: kill -9, a full disk, torn files: --rounds 200
  fairness        both programs that check records, with a thousand games
  tidy            crate graph, pure crates, tested rules, file lengths, text
  deny            licences, duplicate versions and sources of the crates we build on
  winnability FOLDER   docs/winnability.md, from the surveys in a folder";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match obey(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn obey(args: &[&str]) -> anyhow::Result<()> {
    match args {
        ["run", "--", args @ ..] | ["run", args @ ..] => run::run(args),
        ["test"] => test::test(),
        ["web"] => web::web(&wasm::Wasm::new()?, web::Build::Best).map(drop),
        ["web", "--quick"] => web::web(&wasm::Wasm::new()?, web::Build::Quick).map(drop),
        ["bench"] => bench::bench(None),
        ["bench", name] => bench::bench(Some(name)),
        ["load", args @ ..] => online::load(args),
        ["faults", args @ ..] => online::faults(args),
        ["fairness"] => fairness::fairness(),
        ["tidy"] => tidy::tidy(),
        ["deny"] => test::dependencies(),
        ["winnability", folder] => winnability::winnability(folder),
        [] | ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => anyhow::bail!("there is no command `{}`\n\n{USAGE}", args.join(" ")),
    }
}
