//! The Elo scale: ten times as many wins are 400 points.

/// A player's lead over the others at the table in Elo points.
///
/// The player holds `seats` of the `of` seats and wins that share of the games; what counts is the wins per
/// seat. Infinite if everything or nothing is won; not a number if nobody else sits at the table.
pub(super) fn elo_lead(share: f64, seats: usize, of: usize) -> f64 {
    let odds = (share / seats as f64) / ((1.0 - share) / (of - seats) as f64);
    400.0 * odds.log10()
}

/// The Elo ratings of players who have all met each other; their average is 0.
///
/// `shares[a][b]` is the share of games that player `a` won against player `b`. The model is that of Bradley
/// and Terry; Zermelo's iteration finds the ratings that make these results most likely.
pub(super) fn ratings(shares: &[Vec<f64>]) -> Vec<f64> {
    let players = shares.len();
    let mut strengths = vec![1.0; players];
    for _ in 0..MAX_ITERATIONS {
        let step = |a: usize| {
            let others = || (0..players).filter(|b| *b != a);
            let wins: f64 = others().map(|b| shares[a][b]).sum();
            wins / others().map(|b| 1.0 / (strengths[a] + strengths[b])).sum::<f64>()
        };
        let mut next: Vec<f64> = (0..players).map(step).collect();
        let mean = next.iter().map(|strength: &f64| strength.ln()).sum::<f64>() / players as f64;
        next.iter_mut().for_each(|strength| *strength /= mean.exp());
        let change = |(old, new): (&f64, &f64)| (new / old).ln().abs();
        let largest = strengths.iter().zip(&next).map(change).fold(0.0, f64::max);
        strengths = next;
        if largest < 1e-9 {
            break;
        }
    }
    strengths.iter().map(|strength| 400.0 * strength.log10()).collect()
}

const MAX_ITERATIONS: usize = 20_000;

#[cfg(test)]
mod tests {
    use super::{elo_lead, ratings};

    #[test]
    fn elo_counts_wins_per_seat() {
        let near = |left: f64, right: f64| (left - right).abs() < 5e-4;
        assert!(near(elo_lead(10.0 / 11.0, 1, 2), 400.0) && near(elo_lead(1.0 / 11.0, 1, 2), -400.0));
        assert!(near(elo_lead(0.25, 1, 4), 0.0) && near(elo_lead(0.75, 3, 4), 0.0));
        assert!(elo_lead(0.48, 1, 4) > 0.0);
        assert_eq!((elo_lead(1.0, 1, 2), elo_lead(0.0, 1, 2)), (f64::INFINITY, f64::NEG_INFINITY));
        assert!(elo_lead(1.0, 2, 2).is_nan());
    }

    #[test]
    fn ratings_are_recovered_from_their_shares() {
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
