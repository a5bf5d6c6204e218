//! What a position is judged by: a list of facts, each there or not.

use super::After;
use super::desk::{Desk, Other, UNKNOWN};

/// One more than the highest fact.
pub(super) const FACTS: usize = RESERVE_AND_DISCARD + PAIR;

const PAIR: usize = 13 * 13;
pub(super) const RANK: usize = 15;
pub(super) const LEN: usize = 24;
pub(super) const WAY: usize = 9;

// Where each kind of facts begins.
pub(super) const ALWAYS: usize = 0;
pub(super) const RESERVE_LEN: usize = ALWAYS + 1;
pub(super) const DISCARD_LEN: usize = RESERVE_LEN + LEN;
pub(super) const RESERVE: usize = DISCARD_LEN + LEN;
pub(super) const DISCARD: usize = RESERVE + RANK;
pub(super) const SECOND: usize = DISCARD + RANK;
pub(super) const RESERVE_WAY: usize = SECOND + RANK;
pub(super) const DISCARD_WAY: usize = RESERVE_WAY + WAY;
pub(super) const RESERVE_MISSING: usize = DISCARD_WAY + WAY;
pub(super) const DISCARD_MISSING: usize = RESERVE_MISSING + WAY;
pub(super) const HELD: usize = DISCARD_MISSING + WAY;
pub(super) const TOP: usize = HELD + 4 * RANK;
pub(super) const OPENING: usize = TOP + 3 * RANK;
pub(super) const OTHER: usize = OPENING + 10;
pub(super) const LEAST_LEFT: usize = OTHER + 2 * OTHER_LEN;
pub(super) const AHEAD: usize = LEAST_LEFT + LEN;
pub(super) const ROUNDS: usize = AHEAD + 8;
pub(super) const SUM: usize = ROUNDS + 6;
pub(super) const WILD: usize = SUM + 13;
pub(super) const THEFT: usize = WILD + 4;
pub(super) const HELD_ON_TOP: usize = THEFT + 2;
pub(super) const RESERVE_ON_TOP: usize = HELD_ON_TOP + PAIR;
pub(super) const DISCARD_ON_TOP: usize = RESERVE_ON_TOP + PAIR;
pub(super) const OTHER_RESERVE_ON_TOP: usize = DISCARD_ON_TOP + PAIR;
pub(super) const OTHER_DISCARD_ON_TOP: usize = OTHER_RESERVE_ON_TOP + PAIR;
pub(super) const RESERVE_ON_HELD: usize = OTHER_DISCARD_ON_TOP + PAIR;
pub(super) const DISCARD_ON_HELD: usize = RESERVE_ON_HELD + PAIR;
pub(super) const SECOND_ON_DISCARD: usize = DISCARD_ON_HELD + PAIR;
pub(super) const RESERVE_AND_DISCARD: usize = SECOND_ON_DISCARD + PAIR;

// The same for one of the others; the next player has facts of its own.
pub(super) const OTHER_LEN: usize = 2 * LEN + 2 * RANK + 2 * WAY;

/// What a fact is worth to somebody who knows only that fewer cards are better: where learning starts.
pub(super) fn prejudice(fact: usize) -> f32 {
    match fact {
        RESERVE_LEN..DISCARD_LEN => -0.16 * (fact - RESERVE_LEN) as f32,
        DISCARD_LEN..RESERVE => -0.12 * (fact - DISCARD_LEN) as f32,
        LEAST_LEFT..AHEAD => 0.12 * (fact - LEAST_LEFT) as f32,
        _ => 0.0,
    }
}

/// Whether a fact is about which cards of the others lie where, and not only about how many they have left.
pub(super) const fn is_of_others(fact: usize) -> bool {
    match fact {
        OTHER..LEAST_LEFT => (fact - OTHER) % OTHER_LEN >= 2 * LEN,
        OTHER_RESERVE_ON_TOP..RESERVE_ON_HELD => true,
        _ => false,
    }
}

/// Names the facts about foundations, reserve and the others, which do not change with how a turn is ended.
#[inline]
pub(super) fn facts_of_table(desk: &Desk, after: &After, mut add: impl FnMut(usize)) {
    add(ALWAYS);
    add(RESERVE_LEN + len(after.reserve_len));
    add(RESERVE + usize::from(after.reserve));
    let reserve = is_known(after.reserve);
    if reserve {
        add(RESERVE_WAY + way(after, after.reserve, 0));
    }
    for (at, top) in after.tops.into_iter().enumerate() {
        // Equal ranks lie side by side.
        let copies = after.tops[..at].iter().filter(|other| **other == top).count();
        add(TOP + copies * RANK + usize::from(top));
        if reserve {
            add(RESERVE_ON_TOP + pair(after.reserve, top));
        }
    }
    add(OPENING + opening(after));
    let mut least = u8::MAX;
    for (at, other) in desk.others().iter().enumerate() {
        least = least.min(other.left());
        of_other(after, other, OTHER + at.min(1) * OTHER_LEN, &mut add);
    }
    add(LEAST_LEFT + len(least));
    add(ROUNDS + rounds(desk));
    if after.open {
        add(SUM + usize::from(desk.sum));
        add(WILD + after.tops.iter().filter(|top| **top == 13 || **top == desk.sum).count());
        add(THEFT + usize::from(desk.theft && after.theft == super::world::NONE));
    }
}

