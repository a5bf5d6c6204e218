//! The numbered rules, in words: what a refusal cites, and what `cardroom rules` and the web page show.
//!
//! The source is `rules.md`, and one file in each other language with the same sections and numbers. A line
//! that starts with `**K19.** ` is a rule; a line that starts with `# ` opens a section. [`blocks()`] parses
//! a page for the terminal and the web page.

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
    /// The rules in a text with the same sections as the English one, in the same order.
    #[must_use]
    pub const fn new(text: &'a str) -> Rulebook<'a> {
        Rulebook(text)
    }

    /// The rules page of a game, by its name in the catalogue: the sections of its rules, and the glossary.
    #[must_use]
    pub fn page(self, game: &str) -> Option<String> {
        let rules = offer(game)?.rules.iter().map(|series| self.section_of(*series));
        rules.chain([self.sections().last()]).collect()
    }

    /// The rule with a number: `K19`.
    #[must_use]
    pub fn rule(self, number: &str) -> Option<NumberedRule<'a>> {
        self.rules().find(|rule| rule.number == number)
    }

    /// The sentence of a rule, given its number: `K19`.
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

    /// The section with a series of rules: that of its first rule.
    fn section_of(self, series: char) -> Option<&'a str> {
        let first = format!("\n**{series}1.** ");
        self.sections().find(|section| section.contains(&first))
    }

    /// The sections, each with its heading. The last one is the glossary.
    fn sections(self) -> impl Iterator<Item = &'a str> {
        self.0.match_indices("\n# ").map(move |(start, _)| {
            let section = &self.0[start + 1..];
            section.find("\n# ").map_or(section, |end| &section[..=end])
        })
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

/// The English sentence of a rule, given its number: `K19`.
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

    /// The numbers of each series, in the order of the text.
    fn series() -> Vec<Vec<&'static str>> {
        let numbers: Vec<&str> = numbers().collect();
        numbers.chunk_by(|a, b| a[..1] == b[..1]).map(<[&str]>::to_vec).collect()
    }

    #[test]
    fn every_series_is_there_once_and_counts_from_one() {
        for rules in series() {
            let letter = &rules[0][..1];
            let expected: Vec<String> = (1..=rules.len()).map(|number| format!("{letter}{number}")).collect();
            assert_eq!(rules, expected);
        }
        let mut letters: Vec<&str> = series().iter().map(|rules| &rules[0][..1]).collect();
        let count = letters.len();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), count, "{letters:?}");
    }

    #[test]
    fn every_rule_is_on_the_page_of_a_game() {
        let pages: Vec<String> = OFFERS.iter().filter_map(|offer| page(offer.name)).collect();
        for number in numbers() {
            assert!(pages.iter().any(|page| page.contains(&format!("**{number}.** "))), "{number}");
        }
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
        let letters: Vec<char> = series().iter().filter_map(|rules| rules[0].chars().next()).collect();
        for word in TEXT.split(|c: char| !c.is_ascii_alphanumeric()) {
            let cites = word.len() > 1
                && word.starts_with(letters.as_slice())
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
