//! Checks that a public type name has one meaning in the whole workspace.
//!
//! Types that are visible only to their parent module may share a name.

use std::collections::BTreeMap;

use super::names::Names;
use super::tokens::Token;

/// What every game defines for itself, so that a name means the same in each: its parts of the traits `Game`,
/// `View` and `Play`, and the errors of their parsers.
const CONTRACT: [&str; 12] = [
    "Chance",
    "Command",
    "Config",
    "Move",
    "ParseConfigError",
    "ParseMoveError",
    "Pile",
    "Place",
    "Purpose",
    "Sight",
    "State",
    "View",
];

/// The file with those traits of the contract that share their names with the types that implement them.
const TRAITS: &str = "crates/table/src/game.rs";

/// All public types of the workspace by name.
#[derive(Default)]
pub(super) struct Types(BTreeMap<String, Vec<Definition>>);

struct Definition {
    /// The file and the line.
    at: String,
    /// The game that the file belongs to, or the contract itself.
    part: Option<String>,
}

impl Types {
    /// Records the types that a source defines with `pub` or `pub(crate)`.
    pub(super) fn read(&mut self, names: &Names, file: &str, tokens: &[Token<'_>]) {
        for at in 0..tokens.len() {
            let text = |ahead: usize| tokens.get(at + ahead).map_or("", |token| token.text);
            let keyword = match [text(0), text(1), text(2), text(3)] {
                ["pub", "(", "crate", ")"] => 4,
                ["pub", "(", ..] => continue,
                ["pub", ..] => 1,
                _ => continue,
            };
            if !matches!(text(keyword), "struct" | "enum" | "union" | "trait" | "type") {
                continue;
            }
            let name = text(keyword + 1);
            // `type Session = shell::Session<KlondikePlay>` is the same type.
            let is_alias = text(keyword) == "type"
                && tokens[at + keyword + 2..].iter().map_while(until_semicolon).any(|token| token == name);
            if !is_alias {
                let part = if file == TRAITS { Some("trait") } else { names.game_of(file) };
                let definition =
                    Definition { at: format!("{file}:{}", tokens[at].line), part: part.map(str::to_owned) };
                self.0.entry(name.to_owned()).or_default().push(definition);
            }
        }
    }

    /// Lists every definition with a name that an earlier one has.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, definitions) in &self.0 {
            let may_repeat = CONTRACT.contains(&name.as_str());
            for (at, second) in definitions.iter().enumerate() {
                let is_clash = |first: &&Definition| {
                    !may_repeat || first.part.is_none() || second.part.is_none() || first.part == second.part
                };
                if let Some(first) = definitions[..at].iter().find(is_clash) {
                    faults
                        .push(format!("{}: `{name}` is also the name of a type at {}", second.at, first.at));
                }
            }
        }
        faults
    }
}

fn until_semicolon<'a>(token: &Token<'a>) -> Option<&'a str> {
    (token.text != ";").then_some(token.text)
}

#[cfg(test)]
mod tests {
    use super::super::names::Names;
    use super::super::tokens::tokens;
    use super::{TRAITS, Types};

    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let names = Names::new(
            "Offer { name: \"whist\", game: GameId::Whist } Offer { name: \"go-fish\", game: GameId::GoFish }",
        );
        let mut types = Types::default();
        for (file, source) in files {
            types.read(&names, file, &tokens(source));
        }
        types.faults()
    }

    #[test]
    fn a_name_has_one_definition() {
        assert_eq!(
            faults(&[
                ("crates/a/src/lib.rs", "pub struct Key;\npub(crate) enum Panel {}"),
                ("crates/b/src/lib.rs", "pub trait Panel {}\n\npub type Key<T> = Vec<T>;"),
            ]),
            [
                "crates/b/src/lib.rs:3: `Key` is also the name of a type at crates/a/src/lib.rs:1",
                "crates/b/src/lib.rs:1: `Panel` is also the name of a type at crates/a/src/lib.rs:2",
            ]
        );
        assert_eq!(faults(&[("crates/a/src/whist/a.rs", "pub struct Bid; pub struct Bid;")]).len(), 1);
    }

    #[test]
    fn private_types_aliases_and_associated_types_may_share_a_name() {
        let files = [
            ("crates/a/src/lib.rs", "pub struct Session<P>(P); pub fn session() {}"),
            ("crates/b/src/lib.rs", "struct Session; impl A for B { type Session = C; }"),
            ("crates/c/src/lib.rs", "pub(super) struct Session; pub(in crate::d) enum Session {}"),
            ("crates/d/src/lib.rs", "pub type Session = crate::shell::Session<Whist>;"),
        ];
        assert_eq!(faults(&files), [""; 0]);
        let alias = [files[0], ("crates/d/src/lib.rs", "pub type Session = Whist; pub use a::Session;")];
        assert_eq!(faults(&alias).len(), 1);
    }

    #[test]
    fn each_game_has_its_own_part_of_the_contract() {
        let (whist, fish) = ("crates/games/src/whist/mv.rs", "crates/client/src/go_fish.rs");
        let contract = "pub enum View {} pub struct Move;";
        assert_eq!(faults(&[(TRAITS, "pub trait View {}"), (whist, contract), (fish, contract)]), [""; 0]);
        assert_eq!(
            faults(&[(whist, contract), ("crates/client/src/whist/a.rs", "pub enum Move {}")]).len(),
            1
        );
        assert_eq!(faults(&[(whist, contract), ("crates/web/src/a.rs", "pub struct Move;")]).len(), 1);
        assert_eq!(faults(&[(whist, "pub enum Bid {}"), (fish, "pub struct Bid;")]).len(), 1);
    }
}
