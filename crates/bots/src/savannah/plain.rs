use super::After;
use super::desk::Desk;
use super::features::{
    AHEAD, ALWAYS, DISCARD, DISCARD_LEN, DISCARD_MISSING, DISCARD_ON_HELD, DISCARD_ON_TOP, DISCARD_WAY, HELD,
    HELD_ON_TOP, LEAST_LEFT, LEN, OPENING, OTHER, OTHER_DISCARD_ON_TOP, OTHER_LEN, OTHER_RESERVE_ON_TOP,
    RANK, RESERVE, RESERVE_AND_DISCARD, RESERVE_LEN, RESERVE_MISSING, RESERVE_ON_HELD, RESERVE_ON_TOP,
    RESERVE_WAY, ROUNDS, SECOND, SECOND_ON_DISCARD, SUM, THEFT, TOP, WAY, WILD, is_known, len, opening, pair,
    rounds, way,
};
use super::search::Judge;
use super::world::NONE;

/// A judge without hidden units: a plain sum of what each fact is worth.
///
/// Imagined games are played by it, so it must be quick. It comes to what adding up the facts of `features.rs` comes to,
/// but what many plans of a turn share is added up once; a test compares both.
pub(super) struct Plain {
    pub(super) end: Vec<i16>,
    pub(super) open: Vec<i16>,
}

/// What all plans of a turn share.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    sum: i32,
    /// What a top of that rank is worth because of the others' piles.
    tops: [i32; 14],
}

/// What all ways to end a turn from the same position share.
#[derive(Clone, Copy)]
pub(super) struct Part {
    sum: i32,
    /// What a held card of that rank is worth because of tops and reserve.
    held: [i32; 14],
}

impl Plain {
    const fn of(&self, open: bool) -> &Vec<i16> {
        if open { &self.open } else { &self.end }
    }

    fn ground(&self, desk: &Desk, open: bool, theft: u8) -> Ground {
        let weights = self.of(open);
        let worth = |fact: usize| i32::from(weights[fact]);
        let mut ground = Ground { sum: worth(ALWAYS) + worth(ROUNDS + rounds(desk)), tops: [0; 14] };
        let mut least = u8::MAX;
        for (at, other) in desk.others().iter().enumerate() {
            least = least.min(other.left());
            let (discard, discard_len) = other.discard_after(theft);
            let from = OTHER + at.min(1) * OTHER_LEN;
            ground.sum += worth(from + len(other.reserve_len)) + worth(from + LEN + len(discard_len));
            ground.sum += worth(from + 2 * LEN + usize::from(other.reserve));
            ground.sum += worth(from + 2 * LEN + RANK + usize::from(discard));
            for (card, pairs) in [(other.reserve, OTHER_RESERVE_ON_TOP), (discard, OTHER_DISCARD_ON_TOP)] {
                if is_known(card) {
                    let row = &weights[pairs + pair(card, 1)..][..13];
                    for (sum, weight) in ground.tops[1..].iter_mut().zip(row) {
                        *sum += i32::from(*weight);
                    }
                }
            }
        }
        ground.sum += worth(LEAST_LEFT + len(least));
        if open {
            ground.sum +=
                worth(SUM + usize::from(desk.sum)) + worth(THEFT + usize::from(desk.theft && theft == NONE));
        }
        ground
    }
}

impl Judge for Plain {
    /// For turns that end and for those that go on.
    type Ground = [Ground; 2];
    type Part = Part;

    fn ground(&self, desk: &Desk) -> [Ground; 2] {
        [self.ground(desk, false, NONE), self.ground(desk, true, NONE)]
    }

