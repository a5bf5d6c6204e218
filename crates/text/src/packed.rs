//! The format in which texts are sent and stored, so that the reader can choose the language.
//!
//! A text is a tree in prefix order: one line for each node, followed by the lines of its children.
//!
//! | line | node |
//! |---|---|
//! | `=Anna` | a name |
//! | `#1` | the player on the second seat |
//! | `.` | a sentence, made of the next text |
//! | `2:{} of {}` | a pattern, filled with the next two texts |
//! | `+2:; ` | a row of the next two texts, with that separator |

use std::str::Split;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Repr, Separator, Text};

/// The maximum nesting depth. Our own texts never come close to it; untrusted input might.
const MAX_DEPTH: usize = 32;

impl Text {
    /// Appends the lines of the text, each after a line break.
    fn pack(&self, lines: &mut String) {
        match &self.0 {
            Repr::Pattern(pattern, gaps) => pack_all("", pattern, gaps, lines),
            Repr::Foreign(pattern, gaps) => pack_all("", pattern, gaps, lines),
            Repr::Row(texts, separator) => pack_all("+", separator.as_str(), texts, lines),
            Repr::Name(name) => {
                lines.push_str("\n=");
                lines.extend(name.chars().map(|letter| if letter == '\n' { ' ' } else { letter }));
            }
            Repr::Player(seat) => {
                lines.push_str("\n#");
                push_number(usize::from(*seat), lines);
            }
            Repr::Sentence(text) => {
                lines.push_str("\n.");
                text.pack(lines);
            }
        }
    }

    fn unpack(lines: &mut Split<'_, char>, depth: usize) -> Option<Text> {
        let line = lines.next().filter(|_| depth < MAX_DEPTH)?;
        Some(Text(match (line.get(..1)?, line.get(1..)?) {
            ("=", name) => Repr::Name(name.to_owned()),
            ("#", seat) => Repr::Player(seat.parse().ok()?),
            (".", "") => Repr::Sentence(Box::new(Text::unpack(lines, depth + 1)?)),
            ("+", row) => {
                let (words, texts) = unpack_all(row, lines, depth)?;
                Repr::Row(texts, Separator::ALL.into_iter().find(|separator| separator.as_str() == words)?)
            }
            _ => {
                let (pattern, gaps) = unpack_all(line, lines, depth)?;
                Repr::Foreign(pattern.into(), gaps)
            }
        }))
    }
}

/// Appends a number. Most have one digit, and servers pack many texts.
fn push_number(number: usize, lines: &mut String) {
    match u8::try_from(number) {
        Ok(digit @ 0..=9) => lines.push(char::from(b'0' + digit)),
        _ => lines.push_str(&number.to_string()),
    }
}

fn pack_all(prefix: &str, words: &str, texts: &[Text], lines: &mut String) {
    lines.push('\n');
    lines.push_str(prefix);
    push_number(texts.len(), lines);
    lines.push(':');
    lines.push_str(words);
    texts.iter().for_each(|text| text.pack(lines));
}

/// Parses `COUNT:WORDS`, and then `COUNT` texts from the following lines.
fn unpack_all<'a>(line: &'a str, lines: &mut Split<'_, char>, depth: usize) -> Option<(&'a str, Vec<Text>)> {
    let (count, words) = line.split_once(':')?;
    let mut texts = Vec::new();
    for _ in 0..count.parse::<u8>().ok()? {
        texts.push(Text::unpack(lines, depth + 1)?);
    }
    Some((words, texts))
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lines = String::with_capacity(128);
        self.pack(&mut lines);
        serializer.serialize_str(lines.get(1..).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        let packed = String::deserialize(deserializer)?;
        let mut lines = packed.split('\n');
        let text = Text::unpack(&mut lines, 0).filter(|_| lines.next().is_none());
        text.ok_or_else(|| D::Error::custom("not a packed text"))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Separator, Text};

    fn sample() -> Text {
        let ace = Text::with("{} of {}", [Text::of("ace"), Text::of("hearts")]);
        let played = Text::with("{} played the {}", [Text::player(1), ace]);
        Text::row([played.sentence(), Text::EMPTY, Text::name("2: {}")], Separator::Semicolon)
    }

    #[test]
    fn a_text_unpacks_to_itself() {
        let packed = serde_json::to_string(&sample()).unwrap();
        assert_eq!(
            packed,
            r##""+3:; \n.\n2:{} played the {}\n#1\n2:{} of {}\n0:ace\n0:hearts\n0:\n=2: {}""##
        );
        let text: Text = serde_json::from_str(&packed).unwrap();
        assert_eq!(text, sample());
        let german = |pattern: &str| (pattern == "{} played the {}").then_some("{} legt {}");
        assert_eq!(text.in_words(&german), "B legt ace of hearts.; 2: {}");
        let lines = serde_json::to_string(&Text::name("one\n=two")).unwrap();
        assert_eq!(serde_json::from_str::<Text>(&lines).unwrap(), "one =two");
    }

    #[test]
    fn every_separator_unpacks() {
        for separator in Separator::ALL {
            let row = Text::row([Text::name("a"), Text::name("b")], separator);
            let packed = serde_json::to_string(&row).unwrap();
            assert_eq!(serde_json::from_str::<Text>(&packed).unwrap(), row);
        }
    }

    #[test]
    fn invalid_packed_texts_are_refused() {
        for packed in [
            "",
            "=a\n=b",
            ".",
            ".!\n=a",
            "2:{} {}\n=a",
            "256:{}",
            "-1:{}",
            "#256",
            "ä",
            "+x:,",
            "+1:!\n=a",
            "told",
        ] {
            let packed = serde_json::to_string(packed).unwrap();
            assert!(serde_json::from_str::<Text>(&packed).is_err(), "{packed}");
        }
        let sentences = |count| serde_json::to_string(&(".\n".repeat(count) + "=a")).unwrap();
        assert!(serde_json::from_str::<Text>(&sentences(100_000)).is_err());
        assert!(serde_json::from_str::<Text>(&sentences(20)).is_ok());
    }
}
