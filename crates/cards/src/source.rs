/// A source of random numbers. [`Source::below`] is part of the frozen shuffle and must never
/// change.
pub trait Source {
    /// The next 32 random bits.
    fn next(&mut self) -> u32;

    /// A uniformly distributed number below `bound`, by rejection sampling: numbers in the last,
    /// incomplete run of `bound` numbers below 2³² are rejected. The result is the remainder modulo
    /// `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    fn below(&mut self, bound: u32) -> u32 {
        let incomplete = (u32::MAX % bound + 1) % bound;
        loop {
            let number = self.next();
            if number <= u32::MAX - incomplete {
                return number % bound;
            }
        }
    }
}

/// A Fisher–Yates shuffle, from the last place down to the second. Part of the frozen shuffle: it
/// must never change.
pub fn shuffle<T>(items: &mut [T], source: &mut dyn Source) {
    for last in (1..items.len()).rev() {
        items.swap(last, source.below(last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, shuffle};

    struct Script(Vec<u32>);

    impl Source for Script {
        fn next(&mut self) -> u32 {
            self.0.remove(0)
        }
    }

    #[test]
    fn numbers_in_the_incomplete_run_are_rejected() {
        // 2^32 is 4 more than a multiple of 6: the last four numbers are rejected.
        assert_eq!(Script(vec![u32::MAX, u32::MAX - 3, u32::MAX - 4]).below(6), 5);
        assert_eq!(Script(vec![u32::MAX]).below(4), 3);
        assert_eq!(Script(vec![u32::MAX]).below(1), 0);
    }

    #[test]
    fn a_shuffle_starts_at_the_last_place() {
        let mut letters = ['a', 'b', 'c', 'd'];
        shuffle(&mut letters, &mut Script(vec![0, 1, 0]));
        assert_eq!(letters, ['c', 'd', 'b', 'a']);
    }
}
