//! `cardroom arena` for Klondike: measures how often its players win.

use std::io::Write;

use anyhow::{Result, bail};
use bots::klondike::PlayerBudget;
use games::klondike::Config;
use lab::arena::klondike::{
    ComparisonOptions, MeasureOptions, PlayerComparison, PlayerReport, compare_players, measure,
};
use lab::arena::{TestBounds, TestDecision};
use lab::number::{grouped, percent, time};
use lab::survey::DealRange;
use serde_json::{Value, json};

use super::solve::LimitArgs;
use crate::english::sentence;
use crate::savannah::arena::ArenaArgs;
use crate::{Answer, stop};

/// The arguments that only Klondike has.
#[derive(clap::Args)]
pub(crate) struct SoloArgs {
    /// The player to measure: casual, keen, strong or expert, which is also called strongest; perhaps with
    /// another budget, as in 'expert worlds=64'
    #[arg(long, value_name = "PLAYER", help_heading = HEADING)]
    player: Option<String>,
    /// Compare it with this player on the same deals
    #[arg(long, value_name = "PLAYER", requires = "player", help_heading = HEADING)]
    against: Option<String>,
    /// The range of deals, including both ends: v1:1..1000 or solvitaire:1..1000
    #[arg(long, value_name = "DEALS", requires = "player", help_heading = HEADING)]
    deals: Option<DealRange>,
    /// Find out which of the lost games could be won, with all cards known
    #[arg(long, requires = "player", conflicts_with = "against", help_heading = HEADING)]
    solve: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

const HEADING: &str = "Klondike players";

/// Examples for the help of the command.
pub(crate) const EXAMPLES: &str = "  \
  cardroom arena klondike-3 --player strongest --deals v1:1..1000 --out games.csv
  cardroom arena klondike --player expert --against strong --deals v1:1..9999 --sequential";

/// An explanation for the help of the command.
pub(crate) const NOTES: &str = "\
In Klondike, a deal counts half if both players win it or both lose it, and the
default bounds are 50..51.";

/// The bounds of a sequential test if none are named. A deal that both players win or both lose counts half,
/// so the upper bound is a lead of two percentage points.
const DEFAULT_BOUNDS: &str = "50..51";

pub(crate) fn run(args: &ArenaArgs, game: &str, config: Config, out: &mut dyn Write) -> Result<Answer> {
    let SoloArgs { player: Some(player), deals: Some(deals), .. } = &args.solo else {
        bail!("name a player and deals, as in `cardroom arena {game} --player strongest --deals v1:1..1000`");
    };
    let first = PlayerBudget::parse(player, config)?;
    let Some(other) = &args.solo.against else {
        if args.sequential.is_some() {
            bail!("a sequential test compares two players: name the other one with --against");
        }
        return measure_one(args, game, (player, first), config, *deals, out);
    };
    if args.out.is_some() {
        bail!("a comparison of two players cannot be resumed: leave out --out");
    }
    let second = PlayerBudget::parse(other, config)?;
    let bounds = match args.sequential {
        None => None,
        Some(Some(bounds)) => Some(bounds),
        Some(None) => Some(DEFAULT_BOUNDS.parse::<TestBounds>()?),
    };
    let options = ComparisonOptions {
        config,
        budgets: [first, second],
        deals: *deals,
        bounds,
        threads: args.threads.unwrap_or(0).into(),
    };
    let stop = stop::on_ctrl_c()?;
    let comparison = compare_players(&options, &stop)?;
    if args.json {
        let mut json = serde_json::to_value(&comparison)?;
        describe(&mut json, game, config, *deals);
        for (at, name) in [player, other].into_iter().enumerate() {
            json["players"][at]["player"] = name.as_str().into();
        }
        writeln!(out, "{json}")?;
    } else {
        print_comparison(&comparison, [player, other], out)?;
    }
    Ok(match &comparison.test {
        None if stop.is_requested() => Answer::Unknown,
        None => Answer::Yes,
        Some(test) => match test.decision {
            TestDecision::More => Answer::Yes,
            TestDecision::Less => Answer::No,
            TestDecision::Undecided => Answer::Unknown,
        },
    })
}

fn measure_one(
    args: &ArenaArgs,
    game: &str,
    (player, budget): (&str, PlayerBudget),
    config: Config,
    deals: DealRange,
    out: &mut dyn Write,
) -> Result<Answer> {
    let options = MeasureOptions {
        config,
        budget,
        deals,
        solve: args.solo.solve.then(|| args.solo.limits.limits()),
        threads: args.threads.unwrap_or(0).into(),
        out: args.out.as_deref(),
    };
    let report = measure(&options, &stop::on_ctrl_c()?)?;
    if args.json {
        let mut json = serde_json::to_value(&report)?;
        describe(&mut json, game, config, deals);
        json["player"] = player.into();
        if args.solo.solve {
            let share = report.share_of_winnable();
            json["share_of_winnable"] = json!({ "share": share.mean, "low": share.low, "high": share.high });
        }
        writeln!(out, "{json}")?;
    } else {
        print_report(&report, player, args.solo.solve, out)?;
    }
    Ok(if report.complete { Answer::Yes } else { Answer::Unknown })
}

fn describe(json: &mut Value, game: &str, config: Config, deals: DealRange) {
    json["game"] = game.into();
    json["config"] = config.to_string().into();
    json["deals"] = deals.to_string().into();
}

fn print_report(report: &PlayerReport, player: &str, solved: bool, out: &mut dyn Write) -> Result<()> {
    let (games, won) = (grouped(report.games), grouped(report.won));
    writeln!(out, "{}", sentence(&format!("{player} won {won} of {games} games")))?;
    writeln!(out, "  won: {}", report.share().text())?;
    if solved {
        let winnable = grouped(report.games - report.unwinnable);
        writeln!(out, "  of the {winnable} that can be won: {}", report.share_of_winnable().text())?;
    }
    let [mean, p95, max] =
        [report.cpu_s_per_game, report.cpu_s_p95, report.cpu_s_max].map(|seconds| time(1e3 * seconds));
    writeln!(out, "  processor time of a game: mean {mean}, 95 % at most {p95}, longest {max}")?;
    writeln!(out, "\n{} games played in {:.1} seconds", grouped(report.played_now), report.seconds)?;
    if !report.complete {
        writeln!(out, "Stopped early. Run the same command again to resume, if it has --out.")?;
    }
    Ok(())
}

fn print_comparison(comparison: &PlayerComparison, players: [&str; 2], out: &mut dyn Write) -> Result<()> {
    let PlayerComparison { deals, only_first, only_second, lead, lead_low, lead_high, .. } = comparison;
    writeln!(out, "{} deals, played by both\n", grouped(*deals))?;
    for (name, report) in players.iter().zip(&comparison.players) {
        let cpu = time(1e3 * report.cpu_s_per_game);
        writeln!(out, "  {name:<9} won {}, {cpu} a game", report.share().text())?;
    }
    let [first, second] = players;
    let only = [grouped(*only_first), grouped(*only_second)];
    writeln!(
        out,
        "\n{}",
        sentence(&format!("only {first} won {} deals, only {second} {}", only[0], only[1]))
    )?;
    let [lead, low, high] = [lead, lead_low, lead_high].map(|share| percent(*share));
    writeln!(out, "Lead of {first}: {lead} percentage points, 95 % interval {low} to {high}")?;
    if let Some(test) = &comparison.test {
        // A deal counts half if both win it or both lose it.
        let [low, high] = test.bounds.percent().map(|share| format!("{:.1}", 2.0 * share - 100.0));
        let text = match test.decision {
            TestDecision::More => {
                format!("the lead is more than {low} points (error probability at most 5 %)")
            }
            TestDecision::Less => {
                format!("the lead is less than {high} points (error probability at most 5 %)")
            }
            TestDecision::Undecided => format!("undecided: the lead may be {low} or {high} points"),
        };
        writeln!(out, "{}", sentence(&text))?;
    }
    Ok(())
}
