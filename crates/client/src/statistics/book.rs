use std::fmt;
use std::str::FromStr;

use text::Text;

use super::{Kind, ParsePlayedError, Played};

/// The list of played games, the last changed one at the end.
///
/// As text it is a header line followed by one line per game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    games: Vec<Played>,
}

/// The text is not a list of played games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseBookError {
    /// The header line is missing.
    Head,
    /// A line cannot be read.
    Line(usize, ParsePlayedError),
    /// Two lines have the same game.
    Twice(usize),
}

impl ParseBookError {
    /// What is wrong, as a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            ParseBookError::Head => Text::with(
                "this is not a Cardroom statistics file: it does not begin with {}",
                [Text::name(format_args!("{HEAD:?}"))],
            ),
            ParseBookError::Line(line, error) => {
                Text::with("line {} cannot be read: {}", [(*line).into(), error.text()])
            }
            ParseBookError::Twice(line) => Text::with("line {} repeats an earlier game", [(*line).into()]),
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
/// The maximum number of games; the oldest are dropped. This is enough for years of many games a day, and
/// small enough for any browser.
const MOST: usize = 10_000;

impl Book {
    /// All games, ordered by their last change.
    #[must_use]
    pub fn games(&self) -> &[Played] {
        &self.games
    }

    /// Records the state of a game. It replaces an older state of the same game.
    pub fn note(&mut self, played: Played) {
        // If both have the same time, the first one is kept.
        self.games.insert(0, played);
        self.tidy();
    }

    /// Merges the games of another book. For a game in both, the later state counts.
    pub fn merge(&mut self, other: Book) {
        self.games.extend(other.games);
        self.tidy();
    }

    /// Keeps the last state of each game, ordered by time.
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

    /// The kinds of games, in the order in which they were first played.
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
