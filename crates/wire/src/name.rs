use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a guest is called: 1 to 16 signs that can be read, without blanks at the ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(String);

/// Text that is no name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadName {
    /// Nothing is left of it without blanks.
    #[error("a name has one letter at least")]
    Empty,
    /// More does not fit beside a card.
    #[error("a name has 16 letters at most")]
    Long,
    /// Signs that cannot be seen, or that turn the text around them.
    #[error("a name is made of letters that can be seen")]
    Odd,
}

impl Name {
    /// The most signs of a name: more does not fit beside a card.
    pub const LONGEST: usize = 16;

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Signs that are not seen, or change the direction of others.
fn is_odd(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

impl FromStr for Name {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Name, BadName> {
        let text = text.trim();
        match text.chars().count() {
            0 => Err(BadName::Empty),
            _ if text.chars().any(is_odd) => Err(BadName::Odd),
            1..=Name::LONGEST => Ok(Name(text.to_owned())),
            _ => Err(BadName::Long),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::{BadName, Name};

    #[test]
    fn a_name_can_be_read() {
        assert_eq!("  Zoë B. ".parse::<Name>().unwrap().as_str(), "Zoë B.");
        for (text, error) in [
            ("", BadName::Empty),
            (" \n ", BadName::Empty),
            ("Bartholomew the 2", BadName::Long),
            ("A\nB", BadName::Odd),
            ("A\u{202e}B", BadName::Odd),
            ("\u{200b}", BadName::Odd),
            ("\u{1b}[2J", BadName::Odd),
        ] {
            assert_eq!(text.parse::<Name>(), Err(error), "{text:?}");
        }
    }
}