/// Names all other facts: about hand and discard.
#[inline]
pub(super) fn facts_of_hand(desk: &Desk, after: &After, mut add: impl FnMut(usize)) {
    let [first, second] = after.discard;
    add(DISCARD_LEN + len(after.discard_len));
    add(DISCARD + usize::from(first));
    add(SECOND + usize::from(second));
    let held = after.hand.iter().fold(0_u16, |set, rank| set | 1 << rank);
    let (reserve, discard) = (is_known(after.reserve), is_known(first));
    if reserve {
        add(RESERVE_MISSING + way(after, after.reserve, held));
    }
    for (at, card) in after.hand.into_iter().enumerate().take_while(|(_, card)| *card != 0) {
        let copies = after.hand[..at].iter().filter(|other| **other == card).count();
        add(HELD + copies * RANK + usize::from(card));
        for top in after.tops {
            add(HELD_ON_TOP + pair(card, top));
        }
        if reserve {
            add(RESERVE_ON_HELD + pair(after.reserve, card));
        }
        if discard {
            add(DISCARD_ON_HELD + pair(first, card));
        }
    }
    if discard {
        add(DISCARD_WAY + way(after, first, 0));
        add(DISCARD_MISSING + way(after, first, held));
        for top in after.tops {
            add(DISCARD_ON_TOP + pair(first, top));
        }
        if is_known(second) {
            add(SECOND_ON_DISCARD + pair(second, first));
        }
        if reserve {
            add(RESERVE_AND_DISCARD + pair(after.reserve, first));
        }
    }
    let left = after.reserve_len + after.discard_len;
    add(AHEAD + desk.others().iter().filter(|other| other.left() < left).count());
}

fn of_other(after: &After, other: &Other, from: usize, add: &mut impl FnMut(usize)) {
    let (discard, discard_len) = other.discard_after(after.theft);
    add(from + len(other.reserve_len));
    add(from + LEN + len(discard_len));
    add(from + 2 * LEN + usize::from(other.reserve));
    add(from + 2 * LEN + RANK + usize::from(discard));
    let ways = from + 2 * LEN + 2 * RANK;
    if is_known(other.reserve) {
        add(ways + way(after, other.reserve, 0));
        for top in after.tops {
            add(OTHER_RESERVE_ON_TOP + pair(other.reserve, top));
        }
    }
    if is_known(discard) {
        add(ways + WAY + way(after, discard, 0));
        for top in after.tops {
            add(OTHER_DISCARD_ON_TOP + pair(discard, top));
        }
    }
}

pub(super) const fn is_known(rank: u8) -> bool {
    rank != 0 && rank != UNKNOWN
}

pub(super) fn len(count: u8) -> usize {
    usize::from(count).min(LEN - 1)
}

pub(super) const fn pair(card: u8, top: u8) -> usize {
    (card as usize - 1) * 13 + top as usize - 1
}

/// In steps that get longer.
pub(super) fn rounds(desk: &Desk) -> usize {
    desk.rounds_left.checked_ilog2().map_or(0, |log| log as usize + 1).min(5)
}

/// How many cards are missing, besides those held, until the card can be played without the help of dice.
#[inline]
pub(super) fn way(after: &After, card: u8, held: u16) -> usize {
    let missing = |top: u8| (BETWEEN[usize::from(card)][usize::from(top)] & !held).count_ones() as usize;
    let [first, second, third] = after.tops;
    missing(first).min(missing(second)).min(missing(third)).min(WAY - 1)
}

/// For a card and a top, the ranks that must come between them.
static BETWEEN: [[u16; 14]; 14] = {
    let mut table = [[0; 14]; 14];
    let mut card = 2;
    while card < 14 {
        let mut top = 1;
        while top < 13 {
            // Up to the card, or up to the king, on which any card goes.
            let end = if card > top { card } else { 14 };
            table[card][top] = ((1_u32 << end) - (2_u32 << top)) as u16;
            top += 1;
        }
        card += 1;
    }
    table
};

/// How likely the next dice open a foundation, in steps; 0 if one is open anyway.
pub(super) fn opening(after: &After) -> usize {
    let [first, second, third] = after.tops;
    if third == 13 {
        return 0;
    }
    let ways = |rank: u8| if rank < 2 { 0 } else { 6 - usize::from(rank.abs_diff(7)) };
    let second = if second == first { 0 } else { ways(second) };
    let third = if third == after.tops[1] { 0 } else { ways(third) };
    1 + (ways(first) + second + third) / 2
}
