use super::{End, Played};

/// The totals of one kind of game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// All games, including those in progress.
    pub played: u32,
    /// Won without a hint.
    pub won: u32,
    /// Won with hints.
    pub won_with_hints: u32,
    /// Over and not won.
    pub lost: u32,
    /// Abandoned for another game.
    pub left: u32,
    /// Restarted with the same deal.
    pub restarted: u32,
    /// The current streak of wins. A win with hints neither counts nor ends it, and neither does a game in
    /// progress.
    pub streak: u32,
    /// The longest streak of wins.
    pub longest_streak: u32,
    /// The fastest win without a hint, in milliseconds.
    pub best_time: Option<u64>,
    /// The fewest moves of a win without a hint.
    pub best_moves: Option<u32>,
}

impl Summary {
    /// Computes the totals of games that are ordered by time.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Played>) -> Summary {
        let mut summary = Summary::default();
        for played in games {
            summary.add(played);
        }
        summary
    }

    fn add(&mut self, played: &Played) {
        self.played += 1;
        let count = match (played.end, played.hints) {
            (End::Open, _) => return,
            (End::Won, 0) => &mut self.won,
            (End::Won, _) => &mut self.won_with_hints,
            (End::Lost, _) => &mut self.lost,
            (End::Left, _) => &mut self.left,
            (End::Restarted, _) => &mut self.restarted,
        };
        *count += 1;
        match (played.end, played.hints) {
            (End::Won, 0) => {
                self.streak += 1;
                self.longest_streak = self.longest_streak.max(self.streak);
                self.best_time = Some(self.best_time.map_or(played.spent, |best| best.min(played.spent)));
                self.best_moves = Some(self.best_moves.map_or(played.moves, |best| best.min(played.moves)));
            }
            (End::Won, _) => {}
            _ => self.streak = 0,
        }
    }

    /// The win rate: games won without a hint, in percent of all games that are not in progress.
    #[must_use]
    pub fn share(&self) -> Option<u32> {
        let over = self.won + self.won_with_hints + self.lost + self.left + self.restarted;
        (over > 0).then(|| (self.won * 100 + over / 2) / over)
    }
}
