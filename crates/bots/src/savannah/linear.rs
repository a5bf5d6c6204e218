//! The linear evaluator: the sum of the weights of all features.

use super::TurnState;
use super::features::{
    BIAS, DISCARD, DISCARD_DISTANCE, DISCARD_DISTANCE_WITH_HAND, DISCARD_LEN, DISCARD_ON_HELD,
    DISCARD_ON_TOP, DISTANCES, FEWEST_LEFT, HELD, HELD_ON_TOP, LENGTHS, MAY_STEAL, OPENING, OPPONENT,
    OPPONENT_DISCARD_ON_TOP, OPPONENT_RESERVE_ON_TOP, OPPONENT_SIZE, OPPONENTS_AHEAD, RANKS, RESERVE,
    RESERVE_AND_DISCARD, RESERVE_DISTANCE, RESERVE_DISTANCE_WITH_HAND, RESERVE_LEN, RESERVE_ON_HELD,
    RESERVE_ON_TOP, ROUNDS_LEFT, SECOND_DISCARD, SECOND_ON_DISCARD, SUM, TOP, WILD_TOPS, distance, is_known,
    len, opening, pair, rounds_left,
};
use super::observation::Observation;
use super::search::Evaluator;
use super::world::NONE;

/// Evaluates a state as the sum of the weights of its features.
///
/// It plays the simulated games, so it has to be fast. The result is the same as adding up the
/// features of `features.rs`, but terms that many plans of a turn have in common are added up only
/// once. A test compares the two.
pub(super) struct LinearEvaluator {
    /// The weights for states at the end of a turn.
    pub(super) end: Vec<i16>,
    /// The weights for states in which the turn continues.
    pub(super) open: Vec<i16>,
}

/// The terms that all plans of a turn have in common.
#[derive(Clone, Copy)]
pub(super) struct TurnTerms {
    sum: i32,
    /// For each rank, the weight of a top with that rank together with the opponents' piles.
    tops: [i32; 14],
}

/// The terms that all ways to end a turn in the same state have in common.
#[derive(Clone, Copy)]
pub(super) struct BoardTerms {
    sum: i32,
    /// For each rank, the weight of a held card with that rank together with tops and reserve.
    held: [i32; 14],
}

impl LinearEvaluator {
    const fn weights(&self, open: bool) -> &Vec<i16> {
        if open { &self.open } else { &self.end }
    }

    fn turn_terms(&self, observation: &Observation, open: bool, theft: u8) -> TurnTerms {
        let weights = self.weights(open);
        let weight = |feature: usize| i32::from(weights[feature]);
        let mut turn_terms =
            TurnTerms { sum: weight(BIAS) + weight(ROUNDS_LEFT + rounds_left(observation)), tops: [0; 14] };
        let mut fewest = u8::MAX;
        for (at, opponent) in observation.opponents().iter().enumerate() {
            fewest = fewest.min(opponent.left());
            let (discard, discard_len) = opponent.discard_after(theft);
            let from = OPPONENT + at.min(1) * OPPONENT_SIZE;
            turn_terms.sum +=
                weight(from + len(opponent.reserve_len)) + weight(from + LENGTHS + len(discard_len));
            turn_terms.sum += weight(from + 2 * LENGTHS + usize::from(opponent.reserve));
            turn_terms.sum += weight(from + 2 * LENGTHS + RANKS + usize::from(discard));
            for (card, pairs) in
                [(opponent.reserve, OPPONENT_RESERVE_ON_TOP), (discard, OPPONENT_DISCARD_ON_TOP)]
            {
                if is_known(card) {
                    let row = &weights[pairs + pair(card, 1)..][..13];
                    for (sum, row_weight) in turn_terms.tops[1..].iter_mut().zip(row) {
                        *sum += i32::from(*row_weight);
                    }
                }
            }
        }
        turn_terms.sum += weight(FEWEST_LEFT + len(fewest));
        if open {
            turn_terms.sum += weight(SUM + usize::from(observation.sum))
                + weight(MAY_STEAL + usize::from(observation.theft && theft == NONE));
        }
        turn_terms
    }
}

impl Evaluator for LinearEvaluator {
    /// For turns that end and for turns that continue.
    type TurnTerms = [TurnTerms; 2];
    type BoardTerms = BoardTerms;

    fn turn_terms(&self, observation: &Observation) -> [TurnTerms; 2] {
        [self.turn_terms(observation, false, NONE), self.turn_terms(observation, true, NONE)]
    }

