//! What the statistics are told of a game.

use super::Desk;
use crate::Out;
use crate::random::random;
use crate::statistics::{End, Kind};

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

    /// Another game takes the place of this one, or the same deal is begun again.
    pub(super) fn count_ended(&mut self, end: End, now: u64) {
        if self.view.outcome.is_none() {
            self.tell_end(end, now);
        }
    }

    fn tell_end(&mut self, end: End, now: u64) {
        let (spent, moves, kind) = (self.clock.spent(now), self.moves(), Kind::Klondike(self.view.config));
        let news = self.tally.news(end, spent, moves, kind);
        if self.settings.statistics && self.lesson.is_none() {
            self.out.extend(news.map(Out::Count));
        }
    }
}
