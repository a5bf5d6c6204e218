use std::fmt;
use std::str::FromStr;

/// The name of a guest: 1 to 16 visible characters, without blanks at the ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(String);

/// Why a text is not a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// It is empty, or only blanks.
    #[error("a name has one letter at least")]
    Empty,
    /// It has more than [`Name::MAX_CHARS`] characters.
    #[error("a name has 16 letters at most")]
    TooLong,
    /// It contains invisible characters, or ones that change the direction of the text.
    #[error("a name is made of letters that can be seen")]
    Unprintable,
}

impl Name {
    /// The maximum length, in characters: more does not fit beside a card.
    pub const MAX_CHARS: usize = 16;

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a character is invisible or changes the direction of the text.
fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        let text = text.trim();
        match text.chars().count() {
            0 => Err(NameError::Empty),
            _ if text.chars().any(is_unprintable) => Err(NameError::Unprintable),
            1..=Name::MAX_CHARS => Ok(Name(text.to_owned())),
            _ => Err(NameError::TooLong),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text::serde_as_text!(Name);

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
        ] {
            assert_eq!(text.parse::<Name>(), Err(error), "{text:?}");
        }
    }
}
