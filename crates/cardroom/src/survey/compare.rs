use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::deal::Deal;
use super::interval::Interval;
use super::sheet;
use crate::number::grouped;
use crate::solve::Verdict;

/// What became of the same deals under two sets of rules.
pub(super) struct Comparison {
    /// How many deals have one verdict in the first survey and another in the second.
    counts: [[u64; Verdict::ALL.len()]; Verdict::ALL.len()],
}

impl Comparison {
    /// Compares two files by the deals that are in both.
    pub(super) fn new(first: &Path, second: &Path) -> Result<Comparison> {
        let other: HashMap<Deal, Verdict> =
            sheet::read(second)?.into_iter().map(|row| (row.deal, row.verdict)).collect();
        let mut counts = [[0; _]; _];
        for row in sheet::read(first)? {
            if let Some(verdict) = other.get(&row.deal) {
                counts[row.verdict as usize][*verdict as usize] += 1;
            }
        }
        let comparison = Comparison { counts };
        if comparison.deals() == 0 {
            bail!("no deal is in both {} and {}", first.display(), second.display());
        }
        Ok(comparison)
    }

    fn deals(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    fn count(&self, first: Verdict, second: Verdict) -> u64 {
        self.counts[first as usize][second as usize]
    }

    /// The share of the deals won under the first rules that are lost under the second, or the other way round. A deal that is
    /// unknown under either may be one of them or not.
    fn lost_by_second(&self, swapped: bool) -> (u64, Interval) {
        let count = |one, other| if swapped { self.count(other, one) } else { self.count(one, other) };
        let lost = count(Verdict::Winnable, Verdict::Lost);
        let unknown = count(Verdict::Winnable, Verdict::Unknown)
            + Verdict::ALL.map(|other| count(Verdict::Unknown, other)).iter().sum::<u64>();
        let all = count(Verdict::Winnable, Verdict::Winnable) + lost + unknown;
        (lost, Interval::new(lost, unknown, all))
    }

    pub(super) fn print(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{} deals in both\n", grouped(self.deals()))?;
        writeln!(out, "{:22}{:>12}{:>12}{:>12}", "", "B winnable", "B lost", "B unknown")?;
        for first in Verdict::ALL {
            write!(out, "  A {:<18}", first.name())?;
            for second in Verdict::ALL {
                write!(out, "{:>12}", grouped(self.count(first, second)))?;
            }
            writeln!(out)?;
        }
        let ((by_b, b), (by_a, a)) = (self.lost_by_second(false), self.lost_by_second(true));
        writeln!(out, "\n  of A's wins, B loses {}: {}", grouped(by_b), b.text())?;
        writeln!(out, "  of B's wins, A loses {}: {}", grouped(by_a), a.text())?;
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let lost = |swapped| {
            let (count, Interval { share, low, high }) = self.lost_by_second(swapped);
            json!({ "count": count, "share": share, "low": low, "high": high })
        };
        json!({ "deals": self.deals(), "a_wins_lost_by_b": lost(false), "b_wins_lost_by_a": lost(true) })
    }
}
