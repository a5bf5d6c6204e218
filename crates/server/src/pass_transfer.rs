use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};
use table::hex;
use tokio::time::Instant;

use crate::environment::Environment;
use crate::pass::Pass;

/// How long a transfer code is valid.
const TRANSFER_TIMEOUT: Duration = Duration::from_secs(600);
/// The maximum number of pending transfers.
const MAX_TRANSFERS: usize = 10_000;

/// Passes on their way to another device. Each can be redeemed once, with a code that only its
/// owner knows.
#[derive(Default)]
pub(crate) struct PassTransfers(Mutex<HashMap<[u8; 32], (Instant, Pass)>>);

impl PassTransfers {
    /// Stores a pass and returns the code that redeems it; `None` if too many transfers are
    /// pending.
    pub(crate) fn offer(&self, environment: &Environment, pass: Pass, now: Instant) -> Option<String> {
        let mut bytes = [0; 16];
        environment.fill(&mut bytes).ok()?;
        let word = hex::encode(&bytes);
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, (since, _)| now.saturating_duration_since(*since) < TRANSFER_TIMEOUT);
        (waiting.len() < MAX_TRANSFERS).then(|| {
            waiting.insert(hash(&word), (now, pass));
            word
        })
    }

    /// Takes out the pass that was stored under this code.
    pub(crate) fn redeem(&self, word: &str, now: Instant) -> Option<Pass> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, pass) = waiting.remove(&hash(word))?;
        (now.saturating_duration_since(since) < TRANSFER_TIMEOUT).then_some(pass)
    }
}

/// Codes are looked up by their hash, so the time of a lookup reveals nothing about other codes.
fn hash(word: &str) -> [u8; 32] {
    Sha256::digest(word.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{PassTransfers, TRANSFER_TIMEOUT};
    use crate::environment::Environment;
    use crate::pass::Pass;
    use tokio::time::Instant;

    #[test]
    fn a_code_works_once_and_expires() {
        let (transfers, now) = (PassTransfers::default(), Instant::now());
        let environment = Environment::default();
        let pass = Pass::new(&environment, "Anna".parse().unwrap()).unwrap();
        let word = transfers.offer(&environment, pass.clone(), now).unwrap();
        assert!(transfers.redeem("0", now).is_none());
        assert!(transfers.redeem(&word, now).is_some_and(|fetched| fetched == pass));
        assert!(transfers.redeem(&word, now).is_none());
        let word = transfers.offer(&environment, pass, now).unwrap();
        assert!(transfers.redeem(&word, now + TRANSFER_TIMEOUT).is_none());
    }
}
