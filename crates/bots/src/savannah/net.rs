//! The neural network that evaluates states for the expert.

use super::features::{board_features, hand_features};
use super::observation::Observation;
use super::search::{Evaluator, TurnState};

/// How many units a net has. The last one is linear; the others are hidden units with a rectifier
/// (ReLU).
pub(super) const UNITS: usize = 16;

/// Weights are fixed-point numbers with this denominator.
pub(super) const ONE: i32 = 1 << 9;

/// A small neural network with one hidden layer. It uses integer arithmetic, so the result is the
/// same on every machine.
pub(super) struct Net {
    /// The weights from each feature to each unit.
    pub(super) feature_weights: Vec<[i16; UNITS]>,
    /// The weights from each hidden unit to the output.
    pub(super) unit_weights: [i16; UNITS],
}

type Units = [i16; UNITS];

impl Net {
    #[inline]
    fn add(&self, units: &mut Units, feature: usize) {
        for (unit, weight) in units.iter_mut().zip(&self.feature_weights[feature]) {
            *unit = unit.saturating_add(*weight);
        }
    }

    fn sum(&self, units: &Units) -> i32 {
        let direct = i32::from(units[UNITS - 1]);
        let weighted = units.iter().zip(self.unit_weights).take(UNITS - 1);
        let hidden: i32 =
            weighted.map(|(unit, weight)| i32::from((*unit).max(0)) * i32::from(weight) / ONE).sum();
        direct + hidden
    }
}

/// Converts an evaluation into a probability of winning, in units of 1/65,536. An evaluation of 0
/// means one half; 0 and 1 are never reached.
pub(super) fn win_probability(evaluation: i32) -> i64 {
    let (one, size) = (i64::from(ONE), i64::from(evaluation.unsigned_abs()));
    let better = 65_536 * (one + 2 * size) / (2 * (one + size));
    if evaluation < 0 { 65_536 - better } else { better }
}

/// Evaluates states with one net for the end of a turn, and another for turns that continue.
pub(super) struct NetEvaluator {
    pub(super) end: Net,
    pub(super) open: Net,
}

impl NetEvaluator {
    const fn net(&self, state: &TurnState) -> &Net {
        if state.open { &self.open } else { &self.end }
    }
}

impl Evaluator for NetEvaluator {
    type TurnTerms = ();
    type BoardTerms = Units;

    fn turn_terms(&self, _: &Observation) {}

    #[inline]
    fn board_terms(&self, (): &(), observation: &Observation, state: &TurnState) -> Units {
        let (net, mut units) = (self.net(state), [0; UNITS]);
        board_features(observation, state, |feature| net.add(&mut units, feature));
        units
    }

    #[inline]
    fn evaluate(&self, units: &Units, observation: &Observation, state: &TurnState) -> i32 {
        let (net, mut units) = (self.net(state), *units);
        hand_features(observation, state, |feature| net.add(&mut units, feature));
        net.sum(&units)
    }
}
