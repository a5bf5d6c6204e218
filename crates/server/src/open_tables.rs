use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
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

/// An entry of the list as it is stored.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredListing {
    #[serde(flatten)]
    pub(crate) listing: Listing,
    /// Stands for a network address. Entries of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) listed_by: Option<u64>,
}

/// The maximum length of the list.
const MAX_LISTINGS: usize = 50;
/// How many of them may come from one address.
const MAX_LISTINGS_PER_ADDRESS: usize = 5;
/// How many stored entries are read, so that others are found behind those of one address.
const MAX_READ: u32 = 500;
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
            match store.listings(MAX_READ).await {
                Ok(texts) => {
                    let listings = limited(&texts);
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

/// The first entries, with only a few from each address.
fn limited(texts: &[String]) -> Vec<Listing> {
    let mut counts: HashMap<Option<u64>, usize> = HashMap::new();
    // An entry that a later version wrote may be unreadable.
    let stored = texts.iter().filter_map(|text| serde_json::from_str::<StoredListing>(text).ok());
    let fits = |stored: &StoredListing| {
        let count = counts.entry(stored.listed_by).or_default();
        *count += 1;
        *count <= MAX_LISTINGS_PER_ADDRESS || stored.listed_by.is_none()
    };
    stored.filter(fits).take(MAX_LISTINGS).map(|stored| stored.listing).collect()
}

#[cfg(test)]
mod tests {
    use games::catalog::GameId;
    use wire::{Listing, TableId};

    use super::{MAX_LISTINGS, MAX_LISTINGS_PER_ADDRESS, StoredListing, limited};

    fn text(number: u8, listed_by: Option<u64>) -> String {
        let listing = Listing {
            table: TableId::from_random([number; TableId::LENGTH]),
            game: GameId::Savannah,
            config: "seats=2".to_owned(),
            people: vec!["Anna".parse().unwrap()],
            free: 1,
            clock: None,
        };
        serde_json::to_string(&StoredListing { listing, listed_by }).unwrap()
    }

    #[test]
    fn one_address_cannot_fill_the_list() {
        let mut texts: Vec<String> = (0..200).map(|number| text(number, Some(u64::MAX))).collect();
        texts.extend([text(201, Some(1)), "{\"of a later version\":1}".to_owned(), text(202, Some(2))]);
        let listed = limited(&texts);
        assert_eq!(listed.len(), MAX_LISTINGS_PER_ADDRESS + 2);
        assert_eq!(listed[MAX_LISTINGS_PER_ADDRESS].table, TableId::from_random([201; TableId::LENGTH]));
        let many: Vec<String> = (0..200).map(|number| text(number, Some(number.into()))).collect();
        assert_eq!(limited(&many).len(), MAX_LISTINGS);
    }

    /// An earlier version has written entries without an address, and reads ours.
    #[test]
    fn earlier_versions_understand_the_entries() {
        let old: Listing = serde_json::from_str(&text(1, Some(7))).unwrap();
        let stored: StoredListing = serde_json::from_str(&serde_json::to_string(&old).unwrap()).unwrap();
        assert!(stored.listing == old && stored.listed_by.is_none());
    }
}
