//! The features by which a state is evaluated. Each is either present or absent.
//!
//! A feature is the index of its weight: the first index of its group plus the value of the
//! feature. An evaluator adds up the weights of all features that are present.

use super::TurnState;
use super::observation::{Observation, Opponent, UNKNOWN};

pub(super) const FEATURE_COUNT: usize = RESERVE_AND_DISCARD + PAIRS;

// How many values each kind of feature has.
const PAIRS: usize = 13 * 13;
/// No card, the 13 ranks, and [`UNKNOWN`].
pub(super) const RANKS: usize = 15;
pub(super) const LENGTHS: usize = 24;
pub(super) const DISTANCES: usize = 9;

// The first index of each group of features.
pub(super) const BIAS: usize = 0;
pub(super) const RESERVE_LEN: usize = BIAS + 1;
pub(super) const DISCARD_LEN: usize = RESERVE_LEN + LENGTHS;
pub(super) const RESERVE: usize = DISCARD_LEN + LENGTHS;
pub(super) const DISCARD: usize = RESERVE + RANKS;
pub(super) const SECOND_DISCARD: usize = DISCARD + RANKS;
pub(super) const RESERVE_DISTANCE: usize = SECOND_DISCARD + RANKS;
pub(super) const DISCARD_DISTANCE: usize = RESERVE_DISTANCE + DISTANCES;
pub(super) const RESERVE_DISTANCE_WITH_HAND: usize = DISCARD_DISTANCE + DISTANCES;
pub(super) const DISCARD_DISTANCE_WITH_HAND: usize = RESERVE_DISTANCE_WITH_HAND + DISTANCES;
pub(super) const HELD: usize = DISCARD_DISTANCE_WITH_HAND + DISTANCES;
pub(super) const TOP: usize = HELD + 4 * RANKS;
pub(super) const OPENING: usize = TOP + 3 * RANKS;
pub(super) const OPPONENT: usize = OPENING + 10;
pub(super) const FEWEST_LEFT: usize = OPPONENT + 2 * OPPONENT_SIZE;
pub(super) const OPPONENTS_AHEAD: usize = FEWEST_LEFT + LENGTHS;
pub(super) const ROUNDS_LEFT: usize = OPPONENTS_AHEAD + 8;
pub(super) const SUM: usize = ROUNDS_LEFT + 6;
pub(super) const WILD_TOPS: usize = SUM + 13;
pub(super) const MAY_STEAL: usize = WILD_TOPS + 4;
pub(super) const HELD_ON_TOP: usize = MAY_STEAL + 2;
pub(super) const RESERVE_ON_TOP: usize = HELD_ON_TOP + PAIRS;
pub(super) const DISCARD_ON_TOP: usize = RESERVE_ON_TOP + PAIRS;
pub(super) const OPPONENT_RESERVE_ON_TOP: usize = DISCARD_ON_TOP + PAIRS;
pub(super) const OPPONENT_DISCARD_ON_TOP: usize = OPPONENT_RESERVE_ON_TOP + PAIRS;
pub(super) const RESERVE_ON_HELD: usize = OPPONENT_DISCARD_ON_TOP + PAIRS;
pub(super) const DISCARD_ON_HELD: usize = RESERVE_ON_HELD + PAIRS;
pub(super) const SECOND_ON_DISCARD: usize = DISCARD_ON_HELD + PAIRS;
pub(super) const RESERVE_AND_DISCARD: usize = SECOND_ON_DISCARD + PAIRS;

// The size of an opponent's group. The next player has a group of its own; all others share the
// second.
pub(super) const OPPONENT_SIZE: usize = 2 * LENGTHS + 2 * RANKS + 2 * DISTANCES;

/// The weight with which training starts. It knows only that fewer cards are better.
pub(super) fn initial_weight(feature: usize) -> f32 {
    match feature {
        RESERVE_LEN..DISCARD_LEN => -0.16 * (feature - RESERVE_LEN) as f32,
        DISCARD_LEN..RESERVE => -0.12 * (feature - DISCARD_LEN) as f32,
        FEWEST_LEFT..OPPONENTS_AHEAD => 0.12 * (feature - FEWEST_LEFT) as f32,
        _ => 0.0,
    }
}

/// Whether a feature is about which cards the opponents have, not just about how many.
pub(super) const fn is_about_opponents_cards(feature: usize) -> bool {
    match feature {
        OPPONENT..FEWEST_LEFT => (feature - OPPONENT) % OPPONENT_SIZE >= 2 * LENGTHS,
        OPPONENT_RESERVE_ON_TOP..RESERVE_ON_HELD => true,
        _ => false,
    }
}

/// Calls `add` for the features of foundations, reserve and opponents. They are the same for all
/// ways to end the turn.
#[inline]
pub(super) fn board_features(observation: &Observation, state: &TurnState, mut add: impl FnMut(usize)) {
    add(BIAS);
    add(RESERVE_LEN + len(state.reserve_len));
    add(RESERVE + usize::from(state.reserve));
    let reserve = is_known(state.reserve);
    if reserve {
        add(RESERVE_DISTANCE + distance(state, state.reserve, 0));
    }
    for (at, top) in state.tops.into_iter().enumerate() {
        // The n-th copy of a rank has its own feature.
        let copies = state.tops[..at].iter().filter(|opponent| **opponent == top).count();
        add(TOP + copies * RANKS + usize::from(top));
        if reserve {
            add(RESERVE_ON_TOP + pair(state.reserve, top));
        }
    }
    add(OPENING + opening(state));
    let mut fewest = u8::MAX;
    for (at, opponent) in observation.opponents().iter().enumerate() {
        fewest = fewest.min(opponent.left());
        opponent_features(state, opponent, OPPONENT + at.min(1) * OPPONENT_SIZE, &mut add);
    }
    add(FEWEST_LEFT + len(fewest));
    add(ROUNDS_LEFT + rounds_left(observation));
    if state.open {
        add(SUM + usize::from(observation.sum));
        add(WILD_TOPS + state.tops.iter().filter(|top| **top == 13 || **top == observation.sum).count());
        add(MAY_STEAL + usize::from(observation.theft && state.theft == super::world::NONE));
    }
}

