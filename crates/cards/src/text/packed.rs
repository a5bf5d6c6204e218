//! A text as it travels, so that whoever reads it chooses the language: a list of its parts, each before those that fill it.
//!
//! The first signs of a part tell what it is: `=Anna` a name, `#1` who sits on the second seat, `.` a sentence of the next part, `2:{} of {}` a pattern that
//! the next two fill, and `+2:; ` the next two one after the other with that between them.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Kind, Text};

/// No text of ours is made of texts so deep. (What comes from elsewhere may be made of anything.)
const DEEPEST: usize = 32;

impl Text {
    fn pack(&self, parts: &mut Vec<String>) {
        match &self.0 {
            Kind::Pattern(pattern, gaps) => pack_all(format!("{}:{pattern}", gaps.len()), gaps, parts),
            Kind::Name(name) => parts.push(format!("={name}")),
            Kind::Player(seat) => parts.push(format!("#{seat}")),
            Kind::Row(texts, between) => pack_all(format!("+{}:{between}", texts.len()), texts, parts),
            Kind::Sentence(text) => {
                parts.push(".".to_owned());
                text.pack(parts);
            }
        }
    }

    fn unpack(parts: &mut impl Iterator<Item = String>, depth: usize) -> Option<Text> {
        let part = parts.next().filter(|_| depth < DEEPEST)?;
        let mut several = |text: &str| {
            let (count, words) = text.split_once(':')?;
            let texts: Option<Vec<Text>> =
                (0..count.parse().ok()?).map(|_: u16| Text::unpack(parts, depth + 1)).collect();
            Some((Cow::Owned(words.to_owned()), texts?))
        };
        Some(Text(match (part.get(..1)?, part.get(1..)?) {
            ("=", name) => Kind::Name(name.to_owned()),
            ("#", seat) => Kind::Player(seat.parse().ok()?),
            (".", "") => Kind::Sentence(Box::new(Text::unpack(parts, depth + 1)?)),
            ("+", row) => {
                let (between, texts) = several(row)?;
                Kind::Row(texts, between)
            }
            _ => {
                let (pattern, gaps) = several(&part)?;
                Kind::Pattern(pattern, gaps)
            }
        }))
    }
}

fn pack_all(part: String, texts: &[Text], parts: &mut Vec<String>) {
    parts.push(part);
    texts.iter().for_each(|text| text.pack(parts));
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = Vec::new();
        self.pack(&mut parts);
        parts.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        let mut parts = Vec::<String>::deserialize(deserializer)?.into_iter();
        let text = Text::unpack(&mut parts, 0).filter(|_| parts.len() == 0);
        text.ok_or_else(|| D::Error::custom("these parts make no text"))
    }
}

#[cfg(test)]
mod tests {
    use crate::Text;

    fn told() -> Text {
        let ace = Text::with("{} of {}", [Text::of("ace"), Text::of("hearts")]);
        let played = Text::with("{} played the {}", [Text::player(1), ace]);
        Text::row([played.sentence(), Text::EMPTY, Text::name("2: {}")], "; ")
    }

    #[test]
    fn a_text_comes_back_as_it_was() {
        let packed = serde_json::to_string(&told()).unwrap();
        assert_eq!(
            packed,
            r##"["+3:; ",".","2:{} played the {}","#1","2:{} of {}","0:ace","0:hearts","0:","=2: {}"]"##
        );
        let text: Text = serde_json::from_str(&packed).unwrap();
        assert_eq!(text, told());
        let german = |pattern: &str| (pattern == "{} played the {}").then_some("{} legt {}");
        assert_eq!(text.in_words(&german), "B legt ace of hearts.; 2: {}");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for parts in [
            "[]",
            r#"[""]"#,
            r#"["=a","=b"]"#,
            r#"["."]"#,
            r#"[".!","=a"]"#,
            r#"["2:{} {}","=a"]"#,
            r#"["65536:{}"]"#,
            r#"["-1:{}"]"#,
            r##"["#256"]"##,
            r#"["ä"]"#,
            r#"["+x:,"]"#,
            r#""told""#,
        ] {
            assert!(serde_json::from_str::<Text>(parts).is_err(), "{parts}");
        }
        let deep = format!("[{}\"=a\"]", "\".\",".repeat(100_000));
        assert!(serde_json::from_str::<Text>(&deep).is_err());
        let deep = format!("[{}\"=a\"]", "\".\",".repeat(20));
        assert!(serde_json::from_str::<Text>(&deep).is_ok());
    }
}
