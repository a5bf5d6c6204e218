use crate::Unknown;
use crate::control::Control;

/// The states that a search has been to: an open-addressed table of exact keys, which grows up to a limit in bytes.
///
/// A key may come with a rank. A state counts as seen if its key was there with ranks that are together as low as its own.
pub(crate) struct Seen<K: Key> {
    keys: Vec<K>,
    /// The ranks of the keys; empty as long as all are 0.
    ranks: Vec<Rank>,
    len: usize,
}

/// What a state can do beyond what its key says, as two numbers: of two states with one key, the one whose numbers are both as low
/// or lower can do all that the other can.
pub(crate) type Rank = [u8; 2];

/// The rank of states that are told by their keys alone.
pub(crate) const PLAIN: Rank = [0, 0];

/// An exact key.
pub(crate) trait Key: Copy + Eq {
    /// No state has this key.
    const NONE: Self;

    /// Spread over 64 bits.
    fn hash(self) -> u64;
}

/// Multiplication by an odd constant spreads a key over the upper bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for u64 {
    const NONE: u64 = u64::MAX;

    fn hash(self) -> u64 {
        self.wrapping_mul(SPREAD)
    }
}

impl Key for u128 {
    const NONE: u128 = u128::MAX;

    fn hash(self) -> u64 {
        ((self as u64).wrapping_mul(SPREAD).rotate_left(29) ^ (self >> 64) as u64).wrapping_mul(SPREAD)
    }
}

impl<K: Key> Seen<K> {
    const FIRST: usize = 1 << 6;
    /// Bytes of a key and its rank.
    const SLOT: usize = size_of::<K>() + size_of::<Rank>();

    pub(crate) fn new(control: &mut Control<'_>) -> Result<Seen<K>, Unknown> {
        control.take(Self::FIRST * Self::SLOT)?;
        Ok(Seen { keys: vec![K::NONE; Self::FIRST], ranks: Vec::new(), len: 0 })
    }

    /// Forgets all; a table that has grown large is given back.
    pub(crate) fn clear(&mut self, control: &mut Control<'_>) {
        if self.keys.len() > 2 * Self::FIRST {
            control.give((self.keys.len() - Self::FIRST) * Self::SLOT);
            self.keys = vec![K::NONE; Self::FIRST];
        } else {
            self.keys.fill(K::NONE);
        }
        self.ranks.clear();
        self.len = 0;
    }

    /// Gives the memory back.
    pub(crate) fn give_back(self, control: &mut Control<'_>) {
        control.give(self.keys.len() * Self::SLOT);
    }

    /// Whether the key has been there, with any rank.
    pub(crate) fn has(&self, key: K) -> bool {
        self.keys[self.find(key)] == key
    }

    /// Whether the key has been there with ranks as low.
    pub(crate) fn covers(&self, key: K, rank: Rank) -> bool {
        let at = self.find(key);
        self.keys[at] == key && self.ranks.get(at).is_none_or(|old| old[0] <= rank[0] && old[1] <= rank[1])
    }

    /// Notes a key: `false` if it has been there with ranks as low.
    pub(crate) fn enter(&mut self, key: K, rank: Rank, control: &mut Control<'_>) -> Result<bool, Unknown> {
        if self.len * 4 >= self.keys.len() * 3 {
            self.grow(control)?;
        }
        let at = self.find(key);
        if self.keys[at] == key {
            let Some(old) = self.ranks.get_mut(at) else { return Ok(false) };
            let lowest = [old[0].min(rank[0]), old[1].min(rank[1])];
            let is_new = *old != lowest;
            *old = lowest;
            return Ok(is_new);
        }
        self.keys[at] = key;
        if rank != PLAIN && self.ranks.is_empty() {
            self.ranks.resize(self.keys.len(), PLAIN);
        }
        if let Some(place) = self.ranks.get_mut(at) {
            *place = rank;
        }
        self.len += 1;
        Ok(true)
    }

    /// Where the key is, or where it would be put.
    fn find(&self, key: K) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = (key.hash() >> 32) as usize & mask;
        while self.keys[at] != key && self.keys[at] != K::NONE {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self, control: &mut Control<'_>) -> Result<(), Unknown> {
        let size = self.keys.len() * 2;
        // While it grows, the old table is there too.
        control.take(size * Self::SLOT)?;
        let keys = std::mem::replace(&mut self.keys, vec![K::NONE; size]);
        let ranks = std::mem::take(&mut self.ranks);
        if !ranks.is_empty() {
            self.ranks = vec![PLAIN; size];
        }
        for (old, key) in keys.iter().enumerate().filter(|(_, key)| **key != K::NONE) {
            let at = self.find(*key);
            self.keys[at] = *key;
            if let (Some(place), Some(rank)) = (self.ranks.get_mut(at), ranks.get(old)) {
                *place = *rank;
            }
        }
        control.give(keys.len() * Self::SLOT);
        Ok(())
    }
}
