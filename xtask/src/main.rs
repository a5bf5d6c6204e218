//! The commands for developers of the project: `cargo xtask help` lists them.
//!
//! They need only cargo, so that one command is enough to run or test a fresh clone.

mod bench;
mod browser;
mod cargo;
mod debian;
mod deny;
mod dist;
mod fairness;
mod fuzz;
mod online;
mod postgres;
mod run;
mod test;
mod tidy;
mod wasm;
mod web;
mod winnability;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

  run [-- ARGS]   build and serve the browser app, or call `cardroom` with ARGS
  test            run all checks: format, lints, tests, docs, tidy, dependencies, WebAssembly, browser
  web [--quick]   build the browser app in target/web, for any web server
  bench [NAME]    run all benchmarks, or one
  load [ARGS]     test the server under load: --seats 2,4,8 --tables 50 --seconds 10 --rate 2 --address URL; or --idle; or --long;
                  or --postgres, which compares PostgreSQL with SQLite and measures relays between servers
  faults [ARGS]   test the server under faults (kill -9, pauses, a full disk): --rounds 200; or --corruption 10000,
                  which damages the files of a store; or --hostile --minutes 10, which attacks a server in every
                  known way while others play
  cluster [ARGS]  test three servers on one PostgreSQL under faults: --minutes 30 --rate 200; with
                  --without-fence it must fail; or --short; or --idle 10000, a rolling restart with many connections
  fuzz [ARGS]     run the fuzz targets and keep what they find in fuzz/corpus: --minutes 30 messages records deals
                  moves http
  fairness        test both record verifiers with a thousand games
  dist [--check]  build a release in target/dist: program, Debian package, container image, manual, checksums;
                  with --check, install it in a fresh Debian, play, back up, destroy and restore
  tidy            check crate graph, pure crates, tested rules, file lengths, translations
  deny            check licences, duplicate versions and sources of the dependencies
  winnability FOLDER   write docs/winnability.md from the surveys in a folder";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[&str]) -> anyhow::Result<()> {
    match args {
        ["run", "--", args @ ..] | ["run", args @ ..] => run::run(args),
        ["test"] => test::test(),
        ["web"] => web::web(&wasm::Wasm::new()?, web::Build::Best).map(drop),
        ["web", "--quick"] => web::web(&wasm::Wasm::new()?, web::Build::Quick).map(drop),
        ["bench"] => bench::bench(None),
        ["bench", name] => bench::bench(Some(name)),
        ["load", args @ ..] => online::load(args),
        ["faults", args @ ..] => online::faults(args),
        ["cluster", args @ ..] => online::cluster(args),
        ["fuzz", args @ ..] => fuzz::fuzz(args),
        ["fairness"] => fairness::fairness(),
        ["dist", args @ ..] => dist::dist(args),
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
