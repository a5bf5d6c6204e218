/// How well counts fit what was expected: Pearson's chi-square test.
///
/// ```
/// use cards::ChiSquare;
///
/// let fair = ChiSquare::even(&[98, 105, 101, 97, 103, 96]).unwrap();
/// assert!(fair.p > 0.9);
/// let loaded = ChiSquare::even(&[80, 90, 95, 100, 105, 150]).unwrap();
/// assert!(loaded.p < 0.001);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquare {
    /// The sum of the squared distances, each divided by what was expected.
    pub statistic: f64,
    /// The degrees of freedom.
    pub freedom: u32,
    /// How often honest chance is at least as far from what is expected.
    pub p: f64,
}

impl ChiSquare {
    /// Counts of things that are equally likely; `None` for fewer than two, or if nothing was counted.
    #[must_use]
    pub fn even(counts: &[u64]) -> Option<ChiSquare> {
        let total: u64 = counts.iter().sum();
        if counts.len() < 2 || total == 0 {
            return None;
        }
        let expected = total as f64 / counts.len() as f64;
        let statistic = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
        Some(ChiSquare::of(statistic, counts.len() as u32 - 1))
    }

    /// A statistic that was summed up elsewhere, with its degrees of freedom.
    #[must_use]
    pub fn of(statistic: f64, freedom: u32) -> ChiSquare {
        ChiSquare { statistic, freedom, p: upper_gamma(f64::from(freedom) / 2.0, statistic / 2.0) }
    }
}

/// The upper incomplete gamma function, divided by the whole one: a series where that is short, else a continued fraction (Lentz).
fn upper_gamma(a: f64, x: f64) -> f64 {
    const STEPS: u32 = 100_000;
    const SMALL: f64 = 1e-300;
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for step in 1..STEPS {
            term *= x / (a + f64::from(step));
            sum += term;
            if term < sum * 1e-16 {
                break;
            }
        }
        return (1.0 - front * sum).clamp(0.0, 1.0);
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / SMALL, 1.0 / b);
    let mut fraction = d;
    for step in 1..STEPS {
        let step = f64::from(step);
        let numerator = step * (a - step);
        b += 2.0;
        d = 1.0 / nonzero(numerator * d + b, SMALL);
        c = nonzero(b + numerator / c, SMALL);
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (front * fraction).clamp(0.0, 1.0)
}

fn nonzero(number: f64, small: f64) -> f64 {
    if number.abs() < small { small } else { number }
}

/// The logarithm of the gamma function, by Stirling's series, which is exact enough from ten on.
fn ln_gamma(mut z: f64) -> f64 {
    let mut below = 0.0;
    while z < 10.0 {
        below += z.ln();
        z += 1.0;
    }
    let series = 1.0 / (12.0 * z) - 1.0 / (360.0 * z.powi(3)) + 1.0 / (1260.0 * z.powi(5));
    (z - 0.5) * z.ln() - z + 0.5 * std::f64::consts::TAU.ln() + series - below
}

#[cfg(test)]
mod tests {
    use super::ChiSquare;

    /// Values of printed tables: with so many degrees of freedom, this statistic is exceeded with that probability.
    #[test]
    fn probabilities_are_those_of_the_tables() {
        for (freedom, statistic, p) in [
            (1, 3.841_459, 0.05),
            (1, 10.827_566, 0.001),
            (5, 11.070_498, 0.05),
            (5, 4.351_46, 0.5),
            (10, 18.307_038, 0.05),
            (35, 49.801_85, 0.05),
            (35, 66.618_83, 0.001),
            (100, 124.342_113, 0.05),
            (2601, 2720.76, 0.05),
        ] {
            let found = ChiSquare::of(statistic, freedom).p;
            assert!((found / p - 1.0).abs() < 1e-3, "{freedom} {statistic}: {found}");
        }
    }

    #[test]
    fn nothing_is_told_of_nothing() {
        assert_eq!(ChiSquare::even(&[]), None);
        assert_eq!(ChiSquare::even(&[7]), None);
        assert_eq!(ChiSquare::even(&[0, 0]), None);
        let even = ChiSquare::even(&[5, 5, 5]).unwrap();
        assert_eq!((even.statistic, even.freedom, even.p), (0.0, 2, 1.0));
    }
}
