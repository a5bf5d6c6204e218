use std::ops::{BitAnd, BitOr};

use cards::Rank;

/// A set of ranks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct RankSet(u16);

impl RankSet {
    pub(super) const NONE: RankSet = RankSet(0);
    pub(super) const ALL: RankSet = RankSet(0b11_1111_1111_1110);

    #[inline]
    pub(super) const fn of(rank: Rank) -> RankSet {
        RankSet(1 << rank.number())
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
    pub(super) const fn contains(self, rank: Rank) -> bool {
        self.0 >> rank.number() & 1 == 1
    }

    #[inline]
    pub(super) const fn is_superset(self, other: RankSet) -> bool {
        self.0 & other.0 == other.0
    }

    #[inline]
    pub(super) const fn intersects(self, other: RankSet) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn with(self, rank: Rank) -> RankSet {
        RankSet(self.0 | 1 << rank.number())
    }

    #[inline]
    pub(super) const fn without(self, rank: Rank) -> RankSet {
        RankSet(self.0 & !(1 << rank.number()))
    }

    /// The next lower rank of each. An ace has none.
    #[inline]
    pub(super) const fn below(self) -> RankSet {
        RankSet(self.0 >> 1 & RankSet::ALL.0)
    }
}

impl FromIterator<Rank> for RankSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> RankSet {
        ranks.into_iter().fold(RankSet::NONE, |set, rank| set | RankSet::of(rank))
    }
}

impl BitAnd for RankSet {
    type Output = RankSet;

    #[inline]
    fn bitand(self, other: RankSet) -> RankSet {
        RankSet(self.0 & other.0)
    }
}

impl BitOr for RankSet {
    type Output = RankSet;

    #[inline]
    fn bitor(self, other: RankSet) -> RankSet {
        RankSet(self.0 | other.0)
    }
}
