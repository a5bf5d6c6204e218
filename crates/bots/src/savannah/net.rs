use super::desk::Desk;
use super::features::{facts_of_hand, facts_of_table};
use super::search::{After, Judge};

/// How many units a net has. The last one counts directly, of the others only what is positive.
pub(super) const UNITS: usize = 16;

/// The weights are whole multiples of one part in so many.
pub(super) const ONE: i32 = 1 << 9;

/// A small net that judges positions: the facts are added up in a few units, and what is positive of them counts.
///
/// It works in whole numbers, so that it says the same on every machine.
pub(super) struct Net {
    /// What each fact adds to each unit.
    pub(super) facts: Vec<[i16; UNITS]>,
    /// What each unit adds to the sum.
    pub(super) units: [i16; UNITS],
}

type Units = [i16; UNITS];

impl Net {
    #[inline]
    fn add(&self, units: &mut Units, fact: usize) {
        for (unit, weight) in units.iter_mut().zip(&self.facts[fact]) {
            *unit = unit.saturating_add(*weight);
        }
    }

    fn sum(&self, units: &Units) -> i32 {
        let direct = i32::from(units[UNITS - 1]);
        let weighted = units.iter().zip(self.units).take(UNITS - 1);
        let hidden: i32 =
            weighted.map(|(unit, weight)| i32::from((*unit).max(0)) * i32::from(weight) / ONE).sum();
        direct + hidden
    }
}

/// What a sum means, as a chance to win in parts of 65,536: 0 is one half, and it never comes to nothing or certainty.
pub(super) fn chance(sum: i32) -> i64 {
    let (one, size) = (i64::from(ONE), i64::from(sum.unsigned_abs()));
    let better = 65_536 * (one + 2 * size) / (2 * (one + size));
    if sum < 0 { 65_536 - better } else { better }
}

/// One net for turns that are over, and one for those that go on with what appears.
pub(super) struct Nets {
    pub(super) end: Net,
    pub(super) open: Net,
}

impl Nets {
    const fn of(&self, after: &After) -> &Net {
        if after.open { &self.open } else { &self.end }
    }
}

impl Judge for Nets {
    type Ground = ();
    type Part = Units;

    fn ground(&self, _: &Desk) {}

    #[inline]
    fn part(&self, (): &(), desk: &Desk, after: &After) -> Units {
        let (net, mut units) = (self.of(after), [0; UNITS]);
        facts_of_table(desk, after, |fact| net.add(&mut units, fact));
        units
    }

    #[inline]
    fn judge(&self, units: &Units, desk: &Desk, after: &After) -> i32 {
        let (net, mut units) = (self.of(after), *units);
        facts_of_hand(desk, after, |fact| net.add(&mut units, fact));
        net.sum(&units)
    }
}
