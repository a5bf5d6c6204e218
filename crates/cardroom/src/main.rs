//! Cardroom: a card room in one program.
//!
//! Results go to standard output, errors to standard error as one line. The exit code is 0 when all is well,
//! 1 when the answer is no, 2 for bad input, and 3 when the answer is not known.

mod backup;
mod choice;
mod deal;
mod english;
mod help;
mod ink;
mod klondike;
mod markdown;
mod parlour;
mod perft;
mod picture;
mod play;
mod replay;
mod rules;
mod savannah;
mod serve;
mod simulate;
mod stop;
mod store;
mod story;
mod units;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use games::catalog::{OFFERS, pages};

use crate::klondike::{solve, survey};
use crate::savannah::{arena, dice};

fn main() -> ExitCode {
    let result = run(Args::parse().command, &mut anstream::stdout());
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Unknown) => ExitCode::from(3),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Whether anybody reads the error is not our business.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

#[derive(Parser)]
#[command(name = "cardroom", version, about = about(), after_help = examples())]
struct Args {
    #[command(subcommand)]
    command: Command,
}

fn about() -> String {
    let titles: Vec<&str> = pages().map(|offer| offer.title).collect();
    format!("A card room in one program: {}", titles.join(", "))
}

fn examples() -> String {
    format!("Games: {}\n\n{}", OFFERS.map(|offer| offer.name).join(", "), help::with_names(EXAMPLES))
}

const EXAMPLES: &str = "\
Examples:
  cardroom play {solo}              play, or go on where you left it
  cardroom play {party} --seats 4    against three opponents
  cardroom serve                      in the browser
  cardroom rules {party}             the rules
  cardroom deal {solo} v1:42        what a deal number means
  cardroom solve {solo} --deal v1:42    whether it can be won, and how

Exit codes: 0 all is well, 1 the answer is no, 2 bad input, 3 not known";

#[derive(Subcommand)]
enum Command {
    Play(play::PlayArgs),
    Serve(serve::ServeArgs),
    Backup(backup::BackupArgs),
    Store(store::StoreArgs),
    Deal(deal::DealArgs),
    Replay(replay::ReplayArgs),
    Verify(verify::VerifyArgs),
    Dice(dice::DiceArgs),
    Rules(rules::RulesArgs),
    Solve(solve::SolveArgs),
    Survey(survey::SurveyArgs),
    Perft(perft::PerftArgs),
    Simulate(simulate::SimulateArgs),
    Arena(arena::ArenaArgs),
}

/// What a command found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Yes,
    No,
    Unknown,
}

fn run(command: Command, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match command {
        Command::Play(args) => play::run(&args, out),
        Command::Serve(args) => serve::run(&args, out),
        Command::Backup(args) => backup::run(&args, out),
        Command::Store(args) => store::run(&args, out),
        Command::Deal(args) => deal::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Dice(args) => dice::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Solve(args) => solve::run(&args, out),
        Command::Survey(args) => survey::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Simulate(args) => simulate::run(&args, out),
        Command::Arena(args) => arena::run(&args, out),
    }
}

/// Whoever reads our output may stop when they have seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(closed)
}
