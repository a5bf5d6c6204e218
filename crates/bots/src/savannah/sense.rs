use super::desk::{Desk, UNKNOWN};
use super::search::{After, Judge};
use super::world::NONE;

/// How many rules of thumb there are.
pub(super) const RULES: usize = 24;

/// Judges by a few rules of thumb, in hundredths of a card: a plain sum, which is quick.
#[derive(Clone, Copy)]
pub(super) struct Sense(pub(super) [i32; RULES]);

/// Version 1.
pub(super) static DUEL: Sense =
    Sense([-110, -91, 27, 39, 51, 8, 15, 0, -9, -4, -6, 3, 14, 13, -12, 2, 25, 16, -60, -3, 1, 0, 0, -6]);

/// The rules for that many seats.
pub(super) const fn of(_seats: u8) -> &'static Sense {
    &DUEL
}

impl Judge for Sense {
    #[inline]
    fn judge(&self, desk: &Desk, after: &After) -> i32 {
        let rules = &self.0;
        let held = after.hand.iter().fold(0_u16, |set, rank| set | 1 << rank) & !1;
        let tops = after.tops.iter().fold(0_u16, |set, rank| set | 1 << rank);
        let mut value = rules[0] * i32::from(after.reserve_len) + rules[1] * i32::from(after.discard_len);
        // What appears can go on.
        if after.open {
            value += if after.hand[0] == 0 {
                rules[3]
            } else if after.reserve == UNKNOWN {
                rules[2]
            } else {
                rules[4]
            };
        }
        let count = after.hand.iter().filter(|card| **card != 0).count() as i32;
        value += rules[5] * count + rules[21] * (count - held.count_ones() as i32);
        value += rules[6] * i32::from(held >> 13 & 1) + rules[7] * i32::from(held >> 1 & 1);
        let [first, second] = after.discard;
        if is_known(after.reserve) {
            value += rules[8] * way(after, after.reserve, held) + rules[9] * way(after, after.reserve, 0);
            value += rules[22] * i32::from(held << 1 >> after.reserve & 1);
        }
        if is_known(first) {
            value += rules[10] * way(after, first, held) + rules[11] * way(after, first, 0);
            value += rules[12] * i32::from(second == first + 1);
            value += rules[13] * i32::from(first == after.reserve + 1 || after.reserve == first + 1);
            value += rules[14] * i32::from(first == 13) + rules[15] * i32::from(first == 1);
        }
        value += rules[23] * (held & tops << 1).count_ones() as i32;
        if !after.open {
            value += rules[20] * i32::from(tops >> 13 & 1);
            value += rules[19] * opening(tops);
            let others = desk.others();
            let mut threat = 0;
            for other in others {
                threat += rules[16] * way(after, other.reserve, 0).min(5);
                if other.discard_len > 0 && after.theft != other.seat {
                    threat += rules[17] * way(after, other.discard, 0).min(5);
                }
            }
            value += threat / others.len() as i32;
        }
        value + rules[18] * i32::from(after.theft != NONE)
    }
}

const fn is_known(rank: u8) -> bool {
    rank != 0 && rank != UNKNOWN
}

/// How many of the 36 rolls open a top; a king is open anyway.
fn opening(tops: u16) -> i32 {
    (2..=12).map(|rank: i32| i32::from(tops >> rank & 1) * (6 - (rank - 7).abs())).sum()
}

/// How many cards are missing, besides those held, until the card can be played without the help of dice.
fn way(after: &After, card: u8, held: u16) -> i32 {
    let missing = |top: u8| {
        let between: u16 = match top {
            _ if card <= 1 || top == 13 => 0,
            // Up to the card, or up to the king, on which any card goes.
            _ if card > top => (1 << card) - (2 << top),
            _ => (1 << 14) - (2 << top),
        };
        (between & !held).count_ones() as i32
    };
    let [a, b, c] = after.tops;
    missing(a).min(missing(b)).min(missing(c))
}
