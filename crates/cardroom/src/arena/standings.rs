use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use games::savannah::Config;
use serde::Serialize;

use super::contest::Contest;
use super::ladder::Ladder;
use super::report::percent;
use super::share::Share;
use crate::number::{grouped, time};

/// What came of a round-robin, for people and for programs: the strongest first.
#[derive(Serialize)]
pub(super) struct Standings {
    pub(super) games: u64,
    pub(super) results: Vec<Standing>,
    /// What each has won against each, in the order of the results; an equal part against itself.
    pub(super) shares: Vec<Vec<f64>>,
    pub(super) config: String,
    pub(super) deals: u64,
    first_deal: u64,
    seconds: f64,
    games_per_second: f64,
}

/// What a player has done in all games.
#[derive(Serialize)]
pub(super) struct Standing {
    pub(super) player: String,
    win_share: f64,
    low: f64,
    high: f64,
    pub(super) elo: f64,
    pub(super) cpu_ms_per_turn: f64,
    cpu_ms_p99: f64,
    pub(super) elo_low: f64,
    pub(super) elo_high: f64,
}

impl Standings {
    pub(super) fn new(ladder: &Ladder, config: Config, first_deal: u64, took: Duration) -> Standings {
        let ratings = ladder.ratings();
        let mut order: Vec<usize> = (0..ladder.players.len()).collect();
        order.sort_by(|one, other| ratings[*other].mean.total_cmp(&ratings[*one].mean));
        let standing = |player: &usize| {
            let Share { mean: win_share, low, high } = ladder.share_of_all(*player);
            let Share { mean: elo, low: elo_low, high: elo_high } = ratings[*player];
            let times = ladder.times(*player);
            Standing {
                player: ladder.players[*player].to_string(),
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
            false => ladder.share(player, other).mean,
        };
        let games = ladder.contests.iter().map(Contest::games).sum();
        let seconds = took.as_secs_f64();
        Standings {
            games,
            results: order.iter().map(standing).collect(),
            shares: order.iter().map(|one| order.iter().map(|other| share(*one, *other)).collect()).collect(),
            config: config.to_string(),
            deals: ladder.deals(),
            first_deal,
            seconds,
            games_per_second: games as f64 / seconds.max(1e-9),
        }
    }

    /// As a table.
    pub(super) fn print(&self, out: &mut dyn Write) -> Result<()> {
        let Standings { games, deals, config, first_deal, .. } = self;
        let (games, deals) = (grouped(*games), grouped(*deals));
        writeln!(out, "{games} games of savannah, {config}: {deals} deals from v1:{first_deal} on")?;
        writeln!(out, "Each pair has played each deal twice, with seats swapped.\n")?;
        write!(out, "  player       Elo    95 %       won")?;
        self.results.iter().try_for_each(|other| write!(out, "{:>9}", other.player))?;
        writeln!(out, "   CPU a turn")?;
        for (at, line) in self.results.iter().enumerate() {
            let spread = format!("±{:.0}", (line.elo_high - line.elo_low) / 2.0);
            let elo = format!("{:+.0}", line.elo.round() + 0.0);
            write!(out, "  {:<9} {elo:>6}  {spread:>6}   {:>5} %", line.player, percent(line.win_share))?;
            for other in 0..self.results.len() {
                let share = if at == other { "-".to_owned() } else { percent(self.shares[at][other]) };
                write!(out, "{share:>9}")?;
            }
            writeln!(out, "   {:>10}", time(line.cpu_ms_per_turn))?;
        }
        writeln!(out, "\n{:.1} seconds, {:.1} games a second", self.seconds, self.games_per_second)?;
        Ok(())
    }
}
