use std::time::Duration;

use games::savannah::Config;
use serde::Serialize;

use super::matchup::Matchup;
use super::round_robin::RoundRobin;
use crate::Interval;

/// The results of a round-robin, the strongest player first.
#[derive(Serialize)]
pub struct Standings {
    /// How many games were played.
    pub games: u64,
    /// The players, the strongest first.
    pub results: Vec<Standing>,
    /// What each player won against each, in the order of `results`; 0.5 against itself.
    pub shares: Vec<Vec<f64>>,
    /// The options of the tables.
    pub config: String,
    /// How many deals each pair has played.
    pub deals: u64,
    /// The number of the first deal.
    pub first_deal: u64,
    /// How long it took.
    pub seconds: f64,
    /// How fast that was.
    pub games_per_second: f64,
}

/// The result of one player in all games.
#[derive(Serialize)]
pub struct Standing {
    /// The player's name.
    pub player: String,
    /// The share of all games won, with its interval.
    pub win_share: f64,
    low: f64,
    high: f64,
    /// The rating; the average of all players is 0.
    pub elo: f64,
    /// The mean processor time of a turn.
    pub cpu_ms_per_turn: f64,
    cpu_ms_p99: f64,
    /// The lower end of the rating.
    pub elo_low: f64,
    /// The upper end of the rating.
    pub elo_high: f64,
}

impl Standings {
    pub(super) fn new(
        round_robin: &RoundRobin,
        config: Config,
        first_deal: u64,
        took: Duration,
    ) -> Standings {
        let ratings = round_robin.ratings();
        let mut order: Vec<usize> = (0..round_robin.players.len()).collect();
        order.sort_by(|one, other| ratings[*other].mean.total_cmp(&ratings[*one].mean));
        let standing = |player: &usize| {
            let Interval { mean: win_share, low, high } = round_robin.overall_share(*player);
            let Interval { mean: elo, low: elo_low, high: elo_high } = ratings[*player];
            let times = round_robin.times(*player);
            Standing {
                player: round_robin.players[*player].to_string(),
                win_share,
                low,
                high,
                elo,
                cpu_ms_per_turn: times.mean(),
                cpu_ms_p99: times.quantile(0.99),
                elo_low,
                elo_high,
            }
        };
        let share = |player: usize, other: usize| match player == other {
            true => 0.5,
            false => round_robin.share(player, other).mean,
        };
        let games = round_robin.matchups.iter().map(Matchup::games).sum();
        let seconds = took.as_secs_f64();
        Standings {
            games,
            results: order.iter().map(standing).collect(),
            shares: order.iter().map(|one| order.iter().map(|other| share(*one, *other)).collect()).collect(),
            config: config.to_string(),
            deals: round_robin.deals(),
            first_deal,
            seconds,
            games_per_second: games as f64 / seconds.max(1e-9),
        }
    }
}
