/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The estimate itself.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// 95 % of a normal distribution lie within this many standard deviations.
    const Z: f64 = 1.959_964;
    /// The square of `Z`.
    const ZZ: f64 = 3.841_459;

    /// The mean of independent numbers between 0 and 1, with the interval of Agresti and Coull.
    ///
    /// The arena gives the share of wins of each deal. All games of a deal have the same cards and dice, so
    /// the deals are independent, not the games.
    ///
    /// About two won and two lost deals are added to the sample, so that a few deals with equal results do
    /// not look certain. The formula is meant for zeros and ones; here it is used with the variance of
    /// numbers in between.
    pub(crate) fn agresti_coull(deals: impl IntoIterator<Item = f64>) -> Interval {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for share in deals {
            count += 1.0;
            sum += share;
            squares += share * share;
        }
        if count == 0.0 {
            return Interval { mean: 0.0, low: 0.0, high: 1.0 };
        }
        let all = count + Interval::ZZ;
        let middle = (sum + Interval::ZZ / 2.0) / all;
        let variance = ((squares + Interval::ZZ / 2.0) / all - middle * middle).max(0.0);
        let spread = (Interval::ZZ * variance / all).sqrt();
        Interval {
            mean: sum / count,
            low: (middle - spread).clamp(0.0, 1.0),
            high: (middle + spread).clamp(0.0, 1.0),
        }
    }

    /// The share of `yes` among the known ones of `all`, with the interval of Wilson.
    ///
    /// Unknown ones widen it: they count as no at the lower end and as yes at the upper end.
    pub(crate) fn wilson(yes: u64, unknown: u64, all: u64) -> Interval {
        let known = all - unknown;
        Interval {
            mean: yes as f64 / known.max(1) as f64,
            low: wilson_end(yes, all, -1.0),
            high: wilson_end(yes + unknown, all, 1.0),
        }
    }

    /// Applies a function to all three numbers.
    pub(crate) fn map(self, number: impl Fn(f64) -> f64) -> Interval {
        Interval { mean: number(self.mean), low: number(self.low), high: number(self.high) }
    }

    /// In per cent: `90.21 %, 95 % interval 90.15 to 90.27`. The narrower the interval, the more decimals.
    #[must_use]
    pub fn text(&self) -> String {
        let width = 100.0 * (self.high - self.low);
        let decimals = (2.5 - width.max(1e-4).log10()).clamp(0.0, 4.0) as usize;
        let percent = |share: f64| format!("{:.decimals$}", 100.0 * share);
        let (mean, low, high) = (percent(self.mean), percent(self.low), percent(self.high));
        format!("{mean} %, 95 % interval {low} to {high}")
    }
}

fn wilson_end(yes: u64, all: u64, side: f64) -> f64 {
    let (all, zz) = (all as f64, Interval::Z * Interval::Z);
    if all == 0.0 {
        return if side < 0.0 { 0.0 } else { 1.0 };
    }
    let share = yes as f64 / all;
    let middle = share + zz / (2.0 * all);
    let spread = Interval::Z * (share * (1.0 - share) / all + zz / (4.0 * all * all)).sqrt();
    ((middle + side * spread) / (1.0 + zz / all)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use cards::{ChanceKind, Key, Source};

    use super::Interval;

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 5e-4
    }

    #[test]
    fn agresti_coull_gives_published_values() {
        let deals = (0..263).map(|deal| if deal < 81 { 1.0 } else { 0.0 });
        let Interval { mean, low, high } = Interval::agresti_coull(deals);
        assert!(near(mean, 0.3080) && near(low, 0.2552) && near(high, 0.3663), "{low} {high}");
        let Interval { low, high, .. } = Interval::agresti_coull([1.0; 10]);
        assert!(near(low, 0.6791) && high == 1.0, "{low}");
        assert_eq!(Interval::agresti_coull([]), Interval { mean: 0.0, low: 0.0, high: 1.0 });
    }

    /// Deals that are won once and lost once give a narrower interval than as many games of different deals.
    #[test]
    fn deals_that_cancel_out_narrow_the_interval() {
        let width = |share: Interval| share.high - share.low;
        let even = Interval::agresti_coull([0.5; 500]);
        let odd = Interval::agresti_coull((0..500).map(|deal| f64::from(deal % 2)));
        assert!(even.mean == odd.mean && 5.0 * width(even) < width(odd));
    }

    /// In 500 experiments of 100 deals each, about 95 % of the intervals contain the true share.
    #[test]
    fn intervals_contain_the_true_share_as_often_as_claimed() {
        let mut source = Key::from_number(1).stream(ChanceKind::Deal, 0);
        let mut covered = 0;
        for _ in 0..500 {
            let deals = (0..100).map(|_| match source.below(10) {
                0..6 => 1.0,
                6..9 => 0.5,
                _ => 0.0,
            });
            let Interval { low, high, .. } = Interval::agresti_coull(deals);
            covered += u32::from(low < 0.75 && 0.75 < high);
        }
        assert!((460..=490).contains(&covered), "{covered}");
    }

    #[test]
    fn wilson_gives_published_values() {
        let near = |left: f64, right: f64| (left - right).abs() < 5e-5;
        let Interval { mean, low, high } = Interval::wilson(81, 0, 263);
        assert!(near(mean, 0.3080) && near(low, 0.2553) && near(high, 0.3662), "{low} {high}");
        let Interval { low, high, .. } = Interval::wilson(0, 0, 10);
        assert!(low == 0.0 && near(high, 0.2775), "{high}");
        assert_eq!(Interval::wilson(0, 0, 0), Interval { mean: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn unknown_deals_widen_the_interval() {
        let (sure, not) = (Interval::wilson(90, 0, 100), Interval::wilson(85, 5, 100));
        assert!(not.low < sure.low && (not.high - sure.high).abs() < 5e-5);
        assert_eq!(Interval::wilson(902, 0, 1000).text(), "90.2 %, 95 % interval 88.2 to 91.9");
    }
}