/// Calls `add` for all other features: those of hand and discard.
#[inline]
pub(super) fn hand_features(observation: &Observation, state: &TurnState, mut add: impl FnMut(usize)) {
    let [first, second] = state.discard;
    add(DISCARD_LEN + len(state.discard_len));
    add(DISCARD + usize::from(first));
    add(SECOND_DISCARD + usize::from(second));
    let held = state.hand.iter().fold(0_u16, |set, rank| set | 1 << rank);
    let (reserve, discard) = (is_known(state.reserve), is_known(first));
    if reserve {
        add(RESERVE_DISTANCE_WITH_HAND + distance(state, state.reserve, held));
    }
    for (at, card) in state.hand.into_iter().enumerate().take_while(|(_, card)| *card != 0) {
        let copies = state.hand[..at].iter().filter(|opponent| **opponent == card).count();
        add(HELD + copies * RANKS + usize::from(card));
        for top in state.tops {
            add(HELD_ON_TOP + pair(card, top));
        }
        if reserve {
            add(RESERVE_ON_HELD + pair(state.reserve, card));
        }
        if discard {
            add(DISCARD_ON_HELD + pair(first, card));
        }
    }
    if discard {
        add(DISCARD_DISTANCE + distance(state, first, 0));
        add(DISCARD_DISTANCE_WITH_HAND + distance(state, first, held));
        for top in state.tops {
            add(DISCARD_ON_TOP + pair(first, top));
        }
        if is_known(second) {
            add(SECOND_ON_DISCARD + pair(second, first));
        }
        if reserve {
            add(RESERVE_AND_DISCARD + pair(state.reserve, first));
        }
    }
    let left = state.reserve_len + state.discard_len;
    add(OPPONENTS_AHEAD + observation.opponents().iter().filter(|opponent| opponent.left() < left).count());
}

fn opponent_features(state: &TurnState, opponent: &Opponent, from: usize, add: &mut impl FnMut(usize)) {
    let (discard, discard_len) = opponent.discard_after(state.theft);
    add(from + len(opponent.reserve_len));
    add(from + LENGTHS + len(discard_len));
    add(from + 2 * LENGTHS + usize::from(opponent.reserve));
    add(from + 2 * LENGTHS + RANKS + usize::from(discard));
    let distances = from + 2 * LENGTHS + 2 * RANKS;
    if is_known(opponent.reserve) {
        add(distances + distance(state, opponent.reserve, 0));
        for top in state.tops {
            add(OPPONENT_RESERVE_ON_TOP + pair(opponent.reserve, top));
        }
    }
    if is_known(discard) {
        add(distances + DISTANCES + distance(state, discard, 0));
        for top in state.tops {
            add(OPPONENT_DISCARD_ON_TOP + pair(discard, top));
        }
    }
}

pub(super) const fn is_known(rank: u8) -> bool {
    rank != 0 && rank != UNKNOWN
}

pub(super) fn len(count: u8) -> usize {
    usize::from(count).min(LENGTHS - 1)
}

pub(super) const fn pair(card: u8, top: u8) -> usize {
    (card as usize - 1) * 13 + top as usize - 1
}

/// The number of rounds left, on a logarithmic scale.
pub(super) fn rounds_left(observation: &Observation) -> usize {
    observation.rounds_left.checked_ilog2().map_or(0, |log| log as usize + 1).min(5)
}

/// How many ranks are missing, besides those held, until the card can be played without the help of
/// the dice.
#[inline]
pub(super) fn distance(state: &TurnState, card: u8, held: u16) -> usize {
    let missing = |top: u8| (BETWEEN[usize::from(card)][usize::from(top)] & !held).count_ones() as usize;
    let [first, second, third] = state.tops;
    missing(first).min(missing(second)).min(missing(third)).min(DISTANCES - 1)
}

/// For each card and top, the ranks that have to be played between them.
static BETWEEN: [[u16; 14]; 14] = {
    let mut table = [[0; 14]; 14];
    let mut card = 2;
    while card < 14 {
        let mut top = 1;
        while top < 13 {
            // Up to the card, or up to the king, which accepts any card.
            let end = if card > top { card } else { 14 };
            table[card][top] = ((1_u32 << end) - (2_u32 << top)) as u16;
            top += 1;
        }
        card += 1;
    }
    table
};

/// How likely the next dice open a foundation, on a coarse scale. 0 if a king is open anyway.
pub(super) fn opening(state: &TurnState) -> usize {
    let [first, second, third] = state.tops;
    if third == 13 {
        return 0;
    }
    let rolls = |rank: u8| if rank < 2 { 0 } else { 6 - usize::from(rank.abs_diff(7)) };
    let second = if second == first { 0 } else { rolls(second) };
    let third = if third == state.tops[1] { 0 } else { rolls(third) };
    1 + (rolls(first) + second + third) / 2
}
