//! The results of an arena as tables.

use std::io::Write;

use anyhow::Result;
use lab::MAX_ROUNDS;
use lab::arena::{MatchReport, PlayerResult, Standings, TestDecision, TestResult};
use lab::number::{grouped, percent, time};

use crate::english::sentence;

/// Prints the results of one table.
pub(super) fn report(report: &MatchReport, out: &mut dyn Write) -> Result<()> {
    let MatchReport { games, deals, config, first_deal, .. } = report;
    let (games, deals) = (grouped(*games), grouped(*deals));
    writeln!(out, "{games} games of savannah, {config}: {deals} deals from v1:{first_deal} on")?;
    writeln!(out, "Each deal was played with every player in every seat.\n")?;
    writeln!(out, "{HEAD}")?;
    for result in &report.results {
        writeln!(out, "{}", line(result))?;
    }
    writeln!(out)?;
    endings(report).iter().try_for_each(|text| writeln!(out, "{text}"))?;
    writeln!(out, "{:.1} seconds, {:.1} games a second", report.seconds, report.games_per_second)?;
    if let Some(test) = &report.test {
        writeln!(out, "\n{}", sentence(&decision(report, test)))?;
        if test.decision != TestDecision::Undecided {
            writeln!(out, "{BIAS}")?;
        }
    }
    Ok(())
}

const HEAD: &str = "  player       won   95 % interval     Elo   95 % interval   CPU a turn   99 % under";

const BIAS: &str =
    "A test ends at a lucky moment: the share above is more extreme than the truth, on average.";

fn line(result: &PlayerResult) -> String {
    let elo = |elo: f64| {
        if elo.is_nan() {
            "-".to_owned()
        } else {
            // Adding zero avoids "-0".
            format!("{:+.0}", elo.round() + 0.0).replace("inf", "∞")
        }
    };
    format!(
        "  {:<9} {:>4} %   {:>5} to {:<5}  {:>6}   {:>5} to {:<5}  {:>10}   {:>10}",
        result.player,
        percent(result.win_share),
        percent(result.low),
        percent(result.high),
        elo(result.elo),
        elo(result.elo_low),
        elo(result.elo_high),
        time(result.cpu_ms_per_turn),
        time(result.cpu_ms_p99),
    )
}

/// How many games ended in an unusual way.
fn endings(report: &MatchReport) -> Vec<String> {
    let of = |count: u64| format!("{} of {} games", grouped(count), grouped(report.games));
    let mut lines = Vec::new();
    if report.ended_by_last_round > 0 {
        let games = of(report.ended_by_last_round);
        lines.push(format!("{games} went to the last round: the fewest cards won (V14)"));
    }
    if report.shared > 0 {
        lines.push(format!("{} were shared: each winner has an equal part of the win", of(report.shared)));
    }
    if report.unfinished > 0 {
        let games = of(report.unfinished);
        lines.push(format!("{games} had no end after {MAX_ROUNDS} rounds: all share the win"));
    }
    lines
}

/// What a sequential test of the first player has shown.
fn decision(report: &MatchReport, test: &TestResult) -> String {
    let [low, high] = test.bounds.percent();
    let player = report.results.first().map_or("", |result| &result.player);
    let games = grouped(report.games);
    let after = format!("after {games} games, wrong with a probability of 5 % at most");
    match test.decision {
        TestDecision::More => format!("{player} wins more than {low} % of the games: decided {after}"),
        TestDecision::Less => format!("{player} wins less than {high} % of the games: decided {after}"),
        TestDecision::Undecided => {
            format!("not decided after {games} games: {player} may win {low} % of the games, or {high} %")
        }
    }
}

/// Prints the results of a round-robin.
pub(super) fn standings(standings: &Standings, out: &mut dyn Write) -> Result<()> {
    let Standings { games, deals, config, first_deal, results, shares, .. } = standings;
    let (games, deals) = (grouped(*games), grouped(*deals));
    writeln!(out, "{games} games of savannah, {config}: {deals} deals from v1:{first_deal} on")?;
    writeln!(out, "Each pair has played each deal twice, with seats swapped.\n")?;
    write!(out, "  player       Elo    95 %       won")?;
    results.iter().try_for_each(|other| write!(out, "{:>9}", other.player))?;
    writeln!(out, "   CPU a turn")?;
    for (at, (line, shares)) in results.iter().zip(shares).enumerate() {
        let spread = format!("±{:.0}", (line.elo_high - line.elo_low) / 2.0);
        let elo = format!("{:+.0}", line.elo.round() + 0.0);
        write!(out, "  {:<9} {elo:>6}  {spread:>6}   {:>5} %", line.player, percent(line.win_share))?;
        for (other, share) in shares.iter().enumerate() {
            let share = if at == other { "-".to_owned() } else { percent(*share) };
            write!(out, "{share:>9}")?;
        }
        writeln!(out, "   {:>10}", time(line.cpu_ms_per_turn))?;
    }
    writeln!(out, "\n{:.1} seconds, {:.1} games a second", standings.seconds, standings.games_per_second)?;
    Ok(())
}
