use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use table::hex;
use wire::{Name, TableId};

use crate::environment::Environment;

/// The identity of a person: a hash of the secret in their pass. It is stored with their commands
/// and never shown to anybody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity([u8; 16]);

impl Identity {
    /// The sixteen bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Restores an identity from sixteen stored bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Identity> {
        bytes.try_into().ok().map(Identity)
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity")
    }
}

impl Serialize for Identity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Identity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Identity, D::Error> {
        let bytes = hex::decode(&String::deserialize(deserializer)?);
        bytes.and_then(|bytes| Identity::from_bytes(&bytes)).ok_or_else(|| D::Error::custom("no identity"))
    }
}

/// A guest's pass: a random secret and a name. It has no `Debug`, so it cannot be logged by
/// accident.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Pass {
    secret: [u8; 16],
    pub(crate) name: Name,
}

impl Pass {
    /// Creates a pass for a new guest.
    pub(crate) fn new(environment: &Environment, name: Name) -> Result<Pass, getrandom::Error> {
        let mut secret = [0; 16];
        environment.fill(&mut secret)?;
        Ok(Pass { secret, name })
    }

    /// The same person with another name.
    pub(crate) fn with_name(self, name: Name) -> Pass {
        Pass { name, ..self }
    }

    pub(crate) fn identity(&self) -> Identity {
        let hash = Sha256::new().chain_update(b"cardroom identity").chain_update(self.secret).finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        Identity(bytes)
    }
}

/// Signs passes, so that a forged one is detected without a lookup. Nothing is stored of a guest
/// who has not taken a seat.
pub(crate) struct Signer(Hmac<Sha256>);

impl Signer {
    pub(crate) fn new(secret: &[u8; 32]) -> Signer {
        // HMAC accepts keys of any length.
        Signer(<Hmac<Sha256> as KeyInit>::new_from_slice(secret).unwrap_or_else(|_| unreachable!()))
    }

    /// The cookie for a pass.
    pub(crate) fn sign(&self, pass: &Pass) -> String {
        let text = format!("{}.{}", hex::encode(&pass.secret), hex::encode(pass.name.as_str().as_bytes()));
        let seal = self.seal(&[b"pass", text.as_bytes()]).finalize().into_bytes();
        format!("{text}.{}", hex::encode(&seal))
    }

    /// The pass in a cookie; `None` if the signature is invalid.
    pub(crate) fn read(&self, cookie: &str) -> Option<Pass> {
        let (text, seal) = cookie.rsplit_once('.')?;
        self.seal(&[b"pass", text.as_bytes()]).verify_slice(&hex::decode(seal)?).ok()?;
        let (secret, name) = text.split_once('.')?;
        let name = String::from_utf8(hex::decode(name)?).ok()?.parse().ok()?;
        Some(Pass { secret: hex::decode(secret)?.try_into().ok()?, name })
    }

    /// The id of the table that a command opens. A repeated command gives the same id, and nobody
    /// can guess it.
    pub(crate) fn table(&self, who: Identity, command: u64) -> TableId {
        self.table_of(&[b"table", who.bytes(), &command.to_le_bytes()])
    }

    /// The id of the rematch of a table.
    pub(crate) fn rematch(&self, table: TableId) -> TableId {
        self.table_of(&[b"rematch", table.as_str().as_bytes()])
    }

    /// The seed of the key with which the servers of a store authenticate to each other.
    pub(crate) fn node_seed(&self) -> [u8; 32] {
        self.seal(&[b"node key"]).finalize().into_bytes().into()
    }

    fn table_of(&self, parts: &[&[u8]]) -> TableId {
        let bytes = self.seal(parts).finalize().into_bytes();
        let mut random = [0; TableId::LENGTH];
        random.copy_from_slice(&bytes[..TableId::LENGTH]);
        TableId::from_random(random)
    }

    /// Authenticates each part with its length, so that no two lists of parts are the same bytes.
    fn seal(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut seal = self.0.clone();
        for part in parts {
            seal.update(&(part.len() as u64).to_le_bytes());
            seal.update(part);
        }
        seal
    }
}

#[cfg(test)]
mod tests {
    use super::{Pass, Signer};
    use crate::environment::Environment;

    fn pass(name: &str) -> Pass {
        Pass::new(&Environment::default(), name.parse().unwrap()).unwrap()
    }

    #[test]
    fn only_signed_passes_are_accepted() {
        let (signer, other) = (Signer::new(&[1; 32]), Signer::new(&[2; 32]));
        let pass = pass("Zoë");
        let cookie = signer.sign(&pass);
        assert!(signer.read(&cookie).is_some_and(|read| read == pass));
        assert!(other.read(&cookie).is_none());
        for at in 0..cookie.len() {
            let mut bytes = cookie.clone().into_bytes();
            bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
            assert!(signer.read(&String::from_utf8(bytes).unwrap()).is_none(), "{at}");
            assert!(signer.read(&cookie[..at]).is_none());
        }
    }

    #[test]
    fn another_name_keeps_the_identity() {
        let (pass, other) = (pass("A"), pass("A"));
        assert!(pass.identity() == pass.clone().with_name("B".parse().unwrap()).identity());
        assert!(pass.identity() != other.identity());
    }

    #[test]
    fn a_command_opens_one_table() {
        let signer = Signer::new(&[1; 32]);
        let (a, b) = (pass("A"), pass("A"));
        let table = signer.table(a.identity(), 1);
        assert_eq!(table, signer.table(a.identity(), 1));
        assert!(table != signer.table(a.identity(), 2) && table != signer.table(b.identity(), 1));
        assert!(signer.rematch(table) != table);
    }
}
