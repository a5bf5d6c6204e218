//! The numbered rules, in words: what a refusal cites, and what `cardroom rules` and the web page show.
//!
//! They are one text, `rules.md`, and one in each other language, with the same sections and numbers. A line
//! that starts as `**K19.** ` is a rule; a line that starts as `# ` opens a section. [`blocks()`] parses a
//! page for the terminal and the web page.

mod blocks;

use crate::catalog::offer;

pub use blocks::{InlineSpan, InlineText, NumberedRule, PageBlock, blocks};

const TEXT: &str = include_str!("../rules.md");

/// The rules in English.
pub const ENGLISH: Rulebook<'static> = Rulebook(TEXT);

/// The rules in some language.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook<'a>(&'a str);

impl<'a> Rulebook<'a> {
    /// The rules of a text that has the sections of the English one, in the same order.
    #[must_use]
    pub const fn new(text: &'a str) -> Rulebook<'a> {
        Rulebook(text)
    }

    /// The page of a game, from its name in the catalogue: its own rules, the rulings that hold for it,
    /// and the glossary.
    #[must_use]
    pub fn page(self, game: &str) -> Option<String> {
        offer(game)?.rules.iter().map(|section| self.section(*section)).collect()
    }

    /// The rule with a number: `K19`.
    #[must_use]
    pub fn rule(self, number: &str) -> Option<NumberedRule<'a>> {
        self.rules().find(|rule| rule.number == number)
    }

    /// What a rule says, from its number: `K19`.
    #[must_use]
    pub fn sentence(self, number: &str) -> Option<&'a str> {
        self.rule(number).map(|rule| rule.sentence.markdown())
    }

    /// The numbers of all rules, in the order of the text.
    pub fn numbers(self) -> impl Iterator<Item = &'a str> {
        self.rules().map(|rule| rule.number)
    }

    fn rules(self) -> impl Iterator<Item = NumberedRule<'a>> {
        blocks(self.0).filter_map(|block| match block {
            PageBlock::Rule(rule) => Some(rule),
            _ => None,
        })
    }

    /// A section with its heading, up to the next one.
    fn section(self, number: usize) -> Option<&'a str> {
        let (start, _) = self.0.match_indices("\n# ").nth(number)?;
        let section = &self.0[start + 1..];
        Some(section.find("\n# ").map_or(section, |end| &section[..=end]))
    }
}

/// The English page of a game.
///
/// ```
/// let page = games::rulebook::page("savannah").unwrap_or_default();
/// assert!(page.starts_with("# Savannah"));
/// ```
#[must_use]
pub fn page(game: &str) -> Option<String> {
    ENGLISH.page(game)
}

/// What a rule says in English, from its number: `K19`.
#[must_use]
pub fn sentence(number: &str) -> Option<&'static str> {
    ENGLISH.sentence(number)
}

/// The numbers of all rules, in the order of the text.
pub fn numbers() -> impl Iterator<Item = &'static str> {
    ENGLISH.numbers()
}

#[cfg(test)]
mod tests {
    use super::{ENGLISH, NumberedRule, TEXT, numbers, page, sentence};
    use crate::catalog::OFFERS;

    #[test]
    fn all_82_rules_are_there_once_and_in_order() {
        let series = [('K', 22), ('T', 18), ('R', 7), ('S', 18), ('V', 17)];
        let expected: Vec<_> = series
            .iter()
            .flat_map(|(letter, count)| (1..=*count).map(move |number| format!("{letter}{number}")))
            .collect();
        assert_eq!(expected.len(), 82);
        assert_eq!(numbers().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_rule_is_a_whole_sentence() {
        for NumberedRule { number, sentence, reason } in ENGLISH.rules() {
            assert!(reason.is_none_or(|reason| reason.markdown().starts_with("*Why:* ")), "{number}");
            let sentence = sentence.markdown();
            assert!(!sentence.contains('\n'), "{number}: {sentence}");
            assert!(sentence.ends_with(['.', '"']), "{number}: {sentence}");
            assert!(sentence.starts_with(|c: char| c.is_uppercase() || c == '*'), "{number}: {sentence}");
        }
        let k19 =
            "On a column, a card goes only onto a face-up card of the next higher rank and the other colour.";
        assert_eq!(sentence("K19"), Some(k19));
        assert_eq!(sentence("K23"), None);
        assert_eq!(sentence("K1"), ENGLISH.rules().next().map(|rule| rule.sentence.markdown()));
    }

    #[test]
    fn every_number_that_the_text_cites_is_a_rule() {
        for word in TEXT.split(|c: char| !c.is_ascii_alphanumeric()) {
            let cites = word.len() > 1
                && word.starts_with(['K', 'T', 'R', 'S', 'V'])
                && word[1..].bytes().all(|byte| byte.is_ascii_digit());
            assert!(!cites || sentence(word).is_some(), "{word}");
        }
    }

    #[test]
    fn every_game_has_a_page_with_its_rules() {
        let holds = |game: &str, number: &str| page(game).unwrap().contains(&format!("**{number}.** "));
        for game in OFFERS.map(|offer| offer.name) {
            let page = page(game).unwrap();
            assert!(page.starts_with("# ") && page.contains("\n\n# Words\n"), "{game}");
            assert!(page.ends_with("|\n"), "{game}");
        }
        assert!(holds("klondike", "K22") && holds("klondike", "R7") && !holds("klondike", "T1"));
        assert!(holds("one-card", "T18") && holds("one-card", "R1") && !holds("one-card", "K1"));
        assert!(holds("savannah", "S1") && holds("savannah", "V17") && !holds("savannah", "R1"));
        assert_eq!(page("whist"), None);
    }
}
