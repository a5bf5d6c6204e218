use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::faults::{FaultKind, Outage};
use super::group::Group;
use crate::latencies::Latencies;

/// Prints how long tables could not be played, for each kind of fault. Returns what is worse than allowed.
pub(crate) fn report_outages(outages: &[Outage], lease: Duration) -> Vec<String> {
    let mut kinds: BTreeMap<FaultKind, (usize, Latencies)> = BTreeMap::new();
    for outage in outages {
        let (count, times) = kinds.entry(outage.kind).or_default();
        *count += 1;
        outage.times.iter().for_each(|time| times.add(*time));
    }
    let mut violations = Vec::new();
    for (kind, (count, mut times)) in kinds {
        let (half, p99, most) = (times.percentile(50), times.percentile(99), times.percentile(100));
        let limit = kind.limit(lease);
        println!(
            "  {count:>3} x {kind:<40} {:>4} tables, playable again: p50 {:>6.2} s, p99 {:>6.2} s, max {:>6.2} s{}",
            times.len(),
            half / 1e3,
            p99 / 1e3,
            most / 1e3,
            limit.map_or(String::new(), |limit| format!(" (limit {:.0} s)", limit.as_secs_f64()))
        );
        if let Some(limit) = limit.filter(|limit| most > limit.as_secs_f64() * 1e3) {
            violations.push(format!(
                "after a {kind}, a table could not be played for {:.2} s; the limit is {:.0} s",
                most / 1e3,
                limit.as_secs_f64()
            ));
        }
    }
    violations
}

/// Prints how often a bot took over from a person. Returns those that nobody may lose.
pub(crate) fn report_forfeits<'a>(
    outages: &[Outage],
    groups: impl Iterator<Item = &'a Group>,
) -> Vec<String> {
    let forfeits: Vec<Instant> = groups.flat_map(Group::forfeits).collect();
    // The time for a turn may end after the fault that delayed it.
    let planned = |at: &&Instant| {
        let last = outages.iter().rev().find(|outage| outage.start <= **at);
        last.is_some_and(|outage| outage.kind.is_planned() && **at <= outage.end + Duration::from_secs(30))
    };
    let count = forfeits.iter().filter(planned).count();
    println!("  forfeited turns: {}, {count} of them after planned stops", forfeits.len());
    match count {
        0 => Vec::new(),
        count => vec![format!("{count} turns were forfeited after planned stops")],
    }
}
