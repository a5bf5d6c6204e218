use std::time::Duration;

use cards::{ChanceKind, Key, Keystream, Source};

/// Random numbers from the seed of a schedule. Everything that needs some has a stream of its own.
pub(super) struct Random(Keystream);

impl Random {
    pub(super) fn new(seed: u64, stream: u64) -> Random {
        Random(Key::from_number(seed).stream(ChanceKind::Roll, stream))
    }

    pub(super) fn next(&mut self) -> u64 {
        u64::from(self.0.next()) << 32 | u64::from(self.0.next())
    }

    pub(super) fn fill(&mut self, bytes: &mut [u8]) {
        bytes.iter_mut().for_each(|byte| *byte = self.0.next() as u8);
    }

    /// A number below the bound, which is at least 1.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound.max(1) as u32) as usize
    }

    /// Whether something happens that has this probability.
    pub(super) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A time from `least` to `most` milliseconds.
    pub(super) fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least + self.below((most - least + 1) as usize) as u64)
    }

    /// One of these.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
