use super::deal::{DealRange, NumberedDeal};
use super::row::SurveyRow;
use crate::{Interval, VerdictKind};

/// The statistics of a survey.
pub struct SurveySummary {
    /// How many deals it has.
    pub deals: u64,
    /// The first deal.
    pub first: Option<NumberedDeal>,
    /// The last deal.
    pub last: Option<NumberedDeal>,
    /// How many deals can be won.
    pub winnable: u64,
    /// How many deals cannot be won.
    pub lost: u64,
    /// The undecided deals.
    pub unknown: Vec<NumberedDeal>,
    /// How many positions were searched.
    pub nodes: u64,
    /// The processor time of all deals in milliseconds.
    pub cpu_ms: f64,
    /// The median processor time of a deal in milliseconds.
    pub median: f64,
    /// 95 % of the deals took at most this many milliseconds.
    pub p95: f64,
    /// 99 % of the deals took at most this many milliseconds.
    pub p99: f64,
    /// The deal that took longest, with its milliseconds.
    pub longest: Option<(f64, NumberedDeal)>,
}

impl SurveySummary {
    pub(super) fn new(rows: &[SurveyRow]) -> SurveySummary {
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count() as u64;
        let mut times: Vec<f64> = rows.iter().map(|row| row.cpu_ms).collect();
        times.sort_by(f64::total_cmp);
        // The shortest time that this share of the deals does not exceed.
        let quantile = |share: f64| {
            let rank = (share * times.len() as f64).ceil() as usize;
            times.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
        };
        let longest = rows.iter().max_by(|one, other| one.cpu_ms.total_cmp(&other.cpu_ms));
        let unknown = rows.iter().filter(|row| row.verdict == VerdictKind::Unknown).map(|row| row.deal);
        SurveySummary {
            deals: rows.len() as u64,
            first: rows.iter().map(|row| row.deal).min(),
            last: rows.iter().map(|row| row.deal).max(),
            winnable: count(VerdictKind::Winnable),
            lost: count(VerdictKind::Lost),
            unknown: unknown.collect(),
            nodes: rows.iter().map(|row| row.nodes).sum(),
            cpu_ms: times.iter().sum(),
            median: quantile(0.5),
            p95: quantile(0.95),
            p99: quantile(0.99),
            longest: longest.map(|row| (row.cpu_ms, row.deal)),
        }
    }

    /// The share of deals that can be won.
    #[must_use]
    pub fn share(&self) -> Interval {
        Interval::wilson(self.winnable, self.unknown.len() as u64, self.deals)
    }

    /// The deals, if none is missing between the first and the last.
    pub(crate) fn range(&self) -> Option<DealRange> {
        DealRange::of_complete(self.first?, self.last?, self.deals)
    }

    /// The mean processor time of a deal in milliseconds.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.cpu_ms / self.deals.max(1) as f64
    }

    /// How many positions were searched per second of processor time.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        if self.cpu_ms > 0.0 { 1e3 * self.nodes as f64 / self.cpu_ms } else { 0.0 }
    }
}
