use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use tokio::time::Instant;

use super::node::Node;
use super::random::Random;
use super::recorder::Recorder;
use crate::watched::Watched;

/// The longest line of a printed trace. Snapshots are longer.
const MAX_PRINTED: usize = 160;

/// What all parts of a simulation share.
pub(super) struct World {
    seed: u64,
    bug: Option<Bug>,
    phase: Watched<Phase>,
    start: Instant,
    streams: AtomicU64,
    trace: Mutex<Trace>,
    recorder: Mutex<Recorder>,
    nodes: OnceLock<Weak<[Node]>>,
}

/// A bug that the simulation must notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bug {
    /// The store compares neither epochs nor line numbers.
    NoFence,
    /// An append is reported as stored when it was only sent.
    EarlyAnswer,
}

/// The phases of a schedule, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Phase {
    /// Faults happen.
    Faulty,
    /// No more faults: everything must recover.
    Calm,
    /// The clients stop.
    Over,
}

/// A hash of everything that happens, with its time. The same seed gives the same hash.
struct Trace {
    hasher: DefaultHasher,
    is_printed: bool,
}

impl Write for Trace {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.hasher.write(text.as_bytes());
        Ok(())
    }
}

impl World {
    pub(super) fn new(seed: u64, bug: Option<Bug>, is_printed: bool) -> World {
        World {
            seed,
            bug,
            phase: Watched::new(Phase::Faulty),
            start: Instant::now(),
            streams: AtomicU64::new(0),
            trace: Mutex::new(Trace { hasher: DefaultHasher::new(), is_printed }),
            recorder: Mutex::default(),
            nodes: OnceLock::new(),
        }
    }

    pub(super) fn has_bug(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    pub(super) fn set_nodes(&self, nodes: &Arc<[Node]>) {
        self.nodes.get_or_init(|| Arc::downgrade(nodes));
    }

    /// All nodes; none before they are set.
    pub(super) fn nodes(&self) -> Option<Arc<[Node]>> {
        self.nodes.get().and_then(Weak::upgrade)
    }

    /// A new stream of random numbers.
    pub(super) fn random(&self) -> Random {
        Random::new(self.seed, self.streams.fetch_add(1, Ordering::Relaxed))
    }

    /// Notes what happens.
    pub(super) fn note(&self, event: fmt::Arguments<'_>) {
        let time = self.start.elapsed().as_millis();
        let mut trace = self.trace.lock().unwrap_or_else(PoisonError::into_inner);
        // Writing to a trace cannot fail.
        let _ = writeln!(trace, "{time} {event}");
        if trace.is_printed {
            let line: String = format!("{time:>7} {event}").chars().take(MAX_PRINTED).collect();
            println!("{line}");
        }
    }

    /// The hash of all events so far.
    pub(super) fn trace_hash(&self) -> u64 {
        self.trace.lock().unwrap_or_else(PoisonError::into_inner).hasher.finish()
    }

    pub(super) fn recorder(&self) -> MutexGuard<'_, Recorder> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_phase(&self, phase: Phase) {
        self.note(format_args!("phase {phase:?}"));
        self.phase.set(phase);
    }

    pub(super) fn is_calm(&self) -> bool {
        self.phase.get() >= Phase::Calm
    }

    /// Waits until this phase has begun.
    pub(super) async fn wait_for(&self, phase: Phase) {
        self.phase.wait_for(|now| now >= phase).await;
    }
}
