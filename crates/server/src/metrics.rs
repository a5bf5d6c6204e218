use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::ServerState;
use crate::node_lease::NodeLease;

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

    pub(crate) fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts one in a gauge until it is dropped.
pub(crate) struct GaugeGuard {
    server: Arc<ServerState>,
    gauge: fn(&Metrics) -> &Counter,
}

impl GaugeGuard {
    pub(crate) fn new(server: &Arc<ServerState>, gauge: fn(&Metrics) -> &Counter) -> GaugeGuard {
        gauge(&server.metrics).add(1);
        GaugeGuard { server: Arc::clone(server), gauge }
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        (self.gauge)(&self.server.metrics).sub(1);
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
    /// Tables that were not opened, because there were too many.
    pub(crate) refused_tables: Counter,
    /// Tables that were removed because no game has started.
    pub(crate) removed_tables: Counter,
    /// The size of the store, as it was a minute ago or later.
    pub(crate) store_bytes: Counter,
    pub(crate) failed: Counter,
    pub(crate) damaged: Counter,
    pub(crate) unreadable: Counter,
    pub(crate) fenced: Counter,
    pub(crate) fenced_appends: Counter,
    pub(crate) failed_renewals: Counter,
    pub(crate) slow_readers: Counter,
    pub(crate) refused_connections: Counter,
    /// Connections that were closed in favour of others.
    pub(crate) evicted_connections: Counter,
    /// How often no file descriptor was left.
    pub(crate) exhausted_descriptors: Counter,
    pub(crate) messages: Counter,
    /// Clients of this server whose tables other servers own.
    pub(crate) relays_out: Counter,
    /// Clients of other servers at tables of this one.
    pub(crate) relays_in: Counter,
    pub(crate) relayed_messages: Counter,
    pub(crate) failed_dials: Counter,
    pub(crate) rejected_handshakes: Counter,
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
    pub(crate) fn text(&self, lease: &NodeLease, connections: usize) -> String {
        let mut text = String::new();
        let renewed = lease.last_renewal().elapsed().as_secs_f64();
        let held = f64::from(u8::from(lease.is_held()));
        for (name, help, value) in [
            ("lease_held", "Whether this server may own tables.", held),
            ("lease_renewed_seconds", "Time since the lease was renewed.", renewed),
            ("connections", "Connections of any kind.", connections as f64),
        ] {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "# HELP cardroom_{name} {help}\n# TYPE cardroom_{name} gauge\ncardroom_{name} {value}\n"
            );
        }
        let mut number = |name: &str, kind: &str, help: &str, count: &Counter| {
            let value = count.get();
            let _ = write!(
                text,
                "# HELP cardroom_{name} {help}\n# TYPE cardroom_{name} {kind}\ncardroom_{name} {value}\n"
            );
        };
        number("sockets", "gauge", "WebSockets.", &self.sockets);
        number("tables", "gauge", "Tables in memory.", &self.tables);
        number("tables_opened_total", "counter", "Tables that were opened.", &self.opened);
        let refused_tables = &self.refused_tables;
        number("tables_refused_total", "counter", "Tables that were not opened: too many.", refused_tables);
        let removed = "Tables that were removed because no game had started.";
        number("tables_removed_total", "counter", removed, &self.removed_tables);
        number("store_bytes", "gauge", "The space that the store uses.", &self.store_bytes);
        number("moves_total", "counter", "Moves that were stored.", &self.moves);
        number("messages_total", "counter", "Messages from clients.", &self.messages);
        number("refused_total", "counter", "Commands that were refused.", &self.refused);
        number(
            "slow_readers_total",
            "counter",
            "Connections that were cut off because they read too slowly.",
            &self.slow_readers,
        );
        number(
            "refused_connections_total",
            "counter",
            "Connections that were refused because there are too many.",
            &self.refused_connections,
        );
        number(
            "evicted_connections_total",
            "counter",
            "Connections without a request that were closed to make room for others.",
            &self.evicted_connections,
        );
        number(
            "descriptors_exhausted_total",
            "counter",
            "How often no file descriptor was left for a connection.",
            &self.exhausted_descriptors,
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
        number(
            "fenced_appends_total",
            "counter",
            "Changes that a later owner has made impossible.",
            &self.fenced_appends,
        );
        number("relays_out", "gauge", "Clients here whose tables other servers own.", &self.relays_out);
        number("relays_in", "gauge", "Clients of other servers at tables here.", &self.relays_in);
        number(
            "relayed_messages_total",
            "counter",
            "Messages that were relayed for clients here.",
            &self.relayed_messages,
        );
        number(
            "failed_dials_total",
            "counter",
            "Attempts to reach another server that failed.",
            &self.failed_dials,
        );
        number(
            "rejected_handshakes_total",
            "counter",
            "Connections to the address for other servers that were rejected.",
            &self.rejected_handshakes,
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
