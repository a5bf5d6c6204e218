//! Translatable messages. A [`Text`] is translated when it is displayed, not when it is made.
//!
//! A text is an English pattern with gaps, and the texts that fill them. A language maps English
//! patterns to translated ones. Patterns are always literals in the source. `cargo xtask tidy`
//! collects them and checks that each language is complete.
//!
//! ```
//! use text::Text;
//!
//! let text = Text::with("{} of {}", [Text::of("ace"), Text::of("hearts")]);
//! assert_eq!(text.to_string(), "ace of hearts");
//! let german = |pattern: &str| match pattern {
//!     "{} of {}" => Some("{1}-{0}"),
//!     "ace" => Some("Ass"),
//!     "hearts" => Some("Herz"),
//!     _ => None,
//! };
//! assert_eq!(text.in_words(&german), "Herz-Ass");
//! ```
//!
//! The part of a pattern after ` @` is never displayed. It distinguishes two meanings of the same
//! English words: `Play @replay`.

mod packed;
mod serde_as_text;

use std::fmt;

/// For [`serde_as_text`].
#[doc(hidden)]
pub use serde;

/// A message that is not yet translated. `Display` writes it in English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(Repr);

#[derive(Clone, Eq, Debug)]
enum Repr {
    /// A pattern with `{}` for each gap. A translation can number them, as in `{1}`, to change
    /// their order.
    Pattern(&'static str, Vec<Text>),
    /// A pattern that was received or loaded. It is separate because the code has many literals,
    /// and a shared variant would make each of them larger.
    Foreign(Box<str>, Vec<Text>),
    /// Text that is the same in every language: a name, a notation, a number.
    Name(String),
    /// A player, by the number of the seat from 0. Displayed as the seat's letter unless the name
    /// is known.
    Player(u8),
    /// A list of texts, with the same separator in every language.
    Row(Vec<Text>, Separator),
    /// A text that starts with a capital and ends with a full stop.
    Sentence(Box<Text>),
}

/// The separator between the texts of a [row](Text::row). It is the same in every language. This is
/// a closed list so that every packed text can be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// `; `
    Semicolon,
    /// `, `
    Comma,
    /// A space.
    Space,
    /// `: `
    Colon,
    /// ` · `
    Dot,
    /// Nothing.
    None,
}

impl Separator {
    const ALL: [Separator; 6] = [
        Separator::Semicolon,
        Separator::Comma,
        Separator::Space,
        Separator::Colon,
        Separator::Dot,
        Separator::None,
    ];

    const fn as_str(self) -> &'static str {
        match self {
            Separator::Semicolon => "; ",
            Separator::Comma => ", ",
            Separator::Space => " ",
            Separator::Colon => ": ",
            Separator::Dot => " · ",
            Separator::None => "",
        }
    }
}

/// Looks up the translation of an English pattern.
type Translate<'a> = dyn Fn(&str) -> Option<&'a str> + 'a;

impl Text {
    /// The empty text.
    pub const EMPTY: Text = Text::of("");

    /// A text without gaps.
    #[must_use]
    pub const fn of(pattern: &'static str) -> Text {
        Text(Repr::Pattern(pattern, Vec::new()))
    }

    /// A text with gaps, and the texts that fill them.
    #[must_use]
    pub fn with(pattern: &'static str, gaps: impl Into<Vec<Text>>) -> Text {
        Text(Repr::Pattern(pattern, gaps.into()))
    }

    /// `one` for the number 1, otherwise `many` with the number in its first gap. English and
    /// German need only these two forms; a language with more would choose here.
    #[must_use]
    pub fn count(number: usize, one: &'static str, many: &'static str) -> Text {
        if number == 1 { Text::of(one) } else { Text::with(many, [number.into()]) }
    }

    /// Text that is the same in every language: a name, a notation.
    #[must_use]
    pub fn name(name: impl fmt::Display) -> Text {
        Text(Repr::Name(name.to_string()))
    }

    /// A player, by the number of the seat from 0.
    #[must_use]
    pub const fn player(seat: u8) -> Text {
        Text(Repr::Player(seat))
    }

    /// The same text with players replaced by their names. A player without a name stays as it is.
    #[must_use]
    pub fn called(&self, names: &[String]) -> Text {
        let all = |texts: &[Text]| texts.iter().map(|text| text.called(names)).collect();
        Text(match &self.0 {
            Repr::Player(seat) => match names.get(usize::from(*seat)).filter(|name| !name.is_empty()) {
                Some(name) => Repr::Name(name.clone()),
                None => Repr::Player(*seat),
            },
            Repr::Pattern(pattern, gaps) => Repr::Pattern(pattern, all(gaps)),
            Repr::Foreign(pattern, gaps) => Repr::Foreign(pattern.clone(), all(gaps)),
            Repr::Row(texts, separator) => Repr::Row(all(texts), *separator),
            Repr::Sentence(text) => Repr::Sentence(Box::new(text.called(names))),
            Repr::Name(name) => Repr::Name(name.clone()),
        })
    }

