//! Whole games without people, and what comes of them.

mod klondike;
mod savannah;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use games::catalog::GameId;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::Answer;
use crate::choice::Choice;
use crate::progress;

/// Let simple players play many games, and count what comes of it
///
/// The deals are v1:FIRST, the next number, and so on. The figures do not depend on the number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom simulate savannah --games 10000 --seats 4
  cardroom simulate klondike --games 1000 --first-deal 5001 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The number of the first deal
    #[arg(long, value_name = "N", default_value_t = 1)]
    first_deal: u64,
    /// How many threads; without it, one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// What is counted, in whole numbers, so that the sum is the same in whatever order it is taken.
trait Tally: Default + Send {
    /// Adds what another one has counted.
    fn add(self, other: Self) -> Self;

    /// The figures, from the most important down: name, and number.
    fn figures(&self, games: u64) -> Vec<(String, Figure)>;
}

/// A number that was found.
enum Figure {
    Count(u64),
    Mean(f64),
    /// A share of the games, with half of its 95 % interval.
    Share(f64, f64),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Answer> {
    args.first_deal.checked_add(args.games).context("there are not so many deals")?;
    match args.choice.offer()?.game {
        GameId::Klondike => {
            let config = args.choice.config()?;
            simulate(args, &config, |deal| klondike::play(config, deal), out)
        }
        GameId::Savannah => {
            let config = args.choice.config()?;
            simulate(args, &config, |deal| savannah::play(config, deal), out)
        }
    }
}

fn simulate<T: Tally>(
    args: &Args,
    config: &dyn std::fmt::Display,
    play: impl Fn(u64) -> T + Sync,
    out: &mut dyn Write,
) -> Result<Answer> {
    let threads = ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0).into()).build()?;
    let bar = progress::bar(args.games, progress::GAMES)?;
    let start = Instant::now();
    let deals = args.first_deal..args.first_deal + args.games;
    let tally = threads.install(|| {
        let count = |deal| {
            let tally = play(deal);
            bar.inc(1);
            tally
        };
        deals.into_par_iter().map(count).reduce(T::default, T::add)
    });
    bar.finish_and_clear();
    report(args, config, &tally.figures(args.games), start.elapsed(), out)?;
    Ok(Answer::Yes)
}

fn report(
    args: &Args,
    config: &dyn std::fmt::Display,
    figures: &[(String, Figure)],
    took: Duration,
    out: &mut dyn Write,
) -> Result<()> {
    let Args { games, first_deal, .. } = args;
    let seconds = took.as_secs_f64();
    let speed = (*games as f64 / seconds.max(1e-9)).round() as u64;
    if args.json {
        let figures: Map<String, Value> =
            figures.iter().map(|(name, figure)| (name.replace(' ', "_"), figure.json())).collect();
        let result = json!({
            "game": args.choice.game, "config": config.to_string(), "games": games, "first_deal": first_deal,
            "figures": figures, "seconds": seconds, "games_per_second": speed,
        });
        writeln!(out, "{result}")?;
        return Ok(());
    }
    let last = first_deal + games - 1;
    let (game, config) = (&args.choice.game, config.to_string());
    let config = if config == *game { String::new() } else { format!(", {config}") };
    writeln!(out, "{games} games of {game}{config}, deals v1:{first_deal} to v1:{last}\n")?;
    for (name, figure) in figures {
        writeln!(out, "  {name:<30} {}", figure.text())?;
    }
    writeln!(out, "\n{seconds:.1} seconds, {speed} games a second")?;
    Ok(())
}

impl Figure {
    fn mean(total: u64, of: u64) -> Figure {
        Figure::Mean(total as f64 / of.max(1) as f64)
    }

    /// A share of independent games, with half of its 95 % interval.
    fn share(count: f64, of: u64) -> Figure {
        let of = of.max(1) as f64;
        let share = count / of;
        Figure::Share(share, 1.96 * (share * (1.0 - share) / of).max(0.0).sqrt())
    }

    fn text(&self) -> String {
        match self {
            Figure::Count(count) => format!("{count:>8}"),
            Figure::Mean(mean) => format!("{mean:>8.2}"),
            Figure::Share(share, error) => format!("{:>8.2} % ± {:.2}", 100.0 * share, 100.0 * error),
        }
    }

    fn json(&self) -> Value {
        match self {
            Figure::Count(count) => json!(count),
            Figure::Mean(mean) => json!(mean),
            Figure::Share(share, error) => json!({ "share": share, "error": error }),
        }
    }
}
