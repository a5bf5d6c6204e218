use wire::RefusalReason;

use crate::Identity;

/// How often a person may change something before the game: sit down, put a bot on a seat, take back that
/// they are ready.
const MAX_CHANGES_PER_PERSON: u32 = 40;
/// How often others than the host may sit down at a table. A pass costs nothing, so the limit per person
/// alone would not keep a table from growing.
const MAX_SITS: u32 = 200;
/// How often a person may take over again from a bot.
const MAX_RETURNS: u32 = 100;

/// Counts the stored events that people can cause at will. Without limits, somebody could fill the disk by
/// sitting down and standing up.
///
/// The limits are per person, so nobody can use up what others need. What others, the clock or the host need
/// to get on with a game is not limited at all: to stand up, get ready, reveal a contribution, be replaced,
/// remove a guest, close the table or open a rematch. Each of these follows an event that is limited, so
/// there are not many of them either.
#[derive(Default)]
pub(super) struct EventBudget {
    people: Vec<(Identity, Usage)>,
    /// How often others than the host have sat down.
    sits: u32,
}

/// What one person has done.
#[derive(Clone, Copy, Default)]
struct Usage {
    changes: u32,
    returns: u32,
    /// How often the person did not reveal a contribution.
    silences: u32,
}

/// Something that is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limited {
    /// The host sits down.
    HostSits,
    /// Somebody else sits down.
    GuestSits,
    /// Somebody with a seat changes something before the game.
    Change,
    /// Somebody takes over again from a bot.
    Return,
}

impl EventBudget {
    /// Whether a person may do this once more.
    pub(super) fn check(&self, who: Identity, what: Limited) -> Result<(), RefusalReason> {
        let usage = self.usage(who);
        match what {
            Limited::GuestSits if self.sits >= MAX_SITS => Err(RefusalReason::TooManyVisitors),
            Limited::HostSits | Limited::GuestSits | Limited::Change
                if usage.changes >= MAX_CHANGES_PER_PERSON =>
            {
                Err(RefusalReason::TooOften)
            }
            Limited::Return if usage.returns >= MAX_RETURNS => Err(RefusalReason::TooOften),
            _ => Ok(()),
        }
    }

    /// Counts what a person has done.
    pub(super) fn count(&mut self, who: Identity, what: Limited) {
        self.sits += u32::from(what == Limited::GuestSits);
        let usage = self.usage_mut(who);
        match what {
            Limited::HostSits | Limited::GuestSits | Limited::Change => usage.changes += 1,
            Limited::Return => usage.returns += 1,
        }
    }

    /// Counts that a person did not reveal a contribution.
    pub(super) fn count_silence(&mut self, who: Identity) {
        self.usage_mut(who).silences += 1;
    }

    /// How often a person did not reveal a contribution.
    pub(super) fn silences(&self, who: Identity) -> u32 {
        self.usage(who).silences
    }

    fn usage(&self, who: Identity) -> Usage {
        self.people.iter().find(|(other, _)| *other == who).map(|(_, usage)| *usage).unwrap_or_default()
    }

    fn usage_mut(&mut self, who: Identity) -> &mut Usage {
        let at = self.people.iter().position(|(other, _)| *other == who).unwrap_or_else(|| {
            self.people.push((who, Usage::default()));
            self.people.len() - 1
        });
        &mut self.people[at].1
    }
}

#[cfg(test)]
mod tests {
    use wire::RefusalReason;

    use super::{EventBudget, Limited, MAX_SITS};
    use crate::Identity;

    fn person(number: u32) -> Identity {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        Identity::from_bytes(&bytes).unwrap()
    }

    /// Does something as often as possible.
    fn exhaust(budget: &mut EventBudget, who: Identity, what: Limited) -> (u32, RefusalReason) {
        for count in 0..10_000 {
            match budget.check(who, what) {
                Ok(()) => budget.count(who, what),
                Err(why) => return (count, why),
            }
        }
        panic!("no limit");
    }

    /// Strangers with any number of passes use up the seats for strangers, but nothing that others need.
    #[test]
    fn strangers_leave_enough_for_the_others() {
        let mut budget = EventBudget::default();
        let (host, guest) = (person(0), person(1));
        budget.count(host, Limited::HostSits);
        budget.count(guest, Limited::GuestSits);
        let mut sits = 1;
        for number in 2..1_000 {
            sits += exhaust(&mut budget, person(number), Limited::GuestSits).0;
        }
        assert_eq!(sits, MAX_SITS);
        assert_eq!(budget.check(person(5000), Limited::GuestSits), Err(RefusalReason::TooManyVisitors));
        for (who, what) in [(host, Limited::HostSits), (host, Limited::Change), (guest, Limited::Change)] {
            assert_eq!(budget.check(who, what), Ok(()), "{what:?}");
        }
        assert_eq!(budget.check(guest, Limited::Return), Ok(()));
    }

    /// What is used up before the game is not missing in the game.
    #[test]
    fn returning_has_a_limit_of_its_own() {
        let mut budget = EventBudget::default();
        let who = person(1);
        assert_eq!(exhaust(&mut budget, who, Limited::Change).1, RefusalReason::TooOften);
        assert_eq!(budget.check(who, Limited::HostSits), Err(RefusalReason::TooOften));
        assert_eq!(budget.check(who, Limited::Return), Ok(()));
        assert_eq!(exhaust(&mut budget, who, Limited::Return).1, RefusalReason::TooOften);
        assert_eq!(budget.check(person(2), Limited::Return), Ok(()));
    }
}
