//! The results of surveys as text and as JSON.

use std::io::Write;

use anyhow::Result;
use lab::number::{grouped, time};
use lab::survey::{Comparison, NumberedDeal, Side, SurveySummary};
use lab::{Interval, VerdictKind};
use serde_json::{Value, json};

use crate::english;

pub(super) fn summary(summary: &SurveySummary, out: &mut dyn Write) -> Result<()> {
    let SurveySummary { deals, winnable, lost, unknown, median, p95, p99, .. } = summary;
    let share = |count: u64| 100.0 * count as f64 / (*deals).max(1) as f64;
    for (name, count) in [("winnable", *winnable), ("lost", *lost), ("unknown", unknown.len() as u64)] {
        writeln!(out, "  {name:<10} {:>11}  {:>8.4} %", grouped(count), share(count))?;
    }
    writeln!(out, "\n  can be won: {}", summary.share().text())?;
    let times = [summary.mean(), *median, *p95, *p99].map(time);
    let [mean, median, p95, p99] = times;
    writeln!(out, "  time per deal: mean {mean}, median {median}, 95 % under {p95}, 99 % under {p99}")?;
    if let Some((ms, deal)) = summary.longest {
        writeln!(out, "  longest: {}, {deal}", time(ms))?;
    }
    let (seconds, speed) = (summary.cpu_ms / 1e3, summary.nodes_per_second() / 1e6);
    let nodes = grouped(summary.nodes);
    writeln!(
        out,
        "  {nodes} positions, {speed:.2} million per second, {seconds:.1} seconds of processor time"
    )?;
    if !unknown.is_empty() {
        let names: Vec<String> = unknown.iter().map(NumberedDeal::to_string).collect();
        writeln!(out, "\n  unknown:")?;
        for line in english::wrap(&names.join(" "), 90) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

pub(super) fn summary_json(summary: &SurveySummary) -> Value {
    let Interval { mean: share, low, high } = summary.share();
    let name = |deal: Option<NumberedDeal>| deal.map(|deal| deal.to_string());
    let (longest_ms, longest_deal) = summary.longest.unzip();
    json!({
        "deals": summary.deals, "first": name(summary.first), "last": name(summary.last),
        "winnable": summary.winnable, "lost": summary.lost, "unknown": summary.unknown.len(),
        "share": share, "low": low, "high": high,
        "cpu_ms": {
            "mean": summary.mean(), "median": summary.median, "p95": summary.p95, "p99": summary.p99,
            "worst": longest_ms, "worst_deal": name(longest_deal),
        },
        "nodes": summary.nodes, "nodes_per_second": summary.nodes_per_second(),
        "cpu_seconds": summary.cpu_ms / 1e3,
        "unknown_deals": summary.unknown.iter().map(NumberedDeal::to_string).collect::<Vec<_>>(),
    })
}

pub(super) fn comparison(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{} deals in both\n", grouped(comparison.deals()))?;
    writeln!(out, "{:22}{:>12}{:>12}{:>12}", "", "B winnable", "B lost", "B unknown")?;
    for a in VerdictKind::ALL {
        write!(out, "  A {:<18}", a.name())?;
        for b in VerdictKind::ALL {
            write!(out, "{:>12}", grouped(comparison.count(a, b)))?;
        }
        writeln!(out)?;
    }
    let [(by_b, b), (by_a, a)] = [Side::A, Side::B].map(|side| comparison.wins_lost(side));
    writeln!(out, "\n  of A's wins, B loses {}: {}", grouped(by_b), b.text())?;
    writeln!(out, "  of B's wins, A loses {}: {}", grouped(by_a), a.text())?;
    Ok(())
}

pub(super) fn comparison_json(comparison: &Comparison) -> Value {
    let lost = |wins_of| {
        let (count, Interval { mean: share, low, high }) = comparison.wins_lost(wins_of);
        json!({ "count": count, "share": share, "low": low, "high": high })
    };
    json!({
        "deals": comparison.deals(),
        "a_wins_lost_by_b": lost(Side::A),
        "b_wins_lost_by_a": lost(Side::B),
    })
}
