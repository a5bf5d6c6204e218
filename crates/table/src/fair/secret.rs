use std::fmt;

use crate::fair::Commitment;
use crate::{Hex, TableId};

/// What the server adds to the key of a table: 32 random bytes, which nobody else knows before the game is over. It shows itself to
/// nobody: neither `Debug` nor `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of 32 bytes, which must be random.
    #[must_use]
    pub const fn new(random: [u8; 32]) -> Secret {
        Secret(random)
    }

    /// The bytes of the secret. Whoever has them, and the contributions, knows every card and roll to come.
    #[must_use]
    pub const fn expose(&self) -> Hex<32> {
        Hex(self.0)
    }

    /// What is shown before the first card: it tells nothing of the secret, and fits no other one, no other table and no other options.
    pub fn commitment(&self, table: TableId, config: &impl fmt::Display) -> Commitment {
        let secret = self.expose();
        Commitment::to(&format!("cardroom secret 1\nconfig {config}\ntable {table}\nsecret {secret}\n"))
    }
}
