use crate::random::random;

/// How a page is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connection {
    /// Nobody has said who is here.
    Nameless,
    /// For the first time.
    Connecting,
    /// It is.
    There,
    /// It has broken and is made again; so many times that has been tried.
    Broken(u32),
    /// It will not be made again.
    Gone(Gone),
}

/// Why a connection is not made again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// The page was loaded from a place where nobody can meet.
    NoServer,
    /// The server speaks another version of the protocol.
    Outdated,
    /// There is no such table.
    Missing,
    /// The table is damaged.
    Damaged,
}

/// The longest that is waited before another attempt, in milliseconds.
const LONGEST: u64 = 15_000;

/// How long is waited before an attempt: at first hardly at all, then longer and longer, and never the same for all who were cut off together.
pub(super) fn pause(attempt: u32, seed: &mut u64) -> u32 {
    let usual = (300u64 << attempt.min(6)).min(LONGEST);
    (usual / 2 + random(seed) % usual) as u32
}

#[cfg(test)]
mod tests {
    use super::pause;

    #[test]
    fn pauses_grow_and_end_and_differ() {
        let mut seed = 1;
        for attempt in 0..40 {
            let pause = pause(attempt, &mut seed);
            assert!((150..=22_500).contains(&pause), "{pause}");
        }
        let firsts: Vec<u32> = (0..50).map(|_| pause(0, &mut seed)).collect();
        assert!(firsts.iter().all(|pause| *pause < 450) && firsts.iter().any(|pause| *pause != firsts[0]));
    }
}
