/// A mean of independent numbers between 0 and 1, with the interval that has the true one with 95 % certainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Share {
    pub(super) mean: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Share {
    /// The square of how many standard deviations 95 % of a normal distribution lie within.
    const ZZ: f64 = 3.841_459;

    /// The share of a player's wins, from the share of each deal. The games of one deal have the same cards and dice, so it is the deals
    /// that are independent of each other.
    ///
    /// It is the interval of Agresti and Coull, for numbers that are not only 0 and 1: about two deals that are won and two that are
    /// lost are added to the sample, so that a few deals with the same result do not look certain.
    pub(super) fn of(deals: impl IntoIterator<Item = f64>) -> Share {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for share in deals {
            count += 1.0;
            sum += share;
            squares += share * share;
        }
        if count == 0.0 {
            return Share { mean: 0.0, low: 0.0, high: 1.0 };
        }
        let all = count + Share::ZZ;
        let middle = (sum + Share::ZZ / 2.0) / all;
        let variance = ((squares + Share::ZZ / 2.0) / all - middle * middle).max(0.0);
        let spread = (Share::ZZ * variance / all).sqrt();
        Share {
            mean: sum / count,
            low: (middle - spread).clamp(0.0, 1.0),
            high: (middle + spread).clamp(0.0, 1.0),
        }
    }

    /// The same for what each of the three numbers stands for.
    pub(super) fn map(self, number: impl Fn(f64) -> f64) -> Share {
        Share { mean: number(self.mean), low: number(self.low), high: number(self.high) }
    }
}

/// By how many points of Elo a player is ahead of the others at the table, if it has so many of the seats and wins that share of the
/// games: ten times as many wins for each seat are 400 points. Infinite if all is won or nothing; no number if nobody else sits there.
pub(super) fn elo(share: f64, seats: usize, of: usize) -> f64 {
    let odds = (share / seats as f64) / ((1.0 - share) / (of - seats) as f64);
    400.0 * odds.log10()
}

#[cfg(test)]
mod tests {
    use super::{Share, elo};

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 5e-4
    }

    #[test]
    fn wins_and_losses_have_the_interval_of_agresti_and_coull() {
        let deals = (0..263).map(|deal| if deal < 81 { 1.0 } else { 0.0 });
        let Share { mean, low, high } = Share::of(deals);
        assert!(near(mean, 0.3080) && near(low, 0.2552) && near(high, 0.3663), "{low} {high}");
        let Share { low, high, .. } = Share::of([1.0; 10]);
        assert!(near(low, 0.6791) && high == 1.0, "{low}");
        assert_eq!(Share::of([]), Share { mean: 0.0, low: 0.0, high: 1.0 });
    }

    /// Where every deal is won once and lost once, the share is known better than by as many games of different deals.
    #[test]
    fn deals_that_cancel_out_make_it_narrow() {
        let width = |share: Share| share.high - share.low;
        let even = Share::of([0.5; 500]);
        let odd = Share::of((0..500).map(|deal| f64::from(deal % 2)));
        assert!(even.mean == odd.mean && 5.0 * width(even) < width(odd));
    }

    /// Half a thousand worlds of a hundred deals each: about 95 % of the intervals have the truth.
    #[test]
    fn the_interval_has_the_truth_as_often_as_it_says() {
        use cards::{ChanceKind, Key, Source};
        let mut source = Key::from_number(1).stream(ChanceKind::Deal, 0);
        let mut covered = 0;
        for _ in 0..500 {
            let deals = (0..100).map(|_| match source.below(10) {
                0..6 => 1.0,
                6..9 => 0.5,
                _ => 0.0,
            });
            let Share { low, high, .. } = Share::of(deals);
            covered += u32::from(low < 0.75 && 0.75 < high);
        }
        assert!((460..=490).contains(&covered), "{covered}");
    }

    #[test]
    fn elo_counts_wins_for_each_seat() {
        assert!(near(elo(10.0 / 11.0, 1, 2), 400.0) && near(elo(1.0 / 11.0, 1, 2), -400.0));
        assert!(near(elo(0.25, 1, 4), 0.0) && near(elo(0.75, 3, 4), 0.0));
        assert!(elo(0.48, 1, 4) > 0.0);
        assert_eq!((elo(1.0, 1, 2), elo(0.0, 1, 2)), (f64::INFINITY, f64::NEG_INFINITY));
        assert!(elo(1.0, 2, 2).is_nan());
    }
}
