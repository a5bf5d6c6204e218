//! Players of Savannah against each other: who is how strong.

mod bout;
mod contest;
mod report;
mod seating;
mod share;
mod times;

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use games::catalog::GameId;
use rayon::ThreadPoolBuilder;

use self::contest::Contest;
use self::report::Report;
use self::seating::Seating;
use crate::Answer;
use crate::choice::{TableOptions, offer_named};
use crate::progress;
use crate::stop::Stop;

/// Let players of Savannah meet in many games, and measure their strength
///
/// Each deal is played once for every rotation of the players over the seats, with the same cards and dice. The deals are v1:FIRST,
/// the next number, and so on; what comes of them does not depend on the number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom arena savannah --seats expert,strong --games 1000
  cardroom arena savannah --seats expert,strong,strong,strong --json
  cardroom arena savannah --seats keen,casual --reserve 8 --discard 2

A win that is shared counts in parts. The interval takes the deals, not the
games, as independent of each other. Elo is against the others at the table.

Exit codes: 0 all is well, 2 bad input, 3 stopped by Ctrl-C before the end")]
pub(crate) struct Args {
    /// savannah
    #[arg(value_name = "GAME")]
    game: String,
    /// Who sits at the table: beginner, casual, keen, strong or expert for each seat
    #[arg(long, value_name = "LEVELS")]
    seats: Seating,
    /// How many games; rounded up, so that each deal is played in all seats
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
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
    #[command(flatten)]
    table: TableOptions,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<Answer> {
    if offer_named(&args.game)?.game != GameId::Savannah {
        bail!("{} has no opponents: only players of savannah can meet", args.game);
    }
    args.first_deal.checked_add(args.games).context("there are not so many deals")?;
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0).into()).build()?;
    let stop = Stop::on_ctrl_c()?;
    let start = Instant::now();
    let seating = args.seats.clone();
    let mut contest = Contest::new(args.table.config(seating.seats())?, seating);
    let deals = args.games.div_ceil(contest.games_a_deal());
    let bar = progress::bar(deals * contest.games_a_deal(), progress::GAMES)?;
    let mut next = args.first_deal;
    let end = args.first_deal + deals;
    while next < end && !stop.is_asked() {
        let batch = next..end.min(next + BATCH);
        next = batch.end;
        pool.install(|| contest.play(batch, &bar, &stop))?;
    }
    bar.finish_and_clear();
    let report = Report::new(&contest, args.first_deal, start.elapsed());
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        report.print(out)?;
    }
    Ok(if contest.deals() == deals { Answer::Yes } else { Answer::Unknown })
}

/// How many deals are played before their results are put in order.
const BATCH: u64 = 4096;
