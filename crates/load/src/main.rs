//! Load and fault-injection tests of the server, over real sockets.
//!
//! `cargo xtask load`, `cargo xtask faults` and `cargo xtask cluster` build what is needed and run this.

mod attacks;
mod check;
mod cluster;
mod compare;
mod corruption;
mod faults;
mod flood;
mod fsync;
mod hostile;
mod idle;
mod latencies;
mod load;
mod long_game;
mod move_schedule;
mod player;
mod random;
mod server_process;
mod tables;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// The exit code if a history was lost or forked, as opposed to any other failure.
const VIOLATIONS: u8 = 3;

#[derive(Parser)]
#[command(name = "load", about = "Measures a card room under load, and what faults do to it")]
struct Args {
    /// The `cardroom` program to test
    #[arg(long, value_name = "FILE", global = true, default_value = "target/release/cardroom")]
    server: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Load(load::LoadArgs),
    Idle(idle::IdleArgs),
    Long(long_game::LongArgs),
    Faults(faults::FaultsArgs),
    Corruption(corruption::CorruptionArgs),
    Hostile(hostile::HostileArgs),
    Attack(attacks::AttackArgs),
    Cluster(cluster::ClusterArgs),
    ClusterIdle(cluster::ClusterIdleArgs),
    Compare(compare::CompareArgs),
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            match error.is::<cluster::Violations>() || error.is::<corruption::SilentLosses>() {
                true => ExitCode::from(VIOLATIONS),
                false => ExitCode::FAILURE,
            }
        }
    }
}

fn run(args: &Args) -> Result<()> {
    tokio::runtime::Runtime::new()?.block_on(async {
        match &args.command {
            Command::Load(load) => load::run(&args.server, load).await,
            Command::Idle(idle) => idle::run(&args.server, idle).await,
            Command::Long(long) => long_game::run(&args.server, long).await,
            Command::Faults(faults) => faults::run(&args.server, faults).await,
            Command::Corruption(corruption) => corruption::run(&args.server, corruption).await,
            Command::Hostile(hostile) => hostile::run(&args.server, hostile).await,
            Command::Attack(attack) => attacks::run(attack).await,
            Command::Cluster(cluster) => cluster::run(&args.server, cluster).await,
            Command::ClusterIdle(idle) => cluster::run_idle(&args.server, idle).await,
            Command::Compare(compare) => compare::run(&args.server, compare).await,
        }
    })
}
