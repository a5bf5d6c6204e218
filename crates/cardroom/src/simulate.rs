//! `cardroom simulate`: lets simple players play many games.

use std::io::Write;

use anyhow::Result;
use lab::RunOptions;
use lab::simulate::{Figure, Simulation};
use serde_json::{Map, Value, json};

use crate::Answer;
use crate::choice::GameChoice;
use crate::help::with_names;
use crate::parlour::{Parlour, ParlourVisitor, visit};

/// Let simple players play many games, and count what comes of it
///
/// The deals are v1:FIRST, the next number, and so on. The figures do not depend on the number of threads.
#[derive(clap::Args)]
#[command(after_help = with_names("\
Examples:
  cardroom simulate {party} --games 10000 --seats 4
  cardroom simulate {solo} --games 1000 --first-deal 5001 --json"))]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    choice: GameChoice,
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

pub(crate) fn run(args: &SimulateArgs, out: &mut dyn Write) -> Result<Answer> {
    let threads = args.threads.unwrap_or(0).into();
    let options = RunOptions { games: args.games, first_deal: args.first_deal, threads };
    let (config, simulation) = visit(args.choice.offer()?.game, Simulate(args, &options))?;
    report(args, &config, &simulation, out)?;
    Ok(Answer::Yes)
}

struct Simulate<'a>(&'a SimulateArgs, &'a RunOptions);

impl ParlourVisitor for Simulate<'_> {
    type Output = Result<(String, Simulation)>;
    fn visit<G: Parlour>(self) -> Self::Output {
        let config: G::Config = self.0.choice.config()?;
        Ok((config.to_string(), G::simulate(&config, self.1)?))
    }
}

fn report(args: &SimulateArgs, config: &str, simulation: &Simulation, out: &mut dyn Write) -> Result<()> {
    let SimulateArgs { games, first_deal, .. } = args;
    let Simulation { figures, took } = simulation;
    let seconds = took.as_secs_f64();
    let speed = (*games as f64 / seconds.max(1e-9)).round() as u64;
    if args.json {
        let figures: Map<String, Value> =
            figures.iter().map(|(name, figure)| (name.replace(' ', "_"), json_of(figure))).collect();
        let result = json!({
            "game": args.choice.game, "config": config, "games": games, "first_deal": first_deal,
            "figures": figures, "seconds": seconds, "games_per_second": speed,
        });
        writeln!(out, "{result}")?;
        return Ok(());
    }
    let last = first_deal + games - 1;
    let game = &args.choice.game;
    let config = if config == *game { String::new() } else { format!(", {config}") };
    writeln!(out, "{games} games of {game}{config}, deals v1:{first_deal} to v1:{last}\n")?;
    for (name, figure) in figures {
        writeln!(out, "  {name:<30} {}", text_of(figure))?;
    }
    writeln!(out, "\n{seconds:.1} seconds, {speed} games a second")?;
    Ok(())
}

fn text_of(figure: &Figure) -> String {
    match figure {
        Figure::Count(count) => format!("{count:>8}"),
        Figure::Mean(mean) => format!("{mean:>8.2}"),
        Figure::Share(share, error) => format!("{:>8.2} % ± {:.2}", 100.0 * share, 100.0 * error),
    }
}

fn json_of(figure: &Figure) -> Value {
    match figure {
        Figure::Count(count) => json!(count),
        Figure::Mean(mean) => json!(mean),
        Figure::Share(share, error) => json!({ "share": share, "error": error }),
    }
}
