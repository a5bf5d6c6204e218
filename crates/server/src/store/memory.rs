use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use wire::TableId;

use super::{
    Answer, Append, Created, Finished, Fresh, Kind, Line, Opening, Stage, Store, StoreError, Stored,
};
use crate::Identity;

/// A store that forgets: for tests, which can tell it that its disk is full.
#[derive(Default)]
pub struct Memory {
    kept: Mutex<Kept>,
    full: AtomicBool,
    refused: AtomicU64,
}

#[derive(Default)]
struct Kept {
    owner: u64,
    tables: BTreeMap<TableId, Row>,
    /// The games that are over, the first one first.
    over: Vec<TableId>,
}

struct Row {
    secret: [u8; 32],
    creator: Identity,
    owner: u64,
    stage: Stage,
    lines: Vec<Line>,
}

impl Memory {
    /// From now on there is no room, or there is again.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// How often something was refused because there was no room.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::SeqCst)
    }

    fn with<T>(&self, act: impl FnOnce(&mut Kept) -> Result<T, StoreError>) -> Result<T, StoreError> {
        act(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn room(&self) -> Result<(), StoreError> {
        if !self.full.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.refused.fetch_add(1, Ordering::SeqCst);
        Err(StoreError::Full)
    }
}

impl Store for Memory {
    fn open(&self) -> Answer<'_, Opening> {
        Box::pin(async {
            self.with(|kept| {
                kept.owner += 1;
                Ok(Opening { owner: kept.owner, secret: [7; 32] })
            })
        })
    }

    fn create(&self, table: Fresh, most: u32) -> Answer<'_, Created> {
        Box::pin(async move {
            self.room()?;
            self.with(|kept| {
                if kept.tables.contains_key(&table.table) {
                    return Ok(Created::There);
                }
                let own = |row: &&Row| row.creator == table.creator && row.stage < Stage::Over;
                if kept.tables.values().filter(own).count() >= most as usize {
                    return Ok(Created::TooMany);
                }
                let Fresh { table, secret, creator, owner, lines, .. } = table;
                kept.tables.insert(table, Row { secret, creator, owner, stage: Stage::Open, lines });
                Ok(Created::New)
            })
        })
    }

    fn append(&self, append: Append) -> Answer<'_, ()> {
        Box::pin(async move {
            self.room()?;
            self.with(|kept| {
                let row = kept.tables.get_mut(&append.table).ok_or(StoreError::Conflict)?;
                if row.owner > append.owner || row.lines.len() as u64 + 1 != append.seq {
                    return Err(StoreError::Conflict);
                }
                row.owner = append.owner;
                row.lines.extend(append.lines);
                row.stage = append.stage.unwrap_or(row.stage);
                if row.stage == Stage::Over && !kept.over.contains(&append.table) {
                    kept.over.push(append.table);
                }
                Ok(())
            })
        })
    }

    fn load(&self, table: TableId) -> Answer<'_, Option<Stored>> {
        Box::pin(async move {
            self.with(|kept| {
                Ok(kept.tables.get(&table).map(|row| Stored {
                    secret: row.secret,
                    creator: row.creator,
                    stage: row.stage,
                    lines: row.lines.clone(),
                }))
            })
        })
    }

    fn finished(&self, after: u64, most: u32) -> Answer<'_, Vec<Finished>> {
        Box::pin(async move {
            self.with(|kept| {
                let over = kept.over.iter().enumerate().skip(after as usize).take(most as usize);
                let record = |id: &TableId| {
                    let lines = kept.tables.get(id).map(|row| &row.lines).into_iter().flatten();
                    lines.filter(|line| line.kind == Kind::Record).map(|line| line.text.as_str()).collect()
                };
                Ok(over.map(|(at, id)| Finished { number: at as u64 + 1, record: record(id) }).collect())
            })
        })
    }

    fn close(&self, table: TableId) -> Answer<'_, ()> {
        Box::pin(async move {
            self.with(|kept| {
                if let Some(row) = kept.tables.get_mut(&table) {
                    row.stage = Stage::Damaged;
                }
                Ok(())
            })
        })
    }

    fn backup<'a>(&'a self, _to: &'a Path) -> Answer<'a, ()> {
        Box::pin(async { Err(StoreError::Failed("nothing of this store is on a disk".to_owned())) })
    }
}