    fn part(&self, ground: &[Ground; 2], desk: &Desk, after: &After) -> Part {
        let weights = self.of(after.open);
        let worth = |fact: usize| i32::from(weights[fact]);
        let stolen;
        let ground = if after.theft == NONE {
            &ground[usize::from(after.open)]
        } else {
            stolen = self.ground(desk, after.open, after.theft);
            &stolen
        };
        let tops = after.tops;
        let mut sum = ground.sum
            + worth(RESERVE_LEN + len(after.reserve_len))
            + worth(RESERVE + usize::from(after.reserve))
            + worth(OPENING + opening(after));
        let mut copies = 0;
        for (at, top) in tops.into_iter().enumerate() {
            copies = if at > 0 && tops[at - 1] == top { copies + 1 } else { 0 };
            sum += worth(TOP + copies * RANK + usize::from(top)) + ground.tops[usize::from(top)];
        }
        if after.open {
            sum += worth(WILD + tops.iter().filter(|top| **top == 13 || **top == desk.sum).count());
        }
        for (at, other) in desk.others().iter().enumerate() {
            let ways = OTHER + at.min(1) * OTHER_LEN + 2 * LEN + 2 * RANK;
            let (discard, _) = other.discard_after(after.theft);
            if is_known(other.reserve) {
                sum += worth(ways + way(after, other.reserve, 0));
            }
            if is_known(discard) {
                sum += worth(ways + WAY + way(after, discard, 0));
            }
        }
        let reserve = is_known(after.reserve);
        if reserve {
            sum += worth(RESERVE_WAY + way(after, after.reserve, 0));
            let row = &weights[RESERVE_ON_TOP + pair(after.reserve, 1)..][..13];
            sum += tops.iter().map(|top| i32::from(row[usize::from(*top) - 1])).sum::<i32>();
        }
        let mut held = [0; 14];
        for card in after.hand.into_iter().take_while(|card| *card != 0) {
            let row = &weights[HELD_ON_TOP + pair(card, 1)..][..13];
            let mut card_sum: i32 = tops.iter().map(|top| i32::from(row[usize::from(*top) - 1])).sum();
            if reserve {
                card_sum += worth(RESERVE_ON_HELD + pair(after.reserve, card));
            }
            held[usize::from(card)] = card_sum;
        }
        Part { sum, held }
    }

    fn judge(&self, part: &Part, desk: &Desk, after: &After) -> i32 {
        let weights = self.of(after.open);
        let worth = |fact: usize| i32::from(weights[fact]);
        let [first, second] = after.discard;
        let mut sum = part.sum
            + worth(DISCARD_LEN + len(after.discard_len))
            + worth(DISCARD + usize::from(first))
            + worth(SECOND + usize::from(second));
        let (reserve, discard) = (is_known(after.reserve), is_known(first));
        let (mut bits, mut copies, mut last) = (0_u16, 0, 0);
        for card in after.hand.into_iter().take_while(|card| *card != 0) {
            copies = if card == last { copies + 1 } else { 0 };
            last = card;
            bits |= 1 << card;
            sum += worth(HELD + copies * RANK + usize::from(card)) + part.held[usize::from(card)];
            if discard {
                sum += worth(DISCARD_ON_HELD + pair(first, card));
            }
        }
        if reserve {
            sum += worth(RESERVE_MISSING + way(after, after.reserve, bits));
        }
        if discard {
            sum +=
                worth(DISCARD_WAY + way(after, first, 0)) + worth(DISCARD_MISSING + way(after, first, bits));
            let row = &weights[DISCARD_ON_TOP + pair(first, 1)..][..13];
            sum += after.tops.iter().map(|top| i32::from(row[usize::from(*top) - 1])).sum::<i32>();
            if is_known(second) {
                sum += worth(SECOND_ON_DISCARD + pair(second, first));
            }
            if reserve {
                sum += worth(RESERVE_AND_DISCARD + pair(after.reserve, first));
            }
        }
        let left = after.reserve_len + after.discard_len;
        sum + worth(AHEAD + desk.others().iter().filter(|other| other.left() < left).count())
    }
}

#[cfg(test)]
mod tests {
    use games::savannah::Config;

    use super::super::desk::Desk;
    use super::super::features::{facts_of_hand, facts_of_table};
    use super::super::luck::Fate;
    use super::super::policy::follow;
    use super::super::search::Search;
    use super::super::training::deal;
    use super::super::{Rng, weights};

    /// At the ends of all plans of games at all tables.
    #[test]
    fn it_comes_to_the_sum_of_the_facts() {
        let mut compared = 0;
        for number in 0..140 {
            let mut rng = Rng::new(number);
            let mut fate = Fate::new(&mut rng);
            let mut world = deal(&Config::new(2 + (number % 7) as u8).unwrap(), &mut rng, &mut fate);
            let plain = weights::plain(world.seats);
            let (mut search, mut steps) = (Search::new(100), Vec::new());
            while !world.is_over() {
                let desk = Desk::new(&world);
                for plan in search.run(&desk, plain) {
                    if plan.value.abs() < super::super::search::WON {
                        let weights = if plan.after.open { &plain.open } else { &plain.end };
                        let mut sum = 0;
                        facts_of_table(&desk, &plan.after, |fact| sum += i32::from(weights[fact]));
                        facts_of_hand(&desk, &plan.after, |fact| sum += i32::from(weights[fact]));
                        assert_eq!(plan.value, sum, "{:?}", plan.after);
                        compared += 1;
                    }
                }
                search.steps(search.best().unwrap(), &mut steps);
                follow(&mut world, &steps, &mut fate);
            }
        }
        assert!(compared > 100_000, "{compared}");
    }
}
