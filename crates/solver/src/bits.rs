//! Cards as bits of a word, arranged so that counting slots is arithmetic on whole words.
//!
//! A card's bit is four times its rank (from 0) plus its suit, black suits first: a *type* (rank and colour) is a pair of
//! neighbouring bits, and a word of counts has two bits a type.

use cards::{Card, Rank, Suit};

/// A card's bit, from 0 to 51.
pub(crate) type Bit = u8;

/// A set of cards.
pub(crate) type Set = u64;

/// A number from 0 to 3 for each type, in two bits.
pub(crate) type Counts = u64;

const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Diamonds, Suit::Hearts];

/// The place of a suit within a rank.
pub(crate) const fn place(suit: Suit) -> u8 {
    match suit {
        Suit::Clubs => 0,
        Suit::Spades => 1,
        Suit::Diamonds => 2,
        Suit::Hearts => 3,
    }
}

pub(crate) const fn bit(card: Card) -> Bit {
    (card.rank.number() - 1) * 4 + place(card.suit)
}

pub(crate) fn card(bit: Bit) -> Card {
    let rank = Rank::ALL[usize::from(bit / 4)];
    Card::new(rank, SUITS[usize::from(bit % 4)])
}

pub(crate) const fn one(bit: Bit) -> Set {
    1 << bit
}

/// From 0 for the ace.
pub(crate) const fn rank(bit: Bit) -> u8 {
    bit / 4
}

/// Both cards of the type.
pub(crate) const fn type_of(bit: Bit) -> Set {
    3 << (bit & !1)
}

/// A card of the type that a card of this type lies on: the next rank, the other colour.
pub(crate) const fn above(bit: Bit) -> Bit {
    (bit ^ 2) + 4
}

/// The cards of a set, the lowest first.
pub(crate) fn bits(mut set: Set) -> impl Iterator<Item = Bit> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as Bit;
            set &= set - 1;
            bit
        })
    })
}

const EVEN: u64 = 0x5555_5555_5555_5555;
const LOW: u64 = 0x3333_3333_3333_3333;

/// How many cards of each type a set has.
pub(crate) const fn counts(set: Set) -> Counts {
    (set & EVEN) + ((set >> 1) & EVEN)
}

/// The counts of each type, moved to the type that it lies on.
pub(crate) const fn lift(counts: Counts) -> Counts {
    (((counts & LOW) << 2) | ((counts >> 2) & LOW)) << 4
}

/// The cards that can lie on one of a set; or, of counts, on one of the types that there are any of.
pub(crate) const fn beneath(set: Set) -> Set {
    let types = (set | set >> 1) & EVEN;
    let types = types | types << 1;
    (((types & LOW) << 2) | ((types >> 2) & LOW)) >> 4
}

/// The count of a card's type.
pub(crate) const fn count(counts: Counts, bit: Bit) -> u64 {
    (counts >> (bit & !1)) & 3
}

#[cfg(test)]
mod tests {
    use cards::PACK;

    use super::{above, bit, bits, card, count, counts, lift, type_of};

    #[test]
    fn bits_are_cards() {
        for one in PACK {
            assert_eq!(card(bit(one)), one);
            assert_eq!(card(bit(one) ^ 1), cards::Card::new(one.rank, one.suit.twin()));
            if let Some(rank) = one.rank.above() {
                let over = card(above(bit(one)));
                assert_eq!(over.rank, rank);
                assert_ne!(over.colour(), one.colour());
            }
        }
    }

    #[test]
    fn counts_follow_their_types() {
        let set = type_of(0) | 1 << 7 | 1 << 30;
        assert_eq!(bits(set).collect::<Vec<_>>(), [0, 1, 7, 30]);
        for bit in 0..48 {
            let expected = u64::from((set & type_of(bit)).count_ones());
            assert_eq!(count(counts(set), bit), expected);
            assert_eq!(count(lift(counts(set)), above(bit)), expected);
        }
    }
}
