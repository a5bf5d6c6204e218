//! The languages of the user interface, and the translations of the texts.

use std::collections::BTreeMap;

use games::rulebook::{self, Rulebook};
use serde::{Deserialize, Serialize};
use text::Text;

/// The player's choice of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// The first supported language in the browser's list.
    System,
    /// English, the language of the source code.
    English,
    /// German: texts in `languages/de.txt`, rules in `languages/de.md`.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::System, Language::English, Language::German];

    /// Replaces `System` by an actual language. `wanted` are the tags of the browser's languages in order of
    /// preference, such as `de-AT`, `en`.
    #[must_use]
    pub fn among(self, wanted: impl IntoIterator<Item = String>) -> Language {
        let known = |tag: String| match tag.split('-').next() {
            Some("en") => Some(Language::English),
            Some("de") => Some(Language::German),
            _ => None,
        };
        match self {
            Language::System => wanted.into_iter().find_map(known).unwrap_or(Language::English),
            chosen => chosen,
        }
    }

    /// The language tag for the `lang` attribute.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::System | Language::English => "en",
            Language::German => "de",
        }
    }
}

/// The translated texts and rules of a language. The catalogue of English is empty.
#[derive(Default)]
pub struct Catalogue {
    words: BTreeMap<String, String>,
    rules: Option<String>,
}

impl Catalogue {
    /// Reads the two files of a language. Each line of `words` is `English = translation`; lines that start
    /// with `#` are comments.
    #[must_use]
    pub fn new(words: &str, rules: String) -> Catalogue {
        let lines = words.lines().filter(|line| !line.starts_with('#'));
        let pairs = lines.filter_map(|line| line.split_once(" = "));
        let words = pairs.map(|(english, own)| (english.to_owned(), own.to_owned())).collect();
        Catalogue { words, rules: Some(rules) }
    }

    /// A text in this language.
    #[must_use]
    pub fn say(&self, text: &Text) -> String {
        text.in_words(&|pattern| self.words.get(pattern).map(String::as_str))
    }

    /// The rules in this language.
    #[must_use]
    pub fn rules(&self) -> Rulebook<'_> {
        self.rules.as_deref().map_or(rulebook::ENGLISH, Rulebook::new)
    }

    /// All English patterns with their translations.
    pub fn patterns(&self) -> impl Iterator<Item = (&str, &str)> {
        self.words.iter().map(|(english, own)| (english.as_str(), own.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use cards::{Card, Rank, Suit};

    use super::{Catalogue, Language};

    fn german() -> Catalogue {
        let rules = include_str!("../languages/de.md").to_owned();
        Catalogue::new(include_str!("../languages/de.txt"), rules)
    }

    #[test]
    fn card_names_are_translated() {
        let queen = Card::new(Rank::Queen, Suit::Hearts).name();
        assert_eq!(Catalogue::default().say(&queen), "queen of hearts");
        assert_eq!(german().say(&queen), "Herz-Dame");
    }

    #[test]
    fn all_rules_are_translated_with_their_numbers() {
        let german = german();
        let numbers: Vec<&str> = german.rules().numbers().collect();
        assert_eq!(numbers, games::rulebook::numbers().collect::<Vec<_>>());
        for game in games::catalog::pages().map(|offer| offer.name) {
            let (own, english) = (german.rules().page(game).unwrap(), games::rulebook::page(game).unwrap());
            let shape = |page: &str| {
                let kind = |line: &str| line.chars().next().filter(|first| "#|*`".contains(*first));
                page.lines().filter_map(kind).collect::<String>()
            };
            assert_eq!(shape(&own), shape(&english), "{game}");
        }
        for number in numbers {
            let own = german.rules().sentence(number).unwrap();
            assert!(own.ends_with(['.', '“']) && Some(own) != games::rulebook::sentence(number), "{own}");
        }
    }

    #[test]
    fn the_browser_language_is_used_unless_the_player_chooses_one() {
        let tags = |tags: &[&str]| tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>();
        assert_eq!(Language::System.among(tags(&["fr-FR", "de-AT", "en"])), Language::German);
        assert_eq!(Language::System.among(tags(&["en-GB", "de"])), Language::English);
        assert_eq!(Language::System.among(tags(&[])), Language::English);
        assert_eq!(Language::English.among(tags(&["de"])), Language::English);
        assert_eq!(Language::German.among(tags(&["en"])).code(), "de");
    }
}
