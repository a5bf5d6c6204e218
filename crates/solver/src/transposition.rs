//! The transposition table: the states that a search has visited.

use crate::UnknownReason;
use crate::budget::Budget;

/// An open-addressed hash table of exact keys. It grows up to the memory limit of the search.
///
/// Each key has a [`DominanceRank`]: the lowest numbers with which it was inserted.
pub(crate) struct TranspositionTable<K: StateKey> {
    keys: Vec<K>,
    /// The ranks of the keys. Empty as long as all are [`UNRANKED`].
    ranks: Vec<DominanceRank>,
    len: usize,
}

/// Compares states that have the same key. A state dominates another one if both of its numbers are
/// lower or equal: it can reach everything that the other one can.
///
/// A key's entry holds the minimum of each number, perhaps from two different states. That is exact
/// because at most one of a state's numbers is significant. The other is 0 for all states with the
/// key, or the maximum, which is no lower than any other.
pub(crate) type DominanceRank = [u8; 2];

/// The rank of states that are fully described by their keys.
pub(crate) const UNRANKED: DominanceRank = [0, 0];

/// A key that identifies a state exactly.
pub(crate) trait StateKey: Copy + Eq {
    /// Marks an empty entry: no state has this key.
    const NONE: Self;

    /// A hash whose upper half is well distributed.
    fn hash(self) -> u64;
}

/// Multiplying by this odd constant spreads a key over the upper bits.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl StateKey for u64 {
    const NONE: u64 = u64::MAX;

    fn hash(self) -> u64 {
        self.wrapping_mul(MULTIPLIER)
    }
}

impl StateKey for u128 {
    const NONE: u128 = u128::MAX;

    fn hash(self) -> u64 {
        ((self as u64).wrapping_mul(MULTIPLIER).rotate_left(29) ^ (self >> 64) as u64)
            .wrapping_mul(MULTIPLIER)
    }
}

impl<K: StateKey> TranspositionTable<K> {
    const INITIAL_LEN: usize = 1 << 6;
    const ENTRY_BYTES: usize = size_of::<K>() + size_of::<DominanceRank>();

    pub(crate) fn new(budget: &mut Budget<'_>) -> Result<TranspositionTable<K>, UnknownReason> {
        budget.charge(Self::INITIAL_LEN * Self::ENTRY_BYTES)?;
        Ok(TranspositionTable { keys: vec![K::NONE; Self::INITIAL_LEN], ranks: Vec::new(), len: 0 })
    }

    /// Removes all keys. A table that has grown large is freed.
    pub(crate) fn clear(&mut self, budget: &mut Budget<'_>) {
        if self.keys.len() > 2 * Self::INITIAL_LEN {
            budget.refund((self.keys.len() - Self::INITIAL_LEN) * Self::ENTRY_BYTES);
            self.keys = vec![K::NONE; Self::INITIAL_LEN];
        } else {
            self.keys.fill(K::NONE);
        }
        self.ranks.clear();
        self.len = 0;
    }

    /// Frees the table.
    pub(crate) fn release(self, budget: &mut Budget<'_>) {
        budget.refund(self.keys.len() * Self::ENTRY_BYTES);
    }

    /// Whether the table has the key, with any rank.
    pub(crate) fn contains(&self, key: K) -> bool {
        self.keys[self.find(key)] == key
    }

    /// Whether a state with this key and a rank that is lower or equal was inserted.
    pub(crate) fn is_dominated(&self, key: K, rank: DominanceRank) -> bool {
        let at = self.find(key);
        self.keys[at] == key && self.ranks.get(at).is_none_or(|old| old[0] <= rank[0] && old[1] <= rank[1])
    }

    /// Inserts a key with its rank. Returns `false` if it was already dominated.
    pub(crate) fn insert(
        &mut self,
        key: K,
        rank: DominanceRank,
        budget: &mut Budget<'_>,
    ) -> Result<bool, UnknownReason> {
        if self.len * 4 >= self.keys.len() * 3 {
            self.grow(budget)?;
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
        if rank != UNRANKED && self.ranks.is_empty() {
            self.ranks.resize(self.keys.len(), UNRANKED);
        }
        if let Some(place) = self.ranks.get_mut(at) {
            *place = rank;
        }
        self.len += 1;
        Ok(true)
    }

    /// The index of the key, or where it would be inserted.
    fn find(&self, key: K) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = (key.hash() >> 32) as usize & mask;
        while self.keys[at] != key && self.keys[at] != K::NONE {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), UnknownReason> {
        let size = self.keys.len() * 2;
        // Both tables exist while the keys are copied.
        budget.charge(size * Self::ENTRY_BYTES)?;
        let keys = std::mem::replace(&mut self.keys, vec![K::NONE; size]);
        let ranks = std::mem::take(&mut self.ranks);
        if !ranks.is_empty() {
            self.ranks = vec![UNRANKED; size];
        }
        for (old, key) in keys.iter().enumerate().filter(|(_, key)| **key != K::NONE) {
            let at = self.find(*key);
            self.keys[at] = *key;
            if let (Some(place), Some(rank)) = (self.ranks.get_mut(at), ranks.get(old)) {
                *place = *rank;
            }
        }
        budget.refund(keys.len() * Self::ENTRY_BYTES);
        Ok(())
    }
}
