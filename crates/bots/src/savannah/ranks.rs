use std::ops::{BitAnd, BitOr};

use cards::Rank;

/// A set of ranks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ranks(u16);

impl Ranks {
    pub(super) const NONE: Ranks = Ranks(0);
    pub(super) const ALL: Ranks = Ranks(0b11_1111_1111_1110);

    #[inline]
    pub(super) const fn of(rank: Rank) -> Ranks {
        Ranks(1 << rank.number())
    }

    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn has(self, rank: Rank) -> bool {
        self.0 >> rank.number() & 1 == 1
    }

    #[inline]
    pub(super) const fn contains(self, other: Ranks) -> bool {
        self.0 & other.0 == other.0
    }

    #[inline]
    pub(super) const fn meets(self, other: Ranks) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn with(self, rank: Rank) -> Ranks {
        Ranks(self.0 | 1 << rank.number())
    }

    #[inline]
    pub(super) const fn without(self, rank: Rank) -> Ranks {
        Ranks(self.0 & !(1 << rank.number()))
    }

    /// The next lower rank of each; nothing is below an ace.
    #[inline]
    pub(super) const fn below(self) -> Ranks {
        Ranks(self.0 >> 1 & Ranks::ALL.0)
    }
}

impl FromIterator<Rank> for Ranks {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Ranks {
        ranks.into_iter().fold(Ranks::NONE, |set, rank| set | Ranks::of(rank))
    }
}

impl BitAnd for Ranks {
    type Output = Ranks;

    #[inline]
    fn bitand(self, other: Ranks) -> Ranks {
        Ranks(self.0 & other.0)
    }
}

impl BitOr for Ranks {
    type Output = Ranks;

    #[inline]
    fn bitor(self, other: Ranks) -> Ranks {
        Ranks(self.0 | other.0)
    }
}
