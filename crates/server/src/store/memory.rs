use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use wire::TableId;

use super::passes::StoredPasses;
use super::{
    Append, ClaimResult, CreateResult, FinishedGame, Lease, LineKind, LogHead, NewStoredTable, NodeInfo,
    Ownership, Store, StoreError, StoreFuture, StoredTable, TableStage,
};

/// A store in memory, for tests. Several nodes can share it, and leases end by tokio's clock, which tests
/// can control. It can simulate a full disk and broken connections.
#[derive(Default)]
pub struct MemoryStore {
    tables: Mutex<Tables>,
    full: AtomicBool,
    refused: AtomicU64,
    unreachable: AtomicBool,
    unfenced: AtomicBool,
    hanging: AtomicBool,
    interruptions: Mutex<VecDeque<Interruption>>,
}

/// When the connection breaks while an append is committed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// Before the append reaches the store: it never happens.
    Lost,
    /// After the append is stored, before the answer.
    Stored,
    /// The append is delayed until the table is claimed again, and arrives after that.
    Late,
}

#[derive(Default)]
pub(super) struct Tables {
    nodes: BTreeMap<u64, Node>,
    last_node: u64,
    rows: BTreeMap<TableId, Row>,
    /// The finished games, in the order of their ends.
    over: Vec<TableId>,
    /// Increases with every change of a listing.
    listed: u64,
    /// Appends that arrive after the next claim of their table.
    late: Vec<Arc<Append>>,
    pub(super) passes: StoredPasses,
}

struct Node {
    address: String,
    lease: Duration,
    expires: Instant,
    renewals: u64,
}

struct Row {
    owner: Option<u64>,
    opened: Instant,
    /// When it was listed, as a value of `Tables::listed`.
    listed: u64,
    stored: StoredTable,
}

impl Tables {
    fn is_alive(&self, node: u64) -> bool {
        self.nodes.get(&node).is_some_and(|node| node.expires > Instant::now())
    }

    fn append(&mut self, append: &Append, fenced: bool) -> Result<(), StoreError> {
        let row = self.rows.get_mut(&append.table).ok_or(StoreError::Fenced)?;
        let stored = &mut row.stored;
        if fenced && stored.ownership != append.ownership {
            return Err(StoreError::Fenced);
        }
        stored.lines.truncate(append.ownership.head.seq as usize);
        stored.lines.extend(append.lines.iter().cloned());
        stored.ownership.head = append.head;
        stored.stage = append.stage.unwrap_or(stored.stage);
        if stored.stage == TableStage::Over && stored.number.is_none() {
            self.over.push(append.table);
            stored.number = Some(self.over.len() as u64);
        }
        if let Some(listing) = &append.listing {
            if stored.listing.is_none() {
                self.listed += 1;
                row.listed = self.listed;
            }
            stored.listing.clone_from(listing);
        }
        Ok(())
    }

    /// Raises the epoch. Late appends arrive now.
    fn take(&mut self, table: TableId, node: u64, fenced: bool) -> Option<&mut StoredTable> {
        let row = self.rows.get_mut(&table)?;
        row.owner = Some(node);
        row.stored.ownership.epoch += 1;
        let late: Vec<_> = self.late.extract_if(.., |append| append.table == table).collect();
        for append in late {
            let _ = self.append(&append, fenced);
        }
        self.rows.get_mut(&table).map(|row| &mut row.stored)
    }
}

impl MemoryStore {
    /// Simulates a full disk, or stops doing so.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// Simulates a store that does not answer probes, or stops doing so.
    pub fn set_hanging(&self, hanging: bool) {
        self.hanging.store(hanging, Ordering::SeqCst);
    }

