/// A source of random numbers. The bounded draw is part of the frozen shuffle: it is never edited.
pub trait Source {
    /// The next 32 random bits.
    fn next(&mut self) -> u32;

    /// A number below `bound`, each equally likely: draws again while the number lies in the last, incomplete
    /// run of `bound` numbers below 2³², then takes the remainder.
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

/// Shuffles by Fisher and Yates: from the last place down to the second, each is swapped with a place drawn
/// from those up to and including itself. Part of the frozen shuffle: it is never edited.
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
    fn a_number_in_the_incomplete_run_is_drawn_again() {
        // 2^32 is 4 more than a multiple of 6: the last four numbers are refused.
        assert_eq!(Script(vec![u32::MAX, u32::MAX - 3, u32::MAX - 4]).below(6), 5);
        assert_eq!(Script(vec![u32::MAX]).below(4), 3);
        assert_eq!(Script(vec![u32::MAX]).below(1), 0);
    }

    #[test]
    fn a_shuffle_goes_from_the_last_place_down() {
        let mut letters = ['a', 'b', 'c', 'd'];
        shuffle(&mut letters, &mut Script(vec![0, 1, 0]));
        assert_eq!(letters, ['c', 'd', 'b', 'a']);
    }
}
