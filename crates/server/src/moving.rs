use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use table::hex;

use crate::pass::Pass;

/// How long a pass waits to be taken to another device.
const WAITS: Duration = Duration::from_secs(600);
/// How many wait at most.
const MOST: usize = 10_000;

/// Passes that are on the way to another device: each is fetched once, with a word that only its owner was told.
#[derive(Default)]
pub(crate) struct Moving(Mutex<HashMap<[u8; 32], (Instant, Pass)>>);

impl Moving {
    /// Lets a pass be fetched with the word that is given; `None` if too many wait.
    pub(crate) fn leave(&self, pass: Pass, now: Instant) -> Option<String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        let word = hex::encode(&bytes);
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, (since, _)| now.saturating_duration_since(*since) < WAITS);
        (waiting.len() < MOST).then(|| {
            waiting.insert(hash(&word), (now, pass));
            word
        })
    }

    /// The pass that waits for this word.
    pub(crate) fn fetch(&self, word: &str, now: Instant) -> Option<Pass> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, pass) = waiting.remove(&hash(word))?;
        (now.saturating_duration_since(since) < WAITS).then_some(pass)
    }
}

/// Words are looked up by their hash, so that the time it takes tells nothing about other words.
fn hash(word: &str) -> [u8; 32] {
    Sha256::digest(word.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{Moving, WAITS};
    use crate::pass::Pass;
    use std::time::Instant;

    #[test]
    fn a_pass_is_fetched_once_and_in_time() {
        let (moving, now) = (Moving::default(), Instant::now());
        let pass = Pass::new("Anna".parse().unwrap()).unwrap();
        let word = moving.leave(pass.clone(), now).unwrap();
        assert!(moving.fetch("0", now).is_none());
        assert!(moving.fetch(&word, now).is_some_and(|fetched| fetched == pass));
        assert!(moving.fetch(&word, now).is_none());
        let word = moving.leave(pass, now).unwrap();
        assert!(moving.fetch(&word, now + WAITS).is_none());
    }
}
