/// The strength of players who have all met each other, in points of Elo: on average they have 0, and ten times as many wins are 400
/// points.
///
/// `shares[a][b]` is what share of their games player `a` has won against player `b`. It is the model of Bradley and Terry; what
/// makes these wins likeliest is found step by step, as Zermelo did.
pub(super) fn ratings(shares: &[Vec<f64>]) -> Vec<f64> {
    let players = shares.len();
    let mut strengths = vec![1.0; players];
    for _ in 0..MOST_STEPS {
        let step = |a: usize| {
            let others = || (0..players).filter(|b| *b != a);
            let wins: f64 = others().map(|b| shares[a][b]).sum();
            wins / others().map(|b| 1.0 / (strengths[a] + strengths[b])).sum::<f64>()
        };
        let mut next: Vec<f64> = (0..players).map(step).collect();
        let mean = next.iter().map(|strength: &f64| strength.ln()).sum::<f64>() / players as f64;
        next.iter_mut().for_each(|strength| *strength /= mean.exp());
        let change = |(old, new): (&f64, &f64)| (new / old).ln().abs();
        let most = strengths.iter().zip(&next).map(change).fold(0.0, f64::max);
        strengths = next;
        if most < 1e-9 {
            break;
        }
    }
    strengths.iter().map(|strength| 400.0 * strength.log10()).collect()
}

const MOST_STEPS: usize = 20_000;

#[cfg(test)]
mod tests {
    use super::ratings;

    #[test]
    fn shares_that_follow_from_ratings_give_them_back() {
        let truth = [-410.0, -120.0, 60.0, 470.0];
        let share = |a: f64, b: f64| 1.0 / (1.0 + 10_f64.powf((b - a) / 400.0));
        let shares: Vec<Vec<f64>> =
            truth.iter().map(|a| truth.iter().map(|b| share(*a, *b)).collect()).collect();
        for (found, truth) in ratings(&shares).iter().zip(truth) {
            assert!((found - truth).abs() < 0.01, "{found} for {truth}");
        }
        assert!(ratings(&[vec![0.5, 0.5], vec![0.5, 0.5]]).iter().all(|elo| elo.abs() < 1e-6));
    }
}
