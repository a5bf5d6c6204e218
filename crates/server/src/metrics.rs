use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// An atomic counter.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn sub(&self, less: u64) {
        self.0.fetch_sub(less, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The metrics of the server.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) sockets: Counter,
    pub(crate) tables: Counter,
    pub(crate) opened: Counter,
    pub(crate) moves: Counter,
    pub(crate) refused: Counter,
    pub(crate) failed: Counter,
    pub(crate) damaged: Counter,
    pub(crate) unreadable: Counter,
    pub(crate) fenced: Counter,
    pub(crate) failed_renewals: Counter,
    pub(crate) slow_readers: Counter,
    pub(crate) messages: Counter,
    stored: Counter,
    stored_within: [Counter; BUCKETS_MICROS.len()],
    stored_micros: Counter,
}

/// The upper bounds of the histogram's buckets, in microseconds.
const BUCKETS_MICROS: [u64; 8] = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000];

impl Metrics {
    /// Records how long a write to the store took.
    pub(crate) fn observe_store_time(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.stored.add(1);
        self.stored_micros.add(micros);
        BUCKETS_MICROS
            .iter()
            .zip(&self.stored_within)
            .filter(|(limit, _)| micros <= **limit)
            .for_each(|(_, count)| count.add(1));
    }

    /// All metrics in the Prometheus text format.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut number = |name: &str, kind: &str, help: &str, count: &Counter| {
            let value = count.get();
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "# HELP cardroom_{name} {help}\n# TYPE cardroom_{name} {kind}\ncardroom_{name} {value}\n"
            );
        };
        number("sockets", "gauge", "Connections.", &self.sockets);
        number("tables", "gauge", "Tables in memory.", &self.tables);
        number("tables_opened_total", "counter", "Tables that were opened.", &self.opened);
        number("moves_total", "counter", "Moves that were stored.", &self.moves);
        number("messages_total", "counter", "Messages from clients.", &self.messages);
        number("refused_total", "counter", "Commands that were refused.", &self.refused);
        number(
            "slow_readers_total",
            "counter",
            "Connections that were cut off because they read too slowly.",
            &self.slow_readers,
        );
        number("store_failures_total", "counter", "What could not be stored or read.", &self.failed);
        number(
            "damaged_tables_total",
            "counter",
            "Tables that were closed because they are damaged.",
            &self.damaged,
        );
        number(
            "unreadable_tables_total",
            "counter",
            "Tables that were not opened because another version of the program has written them.",
            &self.unreadable,
        );
        number(
            "fenced_total",
            "counter",
            "Tables that were dropped because another server has taken over.",
            &self.fenced,
        );
        number(
            "failed_renewals_total",
            "counter",
            "Leases that could not be renewed.",
            &self.failed_renewals,
        );
        let name = "cardroom_store_seconds";
        let _ = writeln!(text, "# HELP {name} Time until something is stored.\n# TYPE {name} histogram");
        for (limit, count) in BUCKETS_MICROS.iter().zip(&self.stored_within) {
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {}", *limit as f64 / 1e6, count.get());
        }
        let (count, sum) = (self.stored.get(), self.stored_micros.get() as f64 / 1e6);
        let _ =
            write!(text, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}\n");
        text
    }
}
