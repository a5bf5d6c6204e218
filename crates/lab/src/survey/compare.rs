use std::collections::HashMap;
use std::path::Path;

use super::deal::NumberedDeal;
use super::error::SurveyError;
use super::file;
use super::row::SurveyRow;
use crate::{Interval, VerdictKind};

/// The verdicts of the same deals under two sets of rules, A and B.
pub struct Comparison {
    /// How many deals have one verdict in A and another in B.
    counts: [[u64; VerdictKind::ALL.len()]; VerdictKind::ALL.len()],
}

/// One of the two surveys that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first survey.
    A,
    /// The second survey.
    B,
}

impl Comparison {
    /// Compares the deals that are in both files.
    pub fn read(a: &Path, b: &Path) -> Result<Comparison, SurveyError> {
        let other: HashMap<NumberedDeal, VerdictKind> =
            file::read::<SurveyRow>(b)?.into_iter().map(|row| (row.deal, row.verdict)).collect();
        let mut counts = [[0; _]; _];
        for row in file::read::<SurveyRow>(a)? {
            if let Some(verdict) = other.get(&row.deal) {
                counts[row.verdict as usize][*verdict as usize] += 1;
            }
        }
        let comparison = Comparison { counts };
        if comparison.deals() == 0 {
            return Err(SurveyError::NothingInCommon([a.to_owned(), b.to_owned()]));
        }
        Ok(comparison)
    }

    /// How many deals are in both.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// How many deals have these verdicts in A and B.
    #[must_use]
    pub fn count(&self, a: VerdictKind, b: VerdictKind) -> u64 {
        self.counts[a as usize][b as usize]
    }

    /// How many wins of one side are lost on the other, and their share of that side's wins. Deals that are
    /// unknown on either side widen the interval.
    #[must_use]
    pub fn wins_lost(&self, wins_of: Side) -> (u64, Interval) {
        let count = |own, other| match wins_of {
            Side::A => self.count(own, other),
            Side::B => self.count(other, own),
        };
        let lost = count(VerdictKind::Winnable, VerdictKind::Lost);
        let unknown = count(VerdictKind::Winnable, VerdictKind::Unknown)
            + VerdictKind::ALL.map(|other| count(VerdictKind::Unknown, other)).iter().sum::<u64>();
        let all = count(VerdictKind::Winnable, VerdictKind::Winnable) + lost + unknown;
        (lost, Interval::wilson(lost, unknown, all))
    }
}
