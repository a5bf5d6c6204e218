use bots::Level;
use games::savannah::Config;

use super::elo::ratings;
use super::histogram::TimeHistogram;
use super::matchup::Matchup;
use super::seating::Seating;
use crate::Interval;

/// A tournament in which every player meets every other one, two at a table and with the same deals.
pub(super) struct RoundRobin {
    pub(super) players: Vec<Level>,
    /// Each pair once: the first player with all that follow, then the second, and so on.
    pub(super) matchups: Vec<Matchup>,
}

/// Players who cannot play a round-robin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RoundRobinError {
    /// There are fewer than two.
    #[error("a round-robin needs at least two players")]
    TooFew,
    /// One of them is named more than once.
    #[error("{0} is in the round-robin twice")]
    Twice(Level),
}

impl RoundRobin {
    pub(super) fn new(players: Vec<Level>, config: Config) -> Result<RoundRobin, RoundRobinError> {
        if players.len() < 2 {
            return Err(RoundRobinError::TooFew);
        }
        if let Some(twice) = (1..players.len()).find(|at| players[..*at].contains(&players[*at])) {
            return Err(RoundRobinError::Twice(players[twice]));
        }
        let pairs = pairs(players.len());
        let matchup = |(a, b): (usize, usize)| Matchup::new(config, Seating::pair(players[a], players[b]));
        let matchups = pairs.map(matchup).collect();
        Ok(RoundRobin { players, matchups })
    }

    /// How many deals all pairs have played.
    pub(super) fn deals(&self) -> u64 {
        self.matchups.iter().map(Matchup::deals).min().unwrap_or(0)
    }

    /// The share of games that a player has won against another.
    pub(super) fn share(&self, player: usize, other: usize) -> Interval {
        Interval::agresti_coull(self.shares(player, other))
    }

    /// The share of games that a player has won against all others. All pairs play the same deals, so the
    /// shares of one deal are averaged first.
    pub(super) fn overall_share(&self, player: usize) -> Interval {
        let others: Vec<usize> = (0..self.players.len()).filter(|other| *other != player).collect();
        let mut means = vec![0.0; self.deals() as usize];
        for other in &others {
            let part = self.shares(player, *other).map(|share| share / others.len() as f64);
            means.iter_mut().zip(part).for_each(|(mean, part)| *mean += part);
        }
        Interval::agresti_coull(means)
    }

    /// The processor time of a player's turns.
    pub(super) fn times(&self, player: usize) -> TimeHistogram {
        let mut times = TimeHistogram::default();
        for matchup in &self.matchups {
            let at = matchup.seating.players().iter().position(|other| *other == self.players[player]);
            at.into_iter().for_each(|at| times.merge(&matchup.times[at]));
        }
        times
    }

    /// The players' Elo ratings. The intervals are found by leaving out one group of deals after the other
    /// (the jackknife), which takes into account that all pairs play the same deals.
    pub(super) fn ratings(&self) -> Vec<Interval> {
        let all = self.ratings_without(None);
        let groups = (self.deals() + 4).min(JACKKNIFE_GROUPS) as usize;
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
            Interval { mean: *elo, low: elo - spread, high: elo + spread }
        };
        all.iter().enumerate().map(interval).collect()
    }

    /// The ratings from all deals, or from all deals but one of that many groups.
    ///
    /// One additional drawn deal keeps the ratings finite when a player always wins or never does. The groups
    /// get four additional deals, two won and two lost, as in [`Interval::agresti_coull`], so that a few
    /// deals with equal results do not look certain.
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
        let matchup = at.and_then(|at| self.matchups.get(at));
        let side = usize::from(player > other);
        let shares = matchup.and_then(|matchup| matchup.shares.get(side));
        shares.into_iter().flatten().copied()
    }
}

const JACKKNIFE_GROUPS: u64 = 50;

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}

#[cfg(test)]
mod tests {
    use cards::{ChanceKind, Key, Source};
    use games::savannah::Config;

    use super::{RoundRobin, RoundRobinError};
    use crate::arena::seating::parse_levels;

    fn round_robin(deals: usize) -> RoundRobin {
        let players = parse_levels("keen,casual,beginner").unwrap();
        let mut round_robin = RoundRobin::new(players, Config::new(2).unwrap()).unwrap();
        // Each player wins two of three games against the next; the first wins four of five against the last.
        let mut source = Key::from_number(1).stream(ChanceKind::Deal, 0);
        for (matchup, lost) in round_robin.matchups.iter_mut().zip([3, 5, 3]) {
            for _ in 0..deals {
                let share = if source.below(lost) == 0 { 0.0 } else { 1.0 };
                matchup.shares[0].push(share);
                matchup.shares[1].push(1.0 - share);
            }
        }
        round_robin
    }

    #[test]
    fn players_who_win_more_are_rated_higher() {
        let games = round_robin(600);
        for (a, b, share) in [(0, 1, 0.667), (0, 2, 0.8), (1, 0, 0.333), (2, 0, 0.2), (2, 1, 0.333)] {
            assert!((games.share(a, b).mean - share).abs() < 0.06, "{a} against {b}");
        }
        let all = games.overall_share(0);
        assert!((all.mean - (games.share(0, 1).mean + games.share(0, 2).mean) / 2.0).abs() < 1e-9);
        assert!(all.high - all.low < games.share(0, 1).high - games.share(0, 1).low);
        let elo = games.ratings();
        // Two wins of three are 120 points.
        for (elo, truth) in elo.iter().zip([120.0, 0.0, -120.0]) {
            assert!(elo.low < truth && truth < elo.high, "{elo:?}");
            assert!((20.0..60.0).contains(&(elo.high - elo.low)), "{elo:?}");
        }
        assert!(elo[0].low > elo[1].high && elo[1].low > elo[2].high);
    }

    #[test]
    fn few_deals_give_wide_intervals() {
        assert!(round_robin(0).ratings().iter().all(|elo| elo.mean == 0.0));
        let width = |deals| {
            let elo = round_robin(deals).ratings()[0];
            elo.high - elo.low
        };
        assert!(width(15) > 3.0 * width(600));
    }

    #[test]
    fn each_player_takes_part_once() {
        let refused =
            |players| RoundRobin::new(parse_levels(players).unwrap(), Config::new(2).unwrap()).err();
        assert_eq!(refused("keen"), Some(RoundRobinError::TooFew));
        assert!(matches!(refused("keen,strong,keen"), Some(RoundRobinError::Twice(_))));
        assert!(refused("keen,strong").is_none());
        for text in ["keen,,strong", "keen,max"] {
            assert!(parse_levels(text).is_err(), "{text}");
        }
    }
}
