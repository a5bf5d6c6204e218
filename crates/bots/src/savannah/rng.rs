use cards::Source;

/// SplitMix64: a small and fast random number generator for simulated games. It gives the same
/// numbers on every machine.
#[derive(Clone, Copy)]
pub(super) struct Rng(u64);

impl Rng {
    pub(super) const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Takes its seed from another source.
    pub(super) fn seeded(source: &mut dyn Source) -> Rng {
        Rng(u64::from(source.next()) << 32 | u64::from(source.next()))
    }

    #[inline]
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `bound`. The bias of the multiplication is far too small to matter in
    /// simulations.
    #[inline]
    pub(super) fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    #[inline]
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
