/// Durations, counted in steps of a thirty-second of an octave, so that any quantile is known to two per
/// cent.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeHistogram {
    count: u64,
    /// In nanoseconds.
    sum: u64,
    steps: Vec<u64>,
}

const STEPS_PER_OCTAVE: f64 = 32.0;

impl TimeHistogram {
    pub(super) fn add(&mut self, nanoseconds: u64) {
        let step = (STEPS_PER_OCTAVE * (nanoseconds.max(1) as f64).log2()) as usize;
        if step >= self.steps.len() {
            self.steps.resize(step + 1, 0);
        }
        self.steps[step] += 1;
        self.count += 1;
        self.sum += nanoseconds;
    }

    pub(super) fn merge(&mut self, other: &TimeHistogram) {
        if other.steps.len() > self.steps.len() {
            self.steps.resize(other.steps.len(), 0);
        }
        self.steps.iter_mut().zip(&other.steps).for_each(|(step, more)| *step += more);
        self.count += other.count;
        self.sum += other.sum;
    }

    /// The mean in milliseconds.
    pub(super) fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64 / 1e6
    }

    /// The time in milliseconds that this share of the durations does not exceed.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let rank = (share * self.count as f64).ceil() as u64;
        let mut below = 0;
        let step = self.steps.iter().position(|count| {
            below += count;
            below >= rank.max(1)
        });
        step.map_or(0.0, |step| 2_f64.powf((step + 1) as f64 / STEPS_PER_OCTAVE) / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::TimeHistogram;

    #[test]
    fn quantiles_are_known_to_two_per_cent() {
        let (mut times, mut odd) = (TimeHistogram::default(), TimeHistogram::default());
        for number in (1..=1000).rev() {
            let times = if number % 2 == 0 { &mut times } else { &mut odd };
            times.add(1_000_000 * number);
        }
        times.merge(&odd);
        assert_eq!(times.mean(), 500.5);
        for (share, exact) in [(0.01, 10.0), (0.5, 500.0), (0.99, 990.0), (1.0, 1000.0)] {
            let quantile = times.quantile(share);
            assert!((exact..1.023 * exact).contains(&quantile), "{share}: {quantile}");
        }
        let empty = TimeHistogram::default();
        assert_eq!((empty.mean(), empty.quantile(0.99)), (0.0, 0.0));
    }
}
