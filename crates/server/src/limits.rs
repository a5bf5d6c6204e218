use std::time::{Duration, Instant};

/// How much one may ask of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Messages a second on one connection, for long.
    pub messages: u32,
    /// Messages and requests a second from one address, for long.
    pub requests: u32,
    /// How long somebody is not listened to after a message that cannot be read: no client of ours sends one, so nobody else waits for who does.
    pub penalty: Duration,
    /// Connections from one address.
    pub sockets: u32,
    /// Tables that are not over, opened by one person.
    pub tables: u32,
    /// How long somebody may be away before the others may let a bot play.
    pub patience: Duration,
    /// The shortest time for a turn, in seconds, where there is a clock: nobody is to be hurried.
    pub shortest: u32,
    /// How long one may take to show one's contribution when all are ready. Clients do it by themselves.
    pub reveal: Duration,
    /// How long a bot's move takes at least, so that it can be followed.
    pub pace: Duration,
    /// How many bots think at the same time.
    pub thinkers: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            messages: 20,
            requests: 100,
            penalty: Duration::from_millis(5),
            sockets: 64,
            tables: 20,
            patience: Duration::from_secs(60),
            shortest: 30,
            reveal: Duration::from_secs(20),
            pace: Duration::from_millis(700),
            thinkers: cores.saturating_sub(1).max(1),
        }
    }
}

/// How many seconds of the usual rate can be saved up.
const BURST: f64 = 3.0;

/// A bucket that fills by itself: each message takes a drop out of it.
pub(crate) struct Bucket {
    level: f64,
    rate: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: u32, now: Instant) -> Bucket {
        let rate = f64::from(rate);
        Bucket { level: rate * BURST, rate, filled: now }
    }

    /// Takes a drop, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let gone = now.saturating_duration_since(self.filled).as_secs_f64();
        self.filled = now;
        self.level = (self.level + gone * self.rate).min(self.rate * BURST);
        let there = self.level >= 1.0;
        if there {
            self.level -= 1.0;
        }
        there
    }

    /// Whether it is full: nothing has been taken for a while.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        let gone = now.saturating_duration_since(self.filled).as_secs_f64();
        self.level + gone * self.rate >= self.rate * BURST
    }
}

#[cfg(test)]
mod tests {
    use super::Bucket;
    use std::time::{Duration, Instant};

    #[test]
    fn a_bucket_fills_by_itself() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10, start);
        assert_eq!((0..100).filter(|_| bucket.take(start)).count(), 30);
        let later = start + Duration::from_millis(510);
        assert_eq!((0..100).filter(|_| bucket.take(later)).count(), 5);
        assert!(!bucket.is_full(later));
        assert!(bucket.is_full(later + Duration::from_secs(60)));
    }
}
