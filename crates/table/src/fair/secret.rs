use std::fmt;

use crate::fair::Commitment;
use crate::{Hex, TableId};

/// The server's part of the key of a table: 32 random bytes that nobody else knows before the game
/// is over. It has neither `Debug` nor `Serialize`, so that it is not leaked by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of 32 bytes. They must be random.
    #[must_use]
    pub const fn new(random: [u8; 32]) -> Secret {
        Secret(random)
    }

    /// The bytes of the secret. Anyone who has them and the contributions can compute every card
    /// and roll to come.
    #[must_use]
    pub const fn expose(&self) -> Hex<32> {
        Hex(self.0)
    }

    /// The hash that is published before the first card. It reveals nothing about the secret and
    /// binds it to this table and these options.
    pub fn commitment(&self, table: TableId, config: &impl fmt::Display) -> Commitment {
        let secret = self.expose();
        Commitment::to(&format!("cardroom secret 1\nconfig {config}\ntable {table}\nsecret {secret}\n"))
    }
}
