//! Sets of cards as bits of a 64-bit word, arranged so that slots are counted for all types at
//! once.
//!
//! The bit of a card is four times its rank (from 0) plus its suit, black suits first:
//!
//! ```text
//! bit    0   1   2   3   4   5   6   7  …  51
//! card  A♣  A♠  A♦  A♥  2♣  2♠  2♦  2♥  …  K♥
//! ```
//!
//! So the two cards of a *type* (rank and colour) are neighbouring bits, and a word has room for a
//! number from 0 to 3 for each type. *Parents* and *children* are explained in [`crate::pruning`].

use cards::{Card, Rank, Suit};

/// A card as the index of its bit, from 0 to 51.
pub(crate) type Bit = u8;

/// A set of cards.
pub(crate) type Set = u64;

/// A number from 0 to 3 for each type, in two bits.
pub(crate) type Counts = u64;

const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Diamonds, Suit::Hearts];

/// The position of a suit within a rank.
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

/// The rank of a card, from 0 for the ace.
pub(crate) const fn rank(bit: Bit) -> u8 {
    bit / 4
}

/// Both cards of a card's type.
pub(crate) const fn type_of(bit: Bit) -> Set {
    3 << (bit & !1)
}

/// One of the two parents of a card: the next rank, the other colour. The other parent is its twin.
pub(crate) const fn parent(bit: Bit) -> Bit {
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

/// How many cards of each type are in a set.
pub(crate) const fn counts(set: Set) -> Counts {
    (set & EVEN) + ((set >> 1) & EVEN)
}

/// Moves the count of each type to the type of its parents.
pub(crate) const fn at_parents(counts: Counts) -> Counts {
    (((counts & LOW) << 2) | ((counts >> 2) & LOW)) << 4
}

/// The children of a set of cards; or, given counts, of all types whose count is not 0.
pub(crate) const fn children(set: Set) -> Set {
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

    use super::{at_parents, bit, bits, card, count, counts, parent, type_of};

    #[test]
    fn each_card_has_its_bit() {
        for one in PACK {
            assert_eq!(card(bit(one)), one);
            assert_eq!(card(bit(one) ^ 1), cards::Card::new(one.rank, one.suit.twin()));
            if let Some(rank) = one.rank.above() {
                let over = card(parent(bit(one)));
                assert_eq!(over.rank, rank);
                assert_ne!(over.colour(), one.colour());
            }
        }
    }

    #[test]
    fn counts_are_by_type_and_move_to_the_parents() {
        let set = type_of(0) | 1 << 7 | 1 << 30;
        assert_eq!(bits(set).collect::<Vec<_>>(), [0, 1, 7, 30]);
        for bit in 0..48 {
            let expected = u64::from((set & type_of(bit)).count_ones());
            assert_eq!(count(counts(set), bit), expected);
            assert_eq!(count(at_parents(counts(set)), parent(bit)), expected);
        }
    }
}
