//! The verdicts of many deals, and what they come to.

mod compare;
mod conduct;
mod deal;
mod interval;
mod merge;
mod picture;
mod progress;
mod row;
mod sheet;
mod summary;
mod work;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};

use self::compare::Comparison;
use self::conduct::conduct;
use self::summary::Summary;
use self::work::Work;
use crate::Answer;
use crate::choice::KlondikeChoice;
use crate::number::grouped;
use crate::solve::Budget;
use crate::stop::Stop;

/// Solve many deals, and count what comes of it
///
/// Each deal is a row of the file. A survey that was ended in whatever way goes on when the same command is given again. The
/// limits are those of each deal.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom survey klondike --deals v1:1..100000 --out klondike.csv
  cardroom survey one-card --deals solvitaire:601..10600 --time 5s
  cardroom survey --merge here.csv there.csv --out both.csv
  cardroom survey --compare klondike-1.csv klondike.csv

Exit codes: 0 all is well, 2 bad input, 3 stopped by Ctrl-C before the end")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: KlondikeChoice,
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
    budget: Budget,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Answer> {
    if let [first, second] = &args.compare[..] {
        let comparison = Comparison::new(first, second)?;
        if args.json {
            writeln!(out, "{}", comparison.json())?;
        } else {
            comparison.print(out)?;
        }
        return Ok(Answer::Yes);
    }
    let chosen = args.choice.config()?;
    if !args.merge.is_empty() {
        return merge(args, chosen.map(|(game, _)| game), out);
    }
    let (Some((game, config)), Some(deals)) = (chosen, &args.deals) else {
        bail!("a survey needs a game and deals, as in `cardroom survey klondike --deals v1:1..1000`");
    };
    let stop = Stop::on_ctrl_c()?;
    let work = Work { config, budget: args.budget, stop: &stop };
    conduct(args, game, deals.parse()?, &work, out)
}

fn merge(args: &Args, game: Option<&str>, out: &mut dyn Write) -> Result<Answer> {
    let rows = merge::merge(&args.merge)?;
    let summary = Summary::new(&rows);
    if let Some(path) = &args.out {
        sheet::write_new(path, &rows)?;
        picture::write(path, game, &rows, &summary)?;
    }
    if args.json {
        writeln!(out, "{}", summary.json())?;
    } else {
        writeln!(out, "{} deals\n", grouped(rows.len() as u64))?;
        summary.print(out)?;
    }
    Ok(Answer::Yes)
}
