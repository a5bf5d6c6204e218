//! What the statistics are told of a game.

use super::Desk;
use crate::Out;
use crate::random::random;
use crate::statistics::{End, Kind, Played};

impl Desk {
    /// Tells how the game stands, if that is news. A game counts from its first move on.
    pub(super) fn count(&mut self, now: u64) {
        if self.tally.id.is_none() && self.moves() == 1 {
            self.tally.id = Some(random(&mut self.seed));
        }
        let end = match self.view.outcome {
            None => End::Open,
            Some(_) if self.is_won() => End::Won,
            Some(_) => End::Lost,
        };
        self.tell_end(end, now);
    }

    /// The same deal will be begun again.
    pub(super) fn count_restarted(&mut self, now: u64) {
        if self.view.outcome.is_none() {
            self.tell_end(End::Restarted, now);
        }
    }

    /// Another game takes the place of this one.
    pub(super) fn count_left(&mut self, now: u64) {
        if self.view.outcome.is_none() {
            self.tell_end(End::Left, now);
        }
    }

    fn tell_end(&mut self, end: End, now: u64) {
        let Some(id) = self.tally.news(end) else { return };
        if self.settings.statistics && self.lesson.is_none() {
            self.out.push(Out::Count(Played {
                id,
                end,
                at: 0,
                spent: self.clock.spent(now),
                moves: u32::try_from(self.moves()).unwrap_or(u32::MAX),
                hints: self.tally.hints,
                kind: Kind::Klondike(self.view.config),
            }));
        }
    }
}
