use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::network::Cable;
use super::node::Node;
use super::random::Random;
use super::remote_store::StoreCondition;
use crate::store::MemoryStore;

/// How often each kind of fault happens: the longest pause before the next one, in milliseconds. `None` if it
/// does not happen in this schedule.
#[derive(Clone, Debug)]
pub(super) struct FaultRates {
    pub(super) nodes: Option<u64>,
    pub(super) links: Option<u64>,
    pub(super) stores: Option<u64>,
    pub(super) disk: Option<u64>,
}

impl FaultRates {
    /// Some kinds of faults, so that there are also schedules with one kind alone.
    pub(super) fn choose(random: &mut Random) -> FaultRates {
        let mut rate = |percent: usize, slow: u64| {
            let fast = random.percent(40);
            random.percent(percent).then_some(if fast { slow / 4 } else { slow })
        };
        FaultRates {
            nodes: rate(75, 16_000),
            links: rate(60, 8_000),
            stores: rate(60, 10_000),
            disk: rate(10, 20_000),
        }
    }
}

/// The time during which faults happen.
#[derive(Clone, Copy)]
pub(super) struct FaultTime {
    pub(super) end: Instant,
}

impl FaultTime {
    /// Waits this long, or until the end. Returns whether the end has come.
    async fn wait(self, time: Duration) -> bool {
        tokio::time::sleep_until(self.end.min(Instant::now() + time)).await;
        Instant::now() >= self.end
    }
}

/// Crashes, stops and freezes a node. In the end it runs.
pub(super) async fn break_node(node: &Node, mut random: Random, rate: u64, time: FaultTime) {
    while !time.wait(random.millis(0, rate)).await {
        match random.below(10) {
            // Some pauses are shorter than the lease, some are longer.
            0..5 => {
                let frozen = random.millis(100, 25_000);
                node.set_frozen(true);
                time.wait(frozen).await;
                node.set_frozen(false);
            }
            5..8 => {
                // Without power, nobody tells the clients that their connections are gone.
                let cables = if random.percent(50) { node.cables() } else { Vec::new() };
                cables.iter().for_each(|cable| cable.set_stalled(true));
                node.crash();
                time.wait(random.millis(0, 15_000)).await;
                cables.iter().for_each(Cable::reset);
                node.start().await;
            }
            _ => {
                node.stop().await;
                time.wait(random.millis(0, 8_000)).await;
                node.start().await;
            }
        }
    }
}

/// Breaks and stalls connections to a node. In the end none is stalled.
pub(super) async fn break_links(node: &Node, mut random: Random, rate: u64, time: FaultTime) {
    while !time.wait(random.millis(0, rate)).await {
        if random.percent(15) {
            node.set_isolated(true);
            time.wait(random.millis(100, 20_000)).await;
            node.set_isolated(false);
            continue;
        }
        let percent = random.pick(&[20, 50, 100]);
        let chosen: Vec<Cable> = node.cables().into_iter().filter(|_| random.percent(percent)).collect();
        if random.percent(60) {
            chosen.iter().for_each(Cable::reset);
            continue;
        }
        chosen.iter().for_each(|cable| cable.set_stalled(true));
        time.wait(random.millis(100, 20_000)).await;
        let resumes = random.percent(50);
        for cable in &chosen {
            match resumes {
                true => cable.set_stalled(false),
                false => cable.reset(),
            }
        }
    }
}

/// Breaks the connection of a node to the store. In the end it is good.
pub(super) async fn break_store(node: &Node, mut random: Random, rate: u64, time: FaultTime) {
    while !time.wait(random.millis(0, rate)).await {
        node.store.set_condition(match random.below(8) {
            0 => StoreCondition::Slow(random.pick(&[100, 1_000, 4_000])),
            1 => StoreCondition::Unreachable,
            2 => StoreCondition::Silent,
            _ => StoreCondition::Interrupted(random.pick(&[10, 30, 90])),
        });
        time.wait(random.millis(100, 20_000)).await;
        node.store.set_condition(StoreCondition::Good);
    }
}

/// Fills the disk of the store. In the end there is space.
pub(super) async fn fill_disk(store: &Arc<MemoryStore>, mut random: Random, rate: u64, time: FaultTime) {
    while !time.wait(random.millis(0, rate)).await {
        store.set_full(true);
        time.wait(random.millis(100, 5_000)).await;
        store.set_full(false);
    }
}
