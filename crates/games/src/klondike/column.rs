use std::fmt;

use serde::{Deserialize, Serialize};
use text::Text;

/// The number of a column, from 1 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// How many columns there are (K3).
    pub const COUNT: usize = 7;

    /// The column with this number, from 1 to 7.
    #[must_use]
    pub const fn new(number: u8) -> Option<Column> {
        if matches!(number, 1..=7) { Some(Column(number - 1)) } else { None }
    }

    /// The number of the column, from 1 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// All columns, from the left.
    pub fn all() -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator {
        (0..Column::COUNT as u8).map(Column)
    }

    /// The column with this digit.
    #[must_use]
    pub fn from_digit(digit: char) -> Option<Column> {
        digit.to_digit(10).and_then(|number| Column::new(number as u8))
    }
}

impl From<Column> for Text {
    fn from(column: Column) -> Text {
        Text::name(column)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// One value for each column, from the left.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByColumn<T>(pub [T; Column::COUNT]);

cards::index_by!(ByColumn[Column], Column::all(), |column| usize::from(column.0));
