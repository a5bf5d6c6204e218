//! `cardroom survey`: solves many deals.

mod print;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use games::catalog::Offer;
use games::klondike::{Config, Klondike};
use lab::number::grouped;
use lab::survey::{self, Comparison, DealRange, SurveyOptions};

use super::solve::{LimitArgs, chosen};
use crate::choice::VariantChoice;
use crate::{Answer, stop};

/// Solve many deals, and count what comes of it
///
/// Each deal is a row of the file. A survey that was ended in whatever way goes on when the same command is
/// given again. The limits are those of each deal.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom survey klondike --deals v1:1..100000 --out klondike.csv
  cardroom survey one-card --deals solvitaire:601..10600 --time 5s
  cardroom survey --merge here.csv there.csv --out both.csv
  cardroom survey --compare klondike-1.csv klondike.csv

Exit codes: 0 all is well, 2 bad input, 3 stopped by Ctrl-C before the end")]
pub(crate) struct SurveyArgs {
    #[command(flatten)]
    choice: VariantChoice<Klondike>,
    /// Which deals, both ends included: v1:1..1000 or solvitaire:1..1000
    #[arg(long, value_name = "DEALS", required_unless_present_any = ["merge", "compare"], requires = "game")]
    deals: Option<String>,
    /// Write a row for each deal to this file, and a picture beside it
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// How many threads; without it, one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Put surveys of one game together, made on several machines
    #[arg(long, value_name = "FILE.csv", num_args = 1.., conflicts_with_all = ["deals", "compare"])]
    merge: Vec<PathBuf>,
    /// Count which wins of the first survey are lost in the second, by other rules
    #[arg(long, value_name = "FILE.csv", num_args = 2, conflicts_with_all = ["deals", "out", "game"])]
    compare: Vec<PathBuf>,
    #[command(flatten)]
    budget: LimitArgs,
}

pub(crate) fn run(args: &SurveyArgs, out: &mut dyn Write) -> Result<Answer> {
    if let [first, second] = &args.compare[..] {
        let comparison = Comparison::read(first, second)?;
        if args.json {
            writeln!(out, "{}", print::comparison_json(&comparison))?;
        } else {
            print::comparison(&comparison, out)?;
        }
        return Ok(Answer::Yes);
    }
    let chosen = chosen(&args.choice)?;
    if !args.merge.is_empty() {
        return merge(args, chosen.map(|(offer, _)| offer), out);
    }
    let (Some((offer, config)), Some(deals)) = (chosen, &args.deals) else {
        bail!("a survey needs a game and deals, as in `cardroom survey klondike --deals v1:1..1000`");
    };
    solve(args, offer, config, deals.parse()?, out)
}

fn solve(
    args: &SurveyArgs,
    offer: Offer,
    config: Config,
    deals: DealRange,
    out: &mut dyn Write,
) -> Result<Answer> {
    let Offer { name: game, title, .. } = offer;
    let options = SurveyOptions {
        title,
        config,
        deals,
        limits: args.budget.limits(),
        threads: args.threads.unwrap_or(0).into(),
        out: args.out.as_deref(),
    };
    let run = survey::survey(&options, &stop::on_ctrl_c()?)?;
    let (config, seconds) = (config.to_string(), run.took.as_secs_f64());
    if args.json {
        let mut json = print::summary_json(&run.summary);
        json["game"] = game.into();
        json["config"] = config.into();
        json["solved_now"] = run.solved.into();
        json["seconds"] = seconds.into();
        json["complete"] = run.is_complete.into();
        writeln!(out, "{json}")?;
    } else {
        let config = if config == game { String::new() } else { format!(", {config}") };
        writeln!(out, "{game}{config}: {} deals\n", grouped(run.summary.deals))?;
        print::summary(&run.summary, out)?;
        writeln!(out, "\n{} of {deals} solved in {seconds:.1} seconds", grouped(run.solved))?;
        if !run.is_complete {
            writeln!(out, "Stopped before the end: the same command goes on.")?;
        }
    }
    Ok(if run.is_complete { Answer::Yes } else { Answer::Unknown })
}

fn merge(args: &SurveyArgs, offer: Option<Offer>, out: &mut dyn Write) -> Result<Answer> {
    let title = offer.map_or("Survey", |offer| offer.title);
    let summary = survey::merge(&args.merge, args.out.as_deref(), title)?;
    if args.json {
        writeln!(out, "{}", print::summary_json(&summary))?;
    } else {
        writeln!(out, "{} deals\n", grouped(summary.deals))?;
        print::summary(&summary, out)?;
    }
    Ok(Answer::Yes)
}
