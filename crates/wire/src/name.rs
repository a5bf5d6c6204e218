use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of a guest: 1 to 16 visible characters, without blanks at the ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(String);

/// Why a text is not a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// It is empty, or nothing of it can be seen.
    #[error("a name needs at least one character")]
    Empty,
    /// It has more than [`Name::MAX_CHARS`] characters.
    #[error("a name has at most 16 characters")]
    TooLong,
    /// It contains invisible characters, or ones that change the direction of the text.
    #[error("a name cannot contain invisible characters")]
    Unprintable,
}

impl Name {
    /// The maximum length, in characters: more does not fit beside a card.
    pub const MAX_CHARS: usize = 16;

    /// Reads a name that was given earlier. Earlier versions allowed names of which nothing can be seen, and
    /// whoever has one keeps their seats.
    pub fn from_stored(text: &str) -> Result<Name, NameError> {
        let text = text.trim();
        match text.chars().count() {
            0 => Err(NameError::Empty),
            _ if text.chars().any(is_unprintable) => Err(NameError::Unprintable),
            1..=Name::MAX_CHARS => Ok(Name(text.to_owned())),
            _ => Err(NameError::TooLong),
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a character is invisible or changes the direction of the text. Neither a name nor a text on a
/// terminal should contain it.
#[must_use]
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character leaves no mark by itself: blanks, fillers, variation selectors and accents.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        )
        || matches!(letter, '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{1d173}'..='\u{1d17a}')
        || matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}')
        || matches!(letter, '\u{64b}'..='\u{65f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}')
        || matches!(letter, '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
        || matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        let name = Name::from_stored(text)?;
        if name.0.chars().all(is_blank) { Err(NameError::Empty) } else { Ok(name) }
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

/// Like [`Name::from_stored`].
impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        Name::from_stored(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Reads the name that a guest has chosen, like [`Name::from_str`].
pub(crate) fn deserialize_chosen<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::{Name, NameError};

    #[test]
    fn a_name_has_1_to_16_visible_characters() {
        assert_eq!("  Zoë B. ".parse::<Name>().unwrap().as_str(), "Zoë B.");
        for (text, error) in [
            ("", NameError::Empty),
            (" \n ", NameError::Empty),
            ("Bartholomew the 2", NameError::TooLong),
            ("A\nB", NameError::Unprintable),
            ("A\u{202e}B", NameError::Unprintable),
            ("\u{200b}", NameError::Unprintable),
            ("\u{1b}[2J", NameError::Unprintable),
            ("\u{2800}\u{3164}", NameError::Empty),
            ("\u{301}\u{fe0f} \u{301}", NameError::Empty),
            ("\u{115f}\u{1160}\u{ffa0}", NameError::Empty),
            ("\u{e000}", NameError::Empty),
        ] {
            assert_eq!(text.parse::<Name>(), Err(error), "{text:?}");
        }
        for text in ["e\u{301}", "\u{2764}\u{fe0f}", "安娜", "🂡", "."] {
            assert!(text.parse::<Name>().is_ok(), "{text}");
        }
    }

    /// A new guest cannot have such a name, but tables and passes with it can be read.
    #[test]
    fn invisible_names_of_earlier_versions_are_still_read() {
        let json = "\"\u{3164}\"";
        assert_eq!(serde_json::from_str::<Name>(json).unwrap().as_str(), "\u{3164}");
        assert!(crate::read::<crate::GuestName>(format!("{{\"name\":{json}}}").as_bytes()).is_err());
    }
}
