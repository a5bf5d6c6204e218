use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

use crate::{Card, PACK};

/// A multiset of cards, such as those that are left to draw.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(try_from = "Vec<Card>")]
pub struct Bag {
    counts: Counts,
    len: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Counts([u8; Card::COUNT]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([0; Card::COUNT])
    }
}

impl Bag {
    /// How many cards are in the bag, including copies.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether the bag has no cards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many copies of a card are in the bag.
    #[must_use]
    pub fn count(&self, card: Card) -> u8 {
        self.counts.0[card.index()]
    }

    /// Adds one copy.
    pub fn insert(&mut self, card: Card) {
        self.counts.0[card.index()] += 1;
        self.len += 1;
    }

    /// Removes one copy. Returns `false` if there is none.
    pub fn remove(&mut self, card: Card) -> bool {
        let count = &mut self.counts.0[card.index()];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        self.len -= 1;
        true
    }

    /// All cards in the order of a new pack, with copies next to each other.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        PACK.into_iter().flat_map(|card| std::iter::repeat_n(card, usize::from(self.count(card))))
    }
}

impl Serialize for Bag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A server writes many bags, and the iterator takes longer than this.
        let mut cards = serializer.serialize_seq(Some(self.len()))?;
        for card in PACK {
            for _ in 0..self.count(card) {
                cards.serialize_element(&card)?;
            }
        }
        cards.end()
    }
}

impl FromIterator<Card> for Bag {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Bag {
        let mut bag = Bag::default();
        bag.extend(cards);
        bag
    }
}

impl Extend<Card> for Bag {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.insert(card));
    }
}

/// A list is too long for a [`Bag`]. No game has that many cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a bag has at most 255 cards")]
pub struct TooManyCards;

impl TryFrom<Vec<Card>> for Bag {
    type Error = TooManyCards;

    fn try_from(cards: Vec<Card>) -> Result<Bag, TooManyCards> {
        if cards.len() <= usize::from(u8::MAX) { Ok(cards.into_iter().collect()) } else { Err(TooManyCards) }
    }
}

impl From<Bag> for Vec<Card> {
    fn from(bag: Bag) -> Vec<Card> {
        let mut cards = Vec::with_capacity(bag.len());
        cards.extend(bag.iter());
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::{Bag, TooManyCards};
    use crate::{PACK, packs};

    #[test]
    fn a_bag_counts_copies() {
        let mut bag: Bag = packs(2).into_iter().collect();
        assert_eq!(bag.len(), 104);
        assert_eq!(bag.count(PACK[7]), 2);
        assert!(bag.remove(PACK[7]));
        assert!(bag.remove(PACK[7]));
        assert!(!bag.remove(PACK[7]));
        assert_eq!((bag.len(), bag.iter().count()), (102, 102));
        assert_eq!(bag.iter().collect::<Bag>(), bag);
        assert_eq!(Bag::try_from(bag.iter().collect::<Vec<_>>()), Ok(bag));
        assert_eq!(Bag::try_from(vec![PACK[0]; 256]), Err(TooManyCards));
    }
}
