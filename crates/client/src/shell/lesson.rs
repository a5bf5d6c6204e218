//! Lessons: the first moves of a game, explained one by one.

use std::str::FromStr;

use text::Text;

/// A lesson's moves in their notation, each with the text shown before it, and the text at the end.
#[derive(PartialEq, Eq, Debug)]
pub struct Script {
    /// The deal.
    pub deal: &'static str,
    /// The options of the game.
    pub config: &'static str,
    /// Each move with its explanation.
    pub steps: &'static [(&'static str, Text)],
    /// The text at the end.
    pub end: Text,
}

/// A lesson at one of its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    script: &'static Script,
    at: usize,
}

impl Lesson {
    /// A lesson at its start.
    pub(crate) const fn new(script: &'static Script) -> Lesson {
        Lesson { script, at: 0 }
    }

    /// What to do at this step, and why.
    #[must_use]
    pub fn text(self) -> Text {
        self.script.steps.get(self.at).map_or_else(|| self.script.end.clone(), |(_, text)| text.clone())
    }

    /// The number of the step, from 1, and how many there are.
    #[must_use]
    pub fn step(self) -> (usize, usize) {
        (self.at + 1, self.script.steps.len() + 1)
    }

    /// Whether all steps are done and the player may play freely.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.at >= self.script.steps.len()
    }

    /// The move that has to be made now; `None` at the end.
    pub(crate) fn expected<M: FromStr>(self) -> Option<M> {
        self.script.steps.get(self.at).and_then(|(mv, _)| mv.parse().ok())
    }

    /// Goes to the next step.
    pub(crate) fn advance(&mut self) {
        if !self.is_over() {
            self.at += 1;
        }
    }
}
