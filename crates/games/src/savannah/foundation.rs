use std::fmt;

use serde::{Deserialize, Serialize};
use text::Text;

/// One of the three foundations, from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Foundation {
    First,
    Second,
    Third,
}

impl Foundation {
    /// All three, from left to right.
    pub const ALL: [Foundation; 3] = [Foundation::First, Foundation::Second, Foundation::Third];

    /// The number of the foundation, from 1 to 3.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The foundation with this number, from 1 to 3.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Foundation> {
        match number {
            1..=3 => Some(Foundation::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The next one to the right.
    #[must_use]
    pub const fn next(self) -> Option<Foundation> {
        Foundation::from_number(self.number() + 1)
    }
}

/// Its number.
impl From<Foundation> for Text {
    fn from(foundation: Foundation) -> Text {
        Text::name(foundation)
    }
}

impl fmt::Display for Foundation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// One value for each foundation, from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByFoundation<T>(pub [T; 3]);

cards::index_by!(ByFoundation[Foundation], Foundation::ALL, |foundation| foundation as usize);
