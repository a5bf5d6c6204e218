use super::desk::Desk;
use super::features::facts;
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

/// The facts of a position.
pub(super) struct Facts {
    list: [u16; Facts::MOST],
    len: usize,
}

impl Facts {
    /// More than a position of eight players has.
    const MOST: usize = 192;

    #[inline]
    pub(super) fn of(desk: &Desk, after: &After) -> Facts {
        let mut all = Facts { list: [0; Facts::MOST], len: 0 };
        facts(desk, after, |fact| {
            if let Some(place) = all.list.get_mut(all.len) {
                *place = fact as u16;
                all.len += 1;
            }
        });
        all
    }

    pub(super) fn list(&self) -> &[u16] {
        &self.list[..self.len]
    }
}

impl Net {
    #[inline]
    pub(super) fn sum(&self, facts: &Facts) -> i32 {
        let mut units = [0_i16; UNITS];
        for fact in facts.list() {
            let row = &self.facts[usize::from(*fact)];
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit = unit.saturating_add(*weight);
            }
        }
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

impl Judge for Nets {
    #[inline]
    fn judge(&self, desk: &Desk, after: &After) -> i32 {
        let facts = Facts::of(desk, after);
        if after.open { self.open.sum(&facts) } else { self.end.sum(&facts) }
    }
}
