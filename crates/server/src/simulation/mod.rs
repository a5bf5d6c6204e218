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

use self::schedule::{Outage, Outcome, run, run_outage};
use self::world::Bug;

/// The variable with the seed of the only schedule to be run, whose events are printed. It can also be a
/// range of seeds, such as `1000..20000`, whose events are not printed.
const SEED_VARIABLE: &str = "CARDROOM_SIMULATION_SEED";

/// How many schedules are run. Two threads share them.
const SCHEDULES: u64 = 1000;
/// How many outages of each kind are simulated.
const OUTAGES: u64 = 100;
/// Further seeds that have found a bug.
const FOUND_BUGS: [u64; 3] = [4271, 7490, 11059];
/// How long one schedule may take in real time. Usually it is a hundredth of a second.
const MAX_TIME: Duration = Duration::from_secs(60);

/// The seeds that were asked for, and whether events are printed.
fn asked_seeds() -> Option<(Range<u64>, bool)> {
    let text = std::env::var(SEED_VARIABLE).ok()?;
    let number = |text: &str| text.parse::<u64>().ok();
    let seeds = match text.split_once("..") {
        Some((first, end)) => number(first).zip(number(end)).map(|(first, end)| (first..end, false)),
        None => number(&text).map(|seed| (seed..seed + 1, true)),
    };
    assert!(seeds.is_some(), "{SEED_VARIABLE} must be a seed or a range of seeds, not `{text}`");
    seeds
}

/// Runs every second schedule, from this one on.
fn run_schedules(first: u64) {
    let asked = asked_seeds();
    let further = if asked.is_some() { &[][..] } else { &FOUND_BUGS[..] };
    let (seeds, is_printed) = asked.unwrap_or((0..SCHEDULES, false));
    let seeds: Vec<u64> = seeds.chain(further.iter().copied()).filter(|seed| seed % 2 == first).collect();
    let (sender, outcomes) = mpsc::channel();
    let all = seeds.clone();
    // A schedule that never ends cannot be stopped, so it has a thread of its own.
    std::thread::spawn(move || all.into_iter().try_for_each(|seed| sender.send(run(seed, None, is_printed))));
    let mut lines = 0;
    for seed in &seeds {
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
    println!("{} schedules, {lines} stored lines", seeds.len());
}

#[test]
fn clients_see_what_is_stored_in_even_schedules() {
    run_schedules(0);
}

#[test]
fn clients_see_what_is_stored_in_odd_schedules() {
    run_schedules(1);
}

#[test]
fn a_seed_gives_the_same_run_again() {
    for seed in 0..10 {
        assert_eq!(run(seed, None, false), run(seed, None, false), "seed {seed}");
    }
}

/// One node crashes or is stopped while everything else works. Its clients are back at their tables soon
/// after its lease has ended, or at once. This is virtual time, so it does not depend on the machine.
#[test]
fn everybody_is_back_soon_after_an_outage() {
    let (seeds, is_printed) = asked_seeds().unwrap_or((0..OUTAGES, false));
    let limits = [(Outage::Crash, 12), (Outage::QuickRestart, 12), (Outage::PlannedStop, 2)];
    for (outage, limit) in limits {
        let mut longest = Duration::ZERO;
        for seed in seeds.clone() {
            match run_outage(seed, outage, is_printed) {
                Ok(time) if time <= Duration::from_secs(limit) => longest = longest.max(time),
                Ok(time) => panic!("{outage:?}, seed {seed}: somebody was away for {time:?}"),
                Err(failure) => panic!("{outage:?}, seed {seed}: {failure}"),
            }
        }
        println!("{outage:?}: everybody was back after {longest:?}");
    }
}

/// The first of a hundred schedules that notices a bug.
fn schedule_that_notices(bug: Bug) -> Option<u64> {
    (0..100).find(|seed| {
        let Outcome { result, .. } = run(*seed, Some(bug), false);
        if let Err(failure) = &result {
            println!("{bug:?}: seed {seed}: {failure}");
        }
        result.is_err()
    })
}

#[test]
fn a_store_without_a_fence_is_noticed() {
    assert!(schedule_that_notices(Bug::NoFence).is_some());
}

#[test]
fn an_early_answer_of_the_store_is_noticed() {
    assert!(schedule_that_notices(Bug::EarlyAnswer).is_some());
}
