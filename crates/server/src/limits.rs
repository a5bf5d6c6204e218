use std::time::Duration;

use tokio::time::Instant;

/// Rate and resource limits of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Sustained messages per second on one connection.
    pub messages_per_second: u32,
    /// Sustained messages and requests per second from one address.
    pub requests_per_second: u32,
    /// Requests per hour from one address that make the server store something about a pass: links to other
    /// devices and signing out.
    pub pass_changes_per_hour: u32,
    /// The pause after a message that cannot be parsed. Our own clients never send one.
    pub bad_message_delay: Duration,
    /// Connections from one address, whether they are WebSockets or not.
    pub sockets_per_address: u32,
    /// Connections in total. The limit of open files may allow fewer.
    pub max_connections: u32,
    /// Tables per hour that may be opened from one address.
    pub new_tables_per_hour: u32,
    /// Tables per minute that may be opened in total.
    pub new_tables_per_minute: u32,
    /// Unfinished tables that one person may have opened.
    pub open_tables_per_person: u32,
    /// How long a table waits for its game to start, if nobody is there.
    pub unstarted_timeout: Duration,
    /// How large the store may become before no new tables are opened, in bytes.
    pub max_store_bytes: Option<u64>,
    /// How long somebody may be away, or not move, before the others may let a bot take over.
    pub away_timeout: Duration,
    /// How long players have to answer whether a bot should take over or the game should be ended.
    pub answer_timeout: Duration,
    /// The shortest turn that a table's clock may allow, in seconds.
    pub min_turn_seconds: u32,
    /// How long clients have to reveal their contributions, which they do automatically.
    pub reveal_timeout: Duration,
    /// How long somebody who does not do so has to wait before sitting down again. It doubles each time, up
    /// to ten minutes.
    pub sit_delay: Duration,
    /// The minimum duration of a bot's move, so that people can follow the game.
    pub min_bot_delay: Duration,
    /// How many bots may think at the same time.
    pub max_thinking_bots: usize,
    /// How long the server owns its tables without renewing its lease in the store.
    pub lease: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            messages_per_second: 20,
            requests_per_second: 100,
            pass_changes_per_hour: 60,
            bad_message_delay: Duration::from_millis(5),
            sockets_per_address: 64,
            max_connections: 10_000,
            new_tables_per_hour: 60,
            new_tables_per_minute: 120,
            open_tables_per_person: 20,
            unstarted_timeout: Duration::from_hours(24),
            max_store_bytes: None,
            away_timeout: Duration::from_secs(60),
            answer_timeout: Duration::from_secs(60),
            min_turn_seconds: 30,
            reveal_timeout: Duration::from_secs(20),
            sit_delay: Duration::from_secs(30),
            min_bot_delay: Duration::from_millis(700),
            max_thinking_bots: cores.saturating_sub(1).max(1),
            lease: Duration::from_secs(10),
        }
    }
}

/// A burst may use up this many seconds of the sustained rate.
const BURST: f64 = 3.0;

/// A token bucket: each message takes a token, and tokens come back at a fixed rate.
pub(crate) struct Bucket {
    level: f64,
    /// Tokens per second.
    rate: f64,
    capacity: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn new(rate: u32, now: Instant) -> Bucket {
        let rate = f64::from(rate);
        Bucket { level: rate * BURST, rate, capacity: rate * BURST, filled: now }
    }

    /// A bucket for rare things. A burst may use up the tokens of 20 minutes.
    pub(crate) fn per_hour(number: u32, now: Instant) -> Bucket {
        let number = f64::from(number);
        Bucket { level: number / 3.0, rate: number / 3600.0, capacity: number / 3.0, filled: now }
    }

    /// A bucket for what the whole server does. A burst may use up the tokens of three minutes.
    pub(crate) fn per_minute(number: u32, now: Instant) -> Bucket {
        let number = f64::from(number);
        Bucket { level: number * BURST, rate: number / 60.0, capacity: number * BURST, filled: now }
    }

    fn fill(&mut self, now: Instant) {
        let gone = now.saturating_duration_since(self.filled).as_secs_f64();
        self.filled = now;
        self.level = (self.level + gone * self.rate).min(self.capacity);
    }

    /// The time until there is a token: zero if there is one, and a day at most.
    pub(crate) fn wait(&mut self, now: Instant) -> Duration {
        const MAX_SECONDS: f64 = 24.0 * 60.0 * 60.0;
        self.fill(now);
        let missing = (1.0 - self.level).max(0.0);
        let seconds = if missing > 0.0 { (missing / self.rate).min(MAX_SECONDS) } else { 0.0 };
        Duration::from_secs_f64(seconds.ceil())
    }

    /// Takes a token. Returns whether there was one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        let there = self.level >= 1.0;
        if there {
            self.level -= 1.0;
        }
        there
    }

    /// Takes several tokens, also those of the next seconds. Returns whether there was one at all.
    pub(crate) fn charge(&mut self, tokens: f64, now: Instant) -> bool {
        let there = self.take(now);
        if there {
            self.punish(tokens - 1.0);
        }
        there
    }

    /// Takes tokens of the next seconds as a penalty.
    pub(crate) fn punish(&mut self, tokens: f64) {
        self.level = (self.level - tokens).max(-self.capacity);
    }

    /// Whether the bucket is full, so no token was taken for a while.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        let gone = now.saturating_duration_since(self.filled).as_secs_f64();
        self.level + gone * self.rate >= self.capacity
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::Bucket;

    #[test]
    fn a_bucket_refills_over_time() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10, start);
        assert_eq!((0..100).filter(|_| bucket.take(start)).count(), 30);
        let later = start + Duration::from_millis(510);
        assert_eq!((0..100).filter(|_| bucket.take(later)).count(), 5);
        assert!(!bucket.is_full(later));
        assert!(bucket.is_full(later + Duration::from_secs(60)));
    }

    #[test]
    fn large_things_cost_more() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10, start);
        assert_eq!((0..100).filter(|_| bucket.charge(29.0, start)).count(), 2, "the second one on credit");
        assert!(!bucket.take(start + Duration::from_secs(2)));
        assert!(bucket.take(start + Duration::from_secs(3)));
        let later = start + Duration::from_secs(60);
        assert!(bucket.take(later));
        bucket.punish(1e9);
        assert!(!bucket.take(later + Duration::from_secs(3)) && bucket.take(later + Duration::from_secs(4)));
    }

    #[test]
    fn rare_things_have_a_limit_per_hour() {
        let start = Instant::now();
        let mut bucket = Bucket::per_hour(60, start);
        assert_eq!((0..100).filter(|_| bucket.take(start)).count(), 20);
        let later = start + Duration::from_secs(3 * 60 + 1);
        assert_eq!((0..100).filter(|_| bucket.take(later)).count(), 3);
    }
}
