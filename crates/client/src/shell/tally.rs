//! Reports games to the statistics.

use table::View as _;

use super::{Effect, Play, Session};
use crate::random::random;
use crate::statistics::End;

impl<P: Play> Session<P> {
    /// Reports the state of the game, if it has changed. A game counts from its first move, and only if that
    /// was made here: a game that was imported later does not count.
    pub(super) fn count(&mut self, now: u64) {
        if P::moves(self) == 1 && self.tally.id.is_none() {
            self.tally.id = Some(random(&mut self.seed));
        }
        let end = match self.view.outcome() {
            None => End::Open,
            // It counts for nobody.
            Some(outcome) if !outcome.counts() => return,
            Some(_) if self.is_won() => End::Won,
            Some(_) => End::Lost,
        };
        self.report(end, now);
    }

    /// Reports that the game was abandoned for another one or restarted.
    pub(super) fn count_ended(&mut self, end: End, now: u64) {
        if self.view.outcome().is_none() {
            self.report(end, now);
        }
    }

    fn report(&mut self, end: End, now: u64) {
        let (moves, kind) = (P::moves(self), P::kind(self));
        let news = self.tally.news(end, self.clock.spent(now), moves, kind);
        if self.settings.statistics && self.is_saved_here() {
            self.effects.extend(news.map(Effect::Count));
        }
    }
}
