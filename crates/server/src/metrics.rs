use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A number that others read.
#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
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

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) sockets: Count,
    pub(crate) tables: Count,
    pub(crate) opened: Count,
    pub(crate) moves: Count,
    pub(crate) refused: Count,
    pub(crate) failed: Count,
    pub(crate) damaged: Count,
    pub(crate) cut: Count,
    pub(crate) messages: Count,
    stored: Count,
    stored_within: [Count; TIMES.len()],
    stored_micros: Count,
}

/// The limits of the histogram, in microseconds.
const TIMES: [u64; 8] = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000];

impl Metrics {
    /// Something was stored in this time.
    pub(crate) fn stored(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.stored.add(1);
        self.stored_micros.add(micros);
        TIMES
            .iter()
            .zip(&self.stored_within)
            .filter(|(limit, _)| micros <= **limit)
            .for_each(|(_, count)| count.add(1));
    }

    /// All numbers as Prometheus reads them.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut number = |name: &str, kind: &str, help: &str, count: &Count| {
            let value = count.get();
            // A string takes all that is written to it.
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
            &self.cut,
        );
        number("store_failures_total", "counter", "What could not be stored or read.", &self.failed);
        number(
            "damaged_tables_total",
            "counter",
            "Tables that were closed because they are damaged.",
            &self.damaged,
        );
        let name = "cardroom_store_seconds";
        let _ = writeln!(text, "# HELP {name} Time until something is stored.\n# TYPE {name} histogram");
        for (limit, count) in TIMES.iter().zip(&self.stored_within) {
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {}", *limit as f64 / 1e6, count.get());
        }
        let (count, sum) = (self.stored.get(), self.stored_micros.get() as f64 / 1e6);
        let _ =
            write!(text, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}\n");
        text
    }
}
