use cards::Bag;
use serde::{Deserialize, Serialize};

/// The number of a shuffle: 0 is the deal, 1 the first reshuffle, and so on.
///
/// The contents of a shuffle are public, its order is not. So everybody knows of each hidden card
/// which shuffle it was last part of, as if that number were printed on its back. With several
/// packs a hand can contain equal cards from different shuffles; then the card that was drawn first
/// is played or discarded.
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

/// The cards of a shuffle that a viewer has not seen since, wherever they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unseen {
    /// Which shuffle.
    pub shuffle: Shuffle,
    /// The cards, regardless of where they are.
    pub cards: Bag,
}