    /// A list of texts. Empty ones are left out, together with their separator.
    #[must_use]
    pub fn row(texts: impl Into<Vec<Text>>, separator: Separator) -> Text {
        Text(Repr::Row(texts.into(), separator))
    }

    /// The text as a sentence: it starts with a capital, and ends with a full stop unless it
    /// already ends with punctuation.
    #[must_use]
    pub fn sentence(self) -> Text {
        Text(Repr::Sentence(Box::new(self)))
    }

    /// The first text of a row, or the text itself if it is not a row.
    #[must_use]
    pub fn first(&self) -> &Text {
        match &self.0 {
            Repr::Row(texts, _) => texts.first().unwrap_or(self),
            _ => self,
        }
    }

    /// Whether the text displays nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Repr::Pattern(pattern, _) => pattern.is_empty(),
            Repr::Foreign(pattern, _) => pattern.is_empty(),
            Repr::Name(name) => name.is_empty(),
            Repr::Player(_) => false,
            Repr::Row(texts, _) => texts.iter().all(Text::is_empty),
            Repr::Sentence(text) => text.is_empty(),
        }
    }

    /// Whether a player occurs in the text, by the number of the seat from 0.
    #[must_use]
    pub fn names_player(&self, seat: usize) -> bool {
        match &self.0 {
            Repr::Player(player) => usize::from(*player) == seat,
            Repr::Pattern(_, texts) | Repr::Foreign(_, texts) | Repr::Row(texts, _) => {
                texts.iter().any(|text| text.names_player(seat))
            }
            Repr::Sentence(text) => text.names_player(seat),
            Repr::Name(_) => false,
        }
    }

    /// The translated text. Patterns without a translation stay English.
    #[must_use]
    pub fn in_words<'a>(&self, translate: &Translate<'a>) -> String {
        let mut words = String::new();
        self.write(translate, &mut words);
        words
    }

    fn write(&self, translate: &Translate<'_>, words: &mut String) {
        match &self.0 {
            Repr::Pattern(pattern, gaps) => fill(pattern, gaps, translate, words),
            Repr::Foreign(pattern, gaps) => fill(pattern, gaps, translate, words),
            Repr::Name(name) => words.push_str(name),
            Repr::Player(seat) => words.push(char::from(b'A'.saturating_add(*seat))),
            Repr::Row(texts, separator) => {
                for (at, text) in texts.iter().filter(|text| !text.is_empty()).enumerate() {
                    words.push_str(if at == 0 { "" } else { separator.as_str() });
                    text.write(translate, words);
                }
            }
            Repr::Sentence(text) => {
                let start = words.len();
                text.write(translate, words);
                make_sentence(words, start);
            }
        }
    }
}

/// An error that can be shown to players, in their language. Its `Display` is the same in English.
pub trait ErrorText: std::error::Error {
    /// What is wrong, without a full stop.
    fn text(&self) -> Text;
}

impl Repr {
    /// The pattern and its gaps, whether it is a literal or not.
    fn pattern(&self) -> Option<(&str, &[Text])> {
        match self {
            Repr::Pattern(pattern, gaps) => Some((pattern, gaps)),
            Repr::Foreign(pattern, gaps) => Some((pattern, gaps)),
            _ => None,
        }
    }
}

impl PartialEq for Repr {
    fn eq(&self, other: &Repr) -> bool {
        match (self, other) {
            (Repr::Name(one), Repr::Name(other)) => one == other,
            (Repr::Player(one), Repr::Player(other)) => one == other,
            (Repr::Row(one, separator), Repr::Row(other, same)) => separator == same && one == other,
            (Repr::Sentence(one), Repr::Sentence(other)) => one == other,
            _ => self.pattern().is_some_and(|pattern| Some(pattern) == other.pattern()),
        }
    }
}

/// Writes a translated pattern with its gaps filled.
fn fill(pattern: &str, gaps: &[Text], translate: &Translate<'_>, words: &mut String) {
    let mut rest = translate(pattern).unwrap_or(pattern).split(" @").next().unwrap_or_default();
    let mut next = 0;
    while let Some((before, after)) = rest.split_once('{') {
        let (which, after) = after.split_once('}').unwrap_or((after, ""));
        words.push_str(before);
        let at = which.parse().unwrap_or(next);
        next += 1;
        if let Some(gap) = gaps.get(at) {
            gap.write(translate, words);
        }
        rest = after;
    }
    words.push_str(rest);
}

/// The capital of a Western European letter. The full Unicode tables would be larger than all our
/// texts.
const fn capital(letter: char) -> char {
    match letter {
        'à'..='þ' if letter != '÷' => (letter as u8 - 32) as char,
        _ => letter.to_ascii_uppercase(),
    }
}

