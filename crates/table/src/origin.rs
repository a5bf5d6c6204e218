use std::fmt;
use std::str::FromStr;

use cards::{ChanceKind, DealId, Key, ParseDealError};
use sha2::{Digest, Sha256};
use text::{ErrorText, Text};

use crate::fair::Proof;
use crate::{BadDeal, Game, Hex, Turn};

/// Where the chance of a game comes from.
#[derive(Clone, PartialEq, Eq)]
pub enum Origin {
    /// A deal with a public name.
    Deal(DealId),
    /// A secret key. The record shows its hash.
    Secret(Key),
    /// A key that the server and the persons at the table made together, with its proof. The record
    /// contains the whole proof.
    Fair(Box<Proof>),
    /// The hash of a secret key that is not known. The game can be replayed, but nothing
    /// new can be drawn.
    Hash(KeyHash),
}

impl Origin {
    /// Draws the next outcome of chance, the `ordinal`-th of its kind. `None` if it is not chance's
    /// turn or only the hash of the key is known.
    pub(crate) fn draw<G: Game>(&self, game: &G, ordinal: u64) -> Result<Option<G::Chance>, BadDeal> {
        let Turn::Chance(kind) = game.turn() else { return Ok(None) };
        let key = match self {
            Origin::Deal(DealId::V1(number)) => &Key::from_number(*number),
            Origin::Deal(id) => {
                let dealt =
                    id.cards().filter(|_| kind == ChanceKind::Deal).and_then(|cards| game.deal(cards));
                let refused = || BadDeal::NumberOnly { deal: id.clone(), game: G::NAME };
                return dealt.ok_or_else(refused).map(Some);
            }
            Origin::Secret(key) => key,
            Origin::Fair(proof) => proof.key(),
            Origin::Hash(_) => return Ok(None),
        };
        Ok(Some(game.draw(&mut key.stream(kind, ordinal))))
    }

    /// A short name for display: the table for a proof, otherwise the same text as in a record.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Origin::Fair(proof) => format!("table {}", proof.table()),
            other => other.to_string(),
        }
    }
}

impl From<DealId> for Origin {
    fn from(id: DealId) -> Origin {
        Origin::Deal(id)
    }
}

/// `deal v1:42`, or `key` and the SHA-256 of the secret key in hexadecimal, followed by the other
/// lines of a proof if there is one.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Deal(id) => write!(f, "deal {id}"),
            Origin::Secret(key) => write!(f, "key {}", KeyHash::of(key)),
            Origin::Fair(proof) => proof.fmt(f),
            Origin::Hash(hash) => write!(f, "key {hash}"),
        }
    }
}

/// The text is not an origin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ParseOriginError {
    /// The name of the deal is invalid.
    Deal(ParseDealError),
    /// Neither a deal nor the hash of a key.
    Kind,
}

impl ErrorText for ParseOriginError {
    fn text(&self) -> Text {
        match self {
            ParseOriginError::Deal(error) => error.text(),
            ParseOriginError::Kind => {
                Text::of("expected `deal` and a deal's name, or `key` and 64 hexadecimal digits")
            }
        }
    }
}

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Origin, ParseOriginError> {
        match text.split_once(' ') {
            Some(("deal", id)) => id.parse().map(Origin::Deal).map_err(ParseOriginError::Deal),
            Some(("key", hash)) => {
                hash.parse().map(|hash| Origin::Hash(KeyHash(hash))).map_err(|_| ParseOriginError::Kind)
            }
            _ => Err(ParseOriginError::Kind),
        }
    }
}

/// The SHA-256 of a secret key. It can be published before the first card is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyHash(Hex<32>);

impl KeyHash {
    /// The hash of a key.
    #[must_use]
    pub fn of(key: &Key) -> KeyHash {
        KeyHash(Hex(Sha256::digest(key.expose()).into()))
    }
}

impl fmt::Display for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
