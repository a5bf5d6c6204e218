//! Texts for people. A [`Text`] has no language yet: it is translated when it is displayed.
//!
//! A text is an English pattern and what fills its gaps. A language is a list of patterns, found by the English one.
//! Every pattern is a literal where the text is made, and `cargo xtask tidy` collects them from the source, so a
//! language is known to be complete.
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
//! Whatever follows ` @` in a pattern is never displayed. It tells two meanings of the same English words apart:
//! `Play @replay`.

mod packed;

use std::fmt;

/// A text for people, before it is translated. `Display` writes it in English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(Kind);

#[derive(Clone, Eq, Debug)]
enum Kind {
    /// A pattern with `{}` for each gap; a translation may name them, as `{1}`, to change their order.
    Pattern(&'static str, Vec<Text>),
    /// The same, from elsewhere. (The literals of the code are many, and each would be larger if it could be this.)
    Foreign(Box<str>, Vec<Text>),
    /// What is the same in every language: a name, a notation, a number.
    Name(String),
    /// Somebody at a table, by the number of the seat from 0: its letter, until it is known who sits there.
    Player(u8),
    /// Several texts in a row, with the same separator in every language.
    Row(Vec<Text>, Separator),
    /// A text with a capital at its start and a full stop at its end.
    Sentence(Box<Text>),
}

/// What stands between the texts of a [row](Text::row). It is the same in every language, and a text that was sent
/// can be read back, because there are no others.
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

/// What a language has for an English pattern.
type Translate<'a> = dyn Fn(&str) -> Option<&'a str> + 'a;

impl Text {
    /// No words.
    pub const EMPTY: Text = Text::of("");

    /// A text without gaps.
    #[must_use]
    pub const fn of(pattern: &'static str) -> Text {
        Text(Kind::Pattern(pattern, Vec::new()))
    }

    /// A text with gaps, and what fills them.
    #[must_use]
    pub fn with(pattern: &'static str, gaps: impl Into<Vec<Text>>) -> Text {
        Text(Kind::Pattern(pattern, gaps.into()))
    }

    /// One text for the number 1, and one for every other number, which fills the first gap. English and German need
    /// no more forms than these two; a language that does would choose here.
    #[must_use]
    pub fn count(number: usize, one: &'static str, many: &'static str) -> Text {
        if number == 1 { Text::of(one) } else { Text::with(many, [number.into()]) }
    }

    /// What is the same in every language: a name, a notation.
    #[must_use]
    pub fn name(name: impl fmt::Display) -> Text {
        Text(Kind::Name(name.to_string()))
    }

    /// Somebody at a table, by the number of the seat from 0.
    #[must_use]
    pub const fn player(seat: u8) -> Text {
        Text(Kind::Player(seat))
    }

    /// The text with the names of those who sit at the table, as far as they have any.
    #[must_use]
    pub fn called(&self, names: &[String]) -> Text {
        let all = |texts: &[Text]| texts.iter().map(|text| text.called(names)).collect();
        Text(match &self.0 {
            Kind::Player(seat) => match names.get(usize::from(*seat)).filter(|name| !name.is_empty()) {
                Some(name) => Kind::Name(name.clone()),
                None => Kind::Player(*seat),
            },
            Kind::Pattern(pattern, gaps) => Kind::Pattern(pattern, all(gaps)),
            Kind::Foreign(pattern, gaps) => Kind::Foreign(pattern.clone(), all(gaps)),
            Kind::Row(texts, separator) => Kind::Row(all(texts), *separator),
            Kind::Sentence(text) => Kind::Sentence(Box::new(text.called(names))),
            Kind::Name(name) => Kind::Name(name.clone()),
        })
    }

    /// Several texts in a row. Empty ones are left out, with their separator.
    #[must_use]
    pub fn row(texts: impl Into<Vec<Text>>, separator: Separator) -> Text {
        Text(Kind::Row(texts.into(), separator))
    }

    /// The text as a sentence is printed: with a capital at its start, and a full stop if it ends with no other.
    #[must_use]
    pub fn sentence(self) -> Text {
        Text(Kind::Sentence(Box::new(self)))
    }

    /// The first text of a row, or else the text itself.
    #[must_use]
    pub fn first(&self) -> &Text {
        match &self.0 {
            Kind::Row(texts, _) => texts.first().unwrap_or(self),
            _ => self,
        }
    }