/// Turns the part from `start` on into a sentence.
fn make_sentence(words: &mut String, start: usize) {
    let Some(first) = words[start..].chars().next() else { return };
    words.replace_range(start..start + first.len_utf8(), capital(first).encode_utf8(&mut [0; 4]));
    if !words.ends_with(['.', '!', '?', ':', '…']) {
        words.push('.');
    }
}

/// Writes the text in English.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_words(&|_| None))
    }
}

impl Default for Text {
    fn default() -> Text {
        Text::EMPTY
    }
}

impl From<usize> for Text {
    fn from(number: usize) -> Text {
        Text::name(number)
    }
}

impl From<u8> for Text {
    fn from(number: u8) -> Text {
        Text::name(number)
    }
}

impl From<u16> for Text {
    fn from(number: u16) -> Text {
        Text::name(number)
    }
}

impl From<u32> for Text {
    fn from(number: u32) -> Text {
        Text::name(number)
    }
}

/// Compares the English text.
impl PartialEq<str> for Text {
    fn eq(&self, words: &str) -> bool {
        self.in_words(&|_| None) == words
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, words: &&str) -> bool {
        self == *words
    }
}

#[cfg(test)]
mod tests {
    use super::{Separator, Text};

    fn german(pattern: &str) -> Option<&'static str> {
        Some(match pattern {
            "{} of {}" => "{1}-{0}",
            "the {} is face down" => "{} liegt verdeckt",
            "ace" => "Ass",
            "hearts" => "Herz",
            "Play @replay" => "Abspielen",
            "one card" => "eine Karte",
            "{} cards" => "{} Karten",
            _ => return None,
        })
    }

    fn ace() -> Text {
        Text::with("{} of {}", [Text::of("ace"), Text::of("hearts")])
    }

    #[test]
    fn players_are_called_by_their_names() {
        let told = Text::row(
            [Text::with("{} takes {}'s discard", [Text::player(0), Text::player(1)])],
            Separator::Semicolon,
        )
        .sentence();
        assert_eq!(told, "A takes B's discard.");
        assert_eq!(told.called(&["Anna".to_owned()]), "Anna takes B's discard.");
        assert_eq!(told.called(&[String::new(), "Ben".to_owned()]), "A takes Ben's discard.");
    }

    #[test]
    fn a_translation_can_reorder_gaps() {
        assert_eq!(ace(), "ace of hearts");
        let text = Text::with("the {} is face down", [ace()]);
        assert_eq!(text.in_words(&german), "Herz-Ass liegt verdeckt");
        assert_eq!(text.sentence(), "The ace of hearts is face down.");
        assert_eq!(Text::with("{} and {1}, {}", [1usize.into(), 2usize.into()]), "1 and 2, ");
    }

    #[test]
    fn count_chooses_singular_or_plural() {
        assert_eq!(Text::count(1, "one card", "{} cards").in_words(&german), "eine Karte");
        assert_eq!(Text::count(0, "one card", "{} cards"), "0 cards");
        assert_eq!(Text::count(3, "one card", "{} cards").in_words(&german), "3 Karten");
    }

    #[test]
    fn names_are_not_translated_and_unknown_patterns_stay_english() {
        assert_eq!(Text::name("{} of {} @ ace").in_words(&german), "{} of {} @ ace");
        assert_eq!(Text::of("Undo").in_words(&german), "Undo");
        assert_eq!(Text::of("Play @replay"), "Play");
        assert_eq!(Text::of("Play @replay").in_words(&german), "Abspielen");
    }

    #[test]
    fn players_are_found_anywhere_in_a_text() {
        let text = Text::row(
            [Text::EMPTY, Text::with("{} of {}", [Text::name("0"), Text::player(2)]).sentence()],
            Separator::Comma,
        );
        assert_eq!([0, 1, 2].map(|seat| text.names_player(seat)), [false, false, true]);
    }

    #[test]
    fn rows_skip_empty_texts_and_sentences_end_with_punctuation() {
        let row = Text::row([Text::name("élan (K1)"), Text::EMPTY, Text::name("b")], Separator::Semicolon);
        assert_eq!(row, "élan (K1); b");
        assert_eq!(row.clone().sentence(), "Élan (K1); b.");
        assert_eq!(
            Text::row([row.sentence(), Text::name("who?").sentence()], Separator::Space),
            "Élan (K1); b. Who?"
        );
        assert_eq!(Text::EMPTY.sentence(), "");
        assert!(Text::row([Text::EMPTY], Separator::Semicolon).is_empty());
    }

    #[test]
    fn sentences_start_with_a_capital_in_german_too() {
        for (text, sentence) in
            [("über alles", "Über alles."), ("ein Ass", "Ein Ass."), ("÷", "÷."), ("ß", "ß.")]
        {
            assert_eq!(Text::name(text).sentence().to_string(), sentence);
        }
    }
}
