use std::time::Duration;

use serde::Serialize;

use super::row::{GameResult, GameRow};
use crate::Interval;
use crate::arena::report::TestResult;
use crate::arena::sequential::SequentialTest;

/// How often a player won, and what it cost.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerReport {
    /// How many games there are.
    pub games: u64,
    /// How many the player won.
    pub won: u64,
    /// The share of games won.
    pub win_share: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of its 95 % interval.
    pub high: f64,
    /// How many of the lost games nobody could win, as far as the solver was asked.
    pub unwinnable: u64,
    /// The mean processor time of a game in seconds.
    pub cpu_s_per_game: f64,
    /// 95 % of the games took at most this many seconds.
    pub cpu_s_p95: f64,
    /// The game that took longest, in seconds.
    pub cpu_s_max: f64,
    /// The mean number of moves of a game.
    pub moves_per_game: f64,
    /// The mean number of positions that the solver searched in a game.
    pub nodes_per_game: f64,
    /// How many games were played now; the others were in the file.
    pub played_now: u64,
    /// Whether all deals were played.
    pub complete: bool,
    /// How long it took.
    pub seconds: f64,
}

impl PlayerReport {
    pub(super) fn new(rows: &[GameRow], played_now: u64, complete: bool, took: Duration) -> PlayerReport {
        let count = |result| rows.iter().filter(|row| row.result == result).count() as u64;
        let (games, won) = (rows.len() as u64, count(GameResult::Won));
        let Interval { mean: win_share, low, high } = Interval::wilson(won, 0, games);
        let mean = |number: fn(&GameRow) -> f64| rows.iter().map(number).sum::<f64>() / games.max(1) as f64;
        let mut times: Vec<f64> = rows.iter().map(|row| row.cpu_ms / 1e3).collect();
        times.sort_by(f64::total_cmp);
        let p95 = (0.95 * times.len() as f64).ceil() as usize;
        PlayerReport {
            games,
            won,
            win_share,
            low,
            high,
            unwinnable: count(GameResult::Unwinnable),
            cpu_s_per_game: mean(|row| row.cpu_ms / 1e3),
            cpu_s_p95: times.get(p95.saturating_sub(1)).copied().unwrap_or(0.0),
            cpu_s_max: times.last().copied().unwrap_or(0.0),
            moves_per_game: mean(|row| row.moves as f64),
            nodes_per_game: mean(|row| row.nodes as f64),
            played_now,
            complete,
            seconds: took.as_secs_f64(),
        }
    }

    /// The share of games won, with its interval.
    #[must_use]
    pub fn share(&self) -> Interval {
        Interval { mean: self.win_share, low: self.low, high: self.high }
    }

    /// The share of the games that could be won. It is exact only if the solver was asked about all lost
    /// games.
    #[must_use]
    pub fn share_of_winnable(&self) -> Interval {
        Interval::wilson(self.won, 0, self.games - self.unwinnable)
    }
}

/// Two players on the same deals.
#[derive(Serialize)]
pub struct PlayerComparison {
    /// How many deals both played.
    pub deals: u64,
    /// The result of each player.
    pub players: [PlayerReport; 2],
    /// How many deals only the first player won.
    pub only_first: u64,
    /// How many deals only the second player won.
    pub only_second: u64,
    /// How much larger the first player's share of wins is.
    pub lead: f64,
    /// The lower end of its 95 % interval.
    pub lead_low: f64,
    /// The upper end of its 95 % interval.
    pub lead_high: f64,
    /// What the sequential test has shown, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestResult>,
}

impl PlayerComparison {
    pub(super) fn new(
        pairs: &[[GameRow; 2]],
        test: Option<&SequentialTest>,
        took: Duration,
    ) -> PlayerComparison {
        let players = [0, 1].map(|player| {
            let rows: Vec<GameRow> = pairs.iter().map(|pair| pair[player]).collect();
            PlayerReport::new(&rows, rows.len() as u64, true, took)
        });
        let points =
            pairs.iter().map(|pair| pair.map(|row| f64::from(u8::from(row.result == GameResult::Won))));
        let lead = Interval::agresti_coull(points.map(|[one, other]| (1.0 + one - other) / 2.0))
            .map(|share| 2.0 * share - 1.0);
        let only = |own: usize| {
            pairs
                .iter()
                .filter(|pair| pair[own].result == GameResult::Won && pair[1 - own].result != GameResult::Won)
                .count() as u64
        };
        PlayerComparison {
            deals: pairs.len() as u64,
            players,
            only_first: only(0),
            only_second: only(1),
            lead: lead.mean,
            lead_low: lead.low,
            lead_high: lead.high,
            test: test.map(TestResult::new),
        }
    }
}
