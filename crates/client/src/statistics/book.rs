use std::fmt;
use std::str::FromStr;

use text::Text;

use super::{Kind, ParsePlayedError, Played};

/// Games that were played, the one that changed last at the end.
///
/// Written as a first line that says what it is, and a line a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    games: Vec<Played>,
}

/// Text that is no book of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseBookError {
    /// It begins with something else.
    Head,
    /// A line cannot be read.
    Line(usize, ParsePlayedError),
    /// Two lines tell of one game.
    Twice(usize),
}

impl ParseBookError {
    /// What is wrong, in a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            ParseBookError::Head => Text::with(
                "this is no file of Cardroom's statistics: it does not begin with {}",
                [Text::name(format_args!("{HEAD:?}"))],
            ),
            ParseBookError::Line(line, error) => {
                Text::with("line {} cannot be read: {}", [(*line).into(), error.text()])
            }
            ParseBookError::Twice(line) => {
                Text::with("line {} tells of a game that was told of before", [(*line).into()])
            }
        }
    }
}

impl fmt::Display for ParseBookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for ParseBookError {}

const HEAD: &str = "cardroom statistics 1";
/// More games than these are not kept: the oldest go. It is some years of many games a day, and small enough
/// for any browser.
const MOST: usize = 10_000;

impl Book {
    /// All games, by when they changed last.
    #[must_use]
    pub fn games(&self) -> &[Played] {
        &self.games
    }

    /// Notes how a game stands. What was noted of it before is forgotten, unless it was later.
    pub fn note(&mut self, played: Played) {
        // Of two at the same time the one that comes first is kept.
        self.games.insert(0, played);
        self.tidy();
    }

    /// Takes over the games of another book. Of a game that is in both, what changed last holds.
    pub fn merge(&mut self, other: Book) {
        self.games.extend(other.games);
        self.tidy();
    }

    /// Of each game what changed last, in the order of time.
    fn tidy(&mut self) {
        self.sort(|played| (played.id, u64::MAX - played.at));
        self.games.dedup_by_key(|played| played.id);
        self.sort(|played| (played.at, played.id));
        let surplus = self.games.len().saturating_sub(MOST);
        self.games.drain(..surplus);
    }

    fn sort(&mut self, key: fn(&Played) -> (u64, u64)) {
        self.games.sort_by_key(key);
    }

    /// What was played, in the order in which it was first played.
    #[must_use]
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for played in &self.games {
            if !kinds.contains(&played.kind) {
                kinds.push(played.kind.clone());
            }
        }
        kinds
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        self.games.iter().try_for_each(|played| writeln!(f, "{played}"))
    }
}

impl FromStr for Book {
    type Err = ParseBookError;

    fn from_str(text: &str) -> Result<Book, ParseBookError> {
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(ParseBookError::Head);
        }
        let (mut games, mut ids) = (Vec::new(), Vec::new());
        for (number, line) in (2..).zip(lines) {
            let played: Played = line.parse().map_err(|error| ParseBookError::Line(number, error))?;
            match ids.binary_search(&played.id) {
                Ok(_) => return Err(ParseBookError::Twice(number)),
                Err(at) => ids.insert(at, played.id),
            }
            games.push(played);
        }
        let mut book = Book { games };
        book.tidy();
        Ok(book)
    }
}
