use std::ops::Range;

use games::savannah::Config;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::duplicate::{BadMove, DealResult};
use super::histogram::TimeHistogram;
use super::seating::Seating;
use crate::{Interval, StopFlag};

/// The players of one table, and their results over many deals.
pub(super) struct Matchup {
    pub(super) config: Config,
    pub(super) seating: Seating,
    /// The share of games won, by player and deal.
    pub(super) shares: Vec<Vec<f64>>,
    pub(super) shared: u64,
    pub(super) ended_by_last_round: u64,
    pub(super) unfinished: u64,
    /// The processor time of turns, by player.
    pub(super) times: Vec<TimeHistogram>,
}

impl Matchup {
    pub(super) fn new(config: Config, seating: Seating) -> Matchup {
        let players = seating.players().len();
        Matchup {
            config,
            seating,
            shares: vec![Vec::new(); players],
            shared: 0,
            ended_by_last_round: 0,
            unfinished: 0,
            times: vec![TimeHistogram::default(); players],
        }
    }

    pub(super) fn games_per_deal(&self) -> u64 {
        self.seating.rotations().len() as u64
    }

    /// How many deals were played.
    pub(super) fn deals(&self) -> u64 {
        self.shares.first().map_or(0, Vec::len) as u64
    }

    /// How many games were played.
    pub(super) fn games(&self) -> u64 {
        self.deals() * self.games_per_deal()
    }

    /// The share of games that a player has won.
    pub(super) fn share(&self, player: usize) -> Interval {
        Interval::agresti_coull(self.shares[player].iter().copied())
    }

    /// Plays these deals on the threads of the current pool. Results are added in the order of the deals.
    /// When a stop is requested, deals that have not started are left out.
    pub(super) fn play(
        &mut self,
        deals: Range<u64>,
        bar: &ProgressBar,
        stop: &StopFlag,
    ) -> Result<(), BadMove> {
        let games = self.games_per_deal();
        let play = |deal: &u64| {
            if stop.is_requested() {
                return Ok(None);
            }
            let result = DealResult::play(&self.config, &self.seating, *deal);
            bar.inc(games);
            result.map(Some)
        };
        // One by one, so that no thread is idle for long at the end.
        let deals: Vec<u64> = deals.collect();
        let results: Result<Vec<Option<DealResult>>, BadMove> =
            deals.par_iter().with_max_len(1).map(play).collect();
        results?.iter().flatten().for_each(|result| self.add(result));
        Ok(())
    }

    fn add(&mut self, result: &DealResult) {
        for (player, shares) in self.shares.iter_mut().enumerate() {
            shares.push(result.share(player));
        }
        for (times, turns) in self.times.iter_mut().zip(&result.turns) {
            turns.iter().for_each(|nanoseconds| times.add(*nanoseconds));
        }
        self.shared += result.shared;
        self.ended_by_last_round += result.ended_by_last_round;
        self.unfinished += result.unfinished;
    }
}
