//! Checks that strings name a game only in the catalogue, in the folders of the game and in translations.
//!
//! All other code derives names from the catalogue, so that a new game is added in one place.

use super::tokens::with_strings;

/// The file that lists the games.
pub(super) const CATALOGUE: &str = "crates/games/src/catalog.rs";
/// Crates about one game, or for experiments with several.
const EXEMPT: [&str; 2] = ["crates/lab/", "crates/solver/"];
/// Folders with tests, benchmarks and examples.
const TESTS: [&str; 3] = ["tests", "benches", "examples"];

/// The names of the catalogue, each with the folder of its game: `one-card` belongs to `klondike`.
pub(super) struct Names(Vec<(String, String)>);

impl Names {
    /// Reads the rows of the catalogue. A row without a game belongs to the game of the row before.
    pub(super) fn new(catalogue: &str) -> Names {
        let mut names: Vec<(String, String)> = Vec::new();
        let tokens = with_strings(code(catalogue));
        for at in 0..tokens.len() {
            let text = |ahead: usize| tokens.get(at + ahead).map_or("", |token| token.text);
            match [text(0), text(1), text(2), text(3), text(4)] {
                ["name", ":", name, ..] if name.starts_with('"') => {
                    let game = names.last().map(|(_, game)| game.clone()).unwrap_or_default();
                    names.push((name.trim_matches('"').to_lowercase(), game));
                }
                ["game", ":", "GameId", ":", ":"] => {
                    if let Some((_, game)) = names.last_mut() {
                        *game = folder(text(5));
                    }
                }
                _ => {}
            }
        }
        Names(names)
    }

    /// The folder of the game that a file belongs to, if it belongs to one.
    pub(super) fn game_of(&self, file: &str) -> Option<&str> {
        let parts = parts(file);
        self.0.iter().map(|(_, game)| game.as_str()).find(|game| parts.contains(game))
    }

    /// Lists the strings that name a game in a file that does not belong to it.
    pub(super) fn check(&self, file: &str, source: &str) -> Vec<String> {
        let parts = parts(file);
        let ours = (file.starts_with("crates/") || file.starts_with("xtask/")) && file.ends_with(".rs");
        let exempt = file == CATALOGUE
            || EXEMPT.iter().any(|folder| file.starts_with(folder))
            || TESTS.iter().any(|folder| parts.contains(folder));
        if !ours || exempt {
            return Vec::new();
        }
        let others: Vec<&str> = self
            .0
            .iter()
            .filter(|(_, game)| !parts.contains(&game.as_str()))
            .map(|(name, _)| name.as_str())
            .collect();
        let strings = with_strings(code(source)).into_iter().filter(|token| token.text.contains('"'));
        strings
            .filter_map(|token| {
                let name = others.iter().find(|name| has_word(&token.text.to_lowercase(), name))?;
                Some(format!("{file}:{}: a string names `{name}`: use the catalogue", token.line))
            })
            .collect()
    }
}

/// The folder of a game, from the name of its variant: `go_fish` for `GoFish`.
fn folder(variant: &str) -> String {
    let mut name = String::new();
    for letter in variant.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

/// The folders and the name of a Rust file.
fn parts(file: &str) -> Vec<&str> {
    file.trim_end_matches(".rs").split('/').collect()
}

/// A source without its unit tests.
fn code(source: &str) -> &str {
    source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// Whether a text contains a whole word, also as a part of a path or URL.
fn has_word(text: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(inside) && !text[at + word.len()..].starts_with(inside))
}

#[cfg(test)]
mod tests {
    use super::{CATALOGUE, Names};

    const ROWS: &str = r#"
        const WHIST: Offer = Offer { name: "whist", title: "Whist", game: GameId::Whist };
        [WHIST, Offer { name: "knock-out", ..WHIST }, Offer { name: "go-fish", game: GameId::GoFish }]
    "#;

    #[test]
    fn a_name_is_allowed_in_the_folders_of_its_game() {
        let names = Names::new(ROWS);
        let count = |file: &str| names.check(file, r#"("whist", "a/Knock-out.", "go-fish")"#).len();
        assert_eq!(count("crates/web/src/route.rs"), 3);
        assert_eq!(count("crates/client/src/whist/desk.rs"), 1);
        assert_eq!(count("crates/client/src/go_fish.rs"), 2);
        for exempt in [CATALOGUE, "crates/lab/src/a.rs", "crates/web/tests/a.rs", "docs/whist.md"] {
            assert_eq!(count(exempt), 0, "{exempt}");
        }
    }

    #[test]
    fn only_strings_are_checked() {
        let names = Names::new(ROWS);
        let faults = |source: &str| names.check("crates/web/src/a.rs", source);
        assert_eq!(faults("fn whist() {} // whist \"whist\"\nlet a = \"whistle\";"), [""; 0]);
        assert_eq!(faults("#[cfg(test)]\nmod tests { \"whist\" }"), [""; 0]);
        assert_eq!(
            faults("\n    \"#whist/v1:7\""),
            ["crates/web/src/a.rs:2: a string names `whist`: use the catalogue"]
        );
    }
}
