use serde::{Deserialize, Serialize};

use crate::Suit;

/// One value for each suit, in the order of [`Suit::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySuit<T>(pub [T; 4]);

crate::index_by!(BySuit[Suit], Suit::ALL, |suit| suit as usize);
