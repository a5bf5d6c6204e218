//! What the statistics are told of a game.

use games::savannah::Savannah;
use table::Entry;

use super::{Desk, Kind as Sits};
use crate::Out;
use crate::random::random;
use crate::statistics::{End, Kind};

impl Desk {
    /// Tells how the game stands, if that is news. A game counts from the first move of a person on.
    pub(super) fn count(&mut self) {
        if self.moves() > 0 {
            self.clock.start(self.now);
            if self.tally.id.is_none() {
                self.tally.id = Some(random(&mut self.seed));
            }
        }
        let end = match self.view.public().outcome {
            None => End::Open,
            Some(outcome) => {
                self.clock.stop(self.now);
                let won = outcome.winners.iter().any(|seat| self.player(seat).is_person());
                if won { End::Won } else { End::Lost }
            }
        };
        self.tell_end(end);
    }

    /// Another game takes the place of this one, or the same deal is begun again.
    pub(super) fn count_ended(&mut self, end: End) {
        if self.view.public().outcome.is_none() {
            self.tell_end(end);
        }
    }

    /// How many moves people have made.
    pub(super) fn moves(&self) -> usize {
        let of_person = |entry: &&Entry<Savannah>| matches!(entry, Entry::Move { seat, .. } if self.player(*seat).is_person());
        self.table().map_or(0, |table| table.record().entries.iter().filter(of_person).count())
    }

    fn tell_end(&mut self, end: End) {
        let kind = Kind::Savannah { seats: self.config().seats(), level: self.strongest() };
        let news = self.tally.news(end, self.clock.spent(self.now), self.moves(), kind);
        if self.settings.statistics && self.lesson.is_none() && self.table().is_some() {
            self.out.extend(news.map(Out::Count));
        }
    }

    /// The name of the strongest level at the table.
    fn strongest(&self) -> Option<String> {
        let levels = self.players.iter().filter_map(|player| match player.kind {
            Sits::Bot(level) => Some(level),
            Sits::Person | Sits::Guest(_) => None,
        });
        levels.max().map(|level| level.to_string())
    }
}
