//! Packs a game into few bytes: the game, its options, its deal and its moves, followed by a checksum that
//! detects damaged links.

use cards::DealId;
use sha2::{Digest, Sha256};
use table::{Origin, Table};

use super::LinkFormat;
use crate::shell::ConfigOf;

/// The length of the checksum: the first bytes of a hash of everything before it.
const CHECK: usize = 3;

/// Packs a game; `None` if others cannot deal its cards, or if it cannot be packed.
pub(super) fn write<P: LinkFormat>(table: &Table<P::Game>) -> Option<Vec<u8>> {
    let record = table.record();
    let Origin::Deal(deal) = &record.origin else { return None };
    let mut bytes = vec![P::ID];
    for text in [record.config.to_string(), deal.to_string()] {
        bytes.push(u8::try_from(text.len()).ok()?);
        bytes.extend(text.bytes());
    }
    P::pack_moves(record, deal, &mut bytes)?;
    let check = check(&bytes);
    bytes.extend(check);
    Some(bytes)
}

/// Unpacks a game and replays it by the rules; `None` if it is damaged or of another game.
pub(super) fn read<P: LinkFormat>(bytes: &[u8]) -> Option<Table<P::Game>> {
    let (bytes, sum) = bytes.split_at_checked(bytes.len().checked_sub(CHECK)?)?;
    (check(bytes) == sum).then_some(())?;
    let mut rest = bytes.strip_prefix(&[P::ID])?;
    let mut text = || -> Option<&str> {
        let (length, after) = rest.split_first()?;
        let (text, after) = after.split_at_checked(usize::from(*length))?;
        rest = after;
        std::str::from_utf8(text).ok()
    };
    let (config, deal): (ConfigOf<P>, DealId) = (text()?.parse().ok()?, text()?.parse().ok()?);
    let mut table = Table::<P::Game>::new(config, deal).ok()?;
    P::unpack_moves(&mut table, rest)?;
    Some(table)
}

fn check(bytes: &[u8]) -> [u8; CHECK] {
    let hash = Sha256::digest(bytes);
    [hash[0], hash[1], hash[2]]
}
