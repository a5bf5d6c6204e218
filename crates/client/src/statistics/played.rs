use std::fmt;
use std::str::FromStr;

use text::Text;

use super::Kind;

/// A game that was started.
///
/// As text it is one line: `1f09 won 1763200000000 83000 112 0 klondike`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its unique number.
    pub id: u64,
    /// Its state.
    pub end: End,
    /// When it got this state, in milliseconds since 1970.
    pub at: u64,
    /// The time played, in milliseconds.
    pub spent: u64,
    /// How many moves were made.
    pub moves: u32,
    /// How many hints were given.
    pub hints: u32,
    /// The kind of game.
    pub kind: Kind,
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// It is being played.
    Open,
    /// It is won.
    Won,
    /// It is over and was not won.
    Lost,
    /// It was abandoned for another game.
    Left,
    /// It was restarted with the same deal.
    Restarted,
}

/// The line is not a played game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePlayedError(String);

impl ParsePlayedError {
    /// What is wrong, as a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::with("{} is not a played game", [Text::name(format_args!("{:?}", self.0))])
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
