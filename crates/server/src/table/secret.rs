//! Generates and restores the secrets of tables.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::Hex;
use table::fair::Secret;

use crate::environment::Environment;

/// A new secret of 32 random bytes. It is stored, and published only after the game.
pub(super) fn generate(environment: &Environment) -> Result<Secret, getrandom::Error> {
    let mut bytes = [0; 32];
    environment.fill(&mut bytes)?;
    Ok(Secret::new(bytes))
}

/// Restores the first secret of a table, which is stored beside its lines.
pub(super) const fn from_stored(bytes: [u8; 32]) -> Secret {
    Secret::new(bytes)
}

/// A secret in a stored line. Its `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct StoredSecret(pub(super) Secret);

impl fmt::Debug for StoredSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Serialize for StoredSecret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.expose().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StoredSecret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StoredSecret, D::Error> {
        Hex::<32>::deserialize(deserializer).map(|bytes| StoredSecret(from_stored(bytes.0)))
    }
}
