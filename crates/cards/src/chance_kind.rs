use serde::{Deserialize, Serialize};

/// The kinds of random events. Each kind has its own random streams (see [`crate::Key::stream`]),
/// so an additional roll never changes a later shuffle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum ChanceKind {
    /// The first shuffle.
    Deal = 0,
    /// The rolls that decide who begins.
    Begin = 1,
    /// A roll of the dice.
    Roll = 2,
    /// A later shuffle.
    Reshuffle = 3,
}

impl ChanceKind {
    /// How many kinds there are.
    pub const COUNT: usize = 4;
}
