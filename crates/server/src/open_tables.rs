use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use wire::{Listing, TableId};

/// The list of public tables that wait for players.
#[derive(Default)]
pub(crate) struct OpenTables(Mutex<Listings>);

#[derive(Default)]
struct Listings {
    tables: BTreeMap<TableId, (u64, Listing)>,
    /// Increases with every added table.
    count: u64,
}

/// The maximum length of the list.
const MAX_LISTINGS: usize = 50;

impl OpenTables {
    /// Adds, updates or removes a table.
    pub(crate) fn set(&self, table: TableId, listing: Option<Listing>) {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match listing {
            None => drop(open.tables.remove(&table)),
            Some(listing) => {
                open.count += 1;
                let count = open.count;
                let since = open.tables.get(&table).map_or(count, |(since, _)| *since);
                open.tables.insert(table, (since, listing));
            }
        }
    }

    /// The tables that wait for players, newest first.
    pub(crate) fn list(&self) -> Vec<Listing> {
        let open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables: Vec<_> = open.tables.values().collect();
        tables.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        tables.into_iter().take(MAX_LISTINGS).map(|(_, listing)| listing.clone()).collect()
    }
}
