use std::time::Duration;

use tokio::time::Instant;
use wire::RefusalReason;

use super::command::Caller;
use crate::{Identity, Limits};

/// How often people from one address may sit down at a table while it is in memory. A person can get any
/// number of passes, but hardly any number of addresses.
const MAX_SITS_PER_ADDRESS: u32 = 40;
/// The longest delay before somebody who did not reveal a contribution can sit down again.
const MAX_DELAY: Duration = Duration::from_secs(600);

/// Who has sat down from which address, and who has to wait before sitting down again. This is not stored: a
/// table that is loaded again forgets it, but the number of silences, which decides about the next delay, is
/// in its log.
pub(super) struct Visitors {
    /// The first delay. Each time doubles it.
    first_delay: Duration,
    addresses: Vec<Address>,
    /// Who has last sat down, with the tag of the address.
    people: Vec<(Identity, u64)>,
    delays: Vec<Delay>,
}

struct Address {
    tag: u64,
    sits: u32,
    silences: u32,
}

struct Delay {
    who: Identity,
    tag: Option<u64>,
    end: Instant,
}

impl Visitors {
    pub(super) fn new(limits: &Limits) -> Visitors {
        let first_delay = limits.sit_delay;
        Visitors { first_delay, addresses: Vec::new(), people: Vec::new(), delays: Vec::new() }
    }

    /// Whether somebody may sit down.
    pub(super) fn check_sit(&self, caller: &Caller, now: Instant) -> Result<(), RefusalReason> {
        let tag = caller.address_tag;
        let concerns = |delay: &&Delay| delay.who == caller.who || delay.tag == Some(tag);
        let end = self.delays.iter().filter(concerns).map(|delay| delay.end).max();
        if let Some(left) = end.and_then(|end| end.checked_duration_since(now)).filter(|left| !left.is_zero())
        {
            return Err(RefusalReason::SitDelay { seconds: left.as_millis().div_ceil(1000) as u32 });
        }
        let used = self.addresses.iter().find(|address| address.tag == tag);
        if used.is_some_and(|address| address.sits >= MAX_SITS_PER_ADDRESS) {
            return Err(RefusalReason::TooOften);
        }
        Ok(())
    }

    /// Counts that somebody has sat down.
    pub(super) fn count_sit(&mut self, caller: &Caller) {
        self.address_mut(caller.address_tag).sits += 1;
        self.people.retain(|(who, _)| *who != caller.who);
        self.people.push((caller.who, caller.address_tag));
    }

    /// Somebody did not reveal a contribution, for the `count`th time at this table.
    pub(super) fn delay(&mut self, who: Identity, count: u32, now: Instant) {
        let tag = self.people.iter().find(|(other, _)| *other == who).map(|(_, tag)| *tag);
        let of_address = tag.map_or(0, |tag| {
            let address = self.address_mut(tag);
            address.silences += 1;
            address.silences
        });
        let doublings = count.max(of_address).saturating_sub(1).min(10);
        let delay = (self.first_delay * 2u32.pow(doublings)).min(MAX_DELAY);
        self.delays.retain(|delay| delay.end > now);
        self.delays.push(Delay { who, tag, end: now + delay });
    }

    /// Moves all times after a pause of the server: the delays are not over by it.
    pub(super) fn shift(&mut self, lost: Duration) {
        self.delays.iter_mut().for_each(|delay| delay.end += lost);
    }

    fn address_mut(&mut self, tag: u64) -> &mut Address {
        let at = self.addresses.iter().position(|address| address.tag == tag).unwrap_or_else(|| {
            self.addresses.push(Address { tag, sits: 0, silences: 0 });
            self.addresses.len() - 1
        });
        &mut self.addresses[at]
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;
    use wire::RefusalReason;

    use super::{Caller, MAX_SITS_PER_ADDRESS, Visitors};
    use crate::{Identity, Limits};

    fn caller(number: u8, address_tag: u64) -> Caller {
        let who = Identity::from_bytes(&[number; 16]).unwrap();
        Caller { who, name: "Anna".parse().unwrap(), address_tag }
    }

    fn seconds(refused: Result<(), RefusalReason>) -> u32 {
        match refused {
            Err(RefusalReason::SitDelay { seconds }) => seconds,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_delay_grows_and_a_new_pass_does_not_help() {
        let (mut visitors, mut now) = (Visitors::new(&Limits::default()), Instant::now());
        let mut delays = Vec::new();
        for number in 1..=7 {
            // Each time with another pass, from the same address.
            let silent = caller(number, 9);
            visitors.count_sit(&silent);
            visitors.delay(silent.who, 1, now);
            let delay = seconds(visitors.check_sit(&silent, now));
            assert_eq!(seconds(visitors.check_sit(&caller(99, 9), now)), delay);
            assert_eq!(visitors.check_sit(&caller(99, 8), now), Ok(()));
            delays.push(delay);
            now += Duration::from_secs(delay.into());
            assert_eq!(visitors.check_sit(&silent, now), Ok(()));
        }
        assert_eq!(delays, [30, 60, 120, 240, 480, 600, 600]);
        // After a restart, the log still says how often it was.
        let mut visitors = Visitors::new(&Limits::default());
        visitors.delay(caller(1, 9).who, 3, now);
        assert_eq!(seconds(visitors.check_sit(&caller(1, 9), now)), 120);
    }

    #[test]
    fn one_address_sits_down_a_limited_number_of_times() {
        let (mut visitors, now) = (Visitors::new(&Limits::default()), Instant::now());
        for number in 0..MAX_SITS_PER_ADDRESS {
            let guest = caller(number as u8, 9);
            assert_eq!(visitors.check_sit(&guest, now), Ok(()));
            visitors.count_sit(&guest);
        }
        assert_eq!(visitors.check_sit(&caller(200, 9), now), Err(RefusalReason::TooOften));
        assert_eq!(visitors.check_sit(&caller(200, 8), now), Ok(()));
    }
}
