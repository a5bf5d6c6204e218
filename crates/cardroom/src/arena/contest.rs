use std::ops::Range;

use anyhow::Result;
use games::savannah::Config;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::bout::Bout;
use super::seating::Seating;
use super::share::Share;
use super::times::Times;
use crate::stop::Stop;

/// A table whose players meet in one deal after the other, and what came of it so far.
pub(super) struct Contest {
    pub(super) config: Config,
    pub(super) seating: Seating,
    /// What share of its games each player has won, by player, then by deal.
    pub(super) shares: Vec<Vec<f64>>,
    pub(super) shared: u64,
    pub(super) capped: u64,
    pub(super) unfinished: u64,
    /// The processor time of turns, by player.
    pub(super) times: Vec<Times>,
}

impl Contest {
    pub(super) fn new(config: Config, seating: Seating) -> Contest {
        let players = seating.players().len();
        Contest {
            config,
            seating,
            shares: vec![Vec::new(); players],
            shared: 0,
            capped: 0,
            unfinished: 0,
            times: vec![Times::default(); players],
        }
    }

    /// How many games a deal has.
    pub(super) fn games_a_deal(&self) -> u64 {
        self.seating.rotations().len() as u64
    }

    /// How many deals were played.
    pub(super) fn deals(&self) -> u64 {
        self.shares.first().map_or(0, Vec::len) as u64
    }

    /// How many games were played.
    pub(super) fn games(&self) -> u64 {
        self.deals() * self.games_a_deal()
    }

    /// What share of the games a player has won.
    pub(super) fn share(&self, player: usize) -> Share {
        Share::of(self.shares[player].iter().copied())
    }

    /// Plays these deals, by all threads of the pool that this is called in. What came of them is counted in their order, whoever was
    /// ready first. Deals that are not begun when somebody asks to stop are left out.
    pub(super) fn play(&mut self, deals: Range<u64>, bar: &ProgressBar, stop: &Stop) -> Result<()> {
        let games = self.games_a_deal();
        let play = |deal: &u64| {
            if stop.is_asked() {
                return Ok(None);
            }
            let bout = Bout::play(&self.config, &self.seating, *deal);
            bar.inc(games);
            bout.map(Some)
        };
        // One by one, so that no thread waits for long at the end.
        let deals: Vec<u64> = deals.collect();
        let bouts: Result<Vec<Option<Bout>>> = deals.par_iter().with_max_len(1).map(play).collect();
        bouts?.iter().flatten().for_each(|bout| self.count(bout));
        Ok(())
    }

    fn count(&mut self, bout: &Bout) {
        for (player, shares) in self.shares.iter_mut().enumerate() {
            shares.push(bout.share(player));
        }
        for (times, turns) in self.times.iter_mut().zip(&bout.turns) {
            turns.iter().for_each(|nanoseconds| times.add(*nanoseconds));
        }
        self.shared += bout.shared;
        self.capped += bout.capped;
        self.unfinished += bout.unfinished;
    }
}