    /// How many writes were refused because the disk is full.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::SeqCst)
    }

    /// Stops comparing epochs and line numbers, so that a stale owner overwrites lines. With this, tests
    /// prove that they would notice.
    #[cfg(any(test, feature = "suite"))]
    pub fn disable_fence(&self) {
        self.unfenced.store(true, Ordering::SeqCst);
    }

    /// Breaks the connection during the next appends, one after the other.
    pub fn interrupt(&self, interruptions: &[Interruption]) {
        self.interruptions().extend(interruptions);
    }

    fn interruptions(&self) -> std::sync::MutexGuard<'_, VecDeque<Interruption>> {
        self.interruptions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_fenced(&self) -> bool {
        !self.unfenced.load(Ordering::SeqCst)
    }

    /// Simulates a lost connection: every operation fails, and nothing happens.
    pub fn set_reachable(&self, reachable: bool) {
        self.unreachable.store(!reachable, Ordering::SeqCst);
    }

    pub(super) fn with<T>(
        &self,
        act: impl FnOnce(&mut Tables) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.unreachable.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("this is a test".to_owned()));
        }
        act(&mut self.tables.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn check_space(&self) -> Result<(), StoreError> {
        if !self.full.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.refused.fetch_add(1, Ordering::SeqCst);
        Err(StoreError::Full)
    }
}

