/// The result of Pearson's chi-square test: how well counts fit the expected ones.
///
/// ```
/// use cards::ChiSquare;
///
/// let fair = ChiSquare::uniform(&[98, 105, 101, 97, 103, 96]).unwrap();
/// assert!(fair.p > 0.9);
/// let loaded = ChiSquare::uniform(&[80, 90, 95, 100, 105, 150]).unwrap();
/// assert!(loaded.p < 0.001);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquare {
    /// The sum over all counts of (count − expected)² / expected.
    pub statistic: f64,
    /// The degrees of freedom.
    pub freedom: u32,
    /// The p-value: how likely fair chance is to deviate at least this much.
    pub p: f64,
}

impl ChiSquare {
    /// Tests counts of equally likely outcomes. Returns `None` for fewer than two outcomes, or if
    /// nothing was counted.
    #[must_use]
    pub fn uniform(counts: &[u64]) -> Option<ChiSquare> {
        let total: u64 = counts.iter().sum();
        if counts.len() < 2 || total == 0 {
            return None;
        }
        let expected = total as f64 / counts.len() as f64;
        let statistic = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
        Some(ChiSquare::new(statistic, counts.len() as u32 - 1))
    }

    /// The result for a given statistic and degrees of freedom.
    #[must_use]
    pub fn new(statistic: f64, freedom: u32) -> ChiSquare {
        ChiSquare { statistic, freedom, p: upper_gamma(f64::from(freedom) / 2.0, statistic / 2.0) }
    }
}

/// The regularized upper incomplete gamma function Q(a, x): by a series where it converges quickly,
/// otherwise by a continued fraction (Lentz's algorithm).
fn upper_gamma(a: f64, x: f64) -> f64 {
    const MAX_STEPS: u32 = 100_000;
    const TINY: f64 = 1e-300;
    if x <= 0.0 {
        return 1.0;
    }
    let factor = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for step in 1..MAX_STEPS {
            term *= x / (a + f64::from(step));
            sum += term;
            if term < sum * 1e-16 {
                break;
            }
        }
        return (1.0 - factor * sum).clamp(0.0, 1.0);
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / TINY, 1.0 / b);
    let mut fraction = d;
    for step in 1..MAX_STEPS {
        let step = f64::from(step);
        let numerator = step * (a - step);
        b += 2.0;
        d = 1.0 / nonzero(numerator * d + b, TINY);
        c = nonzero(b + numerator / c, TINY);
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (factor * fraction).clamp(0.0, 1.0)
}

fn nonzero(number: f64, small: f64) -> f64 {
    if number.abs() < small { small } else { number }
}

/// The logarithm of the gamma function, by Stirling's series. It is accurate enough for z ≥ 10, so
/// smaller arguments are shifted up first.
fn ln_gamma(mut z: f64) -> f64 {
    let mut shift = 0.0;
    while z < 10.0 {
        shift += z.ln();
        z += 1.0;
    }
    let series = 1.0 / (12.0 * z) - 1.0 / (360.0 * z.powi(3)) + 1.0 / (1260.0 * z.powi(5));
    (z - 0.5) * z.ln() - z + 0.5 * std::f64::consts::TAU.ln() + series - shift
}

#[cfg(test)]
mod tests {
    use super::ChiSquare;

    /// Values from printed tables: degrees of freedom, statistic, and the probability to exceed it.
    #[test]
    fn p_values_match_printed_tables() {
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
            let found = ChiSquare::new(statistic, freedom).p;
            assert!((found / p - 1.0).abs() < 1e-3, "{freedom} {statistic}: {found}");
        }
    }

    #[test]
    fn too_few_counts_give_no_result() {
        assert_eq!(ChiSquare::uniform(&[]), None);
        assert_eq!(ChiSquare::uniform(&[7]), None);
        assert_eq!(ChiSquare::uniform(&[0, 0]), None);
        let even = ChiSquare::uniform(&[5, 5, 5]).unwrap();
        assert_eq!((even.statistic, even.freedom, even.p), (0.0, 2, 1.0));
    }
}
