use std::fmt;
use std::str::FromStr;

use cards::{ChanceKind, DealId, Key, ParseDealError};
use sha2::{Digest, Sha256};

use crate::{BadDeal, Game, Turn};

/// Where a game's chance comes from.
#[derive(Clone, PartialEq, Eq)]
pub enum Origin {
    /// A deal with a public name.
    Deal(DealId),
    /// A secret key. The record shows its hash.
    Secret(Key),
    /// A secret key of which only the hash is known: the game can be replayed, but nothing new can be drawn.
    Hash(KeyHash),
}

impl Origin {
    /// The outcome of the chance whose turn it is, the `ordinal`-th of its kind; `None` if only the hash of the key is known.
    pub(crate) fn draw<G: Game>(&self, game: &G, ordinal: u64) -> Result<Option<G::Chance>, BadDeal> {
        let Turn::Chance(kind) = game.turn() else { return Ok(None) };
        let key = match self {
            Origin::Deal(DealId::V1(number)) => &Key::from_number(*number),
            Origin::Deal(id) => {
                let dealt =
                    id.cards().filter(|_| kind == ChanceKind::Deal).and_then(|cards| game.deal(cards));
                let refused = || {
                    BadDeal(format!("{id} is no deal for {}: it is dealt by number, as in v1:42", G::NAME))
                };
                return dealt.ok_or_else(refused).map(Some);
            }
            Origin::Secret(key) => key,
            Origin::Hash(_) => return Ok(None),
        };
        Ok(Some(game.draw(&mut key.stream(kind, ordinal))))
    }
}

impl From<DealId> for Origin {
    fn from(id: DealId) -> Origin {
        Origin::Deal(id)
    }
}

/// `deal v1:42`, or `key` and the SHA-256 of the secret key in hexadecimal.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Deal(id) => write!(f, "deal {id}"),
            Origin::Secret(key) => write!(f, "key {}", KeyHash::of(key)),
            Origin::Hash(hash) => write!(f, "key {hash}"),
        }
    }
}

/// Text that names no origin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseOriginError {
    /// The deal has no such name.
    #[error(transparent)]
    Deal(#[from] ParseDealError),
    /// Neither a deal nor the hash of a key.
    #[error("expected `deal` and a deal's name, or `key` and 64 hexadecimal digits")]
    Kind,
}

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Origin, ParseOriginError> {
        match text.split_once(' ') {
            Some(("deal", id)) => Ok(Origin::Deal(id.parse()?)),
            Some(("key", hash)) => Ok(Origin::Hash(KeyHash::from_hex(hash).ok_or(ParseOriginError::Kind)?)),
            _ => Err(ParseOriginError::Kind),
        }
    }
}

/// The SHA-256 of a secret key: it can be shown before the first card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyHash([u8; 32]);

impl KeyHash {
    /// The hash of a key.
    #[must_use]
    pub fn of(key: &Key) -> KeyHash {
        KeyHash(Sha256::digest(key.expose()).into())
    }

    fn from_hex(text: &str) -> Option<KeyHash> {
        let mut bytes = [0; 32];
        let canonical =
            text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !canonical {
            return None;
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(KeyHash(bytes))
    }
}

impl fmt::Display for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
