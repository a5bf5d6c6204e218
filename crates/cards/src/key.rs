use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

use crate::{ChanceKind, Source};

/// The key from which all random events of a game are derived: the number of a deal, or 32 secret
/// bytes. It implements neither `Debug` nor `Serialize`, so that it cannot leak by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// A key of 32 bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// The key of deal `v1:number`: the number as eight little-endian bytes, then 24 zeros.
    #[must_use]
    pub fn from_number(number: u64) -> Key {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Key(bytes)
    }

    /// The bytes of the key. They reveal every card and roll to come.
    #[must_use]
    pub const fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// The random stream of one event: the `ordinal`-th (from 0) of its kind in the game.
    ///
    /// It is the keystream of ChaCha20 (RFC 8439) from block 0. The first four bytes of the nonce
    /// are the number of the kind and the other eight are the ordinal, both little-endian.
    #[must_use]
    pub fn stream(&self, kind: ChanceKind, ordinal: u64) -> Keystream {
        let mut nonce = [0; 12];
        nonce[..4].copy_from_slice(&u32::from(kind as u8).to_le_bytes());
        nonce[4..].copy_from_slice(&ordinal.to_le_bytes());
        Keystream {
            cipher: ChaCha20::new(&self.0.into(), &nonce.into()),
            block: [0; Keystream::BLOCK],
            used: Keystream::BLOCK,
        }
    }
}

/// A keystream, read as 32-bit little-endian numbers.
pub struct Keystream {
    cipher: ChaCha20,
    block: [u8; Keystream::BLOCK],
    used: usize,
}

impl Keystream {
    /// Four cipher blocks at once: the cipher is fastest that way.
    const BLOCK: usize = 256;
}

impl Source for Keystream {
    #[inline]
    fn next(&mut self) -> u32 {
        if self.used == Keystream::BLOCK {
            self.block.fill(0);
            self.cipher.apply_keystream(&mut self.block);
            self.used = 0;
        }
        let mut word = [0; 4];
        word.copy_from_slice(&self.block[self.used..self.used + 4]);
        self.used += 4;
        u32::from_le_bytes(word)
    }
}
