//! Rows of the database as what they stand for.

use crate::Identity;
use crate::store::{Line, LineKind, LogHead, Ownership, StoreError, StoredTable, TableStage};

/// An epoch, a last line and a hash.
pub(super) type OwnershipRow = (i64, i64, Vec<u8>);

pub(super) fn ownership((epoch, seq, hash): OwnershipRow) -> Result<Ownership, StoreError> {
    let hash = hash.try_into().map_err(|_| StoreError::Damaged)?;
    Ok(Ownership { epoch: epoch.cast_unsigned(), head: LogHead { seq: seq.cast_unsigned(), hash } })
}

/// A row of `cardroom_tables`, and the columns of its lines: number, kind, text, person and command.
pub(super) type TableRow = (
    Vec<u8>,
    Vec<u8>,
    i64,
    i16,
    Option<i64>,
    i64,
    i64,
    Vec<u8>,
    Option<String>,
    Option<Vec<i64>>,
    Option<Vec<i16>>,
    Option<Vec<String>>,
    Option<Vec<Option<Vec<u8>>>>,
    Option<Vec<Option<i64>>>,
);

pub(super) fn stored(row: TableRow) -> Option<StoredTable> {
    let (
        secret,
        creator,
        created,
        stage,
        number,
        epoch,
        last_seq,
        hash,
        listing,
        seq,
        kind,
        text,
        who,
        command,
    ) = row;
    let seq = seq.unwrap_or_default();
    if !seq.iter().copied().eq(1..=last_seq) {
        return None;
    }
    let rows = kind.unwrap_or_default().into_iter().zip(text.unwrap_or_default());
    let rows = rows.zip(who.unwrap_or_default()).zip(command.unwrap_or_default());
    let mut lines = Vec::with_capacity(seq.len());
    for (((kind, text), who), command) in rows {
        let command = match (who, command) {
            (Some(who), Some(command)) => Some((Identity::from_bytes(&who)?, command.cast_unsigned())),
            (None, None) => None,
            _ => return None,
        };
        lines.push(Line { kind: LineKind::from_number(i64::from(kind))?, text, command });
    }
    Some(StoredTable {
        secret: secret.try_into().ok()?,
        creator: Identity::from_bytes(&creator)?,
        created: created.cast_unsigned(),
        stage: TableStage::from_number(i64::from(stage))?,
        number: number.map(i64::cast_unsigned),
        ownership: ownership((epoch, last_seq, hash)).ok()?,
        listing,
        lines,
    })
}
