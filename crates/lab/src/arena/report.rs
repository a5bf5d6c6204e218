use std::time::Duration;

use serde::Serialize;

use super::elo::elo_lead;
use super::matchup::Matchup;
use super::sequential::{SequentialTest, TestBounds, TestDecision};
use crate::Interval;

/// The results of one table. Its JSON begins with the fields that scripts read most.
#[derive(Serialize)]
pub struct MatchReport {
    /// How many games were played.
    pub games: u64,
    /// Each player's result, in the order in which the players were named.
    pub results: Vec<PlayerResult>,
    /// The options of the table.
    pub config: String,
    /// How many deals were played.
    pub deals: u64,
    /// The number of the first deal.
    pub first_deal: u64,
    /// How many games have several winners.
    pub shared: u64,
    /// How many games were ended by the last round (V14).
    pub ended_by_last_round: u64,
    /// How many games were abandoned after [`crate::MAX_ROUNDS`].
    pub unfinished: u64,
    /// How long it took.
    pub seconds: f64,
    /// How fast that was.
    pub games_per_second: f64,
    /// What the sequential test has shown, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestResult>,
}

/// What a sequential test of the first player has shown.
#[derive(Serialize)]
pub struct TestResult {
    low: f64,
    high: f64,
    /// The decision.
    pub decision: TestDecision,
    /// The two shares that were tested.
    #[serde(skip)]
    pub bounds: TestBounds,
}

impl TestResult {
    pub(super) fn new(test: &SequentialTest) -> TestResult {
        let bounds = test.bounds();
        let [low, high] = bounds.percent().map(|percent| percent / 100.0);
        TestResult { low, high, decision: test.decision(), bounds }
    }
}

/// The result of one player.
#[derive(Serialize)]
pub struct PlayerResult {
    /// The player's name.
    pub player: String,
    /// The share of games won, with its interval.
    pub win_share: f64,
    /// The lower end of the share.
    pub low: f64,
    /// The upper end of the share.
    pub high: f64,
    /// The lead over the others at the table.
    pub elo: f64,
    /// The mean processor time of a turn.
    pub cpu_ms_per_turn: f64,
    /// 99 % of the turns took less.
    pub cpu_ms_p99: f64,
    /// The lower end of the lead.
    pub elo_low: f64,
    /// The upper end of the lead.
    pub elo_high: f64,
    seats: usize,
}

impl MatchReport {
    pub(super) fn new(matchup: &Matchup, first_deal: u64, took: Duration) -> MatchReport {
        let seats = matchup.seating.seats();
        let result = |(at, player)| {
            let own = matchup.seating.seats_of(player);
            let share = matchup.share(at);
            let Interval { mean: win_share, low, high } = share;
            let elo = share.map(|share| elo_lead(share, own, seats));
            PlayerResult {
                player: player.to_string(),
                win_share,
                low,
                high,
                elo: elo.mean,
                cpu_ms_per_turn: matchup.times[at].mean(),
                cpu_ms_p99: matchup.times[at].quantile(0.99),
                elo_low: elo.low,
                elo_high: elo.high,
                seats: own,
            }
        };
        let seconds = took.as_secs_f64();
        MatchReport {
            games: matchup.games(),
            results: matchup.seating.players().into_iter().enumerate().map(result).collect(),
            config: matchup.config.to_string(),
            deals: matchup.deals(),
            first_deal,
            shared: matchup.shared,
            ended_by_last_round: matchup.ended_by_last_round,
            unfinished: matchup.unfinished,
            seconds,
            games_per_second: matchup.games() as f64 / seconds.max(1e-9),
            test: None,
        }
    }

    pub(super) fn with_test(self, test: &SequentialTest) -> MatchReport {
        MatchReport { test: Some(TestResult::new(test)), ..self }
    }
}
