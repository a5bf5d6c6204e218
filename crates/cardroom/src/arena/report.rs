use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::contest::Contest;
use super::sequential::{Decision, Test};
use super::share::{Share, elo};
use crate::english::sentence;
use crate::number::{grouped, time};
use crate::savannah::wins::MOST_ROUNDS;

/// What came of games, for people and for programs.
#[derive(Serialize)]
pub(super) struct Report {
    games: u64,
    results: Vec<Line>,
    config: String,
    deals: u64,
    first_deal: u64,
    shared: u64,
    ended_by_last_round: u64,
    unfinished: u64,
    seconds: f64,
    games_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<Verdict>,
}

/// What a sequential test has shown.
#[derive(Serialize)]
struct Verdict {
    low: f64,
    high: f64,
    decision: &'static str,
    #[serde(skip)]
    text: String,
}

/// What a player has done.
#[derive(Serialize)]
struct Line {
    player: String,
    win_share: f64,
    low: f64,
    high: f64,
    elo: f64,
    cpu_ms_per_turn: f64,
    cpu_ms_p99: f64,
    elo_low: f64,
    elo_high: f64,
    seats: usize,
}

impl Report {
    pub(super) fn new(contest: &Contest, first_deal: u64, took: Duration) -> Report {
        let seats = contest.seating.seats();
        let line = |(at, player)| {
            let own = contest.seating.seats_of(player);
            let share = contest.share(at);
            let Share { mean: win_share, low, high } = share;
            let elo = share.map(|share| elo(share, own, seats));
            Line {
                player: player.to_string(),
                win_share,
                low,
                high,
                elo: elo.mean,
                cpu_ms_per_turn: contest.times[at].mean(),
                cpu_ms_p99: contest.times[at].quantile(0.99),
                elo_low: elo.low,
                elo_high: elo.high,
                seats: own,
            }
        };
        let seconds = took.as_secs_f64();
        Report {
            games: contest.games(),
            results: contest.seating.players().into_iter().enumerate().map(line).collect(),
            config: contest.config.to_string(),
            deals: contest.deals(),
            first_deal,
            shared: contest.shared,
            ended_by_last_round: contest.capped,
            unfinished: contest.unfinished,
            seconds,
            games_per_second: contest.games() as f64 / seconds.max(1e-9),
            test: None,
        }
    }

    /// The same with what a test of the first player has shown.
    pub(super) fn with_test(self, test: &Test) -> Report {
        let [low, high] = test.bounds().percent();
        let player = self.results.first().map_or("", |line| &line.player);
        let games = grouped(self.games);
        let after = format!("after {games} games, wrong with a probability of 5 % at most");
        let (decision, text) = match test.decision() {
            Some(Decision::More) => {
                ("more", format!("{player} wins more than {low} % of the games: decided {after}"))
            }
            Some(Decision::Less) => {
                ("less", format!("{player} wins less than {high} % of the games: decided {after}"))
            }
            None => (
                "none",
                format!(
                    "not decided after {games} games: {player} may win {low} % of the games, or {high} %"
                ),
            ),
        };
        let test = Some(Verdict { low: low / 100.0, high: high / 100.0, decision, text });
        Report { test, ..self }
    }

    /// As a table.
    pub(super) fn print(&self, out: &mut dyn Write) -> Result<()> {
        let Report { games, deals, config, first_deal, .. } = self;
        let (games, deals) = (grouped(*games), grouped(*deals));
        writeln!(out, "{games} games of savannah, {config}: {deals} deals from v1:{first_deal} on")?;
        writeln!(out, "Each deal was played with every player in every seat.\n")?;
        writeln!(out, "{HEAD}")?;
        for line in &self.results {
            writeln!(out, "{}", line.text())?;
        }
        writeln!(out)?;
        self.endings().iter().try_for_each(|text| writeln!(out, "{text}"))?;
        writeln!(out, "{:.1} seconds, {:.1} games a second", self.seconds, self.games_per_second)?;
        if let Some(test) = &self.test {
            writeln!(out, "\n{}", sentence(&test.text))?;
            if test.decision != "none" {
                writeln!(out, "{BIAS}")?;
            }
        }
        Ok(())
    }

    /// How games ended that nobody has won alone and by an empty reserve and discard.
    fn endings(&self) -> Vec<String> {
        let of = |count: u64| format!("{} of {} games", grouped(count), grouped(self.games));
        let mut lines = Vec::new();
        if self.ended_by_last_round > 0 {
            let games = of(self.ended_by_last_round);
            lines.push(format!("{games} went to the last round: the fewest cards won (V14)"));
        }
        if self.shared > 0 {
            lines.push(format!("{} were shared: each winner has an equal part of the win", of(self.shared)));
        }
        if self.unfinished > 0 {
            let games = of(self.unfinished);
            lines.push(format!("{games} had no end after {MOST_ROUNDS} rounds: all share the win"));
        }
        lines
    }
}

/// What has to be known about figures of a test.
const BIAS: &str =
    "A test ends at a lucky moment: the share above is more extreme than the truth, on average.";

const HEAD: &str = "  player       won   95 % interval     Elo   95 % interval   CPU a turn   99 % under";

/// "72.4".
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

impl Line {
    fn text(&self) -> String {
        let elo = |elo: f64| {
            if elo.is_nan() {
                "-".to_owned()
            } else {
                format!("{:+.0}", elo.round() + 0.0).replace("inf", "∞")
            }
        };
        format!(
            "  {:<9} {:>4} %   {:>5} to {:<5}  {:>6}   {:>5} to {:<5}  {:>10}   {:>10}",
            self.player,
            percent(self.win_share),
            percent(self.low),
            percent(self.high),
            elo(self.elo),
            elo(self.elo_low),
            elo(self.elo_high),
            time(self.cpu_ms_per_turn),
            time(self.cpu_ms_p99),
        )
    }
}
