use std::fmt;
use std::str::FromStr;

use cards::{DealId, ParseDealError};

/// A deal with a number. Deals are ordered by kind and number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NumberedDeal {
    kind: NumberedKind,
    number: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum NumberedKind {
    V1,
    Solvitaire,
}

impl From<NumberedDeal> for DealId {
    fn from(NumberedDeal { kind, number }: NumberedDeal) -> DealId {
        match kind {
            NumberedKind::V1 => DealId::V1(number),
            // It was a 32-bit seed when it was parsed.
            NumberedKind::Solvitaire => DealId::Solvitaire(number as u32),
        }
    }
}

impl fmt::Display for NumberedDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DealId::from(*self).fmt(f)
    }
}

/// The text is not a numbered deal, or not a range of them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseDealRangeError {
    /// It is not a deal at all.
    #[error(transparent)]
    Deal(#[from] ParseDealError),
    /// It names a deal by its cards.
    #[error("a survey needs numbered deals, such as v1:1..1000")]
    Cards,
    /// It is not two ends with `..` between them.
    #[error("`{0}` is not a range of deals: expected a range such as v1:1..1000")]
    Form(String),
    /// The last deal comes before the first.
    #[error("the range {0} ends before it begins")]
    Empty(String),
    /// It has more deals than fit in memory.
    #[error("{0} has more than {MAX_DEALS} deals: survey it in parts and --merge them")]
    TooLong(String),
}

impl FromStr for NumberedDeal {
    type Err = ParseDealRangeError;

    fn from_str(text: &str) -> Result<NumberedDeal, ParseDealRangeError> {
        match text.parse()? {
            DealId::V1(number) => Ok(NumberedDeal { kind: NumberedKind::V1, number }),
            DealId::Solvitaire(seed) => {
                Ok(NumberedDeal { kind: NumberedKind::Solvitaire, number: seed.into() })
            }
            DealId::Cards(_) => Err(ParseDealRangeError::Cards),
        }
    }
}

/// Consecutive deals, written `v1:1..1000`. Both ends are included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealRange {
    first: NumberedDeal,
    last: NumberedDeal,
}

/// All rows of a survey are in memory at its end.
const MAX_DEALS: u64 = 100_000_000;

impl DealRange {
    /// How many deals there are.
    pub(crate) fn count(self) -> u64 {
        (self.last.number - self.first.number).saturating_add(1)
    }

    pub(super) fn contains(self, deal: NumberedDeal) -> bool {
        (self.first..=self.last).contains(&deal)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = NumberedDeal> {
        (self.first.number..=self.last.number).map(move |number| NumberedDeal { number, ..self.first })
    }

    /// The range of all deals of a complete survey; `None` if deals are missing in between.
    pub(crate) fn of_complete(first: NumberedDeal, last: NumberedDeal, count: u64) -> Option<DealRange> {
        let range = DealRange { first, last };
        (first.kind == last.kind && first <= last && range.count() == count).then_some(range)
    }
}

impl FromStr for DealRange {
    type Err = ParseDealRangeError;

    fn from_str(text: &str) -> Result<DealRange, ParseDealRangeError> {
        let (first, end) = text.split_once("..").ok_or_else(|| ParseDealRangeError::Form(text.to_owned()))?;
        let (kind, _) = first.split_once(':').unwrap_or((first, ""));
        let (first, last): (NumberedDeal, NumberedDeal) = (first.parse()?, format!("{kind}:{end}").parse()?);
        if last < first {
            return Err(ParseDealRangeError::Empty(text.to_owned()));
        }
        if last.number - first.number >= MAX_DEALS {
            return Err(ParseDealRangeError::TooLong(text.to_owned()));
        }
        Ok(DealRange { first, last })
    }
}

impl fmt::Display for DealRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.last.number)
    }
}

#[cfg(test)]
mod tests {
    use super::{DealRange, NumberedDeal};

    #[test]
    fn ranges_include_both_ends() {
        let deals: DealRange = "solvitaire:601..603".parse().unwrap();
        assert_eq!(deals.count(), 3);
        let names: Vec<String> = deals.iter().map(|deal| deal.to_string()).collect();
        assert_eq!(names, ["solvitaire:601", "solvitaire:602", "solvitaire:603"]);
        assert!(
            deals.contains("solvitaire:603".parse().unwrap()) && !deals.contains("v1:602".parse().unwrap())
        );
        assert_eq!(deals.to_string(), "solvitaire:601..603");
        let last: DealRange = format!("v1:{0}..{0}", u64::MAX).parse().unwrap();
        assert_eq!((last.count(), last.iter().count()), (1, 1));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "v1:1",
            "v1:..5",
            "v1:1..",
            "v1:5..4",
            "v1:1..v1:5",
            "v1:1...5",
            "v1:-1..5",
            "v2:1..5",
            "1..5",
            "solvitaire:1..4294967296",
            "v1:0..18446744073709551615",
            "cards:1..2",
        ] {
            assert!(text.parse::<DealRange>().is_err(), "{text}");
        }
        assert!("cards:AcAd".parse::<NumberedDeal>().is_err());
    }
}
