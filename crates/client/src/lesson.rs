//! A lesson: the first moves of a game, played together.

mod klondike;
mod savannah;

use std::str::FromStr;

use cards::DealId;
use text::Text;

/// What can be learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// Klondike, with builds that move.
    Klondike,
    /// The beginner's game, where only a top card moves.
    OneCard,
    /// Savannah, for two.
    Savannah,
}

impl Course {
    /// All of them, in the order in which they are easiest to learn.
    pub const ALL: [Course; 3] = [Course::OneCard, Course::Klondike, Course::Savannah];

    /// The name of its game in the catalogue.
    #[must_use]
    pub const fn game(self) -> &'static str {
        match self {
            Course::Klondike => "klondike",
            Course::OneCard => "one-card",
            Course::Savannah => "savannah",
        }
    }

    fn script(self) -> Script {
        match self {
            Course::Klondike => klondike::BUILDS,
            Course::OneCard => klondike::ONE_CARD,
            Course::Savannah => savannah::SCRIPT,
        }
    }
}

/// A move, as it is written down, and what is said about it.
type Step = (&'static str, Text);

/// The moves of a lesson, each with what is said about it, and what is said in the end.
struct Script {
    /// The deal that is taught with.
    deal: &'static str,
    steps: &'static [Step],
    end: Text,
}

/// A lesson at one of its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    course: Course,
    at: usize,
}

impl Lesson {
    /// A lesson at its beginning.
    pub(crate) const fn new(course: Course) -> Lesson {
        Lesson { course, at: 0 }
    }

    pub(crate) fn deal(self) -> Option<DealId> {
        self.course.script().deal.parse().ok()
    }

    /// What is said at this step: what to do, and why.
    #[must_use]
    pub fn text(self) -> Text {
        let script = self.course.script();
        script.steps.get(self.at).map_or(script.end, |(_, text)| text.clone())
    }

    /// The number of the step, from 1 on, and how many there are.
    #[must_use]
    pub fn step(self) -> (usize, usize) {
        (self.at + 1, self.course.script().steps.len() + 1)
    }

    /// Whether all has been said, and the table is the player's.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.at >= self.course.script().steps.len()
    }

    /// The move that is waited for; `None` when all has been said.
    pub(crate) fn wants<M: FromStr>(self) -> Option<M> {
        self.course.script().steps.get(self.at).and_then(|(mv, _)| mv.parse().ok())
    }

    /// The move was made.
    pub(crate) fn went_on(&mut self) {
        if !self.is_over() {
            self.at += 1;
        }
    }
}
