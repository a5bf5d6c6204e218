use std::fmt;
use std::str::FromStr;

use text::Text;

use crate::catalog;

/// A kind of game that is counted separately, as its game writes it: `klondike`, `draw=3 passes=2 …`,
/// `savannah 4 strong`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kind(String);

/// The text is not a kind of game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game called {0:?}")]
pub struct ParseKindError(String);

impl Kind {
    /// The kind with this text. Its game must be able to parse it.
    pub(crate) fn new(text: impl fmt::Display) -> Kind {
        Kind(text.to_string())
    }

    /// The name of the kind.
    #[must_use]
    pub fn title(&self) -> Text {
        catalog::counted(&self.0).map_or_else(|| Text::name(&self.0), |(_, title)| title)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Kind, ParseKindError> {
        catalog::counted(text).map(|(text, _)| Kind(text)).ok_or_else(|| ParseKindError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn kinds_are_read_back() {
        let kind = |text: &str| text.parse::<Kind>().expect("a kind").to_string();
        for text in ["klondike", "one-card", "savannah 2 strong", "savannah 8 people"] {
            assert_eq!(kind(text), text);
        }
        let passes = kind("klondike passes=3");
        assert!(passes.contains("passes=3"), "{passes}");
        assert_eq!(kind(&passes), passes);
        for bad in ["", "whist", "savannah", "savannah 9 strong", "savannah 4 Strong", "klondike draw=9"] {
            assert!(bad.parse::<Kind>().is_err(), "{bad}");
        }
    }

    #[test]
    fn kinds_have_names() {
        for (text, title) in [
            ("one-card", "One-card Klondike"),
            ("savannah 4 strong", "Savannah, 4 seats, strong"),
            ("savannah 4 wise", "Savannah, 4 seats, wise"),
            ("savannah 3 people", "Savannah, 3 people"),
        ] {
            assert_eq!(text.parse::<Kind>().expect("a kind").title().to_string(), title);
        }
    }
}
