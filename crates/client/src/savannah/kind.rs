//! The kinds of Savannah games that the statistics distinguish: by the number of seats and the strength of
//! the opponents.

use std::fmt;

use super::Level;

/// A number of seats and the level of the strongest opponent, written as `savannah 4 strong`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TableKind {
    /// The number of seats, 2 to 8.
    pub(super) seats: u8,
    /// The name of the strongest level at the table, perhaps one of another version; `None` if only people
    /// play.
    pub(super) level: Option<String>,
}

const GAME: &str = "savannah";
/// Stands for the level if only people play.
const PEOPLE: &str = "people";

impl TableKind {
    pub(super) fn new(seats: u8, strongest: Option<Level>) -> TableKind {
        TableKind { seats, level: strongest.map(|level| level.to_string()) }
    }

    pub(super) fn read(text: &str) -> Option<TableKind> {
        let words: Vec<&str> = text.split(' ').collect();
        let [GAME, seats, level] = words[..] else { return None };
        let seats = seats.parse().ok().filter(|seats| (2..=8).contains(seats))?;
        let is_name = !level.is_empty() && level.bytes().all(|byte| byte.is_ascii_lowercase());
        is_name.then(|| TableKind { seats, level: (level != PEOPLE).then(|| level.to_owned()) })
    }
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{GAME} {} {}", self.seats, self.level.as_deref().unwrap_or(PEOPLE))
    }
}
