use serde::{Deserialize, Serialize};

/// What chance is asked for. Each kind has random streams of its own (see [`crate::Key::stream`]), so that
/// one more roll never changes a later shuffle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum ChanceKind {
    /// The first shuffle.
    Deal = 0,
    /// Who begins.
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
