//! A simulation of several nodes that share a store.
//!
//! A *schedule* is everything that happens in one run: nodes start, crash, freeze and stop; connections and
//! the store are slow, silent or broken; people open tables, play, watch, leave and come back. All of it
//! follows from a seed, so a run can be repeated exactly. Time is tokio's paused clock, and a minute takes
//! milliseconds.
//!
//! The nodes are real [`ServerState`](crate::ServerState)s, and the people use the real protocol client
//! ([`transport::Driver`]). The store is a [`MemoryStore`](crate::store::MemoryStore) behind a simulated
//! network. In the end, [`history`](crate::history) compares what all clients have seen with what is stored,
//! and every game must go on.

mod failure;
mod faults;
mod network;
mod node;
mod player;
mod random;
mod recorder;
mod remote_store;
mod schedule;
mod world;

use std::ops::Range;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use self::schedule::{Outcome, run};
use self::world::Bug;

/// The variable with the only seed to be run, whose events are printed.
const SEED_VARIABLE: &str = "CARDROOM_SIMULATION_SEED";

/// How long one schedule may take in real time. Usually it is a tenth of a second.
const MAX_TIME: Duration = Duration::from_secs(60);

/// The seed that was asked for.
fn asked_seed() -> Option<u64> {
    let text = std::env::var(SEED_VARIABLE).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{SEED_VARIABLE} must be a number, not `{text}`")))
}

fn run_schedules(seeds: Range<u64>) {
    let (seeds, is_printed) = match asked_seed() {
        Some(seed) if seeds.contains(&seed) => (seed..seed + 1, true),
        Some(_) => return,
        None => (seeds, false),
    };
    let (sender, outcomes) = mpsc::channel();
    let all = seeds.clone();
    // A schedule that never ends cannot be stopped, so it has a thread of its own.
    std::thread::spawn(move || all.into_iter().try_for_each(|seed| sender.send(run(seed, None, is_printed))));
    let mut lines = 0;
    for seed in seeds.clone() {
        let failure = match outcomes.recv_timeout(MAX_TIME) {
            Ok(Outcome { result: Ok(stored), .. }) => {
                lines += stored;
                continue;
            }
            Ok(Outcome { result: Err(failure), .. }) => failure.to_string(),
            Err(RecvTimeoutError::Timeout) => "something repeats for ever without a pause".to_owned(),
            Err(RecvTimeoutError::Disconnected) => "the simulation panicked".to_owned(),
        };
        panic!(
            "seed {seed}: {failure}\n\
             To see what happens: {SEED_VARIABLE}={seed} cargo test -p server simulation -- --nocapture"
        );
    }
    println!("{} schedules, {lines} stored lines", seeds.end - seeds.start);
}

#[test]
fn clients_see_what_is_stored_whatever_happens() {
    run_schedules(0..500);
}

#[test]
fn clients_see_what_is_stored_in_further_schedules() {
    run_schedules(500..1000);
}

#[test]
fn a_seed_gives_the_same_run_again() {
    for seed in 0..10 {
        assert_eq!(run(seed, None, false), run(seed, None, false), "seed {seed}");
    }
}

/// How many schedules it takes to notice a bug.
fn schedules_until_noticed(bug: Bug) -> Option<u64> {
    (0..200).find(|seed| {
        let Outcome { result, .. } = run(*seed, Some(bug), false);
        if let Err(failure) = &result {
            println!("{bug:?}: seed {seed}: {failure}");
        }
        result.is_err()
    })
}

#[test]
fn a_store_without_a_fence_is_noticed() {
    assert!(schedules_until_noticed(Bug::NoFence).is_some());
}

#[test]
fn an_early_answer_of_the_store_is_noticed() {
    assert!(schedules_until_noticed(Bug::EarlyAnswer).is_some());
}
