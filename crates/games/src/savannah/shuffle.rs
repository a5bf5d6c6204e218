use cards::Bag;
use serde::{Deserialize, Serialize};

/// The number of a shuffle: 0 is the deal, 1 the first reshuffle, and so on.
///
/// What is known of a hidden card is which shuffle it was last in: the contents of a shuffle are public, its order is not. So
/// it is as if every card carried on its back the number of its last shuffle, for all to see. With several packs a hand
/// can hold equal cards of different shuffles; then the one that was drawn first is played or discarded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shuffle(pub u32);

impl Shuffle {
    /// The first shuffle.
    pub const DEAL: Shuffle = Shuffle(0);

    /// The shuffle after this one.
    #[must_use]
    pub const fn next(self) -> Shuffle {
        Shuffle(self.0.saturating_add(1))
    }
}

/// What is left of a shuffle: the cards of it that an eye has not seen since, wherever they lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unseen {
    /// Which shuffle.
    pub shuffle: Shuffle,
    /// The cards, without their places.
    pub cards: Bag,
}
