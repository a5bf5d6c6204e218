use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

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

/// How long a pass is valid without being used. Whenever it is used, it is renewed.
pub(crate) const LIFETIME: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// A guest's pass: a random secret and a name. It has no `Debug`, so it cannot be logged by
/// accident.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Pass {
    secret: [u8; 16],
    pub(crate) name: Name,
    /// When it was issued or renewed, in seconds since 1970.
    issued: u64,
    /// How often its owner had signed out other devices before. Passes with a smaller generation than the
    /// owner's current one are invalid.
    pub(crate) generation: u64,
}

impl Pass {
    /// Creates a pass for a new guest.
    pub(crate) fn new(environment: &Environment, name: Name, now: u64) -> Result<Pass, getrandom::Error> {
        let mut secret = [0; 16];
        environment.fill(&mut secret)?;
        Ok(Pass { secret, name, issued: now, generation: 0 })
    }

    /// The same person with another name.
    pub(crate) fn with_name(self, name: Name) -> Pass {
        Pass { name, ..self }
    }

    /// The same pass, valid for its whole lifetime again.
    pub(crate) fn renewed(self, now: u64) -> Pass {
        Pass { issued: now, ..self }
    }

    /// The same person, after all passes up to this one became invalid.
    pub(crate) fn next_generation(self) -> Pass {
        Pass { generation: self.generation.saturating_add(1), ..self }
    }

    fn is_expired(&self, now: u64) -> bool {
        now >= self.issued.saturating_add(LIFETIME.as_secs())
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
        let Pass { secret, name, issued, generation } = pass;
        let name = hex::encode(name.as_str().as_bytes());
        let text = format!("2.{}.{name}.{issued}.{generation}", hex::encode(secret));
        let seal = self.seal(&[b"pass 2", text.as_bytes()]).finalize().into_bytes();
        format!("{text}.{}", hex::encode(&seal))
    }

    /// The pass in a cookie; `None` if its signature is invalid or it has expired.
    pub(crate) fn read(&self, cookie: &str, now: u64) -> Option<Pass> {
        let (text, seal) = cookie.rsplit_once('.')?;
        // A generation that cannot be stored is not ours.
        let number = |text: &str| text.parse().ok().filter(|number| *number <= i64::MAX as u64);
        let (kind, secret, name, issued, generation) = match *text.split('.').collect::<Vec<_>>() {
            ["2", secret, name, issued, generation] => {
                (&b"pass 2"[..], secret, name, number(issued)?, number(generation)?)
            }
            // Passes of earlier versions have no date. They are replaced when they are used.
            [secret, name] => (&b"pass"[..], secret, name, now, 0),
            _ => return None,
        };
        self.seal(&[kind, text.as_bytes()]).verify_slice(&hex::decode(seal)?).ok()?;
        let name = Name::from_stored(&String::from_utf8(hex::decode(name)?).ok()?).ok()?;
        let pass = Pass { secret: hex::decode(secret)?.try_into().ok()?, name, issued, generation };
        (!pass.is_expired(now)).then_some(pass)
    }

