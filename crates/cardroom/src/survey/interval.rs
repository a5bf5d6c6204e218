/// A share, and the interval that has it with 95 % certainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Interval {
    /// Of those that are known.
    pub(super) share: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Interval {
    /// How many standard deviations 95 % of a normal distribution lie within.
    const Z: f64 = 1.959_964;

    /// The interval of Wilson for `yes` of `all`. What is not known makes it wider: below it counts as no, above as yes.
    pub(super) fn new(yes: u64, unknown: u64, all: u64) -> Interval {
        let known = all - unknown;
        Interval {
            share: yes as f64 / known.max(1) as f64,
            low: Interval::wilson(yes, all, -1.0),
            high: Interval::wilson(yes + unknown, all, 1.0),
        }
    }

    fn wilson(yes: u64, all: u64, side: f64) -> f64 {
        let (all, zz) = (all as f64, Interval::Z * Interval::Z);
        if all == 0.0 {
            return if side < 0.0 { 0.0 } else { 1.0 };
        }
        let share = yes as f64 / all;
        let middle = share + zz / (2.0 * all);
        let spread = Interval::Z * (share * (1.0 - share) / all + zz / (4.0 * all * all)).sqrt();
        ((middle + side * spread) / (1.0 + zz / all)).clamp(0.0, 1.0)
    }

    /// `90.21 %, 95 % interval 90.15 to 90.27`, with as many decimals as the interval's width is worth.
    pub(super) fn text(&self) -> String {
        let width = 100.0 * (self.high - self.low);
        let decimals = (2.5 - width.max(1e-4).log10()).clamp(0.0, 4.0) as usize;
        let percent = |share: f64| format!("{:.decimals$}", 100.0 * share);
        let (share, low, high) = (percent(self.share), percent(self.low), percent(self.high));
        format!("{share} %, 95 % interval {low} to {high}")
    }
}

#[cfg(test)]
mod tests {
    use super::Interval;

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 5e-5
    }

    #[test]
    fn intervals_are_those_of_wilson() {
        let Interval { share, low, high } = Interval::new(81, 0, 263);
        assert!(near(share, 0.3080) && near(low, 0.2553) && near(high, 0.3662), "{low} {high}");
        let Interval { low, high, .. } = Interval::new(0, 0, 10);
        assert!(low == 0.0 && near(high, 0.2775), "{high}");
        assert_eq!(Interval::new(0, 0, 0), Interval { share: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn what_is_not_known_widens_them() {
        let (sure, not) = (Interval::new(90, 0, 100), Interval::new(85, 5, 100));
        assert!(not.low < sure.low && near(not.high, sure.high));
        assert_eq!(Interval::new(902, 0, 1000).text(), "90.2 %, 95 % interval 88.2 to 91.9");
    }
}
