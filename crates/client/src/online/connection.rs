use crate::random::random;

/// The state of the connection to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connection {
    /// Not connected, because the player has no name yet.
    Nameless,
    /// The first attempt to connect.
    Connecting,
    /// Connected.
    There,
    /// Lost and reconnecting, with the number of failed attempts.
    Broken(u32),
    /// Closed for good.
    Gone(Gone),
}

/// Why a connection is closed for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// The page was not loaded from a Cardroom server.
    NoServer,
    /// The server uses another version of the protocol.
    Outdated,
    /// There is no such table.
    Missing,
    /// The table is damaged.
    Damaged,
    /// The host has closed the table.
    Closed,
    /// The player has signed this device out, on another one.
    SignedOut,
}

/// The longest pause before an attempt to reconnect, in milliseconds, without the random part.
const MAX_PAUSE: u64 = 15_000;

/// The pause before an attempt to reconnect: exponential backoff with jitter, so that not all clients
/// reconnect at the same time.
pub(super) fn pause(attempt: u32, seed: &mut u64) -> u32 {
    let usual = (300u64 << attempt.min(6)).min(MAX_PAUSE);
    (usual / 2 + random(seed) % usual) as u32
}

#[cfg(test)]
mod tests {
    use super::pause;

    #[test]
    fn pauses_are_bounded_and_random() {
        let mut seed = 1;
        for attempt in 0..40 {
            let pause = pause(attempt, &mut seed);
            assert!((150..=22_500).contains(&pause), "{pause}");
        }
        let firsts: Vec<u32> = (0..50).map(|_| pause(0, &mut seed)).collect();
        assert!(firsts.iter().all(|pause| *pause < 450) && firsts.iter().any(|pause| *pause != firsts[0]));
    }
}
