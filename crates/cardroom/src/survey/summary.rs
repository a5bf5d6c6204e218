use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};

use super::deal::Deal;
use super::interval::Interval;
use super::row::Row;
use crate::english;
use crate::number::{grouped, time};
use crate::solve::Verdict;

/// What a survey comes to.
pub(super) struct Summary {
    deals: u64,
    first: Option<Deal>,
    last: Option<Deal>,
    pub(super) winnable: u64,
    pub(super) lost: u64,
    unknown: Vec<Deal>,
    pub(super) nodes: u64,
    /// All processor time.
    cpu_ms: f64,
    pub(super) median: f64,
    pub(super) p95: f64,
    pub(super) p99: f64,
    pub(super) worst: Option<(f64, Deal)>,
}

impl Summary {
    pub(super) fn new(rows: &[Row]) -> Summary {
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count() as u64;
        let mut times: Vec<f64> = rows.iter().map(|row| row.cpu_ms).collect();
        times.sort_by(f64::total_cmp);
        // The least time that at least this share of the deals does not exceed.
        let quantile = |share: f64| {
            let rank = (share * times.len() as f64).ceil() as usize;
            times.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
        };
        let worst = rows.iter().max_by(|one, other| one.cpu_ms.total_cmp(&other.cpu_ms));
        let unknown = rows.iter().filter(|row| row.verdict == Verdict::Unknown).map(|row| row.deal);
        Summary {
            deals: rows.len() as u64,
            first: rows.iter().map(|row| row.deal).min(),
            last: rows.iter().map(|row| row.deal).max(),
            winnable: count(Verdict::Winnable),
            lost: count(Verdict::Lost),
            unknown: unknown.collect(),
            nodes: rows.iter().map(|row| row.nodes).sum(),
            cpu_ms: times.iter().sum(),
            median: quantile(0.5),
            p95: quantile(0.95),
            p99: quantile(0.99),
            worst: worst.map(|row| (row.cpu_ms, row.deal)),
        }
    }

    pub(super) fn interval(&self) -> Interval {
        Interval::new(self.winnable, self.unknown.len() as u64, self.deals)
    }

    fn mean(&self) -> f64 {
        self.cpu_ms / self.deals.max(1) as f64
    }

    pub(super) fn nodes_per_second(&self) -> f64 {
        if self.cpu_ms > 0.0 { 1e3 * self.nodes as f64 / self.cpu_ms } else { 0.0 }
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> Result<()> {
        let Summary { deals, winnable, lost, unknown, median, p95, p99, .. } = self;
        let share = |count: u64| 100.0 * count as f64 / (*deals).max(1) as f64;
        for (name, count) in [("winnable", *winnable), ("lost", *lost), ("unknown", unknown.len() as u64)] {
            writeln!(out, "  {name:<10} {:>11}  {:>8.4} %", grouped(count), share(count))?;
        }
        writeln!(out, "\n  can be won: {}", self.interval().text())?;
        let times = [self.mean(), *median, *p95, *p99].map(time);
        let [mean, median, p95, p99] = times;
        writeln!(out, "  time of a deal: mean {mean}, median {median}, 95 % under {p95}, 99 % under {p99}")?;
        if let Some((ms, deal)) = self.worst {
            writeln!(out, "  longest: {}, {deal}", time(ms))?;
        }
        let (seconds, speed) = (self.cpu_ms / 1e3, self.nodes_per_second() / 1e6);
        let nodes = grouped(self.nodes);
        writeln!(
            out,
            "  {nodes} positions, {speed:.2} million a second, {seconds:.1} seconds of processor time"
        )?;
        if !unknown.is_empty() {
            let names: Vec<String> = unknown.iter().map(Deal::to_string).collect();
            writeln!(out, "\n  unknown:")?;
            for line in english::wrap(&names.join(" "), 90) {
                writeln!(out, "    {line}")?;
            }
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let Interval { share, low, high } = self.interval();
        let name = |deal: Option<Deal>| deal.map(|deal| deal.to_string());
        json!({
            "deals": self.deals, "first": name(self.first), "last": name(self.last),
            "winnable": self.winnable, "lost": self.lost, "unknown": self.unknown.len(),
            "share": share, "low": low, "high": high,
            "cpu_ms": {
                "mean": self.mean(), "median": self.median, "p95": self.p95, "p99": self.p99,
                "worst": self.worst.map(|(ms, _)| ms), "worst_deal": name(self.worst.map(|(_, deal)| deal)),
            },
            "nodes": self.nodes, "nodes_per_second": self.nodes_per_second(), "cpu_seconds": self.cpu_ms / 1e3,
            "unknown_deals": self.unknown.iter().map(Deal::to_string).collect::<Vec<_>>(),
        })
    }
}
