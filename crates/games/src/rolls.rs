//! The dice of many games.

use cards::{ChiSquare, Dice};

/// Counts the dice rolls of many games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rolls {
    /// The number of games with dice.
    pub games: u64,
    /// The number of rolls of each pair of faces: first die, then second die.
    pairs: [[u64; 6]; 6],
}

impl Rolls {
    /// Adds all rolls in the text of a record: those of turns and those that decided who begins. A record
    /// without dice is not counted.
    pub fn add_record(&mut self, record: &str) {
        let is_roll = |line: &str| line.starts_with("roll ") || line.starts_with("begin ");
        self.games += u64::from(record.lines().any(is_roll));
        for line in record.lines() {
            let rolls =
                line.strip_prefix("roll ").or_else(|| line.strip_prefix("begin ")).unwrap_or_default();
            rolls.split(' ').filter_map(|dice| dice.parse().ok()).for_each(|dice| self.add(dice));
        }
    }

    /// Adds one roll.
    pub fn add(&mut self, dice: Dice) {
        let [first, second] = dice.pips().map(|pip| usize::from(pip - 1));
        self.pairs[first][second] += 1;
    }

    /// How many rolls there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.pairs.iter().flatten().sum()
    }

    /// How often each face from 1 to 6 was rolled.
    #[must_use]
    pub fn faces(&self) -> [u64; 6] {
        std::array::from_fn(|face| {
            (0..6).map(|other| self.pairs[face][other] + self.pairs[other][face]).sum()
        })
    }

    /// How often each sum from 2 to 12 was rolled.
    #[must_use]
    pub fn sums(&self) -> [u64; 11] {
        let mut sums = [0; 11];
        for (first, row) in self.pairs.iter().enumerate() {
            for (second, count) in row.iter().enumerate() {
                sums[first + second] += count;
            }
        }
        sums
    }

    /// How often each sum from 2 to 12 is expected.
    #[must_use]
    pub fn expected_sums(&self) -> [f64; 11] {
        std::array::from_fn(|at| self.total() as f64 * (6 - at.abs_diff(5)) as f64 / 36.0)
    }

    /// The number of doubles.
    #[must_use]
    pub fn doubles(&self) -> u64 {
        (0..6).map(|face| self.pairs[face][face]).sum()
    }

    /// Tests whether all 36 pairs are equally frequent; `None` if there are fewer than five rolls
    /// per pair, too few to tell.
    #[must_use]
    pub fn test(&self) -> Option<ChiSquare> {
        let pairs = self.pairs.as_flattened();
        ChiSquare::uniform(pairs).filter(|_| self.total() >= 5 * pairs.len() as u64)
    }

    /// Tests whether all six faces are equally frequent.
    #[must_use]
    pub fn test_faces(&self) -> Option<ChiSquare> {
        self.test().and_then(|_| ChiSquare::uniform(&self.faces()))
    }

    /// The result of the tests, as a sentence.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self.is_suspicious() {
            Some(true) => "This is odd: honest dice hardly ever roll like this.",
            Some(false) => "Honest dice roll like this.",
            None => "There are too few rolls to tell.",
        }
    }

    /// Whether fair dice would hardly ever roll like this; `None` if there are too few rolls to
    /// tell.
    #[must_use]
    pub fn is_suspicious(&self) -> Option<bool> {
        let (pairs, faces) = self.test().zip(self.test_faces())?;
        Some(pairs.p.min(faces.p) < Rolls::SUSPICIOUS_P)
    }

    /// A p-value below this is suspicious.
    const SUSPICIOUS_P: f64 = 0.001;
}

#[cfg(test)]
mod tests {
    use super::Rolls;

    #[test]
    fn rolls_are_counted() {
        let mut rolls = Rolls::default();
        rolls.add_record("cardroom record 1\ndeal v1:7\nbegin 43 66 66 12 55\nroll 43\nA /7c\nroll 11\nroll 99\nsha256 43\n");
        assert_eq!((rolls.games, rolls.total(), rolls.doubles()), (1, 7, 4));
        assert_eq!(rolls.faces(), [3, 1, 2, 2, 2, 4]);
        assert_eq!(rolls.sums(), [1, 1, 0, 0, 0, 2, 0, 0, 1, 0, 2]);
        assert_eq!(rolls.expected_sums()[5], 7.0 / 6.0);
        assert!((rolls.expected_sums().iter().sum::<f64>() - 7.0).abs() < 1e-9);
        assert_eq!(rolls.test(), None, "too few");
    }

    #[test]
    fn loaded_dice_are_detected() {
        let mut rolls = Rolls::default();
        for at in 0..3600 {
            rolls.add(format!("{}{}", at % 6 + 1, at / 6 % 6 + 1).parse().unwrap());
        }
        assert!(rolls.test().unwrap().p > 0.999 && rolls.test_faces().unwrap().p > 0.999);
        (0..120).for_each(|_| rolls.add("66".parse().unwrap()));
        assert!(rolls.test().unwrap().p < 0.001 && rolls.test_faces().unwrap().p < 0.01);
    }
}
