//! A game in few bytes: which it is, its options, its deal, and its moves; at the end some bytes that tell whether a link was damaged.

pub(super) mod klondike;
pub(super) mod savannah;

use std::fmt::Display;
use std::str::FromStr;

use cards::DealId;
use sha2::{Digest, Sha256};

/// The first byte: Klondike, as it is packed here.
const KLONDIKE: u8 = 1;
/// The first byte: Savannah.
const SAVANNAH: u8 = 2;
/// So many bytes of the hash of all others stand at the end.
const CHECK: usize = 3;

/// What stands before the moves.
fn head(kind: u8, config: &impl Display, deal: &DealId) -> Option<Vec<u8>> {
    let mut bytes = vec![kind];
    for text in [config.to_string(), deal.to_string()] {
        bytes.push(u8::try_from(text.len()).ok()?);
        bytes.extend(text.bytes());
    }
    Some(bytes)
}

/// The bytes with what tells whether they were damaged.
fn close(mut bytes: Vec<u8>) -> Vec<u8> {
    let check = check(&bytes);
    bytes.extend(check);
    bytes
}

/// The options, the deal, and the bytes of the moves; `None` if they are damaged, or of another game.
fn open<C: FromStr>(kind: u8, bytes: &[u8]) -> Option<(C, DealId, &[u8])> {
    let (bytes, sum) = bytes.split_at_checked(bytes.len().checked_sub(CHECK)?)?;
    (check(bytes) == sum).then_some(())?;
    let mut rest = bytes.strip_prefix(&[kind])?;
    let mut text = || -> Option<&str> {
        let (length, after) = rest.split_first()?;
        let (text, after) = after.split_at_checked(usize::from(*length))?;
        rest = after;
        std::str::from_utf8(text).ok()
    };
    let (config, deal) = (text()?.parse().ok()?, text()?.parse().ok()?);
    Some((config, deal, rest))
}

fn check(bytes: &[u8]) -> [u8; CHECK] {
    let hash = Sha256::digest(bytes);
    [hash[0], hash[1], hash[2]]
}
