use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use wire::{Listing, TableId};

/// The public tables where somebody waits for others.
#[derive(Default)]
pub(crate) struct Lobby(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    tables: BTreeMap<TableId, (u64, Listing)>,
    /// Larger for every table that comes.
    count: u64,
}

/// The most that are told.
const MOST: usize = 50;

impl Lobby {
    /// A table waits, or does not any more.
    pub(crate) fn set(&self, table: TableId, listing: Option<Listing>) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match listing {
            None => drop(waiting.tables.remove(&table)),
            Some(listing) => {
                waiting.count += 1;
                let count = waiting.count;
                let since = waiting.tables.get(&table).map_or(count, |(since, _)| *since);
                waiting.tables.insert(table, (since, listing));
            }
        }
    }

    /// Those that wait, the newest first.
    pub(crate) fn list(&self) -> Vec<Listing> {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables: Vec<_> = waiting.tables.values().collect();
        tables.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        tables.into_iter().take(MOST).map(|(_, listing)| listing.clone()).collect()
    }
}
