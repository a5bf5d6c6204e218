use std::str::FromStr;

use serde::Serialize;

/// Two shares of wins. A sequential test rules out one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TestBounds {
    low: f64,
    high: f64,
}

impl TestBounds {
    /// From an equal share of the wins, for that many of all seats, to five percentage points more.
    pub(super) fn from_equal_share(seats: usize, of: usize) -> TestBounds {
        let low = seats as f64 / of as f64;
        TestBounds { low, high: f64::midpoint(low, 1.0).min(low + 0.05) }
    }

    /// Both bounds in per cent, the lower one first.
    #[must_use]
    pub fn percent(self) -> [f64; 2] {
        [self.low, self.high].map(|share| (1e6 * share).round() / 1e4)
    }
}

/// A text that is no pair of bounds.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseTestBoundsError {
    /// It is not two numbers from 0 to 100.
    #[error("`{0}` is no pair of bounds: expected two per cents, as in 50..55")]
    Form(String),
    /// The first number is not less than the second.
    #[error("the first bound of {0} is not below the second")]
    Order(String),
}

/// In per cent: `50..55`.
impl FromStr for TestBounds {
    type Err = ParseTestBoundsError;

    fn from_str(text: &str) -> Result<TestBounds, ParseTestBoundsError> {
        let percent = |text: &str| text.parse().ok().filter(|share| (0.0..=100.0).contains(share));
        let bounds = text.split_once("..").and_then(|(low, high)| percent(low).zip(percent(high)));
        let (low, high): (f64, f64) = bounds.ok_or_else(|| ParseTestBoundsError::Form(text.to_owned()))?;
        if low >= high {
            return Err(ParseTestBoundsError::Order(text.to_owned()));
        }
        Ok(TestBounds { low: low / 100.0, high: high / 100.0 })
    }
}

/// What a test has shown about a player's share of wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestDecision {
    /// It is more than the lower bound.
    More,
    /// It is less than the higher bound.
    Less,
    /// Nothing yet.
    #[serde(rename = "none")]
    Undecided,
}

/// A test that may be checked after every deal and ends as soon as the result is clear.
///
/// It is a pair of fair bets. One bettor claims that the share is more than the lower bound and stakes a part
/// of his money on every deal; the other one claims that it is less than the higher bound. If the first one
/// is wrong, his money grows twentyfold with a probability of at most one in twenty, whatever the deals are
/// and however long he plays (Ville's inequality); the same holds for the other one. The stakes depend on how
/// much the earlier deals differed from each other, so that a small sample is enough.
#[derive(Clone, Debug)]
pub(super) struct SequentialTest {
    bounds: TestBounds,
    /// The logarithm of each bettor's money, which starts at one.
    more: f64,
    less: f64,
    deals: f64,
    sum: f64,
    squares: f64,
}

impl SequentialTest {
    /// The highest probability of a wrong decision.
    const ERROR: f64 = 0.05;

    pub(super) fn new(bounds: TestBounds) -> SequentialTest {
        SequentialTest { bounds, more: 0.0, less: 0.0, deals: 0.0, sum: 0.0, squares: 0.0 }
    }

    /// Adds the deals that it has not seen yet. `shares` are those of all deals so far.
    pub(super) fn update(&mut self, shares: &[f64]) {
        shares.iter().skip(self.deals as usize).for_each(|share| self.add(*share));
    }

    pub(super) fn bounds(&self) -> TestBounds {
        self.bounds
    }

    /// Adds a deal of which the player has won that share of the games.
    fn add(&mut self, share: f64) {
        let TestBounds { low, high } = self.bounds;
        let stake = self.stake();
        self.more += (stake.min(0.5 / low) * (share - low)).ln_1p();
        self.less += (stake.min(0.5 / (1.0 - high)) * (high - share)).ln_1p();
        self.deals += 1.0;
        self.sum += share;
        self.squares += share * share;
    }

    /// The stake that makes the money grow fastest if the true share is at the other bound. It depends only
    /// on earlier deals.
    fn stake(&self) -> f64 {
        let spread = self.squares - self.sum * self.sum / self.deals.max(1.0);
        let variance = (spread + 0.25) / (self.deals + 1.0);
        let gap = self.bounds.high - self.bounds.low;
        gap / (variance + gap * gap)
    }

    pub(super) fn decision(&self) -> TestDecision {
        let enough = -SequentialTest::ERROR.ln();
        if self.more >= enough && self.more >= self.less {
            TestDecision::More
        } else if self.less >= enough {
            TestDecision::Less
        } else {
            TestDecision::Undecided
        }
    }

    pub(super) fn is_decided(&self) -> bool {
        self.decision() != TestDecision::Undecided
    }
}

#[cfg(test)]
mod tests {
    use cards::{ChanceKind, Key, Keystream, Source};

    use super::{SequentialTest, TestBounds, TestDecision};

    /// Tests a player who wins each game with that probability. Gives the decision and the number of deals,
    /// of two games each.
    fn decide(percent: u32, source: &mut Keystream) -> (TestDecision, u32) {
        let mut test = SequentialTest::new(TestBounds::from_equal_share(1, 2));
        for deal in 1..=3000 {
            let wins = (0..2).filter(|_| source.below(100) < percent).count();
            test.add(wins as f64 / 2.0);
            if test.is_decided() {
                return (test.decision(), deal);
            }
        }
        (TestDecision::Undecided, 3000)
    }

    #[test]
    fn at_the_bounds_it_is_rarely_wrong() {
        let mut source = Key::from_number(7).stream(ChanceKind::Deal, 0);
        let mut count = |percent, decision| {
            let found: Vec<_> = (0..400).map(|_| decide(percent, &mut source)).collect();
            let deals: u32 = found.iter().map(|(_, deals)| deals).sum();
            (found.iter().filter(|(found, _)| *found == decision).count(), deals / 400)
        };
        // At most one in twenty, plus what 400 trials may deviate.
        assert!(count(50, TestDecision::More).0 <= 30 && count(55, TestDecision::Less).0 <= 30);
        let (right, deals) = count(55, TestDecision::More);
        assert!(right >= 370 && deals < 400, "{right} after {deals}");
        let (right, deals) = count(60, TestDecision::More);
        assert!(right == 400 && deals < 120, "{right} after {deals}");
        assert!(count(45, TestDecision::Less).0 == 400);
    }

    #[test]
    fn bounds_are_read() {
        assert_eq!("50..55".parse::<TestBounds>().unwrap(), TestBounds { low: 0.5, high: 0.55 });
        assert_eq!("0..62.5".parse::<TestBounds>().unwrap().percent(), [0.0, 62.5]);
        for text in ["", "50", "55..50", "50..50", "-1..5", "50..101", "a..b", "nan..5", "5..inf"] {
            assert!(text.parse::<TestBounds>().is_err(), "{text}");
        }
        assert_eq!(TestBounds::from_equal_share(1, 4).percent(), [25.0, 30.0]);
    }

    /// No stake is so high that a bettor could lose everything in one deal.
    #[test]
    fn no_bettor_is_ruined() {
        for bounds in ["0..100", "0..1", "99..100", "10..90"] {
            let mut test = SequentialTest::new(bounds.parse().unwrap());
            for deal in 0..100 {
                test.add(f64::from(deal % 2));
                assert!(test.more.is_finite() && test.less.is_finite(), "{bounds}: {test:?}");
            }
        }
    }
}