impl Store for MemoryStore {
    fn join(&self, node: NodeInfo) -> StoreFuture<'_, Lease> {
        Box::pin(async move {
            self.with(|tables| {
                tables.last_node += 1;
                let same = |other: &&mut Node| !node.address.is_empty() && other.address == node.address;
                tables.nodes.values_mut().filter(same).for_each(|other| other.expires = Instant::now());
                let NodeInfo { address, lease, .. } = node;
                let node = Node { address, lease, expires: Instant::now() + lease, renewals: 0 };
                tables.nodes.insert(tables.last_node, node);
                Ok(Lease { node: tables.last_node, secret: [7; 32] })
            })
        })
    }

    fn renew(&self, node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.with(|tables| {
                let node = tables.nodes.get_mut(&node).ok_or(StoreError::LeaseLost)?;
                node.expires = Instant::now() + node.lease;
                node.renewals += 1;
                Ok(())
            })
        })
    }

    fn lease_version(&self, node: u64) -> StoreFuture<'_, Option<u64>> {
        Box::pin(async move {
            self.with(|tables| {
                let alive = tables.is_alive(node).then(|| tables.nodes.get(&node));
                Ok(alive.flatten().map(|node| node.renewals))
            })
        })
    }

    fn leave(&self, node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.with(|tables| {
                tables.nodes.remove(&node);
                Ok(())
            })
        })
    }

    fn create(&self, table: NewStoredTable, limit: u32) -> StoreFuture<'_, CreateResult> {
        Box::pin(async move {
            self.check_space()?;
            self.with(|tables| {
                if tables.rows.contains_key(&table.table) {
                    return Ok(CreateResult::AlreadyExists);
                }
                let own =
                    |row: &&Row| row.stored.creator == table.creator && row.stored.stage < TableStage::Over;
                if tables.rows.values().filter(own).count() >= limit as usize {
                    return Ok(CreateResult::TooMany);
                }
                let NewStoredTable { table, secret, creator, created, lines } = table;
                let head = LogHead::empty(table, &secret, creator.bytes()).with_lines(&lines);
                let stored = StoredTable {
                    secret,
                    creator,
                    created,
                    stage: TableStage::Open,
                    number: None,
                    ownership: Ownership { epoch: 0, head },
                    listing: None,
                    lines,
                };
                tables.rows.insert(table, Row { owner: None, opened: Instant::now(), listed: 0, stored });
                Ok(CreateResult::New)
            })
        })
    }

    fn claim(&self, table: TableId, node: u64) -> StoreFuture<'_, ClaimResult> {
        Box::pin(async move {
            let fenced = self.is_fenced();
            self.with(|tables| {
                if !tables.is_alive(node) {
                    return Err(StoreError::LeaseLost);
                }
                let Some(row) = tables.rows.get(&table) else { return Ok(ClaimResult::Missing) };
                if let Some(owner) = row.owner.filter(|owner| *owner != node && tables.is_alive(*owner)) {
                    let address = tables.nodes.get(&owner).map(|owner| owner.address.clone());
                    return Ok(ClaimResult::Elsewhere { node: owner, address: address.unwrap_or_default() });
                }
                let stored = tables.take(table, node, fenced);
                stored.map_or(Ok(ClaimResult::Missing), |stored| {
                    let verified = stored.clone().verified(table)?;
                    Ok(ClaimResult::Owned(Box::new(verified)))
                })
            })
        })
    }

    fn reclaim(&self, table: TableId, node: u64, epoch: u64) -> StoreFuture<'_, Option<Ownership>> {
        Box::pin(async move {
            let fenced = self.is_fenced();
            self.with(|tables| {
                let owned =
                    |row: &Row| row.owner == Some(node) && row.stored.ownership.epoch >= epoch || !fenced;
                if !tables.rows.get(&table).is_some_and(owned) {
                    return Ok(None);
                }
                Ok(tables.take(table, node, fenced).map(|stored| stored.ownership))
            })
        })
    }

    fn append(&self, append: Arc<Append>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.check_space()?;
            let interruption = self.interruptions().pop_front();
            let fenced = self.is_fenced();
            self.with(|tables| {
                match interruption {
                    None => return tables.append(&append, fenced),
                    Some(Interruption::Lost) => {}
                    Some(Interruption::Stored) => tables.append(&append, fenced)?,
                    Some(Interruption::Late) => tables.late.push(append),
                }
                Err(StoreError::Unknown)
            })
        })
    }

    fn release(&self, table: TableId, epoch: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.with(|tables| {
                if let Some(row) = tables.rows.get_mut(&table)
                    && row.stored.ownership.epoch == epoch
                {
                    row.owner = None;
                    row.stored.listing = None;
                }
                Ok(())
            })
        })
    }

    fn load(&self, table: TableId) -> StoreFuture<'_, Option<StoredTable>> {
        Box::pin(async move {
            self.with(|tables| {
                tables.rows.get(&table).map(|row| row.stored.clone().verified(table)).transpose()
            })
        })
    }

    fn listings(&self, limit: u32) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            self.with(|tables| {
                let alive = |row: &&Row| row.owner.is_some_and(|owner| tables.is_alive(owner));
                let mut rows: Vec<&Row> = tables.rows.values().filter(alive).collect();
                rows.retain(|row| row.stored.listing.is_some());
                rows.sort_by_key(|row| std::cmp::Reverse(row.listed));
                Ok(rows
                    .into_iter()
                    .filter_map(|row| row.stored.listing.clone())
                    .take(limit as usize)
                    .collect())
            })
        })
    }

    fn finished(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<FinishedGame>> {
        Box::pin(async move {
            self.with(|tables| {
                let over = tables.over.iter().enumerate().skip(after as usize).take(limit as usize);
                let record = |id: &TableId| {
                    let lines = tables.rows.get(id).map(|row| &row.stored.lines).into_iter().flatten();
                    lines
                        .filter(|line| line.kind == LineKind::Record)
                        .map(|line| line.text.as_str())
                        .collect()
                };
                Ok(over.map(|(at, id)| FinishedGame { number: at as u64 + 1, record: record(id) }).collect())
            })
        })
    }

    fn remove_unstarted(&self, age: Duration, limit: u32) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            self.check_space()?;
            self.with(|tables| {
                let is_old = |row: &Row| {
                    row.stored.stage == TableStage::Open
                        && row.opened.elapsed() > age
                        && !row.owner.is_some_and(|owner| tables.is_alive(owner))
                };
                let old = tables.rows.iter().filter(|(_, row)| is_old(row)).map(|(id, _)| *id);
                let old: Vec<TableId> = old.take(limit as usize).collect();
                old.iter().for_each(|id| drop(tables.rows.remove(id)));
                Ok(old.len() as u64)
            })
        })
    }

    fn size(&self) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            self.with(|tables| {
                let lines = tables.rows.values().flat_map(|row| &row.stored.lines);
                Ok(lines.map(|line| line.text.len() as u64).sum())
            })
        })
    }

    fn probe(&self, _node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            while self.hanging.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            self.check_space()?;
            self.with(|_| Ok(()))
        })
    }

    fn close(&self, table: TableId) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.with(|tables| {
                if let Some(row) = tables.rows.get_mut(&table) {
                    row.stored.stage = TableStage::Damaged;
                    row.stored.listing = None;
                }
                Ok(())
            })
        })
    }

    fn backup<'a>(&'a self, _to: &'a Path) -> StoreFuture<'a, Vec<TableId>> {
        Box::pin(async { Err(StoreError::Failed("nothing of this store is on a disk".to_owned())) })
    }
}