    fn board_terms(
        &self,
        turn_terms: &[TurnTerms; 2],
        observation: &Observation,
        state: &TurnState,
    ) -> BoardTerms {
        let weights = self.weights(state.open);
        let weight = |feature: usize| i32::from(weights[feature]);
        let stolen;
        let turn_terms = if state.theft == NONE {
            &turn_terms[usize::from(state.open)]
        } else {
            stolen = self.turn_terms(observation, state.open, state.theft);
            &stolen
        };
        let tops = state.tops;
        let mut sum = turn_terms.sum
            + weight(RESERVE_LEN + len(state.reserve_len))
            + weight(RESERVE + usize::from(state.reserve))
            + weight(OPENING + opening(state));
        let mut copies = 0;
        for (at, top) in tops.into_iter().enumerate() {
            copies = if at > 0 && tops[at - 1] == top { copies + 1 } else { 0 };
            sum += weight(TOP + copies * RANKS + usize::from(top)) + turn_terms.tops[usize::from(top)];
        }
        if state.open {
            sum +=
                weight(WILD_TOPS + tops.iter().filter(|top| **top == 13 || **top == observation.sum).count());
        }
        for (at, opponent) in observation.opponents().iter().enumerate() {
            let distances = OPPONENT + at.min(1) * OPPONENT_SIZE + 2 * LENGTHS + 2 * RANKS;
            let (discard, _) = opponent.discard_after(state.theft);
            if is_known(opponent.reserve) {
                sum += weight(distances + distance(state, opponent.reserve, 0));
            }
            if is_known(discard) {
                sum += weight(distances + DISTANCES + distance(state, discard, 0));
            }
        }
        let reserve = is_known(state.reserve);
        if reserve {
            sum += weight(RESERVE_DISTANCE + distance(state, state.reserve, 0));
            let row = &weights[RESERVE_ON_TOP + pair(state.reserve, 1)..][..13];
            sum += tops.iter().map(|top| i32::from(row[usize::from(*top) - 1])).sum::<i32>();
        }
        let mut held = [0; 14];
        for card in state.hand.into_iter().take_while(|card| *card != 0) {
            let row = &weights[HELD_ON_TOP + pair(card, 1)..][..13];
            let mut card_sum: i32 = tops.iter().map(|top| i32::from(row[usize::from(*top) - 1])).sum();
            if reserve {
                card_sum += weight(RESERVE_ON_HELD + pair(state.reserve, card));
            }
            held[usize::from(card)] = card_sum;
        }
        BoardTerms { sum, held }
    }

    fn evaluate(&self, board_terms: &BoardTerms, observation: &Observation, state: &TurnState) -> i32 {
        let weights = self.weights(state.open);
        let weight = |feature: usize| i32::from(weights[feature]);
        let [first, second] = state.discard;
        let mut sum = board_terms.sum
            + weight(DISCARD_LEN + len(state.discard_len))
            + weight(DISCARD + usize::from(first))
            + weight(SECOND_DISCARD + usize::from(second));
        let (reserve, discard) = (is_known(state.reserve), is_known(first));
        let (mut bits, mut copies, mut last) = (0_u16, 0, 0);
        for card in state.hand.into_iter().take_while(|card| *card != 0) {
            copies = if card == last { copies + 1 } else { 0 };
            last = card;
            bits |= 1 << card;
            sum += weight(HELD + copies * RANKS + usize::from(card)) + board_terms.held[usize::from(card)];
            if discard {
                sum += weight(DISCARD_ON_HELD + pair(first, card));
            }
        }
        if reserve {
            sum += weight(RESERVE_DISTANCE_WITH_HAND + distance(state, state.reserve, bits));
        }
        if discard {
            sum += weight(DISCARD_DISTANCE + distance(state, first, 0))
                + weight(DISCARD_DISTANCE_WITH_HAND + distance(state, first, bits));
            let row = &weights[DISCARD_ON_TOP + pair(first, 1)..][..13];
            sum += state.tops.iter().map(|top| i32::from(row[usize::from(*top) - 1])).sum::<i32>();
            if is_known(second) {
                sum += weight(SECOND_ON_DISCARD + pair(second, first));
            }
            if reserve {
                sum += weight(RESERVE_AND_DISCARD + pair(state.reserve, first));
            }
        }
        let left = state.reserve_len + state.discard_len;
        sum + weight(
            OPPONENTS_AHEAD
                + observation.opponents().iter().filter(|opponent| opponent.left() < left).count(),
        )
    }
}

#[cfg(test)]
mod tests {
    use games::savannah::Config;

    use super::super::features::{board_features, hand_features};
    use super::super::observation::Observation;
    use super::super::policy::play_steps;
    use super::super::randomness::SimulatedRandomness;
    use super::super::search::Search;
    use super::super::training::deal;
    use super::super::{Rng, weights};

    /// Compares the ends of all plans in games with two to eight players.
    #[test]
    fn it_equals_the_sum_of_the_feature_weights() {
        let mut compared = 0;
        for number in 0..140 {
            let mut rng = Rng::new(number);
            let mut randomness = SimulatedRandomness::new(&mut rng);
            let mut world = deal(&Config::new(2 + (number % 7) as u8).unwrap(), &mut rng, &mut randomness);
            let linear = weights::linear(world.seats);
            let (mut search, mut steps) = (Search::new(100), Vec::new());
            while !world.is_over() {
                let observation = Observation::new(&world);
                for plan in search.run(&observation, linear) {
                    if plan.value.abs() < super::super::search::WON {
                        let weights = if plan.state.open { &linear.open } else { &linear.end };
                        let mut sum = 0;
                        board_features(&observation, &plan.state, |feature| {
                            sum += i32::from(weights[feature]);
                        });
                        hand_features(&observation, &plan.state, |feature| {
                            sum += i32::from(weights[feature]);
                        });
                        assert_eq!(plan.value, sum, "{:?}", plan.state);
                        compared += 1;
                    }
                }
                search.steps(search.best().unwrap(), &mut steps);
                play_steps(&mut world, &steps, &mut randomness);
            }
        }
        assert!(compared > 100_000, "{compared}");
    }
}
