//! What the statistics are told of a game.

use table::View as _;

use super::{Effect, Play, Session};
use crate::random::random;
use crate::statistics::End;

impl<P: Play> Session<P> {
    /// Reports how the game stands, if that is new. A game counts from its first move on, and only if that
    /// was made here: one that was imported in its middle does not.
    pub(super) fn count(&mut self, now: u64) {
        if P::moves(self) == 1 && self.tally.id.is_none() {
            self.tally.id = Some(random(&mut self.seed));
        }
        let end = match self.view.outcome() {
            None => End::Open,
            Some(_) if self.is_won() => End::Won,
            Some(_) => End::Lost,
        };
        self.report(end, now);
    }

    /// Reports that another game takes the place of this one, or that the same deal is started again.
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
