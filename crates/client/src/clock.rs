/// A stopwatch for the time that a game has been played. The caller passes the current time, in milliseconds
/// of any clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    spent: u64,
    since: Option<u64>,
}

impl Clock {
    /// A stopped clock that shows this many milliseconds.
    #[must_use]
    pub const fn after(spent: u64) -> Clock {
        Clock { spent, since: None }
    }

    /// Starts the clock if it is stopped.
    pub fn start(&mut self, now: u64) {
        self.since.get_or_insert(now);
    }

    /// Stops the clock.
    pub fn stop(&mut self, now: u64) {
        *self = Clock::after(self.spent(now));
    }

    /// Whether the clock is running.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// The time played until now, in milliseconds.
    #[must_use]
    pub fn spent(&self, now: u64) -> u64 {
        self.spent + self.since.map_or(0, |since| now.saturating_sub(since))
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

    #[test]
    fn only_the_time_between_start_and_stop_counts() {
        let mut clock = Clock::after(1_000);
        assert_eq!(clock.spent(500), 1_000);
        clock.start(500);
        clock.start(700);
        assert_eq!(clock.spent(900), 1_400);
        clock.stop(1_000);
        assert_eq!((clock.spent(9_000), clock.runs()), (1_500, false));
    }

    #[test]
    fn time_spent_does_not_decrease_if_the_system_clock_is_set_back() {
        let mut clock = Clock::after(10);
        clock.start(1_000);
        assert_eq!(clock.spent(900), 10);
    }
}
