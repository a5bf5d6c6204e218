use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use wire::TableId;

use super::{
    Append, CreateResult, FinishedGame, Lease, Line, LineKind, NewStoredTable, Store, StoreError,
    StoreFuture, StoredTable, TableStage,
};
use crate::Identity;

/// A store in memory, for tests. It can simulate a full disk.
#[derive(Default)]
pub struct MemoryStore {
    tables: Mutex<Tables>,
    full: AtomicBool,
    refused: AtomicU64,
}

#[derive(Default)]
struct Tables {
    epoch: u64,
    rows: BTreeMap<TableId, Row>,
    /// The finished games, in the order of their ends.
    over: Vec<TableId>,
}

struct Row {
    secret: [u8; 32],
    creator: Identity,
    epoch: u64,
    stage: TableStage,
    lines: Vec<Line>,
}

impl MemoryStore {
    /// Simulates a full disk, or stops doing so.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// How many writes were refused because the disk is full.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::SeqCst)
    }

    fn with<T>(&self, act: impl FnOnce(&mut Tables) -> Result<T, StoreError>) -> Result<T, StoreError> {
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
    fn open(&self) -> StoreFuture<'_, Lease> {
        Box::pin(async {
            self.with(|tables| {
                tables.epoch += 1;
                Ok(Lease { epoch: tables.epoch, secret: [7; 32] })
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
                let own = |row: &&Row| row.creator == table.creator && row.stage < TableStage::Over;
                if tables.rows.values().filter(own).count() >= limit as usize {
                    return Ok(CreateResult::TooMany);
                }
                let NewStoredTable { table, secret, creator, epoch, lines, .. } = table;
                tables.rows.insert(table, Row { secret, creator, epoch, stage: TableStage::Open, lines });
                Ok(CreateResult::New)
            })
        })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.check_space()?;
            self.with(|tables| {
                let row = tables.rows.get_mut(&append.table).ok_or(StoreError::Conflict)?;
                if row.epoch > append.epoch || row.lines.len() as u64 + 1 != append.seq {
                    return Err(StoreError::Conflict);
                }
                row.epoch = append.epoch;
                row.lines.extend(append.lines);
                row.stage = append.stage.unwrap_or(row.stage);
                if row.stage == TableStage::Over && !tables.over.contains(&append.table) {
                    tables.over.push(append.table);
                }
                Ok(())
            })
        })
    }

    fn load(&self, table: TableId) -> StoreFuture<'_, Option<StoredTable>> {
        Box::pin(async move {
            self.with(|tables| {
                Ok(tables.rows.get(&table).map(|row| StoredTable {
                    secret: row.secret,
                    creator: row.creator,
                    stage: row.stage,
                    lines: row.lines.clone(),
                }))
            })
        })
    }

    fn finished(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<FinishedGame>> {
        Box::pin(async move {
            self.with(|tables| {
                let over = tables.over.iter().enumerate().skip(after as usize).take(limit as usize);
                let record = |id: &TableId| {
                    let lines = tables.rows.get(id).map(|row| &row.lines).into_iter().flatten();
                    lines
                        .filter(|line| line.kind == LineKind::Record)
                        .map(|line| line.text.as_str())
                        .collect()
                };
                Ok(over.map(|(at, id)| FinishedGame { number: at as u64 + 1, record: record(id) }).collect())
            })
        })
    }

    fn close(&self, table: TableId) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.with(|tables| {
                if let Some(row) = tables.rows.get_mut(&table) {
                    row.stage = TableStage::Damaged;
                }
                Ok(())
            })
        })
    }

    fn backup<'a>(&'a self, _to: &'a Path) -> StoreFuture<'a, ()> {
        Box::pin(async { Err(StoreError::Failed("nothing of this store is on a disk".to_owned())) })
    }
}
