use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};

/// Two shares of wins, of which a test tells which one the truth is not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    /// From an equal part of the wins to five per cent of the games more.
    pub(super) fn usual(seats: usize, of: usize) -> Bounds {
        let low = seats as f64 / of as f64;
        Bounds { low, high: f64::midpoint(low, 1.0).min(low + 0.05) }
    }

    /// The lower one in per cent, and the higher one.
    pub(super) fn percent(self) -> [f64; 2] {
        [self.low, self.high].map(|share| (1e6 * share).round() / 1e4)
    }
}

/// `50..55`, in per cent.
impl FromStr for Bounds {
    type Err = Error;

    fn from_str(text: &str) -> Result<Bounds> {
        let form = || format!("`{text}` is no pair of bounds: expected two per cents, as in 50..55");
        let (low, high) = text.split_once("..").with_context(form)?;
        let percent = |text: &str| text.parse().ok().filter(|share| (0.0..=100.0).contains(share));
        let [low, high]: [f64; 2] = [percent(low).with_context(form)?, percent(high).with_context(form)?];
        if low >= high {
            bail!("the first bound of {text} is not below the second");
        }
        Ok(Bounds { low: low / 100.0, high: high / 100.0 })
    }
}

/// What a test has shown of a player's share of wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// It is more than the lower bound.
    More,
    /// It is less than the higher bound.
    Less,
}

/// A test that may be looked at after every deal, and ends as soon as it is decided.
///
/// It is a pair of fair bets. One bettor holds that the share is more than the lower bound and stakes a part of his money on every deal,
/// the other one that it is less than the higher bound. Were the first one wrong, his money would grow twentyfold with a
/// probability of one in twenty at most, whatever the deals are and however long he plays (Ville); the same holds for the other one.
/// How much they stake depends on how much the deals before have differed from each other, so that a small sample suffices.
#[derive(Clone, Debug)]
pub(super) struct Test {
    bounds: Bounds,
    /// The logarithm of what a bettor has who began with one.
    more: f64,
    less: f64,
    deals: f64,
    sum: f64,
    squares: f64,
}

impl Test {
    /// The probability at most of a wrong decision.
    const ERROR: f64 = 0.05;

    pub(super) fn new(bounds: Bounds) -> Test {
        Test { bounds, more: 0.0, less: 0.0, deals: 0.0, sum: 0.0, squares: 0.0 }
    }

    /// Counts the deals that are new, and tells whether they decide it.
    pub(super) fn has_enough(&mut self, shares: &[f64]) -> bool {
        shares.iter().skip(self.deals as usize).for_each(|share| self.add(*share));
        self.decision().is_some()
    }

    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Counts a deal, of whose games the player has won that share.
    fn add(&mut self, share: f64) {
        let Bounds { low, high } = self.bounds;
        let stake = self.stake();
        self.more += (stake.min(0.5 / low) * (share - low)).ln_1p();
        self.less += (stake.min(0.5 / (1.0 - high)) * (high - share)).ln_1p();
        self.deals += 1.0;
        self.sum += share;
        self.squares += share * share;
    }

    /// What makes money grow fastest if the share is at the other bound. It is known before the deal is.
    fn stake(&self) -> f64 {
        let spread = self.squares - self.sum * self.sum / self.deals.max(1.0);
        let variance = (spread + 0.25) / (self.deals + 1.0);
        let gap = self.bounds.high - self.bounds.low;
        gap / (variance + gap * gap)
    }

    /// What is decided by now.
    pub(super) fn decision(&self) -> Option<Decision> {
        let enough = -Test::ERROR.ln();
        if self.more >= enough && self.more >= self.less {
            Some(Decision::More)
        } else if self.less >= enough {
            Some(Decision::Less)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use cards::{ChanceKind, Key, Source, Stream};

    use super::{Bounds, Decision, Test};

    /// The decision for a player who wins each game with that probability, and after how many deals of two games.
    fn decide(percent: u32, source: &mut Stream) -> (Option<Decision>, u32) {
        let mut test = Test::new(Bounds::usual(1, 2));
        for deal in 1..=3000 {
            let wins = (0..2).filter(|_| source.below(100) < percent).count();
            test.add(wins as f64 / 2.0);
            if let Some(decision) = test.decision() {
                return (Some(decision), deal);
            }
        }
        (None, 3000)
    }

    #[test]
    fn at_the_bounds_it_is_seldom_wrong_and_it_finds_the_truth() {
        let mut source = Key::from_number(7).stream(ChanceKind::Deal, 0);
        let mut count = |percent, decision| {
            let found: Vec<_> = (0..400).map(|_| decide(percent, &mut source)).collect();
            let deals: u32 = found.iter().map(|(_, deals)| deals).sum();
            (found.iter().filter(|(found, _)| *found == Some(decision)).count(), deals / 400)
        };
        // One in twenty at most, give or take what 400 trials can tell.
        assert!(count(50, Decision::More).0 <= 30 && count(55, Decision::Less).0 <= 30);
        let (right, deals) = count(55, Decision::More);
        assert!(right >= 370 && deals < 400, "{right} after {deals}");
        let (right, deals) = count(60, Decision::More);
        assert!(right == 400 && deals < 120, "{right} after {deals}");
        assert!(count(45, Decision::Less).0 == 400);
    }

    #[test]
    fn bounds_are_read() {
        assert_eq!("50..55".parse::<Bounds>().unwrap(), Bounds { low: 0.5, high: 0.55 });
        assert_eq!("0..62.5".parse::<Bounds>().unwrap().percent(), [0.0, 62.5]);
        for text in ["", "50", "55..50", "50..50", "-1..5", "50..101", "a..b", "nan..5", "5..inf"] {
            assert!(text.parse::<Bounds>().is_err(), "{text}");
        }
        assert_eq!(Bounds::usual(1, 4).percent(), [25.0, 30.0]);
    }

    /// No stake is so high that a deal could take all.
    #[test]
    fn nobody_is_ever_ruined() {
        for bounds in ["0..100", "0..1", "99..100", "10..90"] {
            let mut test = Test::new(bounds.parse().unwrap());
            for deal in 0..100 {
                test.add(f64::from(deal % 2));
                assert!(test.more.is_finite() && test.less.is_finite(), "{bounds}: {test:?}");
            }
        }
    }
}
