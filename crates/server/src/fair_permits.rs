use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

/// Above this number of addresses, those without work are dropped.
const MAX_ADDRESSES: usize = 256;

/// Permits for work that takes long, such as replaying a long game.
///
/// Everybody waits in one line, but each address with only one piece of work at a time. So whoever asks for
/// much delays mostly themselves.
pub(crate) struct FairPermits {
    line: Semaphore,
    addresses: Mutex<HashMap<u64, Weak<Semaphore>>>,
}

/// Allows one piece of work, until it is dropped.
pub(crate) struct FairPermit<'a> {
    _line: SemaphorePermit<'a>,
    _own: OwnedSemaphorePermit,
}

impl FairPermits {
    /// Permits for this much work at the same time.
    pub(crate) fn new(count: usize) -> FairPermits {
        FairPermits { line: Semaphore::new(count), addresses: Mutex::default() }
    }

    /// Waits for a permit. `None` if too much work of this address waits already. Addresses are given by
    /// their tags.
    pub(crate) async fn acquire(&self, address: u64, max_waiting: usize) -> Option<FairPermit<'_>> {
        let own = self.address(address);
        // Whoever works or waits has a reference.
        if Arc::strong_count(&own) > 1 + max_waiting {
            return None;
        }
        let _own = own.acquire_owned().await.ok()?;
        let _line = self.line.acquire().await.ok()?;
        Some(FairPermit { _line, _own })
    }

    fn address(&self, address: u64) -> Arc<Semaphore> {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= MAX_ADDRESSES {
            addresses.retain(|_, own| own.strong_count() > 0);
        }
        if let Some(own) = addresses.get(&address).and_then(Weak::upgrade) {
            return own;
        }
        let own = Arc::new(Semaphore::new(1));
        addresses.insert(address, Arc::downgrade(&own));
        own
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::FairPermits;

    /// Somebody who asks for one thing waits for one of those who have asked for many.
    #[tokio::test]
    async fn one_address_does_not_fill_the_line() {
        let permits = Arc::new(FairPermits::new(1));
        let done: Arc<Mutex<Vec<u64>>> = Arc::default();
        let held = permits.acquire(0, 9).await.unwrap();
        let mut work = Vec::new();
        for address in [1, 1, 1, 1, 2, 3] {
            let (permits, done) = (Arc::clone(&permits), Arc::clone(&done));
            work.push(tokio::spawn(async move {
                let _permit = permits.acquire(address, 9).await.unwrap();
                done.lock().unwrap().push(address);
                tokio::task::yield_now().await;
            }));
            tokio::task::yield_now().await;
        }
        drop(held);
        for work in work {
            work.await.unwrap();
        }
        assert_eq!(*done.lock().unwrap(), [1, 2, 3, 1, 1, 1]);
    }

    #[tokio::test]
    async fn too_much_work_is_refused() {
        let permits = FairPermits::new(2);
        let first = permits.acquire(1, 0).await;
        assert!(first.is_some() && permits.acquire(1, 0).await.is_none());
        assert!(permits.acquire(2, 0).await.is_some());
        drop(first);
        assert!(permits.acquire(1, 0).await.is_some());
    }
}
