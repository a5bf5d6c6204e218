use anyhow::{Result, bail};
use bots::savannah::Level;
use games::savannah::Config;

use super::contest::Contest;
use super::rating::ratings;
use super::seating::Seating;
use super::share::Share;
use super::times::Times;
use crate::choice::levels;

/// Players who all meet each other, two at a table and in the same deals.
pub(super) struct Ladder {
    pub(super) players: Vec<Level>,
    /// Each pair once: the first with all that come after it, then the second, and so on.
    pub(super) contests: Vec<Contest>,
}

impl Ladder {
    /// Players with commas between them.
    pub(super) fn new(text: &str, config: Config) -> Result<Ladder> {
        let players = levels(text)?;
        if players.len() < 2 {
            bail!("a round-robin needs two players at least");
        }
        if let Some(twice) = (1..players.len()).find(|at| players[..*at].contains(&players[*at])) {
            bail!("{} is in the round-robin twice", players[twice]);
        }
        let pairs = pairs(players.len());
        let contest = |(a, b): (usize, usize)| Contest::new(config, Seating::pair(players[a], players[b]));
        let contests = pairs.map(contest).collect();
        Ok(Ladder { players, contests })
    }

    /// How many deals all pairs have played.
    pub(super) fn deals(&self) -> u64 {
        self.contests.iter().map(Contest::deals).min().unwrap_or(0)
    }

    /// What share of their games a player has won against another one.
    pub(super) fn share(&self, player: usize, other: usize) -> Share {
        Share::of(self.shares(player, other))
    }

    /// What share of all its games a player has won. All pairs have the same deals.
    pub(super) fn share_of_all(&self, player: usize) -> Share {
        let others: Vec<usize> = (0..self.players.len()).filter(|other| *other != player).collect();
        let mut means = vec![0.0; self.deals() as usize];
        for other in &others {
            let part = self.shares(player, *other).map(|share| share / others.len() as f64);
            means.iter_mut().zip(part).for_each(|(mean, part)| *mean += part);
        }
        Share::of(means)
    }

    /// The processor time of a player's turns.
    pub(super) fn times(&self, player: usize) -> Times {
        let mut times = Times::default();
        for contest in &self.contests {
            let at = contest.seating.players().iter().position(|other| *other == self.players[player]);
            at.into_iter().for_each(|at| times.merge(&contest.times[at]));
        }
        times
    }

    /// The players' Elo, with an interval: how much it changes when groups of deals are left out one after the other tells how much it
    /// depends on the deals (the jackknife). So it is respected that all pairs have the same deals.
    pub(super) fn ratings(&self) -> Vec<Share> {
        let all = self.ratings_without(None);
        let groups = (self.deals() + 4).min(GROUPS) as usize;
        let parts: Vec<Vec<f64>> =
            (0..groups).map(|group| self.ratings_without(Some((group, groups)))).collect();
        let spread = |player: usize| {
            let mean = parts.iter().map(|part| part[player]).sum::<f64>() / groups as f64;
            let squares: f64 = parts.iter().map(|part| (part[player] - mean).powi(2)).sum();
            let variance = squares * (groups as f64 - 1.0) / groups as f64;
            1.96 * variance.sqrt()
        };
        let interval = |(player, elo): (usize, &f64)| {
            let spread = spread(player);
            Share { mean: *elo, low: elo - spread, high: elo + spread }
        };
        all.iter().enumerate().map(interval).collect()
    }

    /// The ratings from all deals, or from all but one of so many groups.
    ///
    /// One more deal that nobody wins keeps players apart who always win or never do, but not endlessly. For the groups there are four
    /// more, won and lost, as in [`Share::of`], so that a few deals with the same result do not look certain.
    fn ratings_without(&self, group: Option<(usize, usize)>) -> Vec<f64> {
        let count = self.players.len();
        let share = |player: usize, other: usize| {
            if player == other {
                return 0.5;
            }
            let (mut wins, mut deals) = (0.0, 0.0);
            let more: &[f64] = if group.is_none() { &[0.5] } else { &[1.0, 0.0, 1.0, 0.0] };
            let more = more.iter().map(|share| if player < other { *share } else { 1.0 - share });
            for (at, share) in self.shares(player, other).chain(more).enumerate() {
                if group.is_none_or(|(group, groups)| at % groups != group) {
                    wins += share;
                    deals += 1.0;
                }
            }
            wins / deals
        };
        let row = |player| (0..count).map(|other| share(player, other)).collect();
        ratings(&(0..count).map(row).collect::<Vec<_>>())
    }

    /// What a player has won against another, deal by deal.
    fn shares(&self, player: usize, other: usize) -> impl Iterator<Item = f64> {
        let pair = (player.min(other), player.max(other));
        let at = pairs(self.players.len()).position(|each| each == pair);
        let contest = at.and_then(|at| self.contests.get(at));
        let side = usize::from(player > other);
        let shares = contest.and_then(|contest| contest.shares.get(side));
        shares.into_iter().flatten().copied()
    }
}

/// So many groups of deals are left out one after the other.
const GROUPS: u64 = 50;

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}

#[cfg(test)]
mod tests {
    use cards::{ChanceKind, Key, Source};
    use games::savannah::Config;

    use super::Ladder;

    fn ladder(deals: usize) -> Ladder {
        let mut ladder = Ladder::new("keen,casual,beginner", Config::new(2).unwrap()).unwrap();
        // Everybody wins two games of three against the next, and the first one wins four of five against the last.
        let mut source = Key::from_number(1).stream(ChanceKind::Deal, 0);
        for (contest, lost) in ladder.contests.iter_mut().zip([3, 5, 3]) {
            for _ in 0..deals {
                let share = if source.below(lost) == 0 { 0.0 } else { 1.0 };
                contest.shares[0].push(share);
                contest.shares[1].push(1.0 - share);
            }
        }
        ladder
    }

    #[test]
    fn who_wins_more_stands_higher() {
        let ladder = ladder(600);
        for (a, b, share) in [(0, 1, 0.667), (0, 2, 0.8), (1, 0, 0.333), (2, 0, 0.2), (2, 1, 0.333)] {
            assert!((ladder.share(a, b).mean - share).abs() < 0.06, "{a} against {b}");
        }
        let all = ladder.share_of_all(0);
        assert!((all.mean - (ladder.share(0, 1).mean + ladder.share(0, 2).mean) / 2.0).abs() < 1e-9);
        assert!(all.high - all.low < ladder.share(0, 1).high - ladder.share(0, 1).low);
        let elo = ladder.ratings();
        // Two wins of three are 120 points.
        for (elo, truth) in elo.iter().zip([120.0, 0.0, -120.0]) {
            assert!(elo.low < truth && truth < elo.high, "{elo:?}");
            assert!((20.0..60.0).contains(&(elo.high - elo.low)), "{elo:?}");
        }
        assert!(elo[0].low > elo[1].high && elo[1].low > elo[2].high);
    }

    #[test]
    fn with_few_deals_little_is_known() {
        assert!(ladder(0).ratings().iter().all(|elo| elo.mean == 0.0));
        let width = |deals| {
            let elo = ladder(deals).ratings()[0];
            elo.high - elo.low
        };
        assert!(width(15) > 3.0 * width(600));
    }

    #[test]
    fn everybody_is_there_once() {
        let config = Config::new(2).unwrap();
        for text in ["keen", "keen,keen", "keen,,strong", "keen,max"] {
            assert!(Ladder::new(text, config).is_err(), "{text}");
        }
    }
}
