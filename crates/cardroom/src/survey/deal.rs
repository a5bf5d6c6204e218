use std::fmt;
use std::str::FromStr;

use anyhow::{Result, anyhow, bail};
use cards::DealId;

/// A deal with a number. They are in order by kind and number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Deal {
    kind: Kind,
    number: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Kind {
    V1,
    Solvitaire,
}

impl From<Deal> for DealId {
    fn from(Deal { kind, number }: Deal) -> DealId {
        match kind {
            Kind::V1 => DealId::V1(number),
            // The number was a seed when it was read.
            Kind::Solvitaire => DealId::Solvitaire(number as u32),
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DealId::from(*self).fmt(f)
    }
}

impl FromStr for Deal {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Deal> {
        match text.parse()? {
            DealId::V1(number) => Ok(Deal { kind: Kind::V1, number }),
            DealId::Solvitaire(seed) => Ok(Deal { kind: Kind::Solvitaire, number: seed.into() }),
            DealId::Cards(_) => bail!("a survey is of deals with numbers, as in v1:1..1000"),
        }
    }
}

/// Deals that follow each other, `v1:1..1000`: the first, the last, and all between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deals {
    first: Deal,
    last: Deal,
}

impl Deals {
    /// How many there are.
    pub(super) fn count(self) -> u64 {
        (self.last.number - self.first.number).saturating_add(1)
    }

    pub(super) fn has(self, deal: Deal) -> bool {
        (self.first..=self.last).contains(&deal)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Deal> {
        (self.first.number..=self.last.number).map(move |number| Deal { number, ..self.first })
    }
}

impl FromStr for Deals {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Deals> {
        let (first, end) = text
            .split_once("..")
            .ok_or_else(|| anyhow!("`{text}` is no range of deals: expected one like v1:1..1000"))?;
        let (kind, _) = first.split_once(':').unwrap_or((first, ""));
        let (first, last): (Deal, Deal) = (first.parse()?, format!("{kind}:{end}").parse()?);
        if last < first {
            bail!("there is no deal in {text}: the range ends before it begins");
        }
        if last.number - first.number >= Deals::MOST {
            bail!(
                "there are more than {} deals in {text}: survey it in parts, and --merge them",
                Deals::MOST
            );
        }
        Ok(Deals { first, last })
    }
}

impl Deals {
    /// All rows are held in memory at the end.
    const MOST: u64 = 100_000_000;
}

impl fmt::Display for Deals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.last.number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Deal, Deals};

    #[test]
    fn ranges_include_both_ends() {
        let deals: Deals = "solvitaire:601..603".parse().unwrap();
        assert_eq!(deals.count(), 3);
        let names: Vec<String> = deals.iter().map(|deal| deal.to_string()).collect();
        assert_eq!(names, ["solvitaire:601", "solvitaire:602", "solvitaire:603"]);
        assert!(deals.has("solvitaire:603".parse().unwrap()) && !deals.has("v1:602".parse().unwrap()));
        assert_eq!(deals.to_string(), "solvitaire:601..603");
        let last: Deals = format!("v1:{0}..{0}", u64::MAX).parse().unwrap();
        assert_eq!((last.count(), last.iter().count()), (1, 1));
    }

    #[test]
    fn other_text_is_no_range() {
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
            assert!(text.parse::<Deals>().is_err(), "{text}");
        }
        assert!("cards:AcAd".parse::<Deal>().is_err());
    }
}
