//! Secrets of tables: all come from here, and are read again here.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::Hex;
use table::fair::Secret;

/// A new secret, of 32 random bytes of the system. The store keeps it, and nobody is told it before the end of the game.
pub(super) fn fresh() -> Result<Secret, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Secret::new(bytes))
}

/// The first secret of a table, which the store has kept beside its lines.
pub(super) const fn kept(bytes: [u8; 32]) -> Secret {
    Secret::new(bytes)
}

/// A secret in a line of the store. It has no `Debug` that shows it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Kept(pub(super) Secret);

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Serialize for Kept {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.expose().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kept, D::Error> {
        Hex::<32>::deserialize(deserializer).map(|bytes| Kept(kept(bytes.0)))
    }
}
