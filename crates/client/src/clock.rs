/// How long a game has been played. It runs only between two moments that somebody tells it, in milliseconds of any clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    spent: u64,
    since: Option<u64>,
}

impl Clock {
    /// A clock that stands, after so many milliseconds of play.
    #[must_use]
    pub const fn after(spent: u64) -> Clock {
        Clock { spent, since: None }
    }

    /// Runs from now on, if it did not yet.
    pub fn start(&mut self, now: u64) {
        self.since.get_or_insert(now);
    }

    /// Stands still.
    pub fn stop(&mut self, now: u64) {
        *self = Clock::after(self.spent(now));
    }

    /// Whether it runs.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// The milliseconds of play until now.
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
    fn a_clock_that_is_set_back_takes_no_time_away() {
        let mut clock = Clock::after(10);
        clock.start(1_000);
        assert_eq!(clock.spent(900), 10);
    }
}
