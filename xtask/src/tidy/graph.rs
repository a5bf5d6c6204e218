//! Checks which crate may depend on which.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::cargo::{cargo, output};

/// Every crate of the workspace with the workspace crates that it may depend on, in topological order. Add a
/// line for a new crate.
const ALLOWED: [(&str, &[&str]); 18] = [
    ("text", &[]),
    ("cards", &["text"]),
    ("table", &["text", "cards"]),
    ("games", &["text", "cards", "table"]),
    ("solver", &["text", "cards", "table", "games"]),
    ("bots", &["text", "cards", "table", "games", "solver"]),
    ("analysis", &["text", "cards", "table", "games", "solver", "bots"]),
    ("wire", &["text", "cards", "table", "games", "bots"]),
    ("client", &["text", "cards", "table", "games", "solver", "bots", "analysis", "wire"]),
    ("transport", &["wire", "client"]),
    // The tests of the server use the transport as clients do.
    ("server", &["text", "cards", "table", "games", "solver", "bots", "analysis", "wire", "transport"]),
    ("web", &["text", "cards", "table", "games", "client"]),
    ("tui", &["text", "cards", "table", "games", "client", "transport"]),
    ("lab", &["text", "cards", "table", "games", "solver", "bots"]),
    ("worker", &["solver", "bots", "analysis", "client"]),
    (
        "cardroom",
        &[
            "text",
            "cards",
            "table",
            "games",
            "solver",
            "bots",
            "analysis",
            "wire",
            "client",
            "transport",
            "server",
            "web",
            "tui",
            "lab",
        ],
    ),
    ("load", &["text", "cards", "table", "games", "bots", "wire", "client", "transport", "server"]),
    ("xtask", &[]),
];

/// External crates that only some crates of the workspace may depend on.
const ONLY_IN: [(&str, &[&str]); 1] = [("tokio", &["transport", "server", "tui", "cardroom", "load"])];

/// The feature that adds the game for tests.
const TEST_GAME: &str = "test-game";

/// The pure crates: no I/O, clock, threads or environment, so that they run anywhere, also in a browser.
pub(super) const PURE: [&str; 9] =
    ["text", "cards", "table", "games", "solver", "bots", "analysis", "wire", "client"];

/// A crate of the workspace with its dependencies of all kinds: normal, dev and build.
pub(super) struct Package {
    name: String,
    dependencies: Vec<String>,
    /// The crates for which its programs, and not only its tests, enable the game for tests.
    test_games: Vec<String>,
}

/// The crates of the workspace, from `cargo metadata`.
pub(super) fn packages() -> Result<Vec<Package>> {
    let json = output(&mut cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let json: Value = serde_json::from_str(&json)?;
    let names = |list: &Value| -> Option<Vec<String>> {
        list.as_array()?.iter().map(|item| Some(item["name"].as_str()?.to_owned())).collect()
    };
    let enables = |dependency: &&Value| {
        let features = dependency["features"].as_array();
        dependency["kind"] != "dev" && features.is_some_and(|features| features.contains(&TEST_GAME.into()))
    };
    let package = |package: &Value| -> Option<Package> {
        let test_games = package["dependencies"].as_array()?.iter().filter(enables).cloned().collect();
        Some(Package {
            name: package["name"].as_str()?.to_owned(),
            dependencies: names(&package["dependencies"])?,
            test_games: names(&test_games)?,
        })
    };
    let packages = json["packages"].as_array().and_then(|list| list.iter().map(package).collect());
    packages.context("cargo metadata has no packages with names and dependencies")
}

/// Lists forbidden dependencies and crates that are missing in the table.
pub(super) fn check(packages: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    for Package { name, dependencies, test_games } in packages {
        faults.extend(
            test_games.iter().map(|other| format!("{name}: only tests may enable {other}/{TEST_GAME}")),
        );
        let Some((_, allowed)) = ALLOWED.iter().find(|(ours, _)| ours == name) else {
            faults.push(format!("{name}: add the crate to the table in xtask/src/tidy/graph.rs"));
            continue;
        };
        for dependency in dependencies {
            let ours = ALLOWED.iter().any(|(ours, _)| ours == dependency);
            let only_in = ONLY_IN.iter().find(|(crate_, _)| crate_ == dependency);
            // The tests of a crate need the crate itself with further features.
            let is_allowed = if ours {
                dependency == name || allowed.contains(&dependency.as_str())
            } else {
                only_in.is_none_or(|(_, allowed)| allowed.contains(&name.as_str()))
            };
            if !is_allowed {
                faults.push(format!("{name}: may not depend on {dependency}"));
            }
        }
    }
    faults
}

/// Checks that the manifest of a crate inherits the lints of the workspace.
pub(super) fn check_lints(file: &str, manifest: &str) -> Option<String> {
    let mut lines = manifest.lines().map(str::trim).filter(|line| !line.is_empty());
    let inherits = lines.any(|line| line == "[lints]") && lines.next() == Some("workspace = true");
    (!inherits).then(|| format!("{file}: does not inherit the lints of the workspace"))
}

#[cfg(test)]
mod tests {
    use super::{ALLOWED, Package, check, check_lints};

    fn package(name: &str, dependencies: &[&str]) -> Package {
        let dependencies = dependencies.iter().map(|&dependency| dependency.to_owned()).collect();
        Package { name: name.to_owned(), dependencies, test_games: Vec::new() }
    }

    #[test]
    fn no_program_has_the_game_for_tests() {
        let package = Package { test_games: vec!["games".to_owned()], ..package("web", &["games"]) };
        assert_eq!(check(&[package]), ["web: only tests may enable games/test-game"]);
    }

    #[test]
    fn the_tests_of_a_crate_may_need_the_crate() {
        assert!(check(&[package("games", &["games"])]).is_empty());
    }

    #[test]
    fn rejects_dependencies_missing_in_the_table() {
        assert!(check(&[package("games", &["cards", "table", "serde"])]).is_empty());
        assert_eq!(check(&[package("table", &["games"])]), ["table: may not depend on games"]);
        assert_eq!(check(&[package("cards", &["xtask"])]), ["cards: may not depend on xtask"]);
        assert_eq!(check(&[package("attic", &[])]).len(), 1);
    }

    #[test]
    fn only_some_crates_may_depend_on_tokio() {
        assert!(check(&[package("server", &["tokio"]), package("cardroom", &["tokio"])]).is_empty());
        assert_eq!(check(&[package("bots", &["tokio"])]), ["bots: may not depend on tokio"]);
    }

    #[test]
    fn the_table_is_in_topological_order() {
        for (at, (name, dependencies)) in ALLOWED.iter().enumerate() {
            for dependency in *dependencies {
                assert!(
                    ALLOWED[..at].iter().any(|(below, _)| below == dependency),
                    "{name} depends on {dependency}"
                );
            }
        }
    }

    #[test]
    fn every_manifest_must_inherit_the_lints() {
        assert_eq!(check_lints("Cargo.toml", "[package]\nname = \"a\"\n\n[lints]\nworkspace = true\n"), None);
        assert!(check_lints("Cargo.toml", "[package]\nname = \"a\"\n").is_some());
        assert!(check_lints("Cargo.toml", "[lints]\nrust.unsafe_code = \"allow\"\n").is_some());
    }
}
