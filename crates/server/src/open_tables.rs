use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;
use wire::Listing;

use crate::store::Store;

/// The list of public tables that wait for players, as the store has them.
#[derive(Default)]
pub(crate) struct OpenTables {
    cache: Mutex<Option<ListingCache>>,
    /// Whether this server has changed the list since it was read.
    stale: AtomicBool,
}

struct ListingCache {
    read: Instant,
    listings: Vec<Listing>,
}

/// The maximum length of the list.
const MAX_LISTINGS: u32 = 50;
/// How long changes by other servers may be missing.
const MAX_AGE: Duration = Duration::from_secs(1);

impl OpenTables {
    /// Notes that the list has changed.
    pub(crate) fn invalidate(&self) {
        self.stale.store(true, Ordering::SeqCst);
    }

    /// The tables that wait for players, newest first. If the store does not answer, the list is the one
    /// that was read last.
    pub(crate) async fn list(&self, store: &dyn Store) -> Vec<Listing> {
        let mut cache = self.cache.lock().await;
        let fresh = |cache: &ListingCache| cache.read.elapsed() < MAX_AGE;
        if self.stale.swap(false, Ordering::SeqCst) || !cache.as_ref().is_some_and(fresh) {
            match store.listings(MAX_LISTINGS).await {
                Ok(texts) => {
                    // An entry that a later version wrote may be unreadable.
                    let listings = texts.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
                    *cache = Some(ListingCache { read: Instant::now(), listings });
                }
                Err(error) => {
                    self.invalidate();
                    tracing::warn!(%error, "the list of open tables could not be read");
                }
            }
        }
        cache.as_ref().map_or(Vec::new(), |cache| cache.listings.clone())
    }
}
