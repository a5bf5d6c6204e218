use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Hex, ParseHexError, Seat, TableId};

/// The random number that a person contributes to the key of a table: sixteen bytes. It is revealed
/// once every person has committed to theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Contribution(Hex<16>);

impl Contribution {
    /// A contribution of sixteen bytes. The caller must make sure that they are random.
    #[must_use]
    pub const fn new(random: [u8; 16]) -> Contribution {
        Contribution(Hex(random))
    }

    /// The hash that is published before the contribution. It reveals nothing about the
    /// contribution and binds it to this table and this seat.
    #[must_use]
    pub fn commitment(&self, table: TableId, seat: Seat) -> Commitment {
        Commitment::to(&format!("cardroom contribution 1\ntable {table}\nseat {seat} {self}\n"))
    }
}

/// The SHA-256 of a value that is revealed later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commitment(Hex<32>);

impl Commitment {
    pub(super) fn to(text: &str) -> Commitment {
        Commitment(Hex(Sha256::digest(text.as_bytes()).into()))
    }
}

impl fmt::Display for Contribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Contribution {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Contribution, ParseHexError> {
        text.parse().map(Contribution)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Commitment {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Commitment, ParseHexError> {
        text.parse().map(Commitment)
    }
}