    /// Whether there are no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Kind::Pattern(pattern, _) => pattern.is_empty(),
            Kind::Foreign(pattern, _) => pattern.is_empty(),
            Kind::Name(name) => name.is_empty(),
            Kind::Player(_) => false,
            Kind::Row(texts, _) => texts.iter().all(Text::is_empty),
            Kind::Sentence(text) => text.is_empty(),
        }
    }

    /// The text in a language, given what that has for an English pattern. What it does not have stays English.
    #[must_use]
    pub fn in_words<'a>(&self, translate: &Translate<'a>) -> String {
        let mut words = String::new();
        self.write(translate, &mut words);
        words
    }

    fn write(&self, translate: &Translate<'_>, words: &mut String) {
        match &self.0 {
            Kind::Pattern(pattern, gaps) => fill(pattern, gaps, translate, words),
            Kind::Foreign(pattern, gaps) => fill(pattern, gaps, translate, words),
            Kind::Name(name) => words.push_str(name),
            Kind::Player(seat) => words.push(char::from(b'A'.saturating_add(*seat))),
            Kind::Row(texts, separator) => {
                for (at, text) in texts.iter().filter(|text| !text.is_empty()).enumerate() {
                    words.push_str(if at == 0 { "" } else { separator.as_str() });
                    text.write(translate, words);
                }
            }
            Kind::Sentence(text) => {
                let start = words.len();
                text.write(translate, words);
                close(words, start);
            }
        }
    }
}

/// An error that can be shown to players, in their language. Its `Display` is the same in English.
pub trait ErrorText: std::error::Error {
    /// What is wrong, without a full stop.
    fn text(&self) -> Text;
}

impl Kind {
    /// A pattern and what fills it, wherever it comes from.
    fn pattern(&self) -> Option<(&str, &[Text])> {
        match self {
            Kind::Pattern(pattern, gaps) => Some((pattern, gaps)),
            Kind::Foreign(pattern, gaps) => Some((pattern, gaps)),
            _ => None,
        }
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Name(one), Kind::Name(other)) => one == other,
            (Kind::Player(one), Kind::Player(other)) => one == other,
            (Kind::Row(one, separator), Kind::Row(other, same)) => separator == same && one == other,
            (Kind::Sentence(one), Kind::Sentence(other)) => one == other,
            _ => self.pattern().is_some_and(|pattern| Some(pattern) == other.pattern()),
        }
    }
}

/// Writes a pattern in a language, with its gaps filled.
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

/// The capital of a letter of Western Europe. Those of all the world take more room than all our words.
const fn capital(letter: char) -> char {
    match letter {
        'à'..='þ' if letter != '÷' => (letter as u8 - 32) as char,
        _ => letter.to_ascii_uppercase(),
    }
}

/// Makes a sentence of what stands from there on.
fn close(words: &mut String, start: usize) {
    let Some(first) = words[start..].chars().next() else { return };
    words.replace_range(start..start + first.len_utf8(), capital(first).encode_utf8(&mut [0; 4]));
    if !words.ends_with(['.', '!', '?', ':', '…']) {
        words.push('.');
    }
}

/// In English.
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

/// Its English words are these.
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
    fn whoever_has_a_name_is_called_by_it() {
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
    fn gaps_are_filled_in_the_order_of_the_language() {
        assert_eq!(ace(), "ace of hearts");
        let text = Text::with("the {} is face down", [ace()]);
        assert_eq!(text.in_words(&german), "Herz-Ass liegt verdeckt");
        assert_eq!(text.sentence(), "The ace of hearts is face down.");
        assert_eq!(Text::with("{} and {1}, {}", [1usize.into(), 2usize.into()]), "1 and 2, ");
    }

    #[test]
    fn a_number_chooses_its_words() {
        assert_eq!(Text::count(1, "one card", "{} cards").in_words(&german), "eine Karte");
        assert_eq!(Text::count(0, "one card", "{} cards"), "0 cards");
        assert_eq!(Text::count(3, "one card", "{} cards").in_words(&german), "3 Karten");
    }

    #[test]
    fn names_stay_and_what_is_unknown_stays_english() {
        assert_eq!(Text::name("{} of {} @ ace").in_words(&german), "{} of {} @ ace");
        assert_eq!(Text::of("Undo").in_words(&german), "Undo");
        assert_eq!(Text::of("Play @replay"), "Play");
        assert_eq!(Text::of("Play @replay").in_words(&german), "Abspielen");
    }

    #[test]
    fn rows_leave_out_what_is_empty_and_sentences_are_closed() {
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
    fn a_sentence_begins_with_a_capital_also_in_german() {
        for (text, sentence) in
            [("über alles", "Über alles."), ("ein Ass", "Ein Ass."), ("÷", "÷."), ("ß", "ß.")]
        {
            assert_eq!(Text::name(text).sentence().to_string(), sentence);
        }
    }
}
