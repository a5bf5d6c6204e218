//! The learnt weights as they lie in files: a line with the version, then the numbers, two bytes each, the lower first.

use std::sync::LazyLock;

use super::features::FACTS;
use super::net::{Net, Nets, UNITS};
use super::plain::Plain;

/// Raised when facts or units change their meaning: weights of another version are of no use.
const HEADER: &[u8] = b"savannah weights 1\n";

/// Writes the weights of nets with hidden units.
pub(super) fn write(nets: &Nets) -> Vec<u8> {
    let mut bytes = HEADER.to_vec();
    for net in [&nets.end, &nets.open] {
        let weights = net.facts.iter().flatten().chain(&net.units);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
    }
    bytes
}

/// Reads what [`write`] wrote; `None` if it is something else.
pub(super) fn read(bytes: &[u8]) -> Option<Nets> {
    let mut weights =
        bytes.strip_prefix(HEADER)?.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let mut net = || {
        let mut row = || -> Option<[i16; UNITS]> {
            let mut row = [0; UNITS];
            for weight in &mut row {
                *weight = weights.next()?;
            }
            Some(row)
        };
        let mut facts = Vec::with_capacity(FACTS);
        for _ in 0..FACTS {
            facts.push(row()?);
        }
        Some(Net { facts, units: row()? })
    };
    let nets = Nets { end: net()?, open: net()? };
    weights.next().is_none().then_some(nets)
}

/// The judge of chances to win, for that many seats. Only the one for two players has hidden units that count: for larger
/// tables, one that was trained was no better than the plain sum.
pub(super) fn net(seats: u8) -> &'static Nets {
    static DUEL: LazyLock<Option<Nets>> = LazyLock::new(|| read(super::duel::bytes()));
    static CROWD: LazyLock<Option<Nets>> = LazyLock::new(|| read(include_bytes!("weights/crowd-plain.bin")));
    let nets = if seats == 2 { &DUEL } else { &CROWD };
    nets.as_ref().expect("the weights were written for this version; a test reads them")
}

/// The judge that is a plain sum, for that many seats.
pub(super) fn plain(seats: u8) -> &'static Plain {
    static DUEL: LazyLock<Option<Plain>> =
        LazyLock::new(|| read_plain(include_bytes!("weights/duel-plain.bin")));
    static CROWD: LazyLock<Option<Plain>> =
        LazyLock::new(|| read_plain(include_bytes!("weights/crowd-plain.bin")));
    let plain = if seats == 2 { &DUEL } else { &CROWD };
    plain.as_ref().expect("the weights were written for this version; a test reads them")
}

fn read_plain(bytes: &[u8]) -> Option<Plain> {
    let direct = |net: &Net| net.facts.iter().map(|row| row[UNITS - 1]).collect();
    let nets = read(bytes)?;
    Some(Plain { end: direct(&nets.end), open: direct(&nets.open) })
}

#[cfg(test)]
mod tests {
    use super::{net, plain, read, write};

    #[test]
    fn the_weights_are_of_this_version_and_are_read_back() {
        for seats in 2..=8 {
            let nets = net(seats);
            let bytes = write(nets);
            let again = read(&bytes).unwrap();
            assert!(again.end.facts == nets.end.facts && again.open.units == nets.open.units);
            assert_eq!(plain(seats).end.len(), nets.end.facts.len());
            assert!(read(&bytes[1..]).is_none() && read(&bytes[..bytes.len() - 2]).is_none());
        }
    }
}
