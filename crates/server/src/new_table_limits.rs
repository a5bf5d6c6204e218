use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::limits::{Bucket, Limits};

/// Limits how many tables are opened: from one network address, and in total.
pub(crate) struct NewTableLimits {
    buckets: Mutex<Buckets>,
    per_hour: u32,
}

struct Buckets {
    all: Bucket,
    /// By the tag of the address.
    addresses: HashMap<u64, Bucket>,
}

/// Why a table cannot be opened now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NewTableLimit {
    /// Too many from this address. The next one is possible after this time.
    Address(Duration),
    /// Too many in total.
    Total,
}

/// Above this number of addresses, those are dropped whose bucket is full. There are never many: each opens a
/// table, and their number is limited.
const MAX_ADDRESSES: usize = 1024;

impl NewTableLimits {
    pub(crate) fn new(limits: &Limits) -> NewTableLimits {
        let all = Bucket::per_minute(limits.new_tables_per_minute, Instant::now());
        let buckets = Buckets { all, addresses: HashMap::new() };
        NewTableLimits { buckets: Mutex::new(buckets), per_hour: limits.new_tables_per_hour }
    }

    /// Counts a new table, if that is within the limits.
    pub(crate) fn take(&self, address_tag: u64) -> Result<(), NewTableLimit> {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let Buckets { all, addresses } = &mut *buckets;
        if addresses.len() >= MAX_ADDRESSES {
            addresses.retain(|_, bucket| !bucket.is_full(now));
        }
        // What an address may not do does not count for all.
        let mut own = addresses.remove(&address_tag).unwrap_or_else(|| Bucket::per_hour(self.per_hour, now));
        let result = match own.wait(now) {
            Duration::ZERO if all.take(now) => {
                own.take(now);
                Ok(())
            }
            Duration::ZERO => Err(NewTableLimit::Total),
            time => Err(NewTableLimit::Address(time)),
        };
        if !own.is_full(now) {
            addresses.insert(address_tag, own);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{NewTableLimit, NewTableLimits};
    use crate::Limits;

    #[tokio::test(start_paused = true)]
    async fn an_address_and_all_together_have_limits() {
        let limits = Limits { new_tables_per_hour: 30, new_tables_per_minute: 8, ..Limits::default() };
        let tables = NewTableLimits::new(&limits);
        // A burst of 20 minutes each, and of three minutes in total.
        assert!((0..10).all(|_| tables.take(1).is_ok()));
        assert_eq!(tables.take(1), Err(NewTableLimit::Address(Duration::from_secs(120))));
        assert!((0..100).all(|_| tables.take(1).is_err()), "they do not count for all");
        assert!((0..10).all(|_| tables.take(2).is_ok()));
        assert!((0..4).all(|_| tables.take(3).is_ok()));
        assert_eq!(tables.take(3), Err(NewTableLimit::Total));
        tokio::time::advance(Duration::from_secs(30)).await;
        assert_eq!(tables.take(1), Err(NewTableLimit::Address(Duration::from_secs(90))));
        assert_eq!(tables.take(3), Ok(()));
        tokio::time::advance(Duration::from_secs(91)).await;
        assert_eq!(tables.take(1), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn addresses_are_forgotten() {
        let limits =
            Limits { new_tables_per_hour: 60, new_tables_per_minute: 1_000_000, ..Limits::default() };
        let tables = NewTableLimits::new(&limits);
        for address in 0..5000 {
            assert_eq!(tables.take(address), Ok(()));
            tokio::time::advance(Duration::from_millis(100)).await;
        }
        assert!(tables.buckets.lock().unwrap().addresses.len() <= super::MAX_ADDRESSES);
    }
}
