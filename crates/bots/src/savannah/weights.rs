//! Reads and writes files of learnt weights: a line with the version, then the weights as 16-bit
//! little-endian integers.

use std::sync::LazyLock;

use super::features::FEATURE_COUNT;
use super::linear::LinearEvaluator;
use super::net::{Net, NetEvaluator, UNITS};

/// The number is raised when features or units change their meaning. Weights of another version are
/// refused.
const NET_HEADER: &[u8] = b"savannah weights 1\n";
/// The header of linear weights.
const LINEAR_HEADER: &[u8] = b"savannah plain weights 1\n";
/// The linear unit.
const LINEAR: usize = UNITS - 1;

/// Writes the weights of nets with hidden units.
pub(super) fn write_net(nets: &NetEvaluator) -> Vec<u8> {
    let mut bytes = NET_HEADER.to_vec();
    for net in [&nets.end, &nets.open] {
        let weights = net.feature_weights.iter().flatten().chain(&net.unit_weights);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
    }
    bytes
}

/// Writes only the weights of the linear unit.
pub(super) fn write_linear(nets: &NetEvaluator) -> Vec<u8> {
    let rows = nets.end.feature_weights.iter().chain(&nets.open.feature_weights);
    LINEAR_HEADER.iter().copied().chain(rows.flat_map(|row| row[LINEAR].to_le_bytes())).collect()
}

/// Reads the output of [`write_net`] or [`write_linear`]. Returns `None` for anything else.
pub(super) fn read(bytes: &[u8]) -> Option<NetEvaluator> {
    let linear = bytes.strip_prefix(LINEAR_HEADER);
    let weights = linear.or_else(|| bytes.strip_prefix(NET_HEADER))?;
    let mut weights = weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let first = if linear.is_some() { LINEAR } else { 0 };
    let mut net = || {
        let mut row = |first: usize| -> Option<[i16; UNITS]> {
            let mut row = [0; UNITS];
            for weight in &mut row[first..] {
                *weight = weights.next()?;
            }
            Some(row)
        };
        let mut feature_weights = Vec::with_capacity(FEATURE_COUNT);
        for _ in 0..FEATURE_COUNT {
            feature_weights.push(row(first)?);
        }
        Some(Net { feature_weights, unit_weights: row(if linear.is_some() { UNITS } else { 0 })? })
    };
    let nets = NetEvaluator { end: net()?, open: net()? };
    weights.next().is_none().then_some(nets)
}

fn read_linear(bytes: &[u8]) -> Option<LinearEvaluator> {
    let linear = |net: &Net| net.feature_weights.iter().map(|row| row[LINEAR]).collect();
    let nets = read(bytes)?;
    Some(LinearEvaluator { end: linear(&nets.end), open: linear(&nets.open) })
}

/// An evaluator whose weights are read on first use.
type Lazy<E> = LazyLock<Option<E>>;

fn get<E>(evaluator: &'static Lazy<E>) -> &'static E {
    evaluator.as_ref().expect("the weights were written for this version; a test reads them")
}

/// The strongest evaluator for a number of seats. Only the one for two players uses hidden units:
/// for larger tables, a trained net was no better than the linear evaluator.
pub(super) fn net(seats: u8) -> &'static NetEvaluator {
    static DUEL: Lazy<NetEvaluator> = LazyLock::new(|| read(super::duel::bytes()));
    static CROWD: Lazy<NetEvaluator> = LazyLock::new(|| read(include_bytes!("weights/crowd-plain.bin")));
    get(if seats == 2 { &DUEL } else { &CROWD })
}

/// The linear evaluator for a number of seats.
pub(super) fn linear(seats: u8) -> &'static LinearEvaluator {
    static DUEL: Lazy<LinearEvaluator> =
        LazyLock::new(|| read_linear(include_bytes!("weights/duel-plain.bin")));
    static CROWD: Lazy<LinearEvaluator> =
        LazyLock::new(|| read_linear(include_bytes!("weights/crowd-plain.bin")));
    get(if seats == 2 { &DUEL } else { &CROWD })
}

/// A linear evaluator that ignores which cards the opponents have.
pub(super) fn own_cards(seats: u8) -> &'static LinearEvaluator {
    static DUEL: Lazy<LinearEvaluator> =
        LazyLock::new(|| read_linear(include_bytes!("weights/duel-own.bin")));
    static CROWD: Lazy<LinearEvaluator> =
        LazyLock::new(|| read_linear(include_bytes!("weights/crowd-own.bin")));
    get(if seats == 2 { &DUEL } else { &CROWD })
}

#[cfg(test)]
mod tests {
    use super::super::features::is_about_opponents_cards;
    use super::{LINEAR, linear, net, own_cards, read, write_linear, write_net};

    #[test]
    fn the_weights_have_this_version_and_survive_a_round_trip() {
        for seats in 2..=8 {
            let nets = net(seats);
            let bytes = write_net(nets);
            let again = read(&bytes).unwrap();
            assert!(
                again.end.feature_weights == nets.end.feature_weights
                    && again.open.unit_weights == nets.open.unit_weights
            );
            assert_eq!(linear(seats).end.len(), nets.end.feature_weights.len());
            let linear_bytes = write_linear(nets);
            let linear = read(&linear_bytes).unwrap();
            let same =
                |(linear, full): (&[i16; 16], &[i16; 16])| linear[LINEAR] == full[LINEAR] && linear[0] == 0;
            assert!(linear.open.feature_weights.iter().zip(&nets.open.feature_weights).all(same));
            for bytes in [bytes, linear_bytes] {
                assert!(read(&bytes[1..]).is_none() && read(&bytes[..bytes.len() - 2]).is_none());
            }
        }
    }

    #[test]
    fn strong_ignores_the_opponents_cards() {
        for seats in [2, 8] {
            for weights in [&own_cards(seats).end, &own_cards(seats).open] {
                let known = |feature: &usize| weights[*feature] != 0;
                assert!(
                    !(0..weights.len())
                        .filter(|feature| is_about_opponents_cards(*feature))
                        .any(|feature| known(&feature))
                );
                assert!((0..weights.len()).filter(known).count() > 500);
            }
            assert!(
                (0..linear(seats).end.len())
                    .any(|feature| is_about_opponents_cards(feature) && linear(seats).end[feature] != 0)
            );
        }
    }
}
