//! Which crate may need which.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::cargo::{cargo, output};

/// Each crate of ours, from the ground up, and those of ours that it may need. A new crate gets a line here.
const MAY_NEED: [(&str, &[&str]); 18] = [
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
    // Tests of the server connect to it as other programs do.
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

/// Crates of others that only some of ours may need.
const ONLY_IN: [(&str, &[&str]); 1] = [("tokio", &["transport", "server", "tui", "cardroom", "load"])];

/// The feature that adds the game for tests.
const TEST_GAME: &str = "test-game";

/// No input or output, no clock, no threads, no environment: the same everywhere, also in a browser.
pub(super) const PURE: [&str; 9] =
    ["text", "cards", "table", "games", "solver", "bots", "analysis", "wire", "client"];

/// A crate of the workspace, with all that it needs for building, testing and itself.
pub(super) struct Package {
    name: String,
    needs: Vec<String>,
    /// The crates for which its programs, and not only its tests, enable the game for tests.
    test_games: Vec<String>,
}

/// The crates of the workspace, as cargo sees them.
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
            needs: names(&package["dependencies"])?,
            test_games: names(&test_games)?,
        })
    };
    let packages = json["packages"].as_array().and_then(|list| list.iter().map(package).collect());
    packages.context("cargo metadata has no packages with names and dependencies")
}

/// What is wrong with the graph.
pub(super) fn check(packages: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    for Package { name, needs, test_games } in packages {
        faults.extend(
            test_games.iter().map(|need| format!("{name}: only tests may enable {need}/{TEST_GAME}")),
        );
        let Some((_, allowed)) = MAY_NEED.iter().find(|(ours, _)| ours == name) else {
            faults.push(format!("{name}: the crate has no line in the table of xtask/src/tidy/graph.rs"));
            continue;
        };
        for need in needs {
            let ours = MAY_NEED.iter().any(|(ours, _)| ours == need);
            let only_in = ONLY_IN.iter().find(|(crate_, _)| crate_ == need);
            // The tests of a crate need the crate itself with further features.
            let fits = if ours {
                need == name || allowed.contains(&need.as_str())
            } else {
                only_in.is_none_or(|(_, allowed)| allowed.contains(&name.as_str()))
            };
            if !fits {
                faults.push(format!("{name}: may not need {need}"));
            }
        }
    }
    faults
}

/// The manifest of a crate inherits the lints of the workspace.
pub(super) fn check_lints(file: &str, manifest: &str) -> Option<String> {
    let mut lines = manifest.lines().map(str::trim).filter(|line| !line.is_empty());
    let inherits = lines.any(|line| line == "[lints]") && lines.next() == Some("workspace = true");
    (!inherits).then(|| format!("{file}: does not inherit the lints of the workspace"))
}

#[cfg(test)]
mod tests {
    use super::{MAY_NEED, Package, check, check_lints};

    fn package(name: &str, needs: &[&str]) -> Package {
        let needs = needs.iter().map(|&need| need.to_owned()).collect();
        Package { name: name.to_owned(), needs, test_games: Vec::new() }
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
    fn a_crate_needs_only_what_the_table_says() {
        assert!(check(&[package("games", &["cards", "table", "serde"])]).is_empty());
        assert_eq!(check(&[package("table", &["games"])]), ["table: may not need games"]);
        assert_eq!(check(&[package("cards", &["xtask"])]), ["cards: may not need xtask"]);
        assert_eq!(check(&[package("attic", &[])]).len(), 1);
    }

    #[test]
    fn tokio_stays_where_sockets_are() {
        assert!(check(&[package("server", &["tokio"]), package("cardroom", &["tokio"])]).is_empty());
        assert_eq!(check(&[package("bots", &["tokio"])]), ["bots: may not need tokio"]);
    }

    #[test]
    fn the_table_goes_from_the_ground_up() {
        for (at, (name, needs)) in MAY_NEED.iter().enumerate() {
            for need in *needs {
                assert!(MAY_NEED[..at].iter().any(|(below, _)| below == need), "{name} needs {need}");
            }
        }
    }

    #[test]
    fn lints_are_inherited() {
        assert_eq!(check_lints("Cargo.toml", "[package]\nname = \"a\"\n\n[lints]\nworkspace = true\n"), None);
        assert!(check_lints("Cargo.toml", "[package]\nname = \"a\"\n").is_some());
        assert!(check_lints("Cargo.toml", "[lints]\nrust.unsafe_code = \"allow\"\n").is_some());
    }
}
