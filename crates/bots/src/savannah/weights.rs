//! The learnt weights as they lie in files: a line with the version, then the numbers, two bytes each, the lower first.

use std::sync::LazyLock;

use super::features::FACTS;
use super::net::{Net, Nets, UNITS};
use super::plain::Plain;

/// Raised when facts or units change their meaning: weights of another version are of no use.
const HEADER: &[u8] = b"savannah weights 1\n";
/// The same for weights of what counts directly only.
const PLAIN_HEADER: &[u8] = b"savannah plain weights 1\n";
/// The unit that counts directly.
const DIRECT: usize = UNITS - 1;

/// Writes the weights of nets with hidden units.
pub(super) fn write(nets: &Nets) -> Vec<u8> {
    let mut bytes = HEADER.to_vec();
    for net in [&nets.end, &nets.open] {
        let weights = net.facts.iter().flatten().chain(&net.units);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
    }
    bytes
}

/// Writes only what counts directly.
pub(super) fn write_plain(nets: &Nets) -> Vec<u8> {
    let facts = nets.end.facts.iter().chain(&nets.open.facts);
    PLAIN_HEADER.iter().copied().chain(facts.flat_map(|row| row[DIRECT].to_le_bytes())).collect()
}

/// Reads what [`write`] or [`write_plain`] wrote; `None` if it is something else.
pub(super) fn read(bytes: &[u8]) -> Option<Nets> {
    let plain = bytes.strip_prefix(PLAIN_HEADER);
    let weights = plain.or_else(|| bytes.strip_prefix(HEADER))?;
    let mut weights = weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let first = if plain.is_some() { DIRECT } else { 0 };
    let mut net = || {
        let mut row = |first: usize| -> Option<[i16; UNITS]> {
            let mut row = [0; UNITS];
            for weight in &mut row[first..] {
                *weight = weights.next()?;
            }
            Some(row)
        };
        let mut facts = Vec::with_capacity(FACTS);
        for _ in 0..FACTS {
            facts.push(row(first)?);
        }
        Some(Net { facts, units: row(if plain.is_some() { UNITS } else { 0 })? })
    };
    let nets = Nets { end: net()?, open: net()? };
    weights.next().is_none().then_some(nets)
}

fn read_plain(bytes: &[u8]) -> Option<Plain> {
    let direct = |net: &Net| net.facts.iter().map(|row| row[DIRECT]).collect();
    let nets = read(bytes)?;
    Some(Plain { end: direct(&nets.end), open: direct(&nets.open) })
}

/// A judge that is read when it is needed first.
type Judge<J> = LazyLock<Option<J>>;

fn of<J>(judge: &'static Judge<J>) -> &'static J {
    judge.as_ref().expect("the weights were written for this version; a test reads them")
}

/// The judge of chances to win, for that many seats. Only the one for two players has hidden units that count: for larger
/// tables, one that was trained was no better than the plain sum.
pub(super) fn net(seats: u8) -> &'static Nets {
    static DUEL: Judge<Nets> = LazyLock::new(|| read(super::duel::bytes()));
    static CROWD: Judge<Nets> = LazyLock::new(|| read(include_bytes!("weights/crowd-plain.bin")));
    of(if seats == 2 { &DUEL } else { &CROWD })
}

/// The judge that is a plain sum, for that many seats.
pub(super) fn plain(seats: u8) -> &'static Plain {
    static DUEL: Judge<Plain> = LazyLock::new(|| read_plain(include_bytes!("weights/duel-plain.bin")));
    static CROWD: Judge<Plain> = LazyLock::new(|| read_plain(include_bytes!("weights/crowd-plain.bin")));
    of(if seats == 2 { &DUEL } else { &CROWD })
}

/// A plain sum that leaves out what the others wait for.
pub(super) fn own(seats: u8) -> &'static Plain {
    static DUEL: Judge<Plain> = LazyLock::new(|| read_plain(include_bytes!("weights/duel-own.bin")));
    static CROWD: Judge<Plain> = LazyLock::new(|| read_plain(include_bytes!("weights/crowd-own.bin")));
    of(if seats == 2 { &DUEL } else { &CROWD })
}

#[cfg(test)]
mod tests {
    use super::super::features::is_of_others;
    use super::{DIRECT, net, own, plain, read, write, write_plain};

    #[test]
    fn the_weights_are_of_this_version_and_are_read_back() {
        for seats in 2..=8 {
            let nets = net(seats);
            let bytes = write(nets);
            let again = read(&bytes).unwrap();
            assert!(again.end.facts == nets.end.facts && again.open.units == nets.open.units);
            assert_eq!(plain(seats).end.len(), nets.end.facts.len());
            let short = write_plain(nets);
            let direct = read(&short).unwrap();
            let same =
                |(plain, full): (&[i16; 16], &[i16; 16])| plain[DIRECT] == full[DIRECT] && plain[0] == 0;
            assert!(direct.open.facts.iter().zip(&nets.open.facts).all(same));
            for bytes in [bytes, short] {
                assert!(read(&bytes[1..]).is_none() && read(&bytes[..bytes.len() - 2]).is_none());
            }
        }
    }

    #[test]
    fn strong_knows_nothing_of_what_others_wait_for() {
        for seats in [2, 8] {
            for weights in [&own(seats).end, &own(seats).open] {
                let known = |fact: &usize| weights[*fact] != 0;
                assert!(!(0..weights.len()).filter(|fact| is_of_others(*fact)).any(|fact| known(&fact)));
                assert!((0..weights.len()).filter(known).count() > 500);
            }
            assert!(
                (0..plain(seats).end.len()).any(|fact| is_of_others(fact) && plain(seats).end[fact] != 0)
            );
        }
    }
}