    /// Encrypts or decrypts a text with the code of a transfer. Each code is used for one text only.
    pub(crate) fn apply_cipher(&self, code: &str, text: &mut [u8]) {
        for (number, block) in (0_u64..).zip(text.chunks_mut(32)) {
            let stream = self.seal(&[b"transfer", code.as_bytes(), &number.to_le_bytes()]).finalize();
            for (byte, mask) in block.iter_mut().zip(stream.into_bytes()) {
                *byte ^= mask;
            }
        }
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

    /// A number that stands for a network address, and reveals it to nobody. All addresses of an IPv6 network
    /// have the same one, because a single client has so many.
    pub(crate) fn address_tag(&self, address: IpAddr) -> u64 {
        let bytes = match address.to_canonical() {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets()[..8].to_vec(),
        };
        let hash = self.seal(&[b"address", &bytes]).finalize().into_bytes();
        let mut tag = [0; 8];
        tag.copy_from_slice(&hash[..8]);
        u64::from_le_bytes(tag)
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
    use super::{LIFETIME, Pass, Signer};
    use crate::environment::Environment;

    /// Some time in 2027.
    const NOW: u64 = 1_800_000_000;

    fn pass(name: &str) -> Pass {
        Pass::new(&Environment::default(), name.parse().unwrap(), NOW).unwrap()
    }

    #[test]
    fn only_signed_passes_are_accepted() {
        let (signer, other, now) = (Signer::new(&[1; 32]), Signer::new(&[2; 32]), NOW);
        let pass = pass("Zoë");
        let cookie = signer.sign(&pass);
        assert!(signer.read(&cookie, now).is_some_and(|read| read == pass));
        assert!(other.read(&cookie, now).is_none());
        for at in 0..cookie.len() {
            let mut bytes = cookie.clone().into_bytes();
            bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
            assert!(signer.read(&String::from_utf8(bytes).unwrap(), now).is_none(), "{at}");
            assert!(signer.read(&cookie[..at], now).is_none());
        }
    }

    #[test]
    fn a_pass_expires_unless_it_is_used() {
        let (signer, now) = (Signer::new(&[1; 32]), NOW);
        let pass = pass("Anna").renewed(now);
        let (almost, end) = (now + LIFETIME.as_secs() - 1, now + LIFETIME.as_secs());
        let cookie = signer.sign(&pass);
        assert!(signer.read(&cookie, almost).is_some() && signer.read(&cookie, end).is_none());
        let renewed = signer.sign(&signer.read(&cookie, almost).unwrap().renewed(almost));
        let read = signer.read(&renewed, end).unwrap();
        assert!(read.identity() == pass.identity());
    }

    /// A cookie that an earlier version has made with the secret `[1; 32]`.
    #[test]
    fn passes_of_earlier_versions_are_accepted() {
        let signer = Signer::new(&[1; 32]);
        let cookie = concat!(
            "07070707070707070707070707070707.416e6e61.",
            "b0db018db05b3cc5cb6848bec0690ff6afe13af9c420664e4062431d4ebaddb2"
        );
        let read = signer.read(cookie, NOW).unwrap();
        assert!(read.name.as_str() == "Anna" && read.secret == [7; 16] && read.generation == 0);
    }

    #[test]
    fn a_cipher_needs_the_code_and_the_secret() {
        let (signer, other) = (Signer::new(&[1; 32]), Signer::new(&[2; 32]));
        let cookie = signer.sign(&pass("Anna")).into_bytes();
        let mut text = cookie.clone();
        signer.apply_cipher("code", &mut text);
        let revealed = |signer: &Signer, code: &str| {
            let mut text = text.clone();
            signer.apply_cipher(code, &mut text);
            text
        };
        assert_eq!(revealed(&signer, "code"), cookie);
        assert!(revealed(&signer, "cod3") != cookie && revealed(&other, "code") != cookie);
        assert!(text.chunks(32).all(|block| !cookie.windows(block.len()).any(|part| part == block)));
    }

    #[test]
    fn another_name_keeps_the_identity() {
        let (pass, other) = (pass("A"), pass("A"));
        assert!(pass.identity() == pass.clone().with_name("B".parse().unwrap()).identity());
        assert!(pass.identity() != other.identity());
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let signer = Signer::new(&[1; 32]);
        let tag = |address: &str| signer.address_tag(address.parse().unwrap());
        assert_eq!(tag("192.0.2.7"), tag("::ffff:192.0.2.7"));
        assert_eq!(tag("2001:db8:0:1::1"), tag("2001:db8:0:1:9::2"));
        assert!(tag("192.0.2.7") != tag("192.0.2.8") && tag("2001:db8:0:1::1") != tag("2001:db8:0:2::1"));
        assert!(tag("192.0.2.7") != Signer::new(&[2; 32]).address_tag("192.0.2.7".parse().unwrap()));
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
