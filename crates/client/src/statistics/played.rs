use std::fmt;
use std::str::FromStr;

use text::Text;

use super::Kind;

/// A game that was begun.
///
/// Written as one line: `1f09 won 1763200000000 83000 112 0 klondike`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number, by which it is known again.
    pub id: u64,
    /// How it stands.
    pub end: End,
    /// When that was, in milliseconds since 1970.
    pub at: u64,
    /// How many milliseconds it was played.
    pub spent: u64,
    /// How many moves were made.
    pub moves: u32,
    /// How many hints were given.
    pub hints: u32,
    /// What was played.
    pub kind: Kind,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// It is being played.
    Open,
    /// It is won.
    Won,
    /// It is over, and not won.
    Lost,
    /// Another was begun in its place.
    Left,
    /// The same deal was begun again.
    Restarted,
}

/// A line that tells of no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePlayedError(String);

impl ParsePlayedError {
    /// What is wrong, in a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::with("{} is no game that was played", [Text::name(format_args!("{:?}", self.0))])
    }
}

impl fmt::Display for ParsePlayedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for ParsePlayedError {}

impl End {
    const NAMES: [(&'static str, End); 5] = [
        ("open", End::Open),
        ("won", End::Won),
        ("lost", End::Lost),
        ("left", End::Left),
        ("restarted", End::Restarted),
    ];

    fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(_, end)| *end == self).map_or("open", |(name, _)| name)
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Played { id, end, at, spent, moves, hints, kind } = self;
        write!(f, "{id:x} {} {at} {spent} {moves} {hints} {kind}", end.name())
    }
}

impl FromStr for Played {
    type Err = ParsePlayedError;

    fn from_str(line: &str) -> Result<Played, ParsePlayedError> {
        read(line).ok_or_else(|| ParsePlayedError(line.chars().take(60).collect()))
    }
}

fn read(line: &str) -> Option<Played> {
    let mut words = line.splitn(7, ' ');
    let mut word = || words.next();
    Some(Played {
        id: u64::from_str_radix(word()?, 16).ok()?,
        end: {
            let name = word()?;
            End::NAMES.into_iter().find(|(other, _)| *other == name)?.1
        },
        at: word()?.parse().ok()?,
        spent: word()?.parse().ok()?,
        moves: word()?.parse().ok()?,
        hints: word()?.parse().ok()?,
        kind: word()?.parse().ok()?,
    })
}
