use std::io::Write;

use anyhow::Result;
use cards::DealId;
use games::catalog::Visitor;
use serde_json::json;
use table::{Game, Origin, perft};

use crate::Answer;
use crate::choice::{GameChoice, deal_named};
use crate::help::with_names;

/// Count the ways to make so many moves from a deal on
///
/// The number changes when the rules do: it is a check of the rules, and a measure of their speed.
#[derive(clap::Args)]
#[command(after_help = with_names("\
Examples:
  cardroom perft {solo} --deal v1:42 --depth 5
  cardroom perft {party} --seats 3 --deal v1:42 --depth 4 --json"))]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    choice: GameChoice,
    /// The deal, as in v1:42
    #[arg(long, value_name = "DEAL")]
    deal: String,
    /// How many moves, from 0 to 60
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<Answer> {
    let offer = args.choice.offer()?;
    let deal = deal_named(&args.deal)?;
    let (config, count) = offer.game.visit(Count(args, &deal))?;
    if args.json {
        let result = json!({
            "game": offer.name, "config": config, "deal": deal.to_string(), "depth": args.depth, "count": count,
        });
        writeln!(out, "{result}")?;
    } else {
        writeln!(out, "{count}")?;
    }
    Ok(Answer::Yes)
}

struct Count<'a>(&'a PerftArgs, &'a DealId);

impl Visitor for Count<'_> {
    type Output = Result<(String, u64)>;

    fn visit<G: Game>(self) -> Result<(String, u64)> {
        let Count(args, deal) = self;
        let config: G::Config = args.choice.config()?;
        let origin = Origin::from(deal.clone());
        let count = perft::<G>(&config, &origin, args.depth)?;
        Ok((config.to_string(), count))
    }
}
