//! Up to which move a replayed game could be won.

use super::Session;
use super::advice::Purpose;
use crate::{Answer, Question};

/// Up to which move a replayed game could be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinnableSpan {
    /// The game was won, so it could be won at every step.
    Won,
    /// The solver is thinking.
    Thinking,
    /// By the number of moves made: the last point that is known to be winnable, and the first that is
    /// known to be lost.
    #[allow(missing_docs)]
    Known { winnable: Option<usize>, lost: Option<usize> },
}

impl Session {
    /// Asks the solver up to where the replayed game could be won.
    pub fn ask_span(&mut self) {
        let Some(table) = self.table().filter(|_| self.replay_position().is_some()) else { return };
        if table.outcome().is_some_and(|outcome| !outcome.winners.is_empty()) {
            self.state.span = Some(WinnableSpan::Won);
            return;
        }
        let record = table.save();
        self.state.span = Some(WinnableSpan::Thinking);
        self.ask(Purpose::Span, Question::Span { record });
    }

    /// Up to where the replayed game could be won.
    #[must_use]
    pub fn span(&self) -> WinnableSpan {
        self.state.span.unwrap_or(WinnableSpan::Thinking)
    }

    pub(super) fn take_span(&mut self, answer: &Answer) {
        self.state.span = Some(match *answer {
            Answer::Span { winnable, lost } => WinnableSpan::Known { winnable, lost },
            _ => WinnableSpan::Known { winnable: None, lost: None },
        });
    }
}
