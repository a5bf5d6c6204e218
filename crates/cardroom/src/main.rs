//! Cardroom: a card room in one program.
//!
//! Results go to standard output, errors to standard error as one line. The exit code is 0 for success, 1 if
//! the answer is no, 2 for bad input, and 3 if the answer is unknown.

mod ansi;
mod backup;
mod choice;
mod completions;
mod deal;
mod english;
mod heading;
mod health;
mod help;
mod klondike;
mod man;
mod markdown;
mod perft;
mod play;
mod replay;
mod restore;
mod rules;
mod savannah;
mod serve;
mod settings;
mod simulate;
mod stop;
mod store;
mod units;
mod verify;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use games::catalog::{OFFERS, pages};

use crate::klondike::{solve, survey};
use crate::savannah::{arena, dice};

/// A server makes and drops many small values on several threads. It does 6 %
/// (two seats) to 18 % (eight seats) more moves per second of processor time than with the allocator of the
/// C library, and takes about a tenth more memory for idle connections.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run_arguments() {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Unknown) => ExitCode::from(3),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If the error cannot be written either, there is nothing left to do.
            let lines = format!("{error:#}");
            // It may contain a text of a server or a file.
            let lines: Vec<String> = lines.lines().map(english::printable).collect();
            let _ = writeln!(io::stderr(), "error: {}", lines.join("\n"));
            ExitCode::from(2)
        }
    }
}

fn run_arguments() -> anyhow::Result<Answer> {
    let program = program();
    let arguments = settings::arguments(&program, env::args_os().collect(), |name| env::var_os(name))?;
    let matches = program.get_matches_from(arguments);
    run(Args::from_arg_matches(&matches)?.command, &mut anstream::stdout())
}

/// The whole command line.
fn program() -> clap::Command {
    settings::with_settings(Args::command())
}

#[derive(Parser)]
#[command(name = "cardroom", version, about = about(), after_help = examples())]
struct Args {
    #[command(subcommand)]
    command: Command,
}

fn about() -> String {
    let titles: Vec<String> = pages().map(|offer| offer.title.to_owned()).collect();
    format!("Play {} in a terminal, in a browser or online", english::list(&titles, "and"))
}

fn examples() -> String {
    format!("Games: {}\n\n{}", OFFERS.map(|offer| offer.name).join(", "), help::with_names(EXAMPLES))
}

const EXAMPLES: &str = "\
Examples:
  cardroom play {solo}                  start a game, or resume the saved one
  cardroom play {party} --seats 4        play against three bots
  cardroom serve                          play in the browser
  cardroom rules {party}                 read the rules
  cardroom deal {solo} v1:42            show a deal by its number
  cardroom solve {solo} --deal v1:42    find out whether it can be won, and how

Exit codes: 0 success, 1 the answer is no, 2 bad input, 3 the answer is unknown";

#[derive(Subcommand)]
enum Command {
    Play(play::PlayArgs),
    Serve(serve::ServeArgs),
    Backup(backup::BackupArgs),
    Restore(restore::RestoreArgs),
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
    Health(health::HealthArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
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
        Command::Restore(args) => restore::run(&args, out),
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
        Command::Health(args) => health::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
        Command::Man(args) => man::run(&args, out),
    }
}

/// Whoever reads our output may stop early, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(closed)
}
