use cards::{ChanceKind, Key, Keystream, Source};

/// Random numbers from a seed, by the generator of the deals.
pub(crate) struct Random(Keystream);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Key::from_number(seed).stream(ChanceKind::Roll, 0))
    }

    pub(crate) fn next(&mut self) -> u64 {
        u64::from(self.0.next()) << 32 | u64::from(self.0.next())
    }

    pub(crate) fn bytes(&mut self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes.as_chunks_mut::<8>().0.iter_mut().for_each(|part| *part = self.next().to_le_bytes());
        bytes
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound.max(1) as u32) as usize
    }
}
