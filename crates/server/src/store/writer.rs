//! The only writer of a SQLite database. It commits all queued appends with one transaction, so that they
//! share one sync of the disk (group commit).

use std::collections::HashSet;
use std::sync::Arc;

use sqlx::{Connection, SqliteConnection};
use table::hex;
use tokio::sync::{mpsc, oneshot};
use wire::TableId;

use super::passes::{self, PassWrite};
use super::sqlite::failure;
use super::{
    Append, CreateResult, Lease, Line, LogHead, NewStoredTable, NodeInfo, Ownership, StoreError, StoredTable,
    TableStage,
};

/// The maximum number of writes per transaction. A larger batch would delay its first write too
/// much.
const MAX_BATCH: usize = 256;

/// A queued write, and where to send its result.
pub(super) struct Job {
    pub(super) request: WriteRequest,
    pub(super) reply: oneshot::Sender<Result<WriteResult, StoreError>>,
}

/// A write.
pub(super) enum WriteRequest {
    Join(NodeInfo),
    Leave(u64),
    Create(Box<NewStoredTable>, u32),
    Claim { table: TableId, node: u64 },
    Reclaim { table: TableId, node: u64, epoch: u64 },
    Append(Arc<Append>),
    Release { table: TableId, epoch: u64 },
    Close(TableId),
    BeginCopy([u8; 32]),
    Import(TableId, Box<StoredTable>),
    FinishCopy,
    Pass(PassWrite),
}

/// The result of a write.
pub(super) enum WriteResult {
    Joined(Lease),
    Created(CreateResult),
    Claimed(Option<Ownership>),
    Written,
    /// Whether a row was stored.
    Noted(bool),
    /// The content of a transfer that was removed.
    Taken(Option<Vec<u8>>),
}

/// Runs until the queue is closed.
pub(super) async fn run_writer(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(MAX_BATCH);
    while waiting.recv_many(&mut jobs, MAX_BATCH).await > 0 {
        let mut appends = Vec::with_capacity(jobs.len());
        let mut others = Vec::new();
        for Job { request, reply } in jobs.drain(..) {
            match request {
                WriteRequest::Append(append) => appends.push((append, reply)),
                request => others.push((request, reply)),
            }
        }
        let batch: Vec<&Append> = appends.iter().map(|(append, _)| &**append).collect();
        let results = append_all(&mut connection, &batch).await;
        drop(batch);
        for ((_, reply), result) in appends.into_iter().zip(results) {
            let _ = reply.send(result.map(|()| WriteResult::Written));
        }
        let (requests, replies): (Vec<_>, Vec<_>) = others.into_iter().unzip();
        for (reply, result) in replies.into_iter().zip(write_all(&mut connection, &requests).await) {
            let _ = reply.send(result);
        }
    }
    let _ = connection.close().await;
}

/// Appends a batch in one transaction. A fenced append does not affect the others.
async fn append_all(to: &mut SqliteConnection, batch: &[&Append]) -> Vec<Result<(), StoreError>> {
    // A table that was loaded again may occur twice, with different epochs.
    let result = |advanced: &HashSet<(String, i64)>, append: &Append| {
        let key = (append.table.as_str().to_owned(), append.ownership.epoch.cast_signed());
        if advanced.contains(&key) { Ok(()) } else { Err(StoreError::Fenced) }
    };
    match append_batch(to, batch).await {
        Ok(advanced) => batch.iter().map(|append| result(&advanced, append)).collect(),
        // A full disk affects all of them.
        Err(StoreError::Full) => batch.iter().map(|_| Err(StoreError::Full)).collect(),
        // A failing append must not affect the others, so try them one by one.
        Err(error) if batch.len() == 1 => vec![Err(error)],
        Err(_) => {
            let mut results = Vec::with_capacity(batch.len());
            for append in batch {
                results
                    .push(append_batch(to, &[append]).await.and_then(|advanced| result(&advanced, append)));
            }
            results
        }
    }
}

/// The whole transaction in one call, because each call is a round trip to the database thread. Both
/// statements have the same condition: epoch and last line are as expected.
///
/// Finished games are numbered here: there is only one writer, so the numbers are in the order of commits.
const APPEND: &str = "
BEGIN IMMEDIATE;
INSERT INTO lines
SELECT value ->> 0, value ->> 3, value ->> 4, value ->> 5, unhex(value ->> 6), value ->> 7
FROM json_each(?) JOIN tables ON tables.id = value ->> 0 AND epoch = value ->> 1 AND last_seq = value ->> 2;
UPDATE tables SET
    last_seq = value ->> 3,
    hash = unhex(value ->> 4),
    stage = coalesce(value ->> 5, stage),
    over = CASE WHEN value ->> 5 = 2
        THEN coalesce(over, (SELECT coalesce(max(over), 0) FROM tables WHERE over IS NOT NULL) + 1 + key)
        ELSE over END,
    listing = CASE WHEN value ->> 6 THEN value ->> 7 ELSE listing END,
    listed = CASE WHEN NOT value ->> 6 THEN listed WHEN value ->> 7 IS NOT NULL
        THEN coalesce(listed, (SELECT coalesce(max(listed), 0) FROM tables WHERE listed IS NOT NULL) + 1 + key)
        END
FROM json_each(?) WHERE tables.id = value ->> 0 AND epoch = value ->> 1 AND last_seq = value ->> 2
RETURNING id, epoch;
COMMIT";

/// Appends a batch. Returns the tables that were advanced. If this fails, nothing was written.
async fn append_batch(
    to: &mut SqliteConnection,
    batch: &[&Append],
) -> Result<HashSet<(String, i64)>, StoreError> {
    if batch.is_empty() {
        return Ok(HashSet::new());
    }
    let lines: Vec<_> = batch
        .iter()
        .flat_map(|append| {
            append.lines.iter().enumerate().map(move |(at, line)| {
                let Ownership { epoch, head } = append.ownership;
                let (who, command) = line.command.unzip();
                (
                    append.table,
                    epoch.cast_signed(),
                    head.seq.cast_signed(),
                    (head.seq + 1 + at as u64).cast_signed(),
                    line.kind.number(),
                    &line.text,
                    who.map(|who| hex::encode(who.bytes())),
                    command.map(u64::cast_signed),
                )
            })
        })
        .collect();
    let rows: Vec<_> = batch
        .iter()
        .map(|append| {
            (
                append.table,
                append.ownership.epoch.cast_signed(),
                append.ownership.head.seq.cast_signed(),
                append.head.seq.cast_signed(),
                hex::encode(&append.head.hash),
                append.stage.map(|stage| stage as i64),
                append.listing.is_some(),
                append.listing.as_ref().and_then(Option::as_ref),
            )
        })
        .collect();
    let json =
        |result: serde_json::Result<String>| result.map_err(|error| StoreError::Failed(error.to_string()));
    let advanced: Result<Vec<(String, i64)>, _> = sqlx::query_as(APPEND)
        .bind(json(serde_json::to_string(&lines))?)
        .bind(json(serde_json::to_string(&rows))?)
        .fetch_all(&mut *to)
        .await;
    match advanced {
        Ok(advanced) => Ok(advanced.into_iter().collect()),
        Err(error) => {
            roll_back(to).await;
            Err(failure(error))
        }
    }
}

/// We do not use sqlx's transactions: after some errors, such as a full disk, SQLite itself has
/// rolled back, and sqlx would lose track of that.
async fn roll_back(connection: &mut SqliteConnection) {
    let _ = sqlx::query("ROLLBACK").execute(connection).await;
}

/// Executes other writes in one transaction. If it fails, they are tried one by one.
async fn write_all(
    to: &mut SqliteConnection,
    requests: &[WriteRequest],
) -> Vec<Result<WriteResult, StoreError>> {
    match write_batch(to, requests).await {
        Ok(results) => results,
        Err(StoreError::Full) => requests.iter().map(|_| Err(StoreError::Full)).collect(),
        Err(error) if requests.len() == 1 => vec![Err(error)],
        Err(_) => {
            let mut results = Vec::with_capacity(requests.len());
            for request in requests {
                let result = write_batch(to, std::slice::from_ref(request)).await;
                results
                    .push(result.and_then(|mut results| results.pop().unwrap_or(Err(StoreError::Damaged))));
            }
            results
        }
    }
}

/// Executes a batch. If this fails, nothing was written. A refused write does not affect the others.
async fn write_batch(
    to: &mut SqliteConnection,
    requests: &[WriteRequest],
) -> Result<Vec<Result<WriteResult, StoreError>>, StoreError> {
    if requests.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *to).await.map_err(failure)?;
    let mut results = Vec::with_capacity(requests.len());
    for request in requests {
        match execute(to, request).await {
            Ok(result) => results.push(Ok(result)),
            Err(refused @ (StoreError::LeaseLost | StoreError::Fenced | StoreError::UnfinishedCopy)) => {
                results.push(Err(refused));
            }
            Err(error) => {
                roll_back(to).await;
                return Err(error);
            }
        }
    }
    match sqlx::query("COMMIT").execute(&mut *to).await {
        Ok(_) => Ok(results),
        Err(error) => {
            roll_back(to).await;
            Err(failure(error))
        }
    }
}

async fn execute(to: &mut SqliteConnection, request: &WriteRequest) -> Result<WriteResult, StoreError> {
    match request {
        WriteRequest::Join(node) => join(to, node).await.map(WriteResult::Joined),
        WriteRequest::Leave(node) => {
            sqlx::query("DELETE FROM nodes WHERE id = ?")
                .bind(node.cast_signed())
                .execute(to)
                .await
                .map_err(failure)?;
            Ok(WriteResult::Written)
        }
        WriteRequest::Create(table, limit) => {
            create(to, table, *limit).await.map(WriteResult::Created).map_err(failure)
        }
        WriteRequest::Claim { table, node } => claim(to, *table, *node).await.map(WriteResult::Claimed),
        WriteRequest::Reclaim { table, node, epoch } => {
            take(to, *table, *node, Some(*epoch)).await.map(WriteResult::Claimed)
        }
        WriteRequest::Release { table, epoch } => {
            sqlx::query(
                "UPDATE tables SET node = NULL, listing = NULL, listed = NULL WHERE id = ? AND epoch = ?",
            )
            .bind(table.as_str())
            .bind(epoch.cast_signed())
            .execute(to)
            .await
            .map_err(failure)?;
            Ok(WriteResult::Written)
        }
        WriteRequest::Close(table) => {
            sqlx::query("UPDATE tables SET stage = ?, listing = NULL, listed = NULL WHERE id = ?")
                .bind(TableStage::Damaged as i64)
                .bind(table.as_str())
                .execute(to)
                .await
                .map_err(failure)?;
            Ok(WriteResult::Written)
        }
        WriteRequest::BeginCopy(secret) => {
            sqlx::query("INSERT INTO house (one, secret, owner, copying) VALUES (1, ?, 0, 1)")
                .bind(&secret[..])
                .execute(to)
                .await
                .map_err(failure)?;
            Ok(WriteResult::Written)
        }
        WriteRequest::Import(table, stored) => {
            import(to, *table, stored).await.map(|()| WriteResult::Written).map_err(failure)
        }
        WriteRequest::FinishCopy => {
            // Games that finished while a backup was made have no numbers yet.
            let number = "UPDATE tables SET over = place + (SELECT coalesce(max(over), 0) FROM tables)
                FROM (SELECT id AS game, row_number() OVER (ORDER BY created, id) AS place FROM tables
                    WHERE stage = 2 AND over IS NULL)
                WHERE id = game";
            for change in [number, "UPDATE house SET copying = 0"] {
                sqlx::query(change).execute(&mut *to).await.map_err(failure)?;
            }
            Ok(WriteResult::Written)
        }
        WriteRequest::Pass(write) => passes::execute(to, write).await.map_err(failure),
        // Appends have their own batches.
        WriteRequest::Append(_) => Err(StoreError::Fenced),
    }
}

/// One process owns the file, and a later one takes over: the leases of all others end.
async fn join(to: &mut SqliteConnection, node: &NodeInfo) -> Result<Lease, StoreError> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| StoreError::Failed(error.to_string()))?;
    sqlx::query("INSERT OR IGNORE INTO house (one, secret, owner) VALUES (1, ?, 0)")
        .bind(&secret[..])
        .execute(&mut *to)
        .await
        .map_err(failure)?;
    let joined: Option<(Vec<u8>, i64)> =
        sqlx::query_as("UPDATE house SET owner = owner + 1 WHERE NOT copying RETURNING secret, owner")
            .fetch_optional(&mut *to)
            .await
            .map_err(failure)?;
    let (secret, number) = joined.ok_or(StoreError::UnfinishedCopy)?;
    sqlx::query("DELETE FROM nodes").execute(&mut *to).await.map_err(failure)?;
    sqlx::query("INSERT INTO nodes VALUES (?, ?, ?)")
        .bind(number)
        .bind(&node.address)
        .bind(&node.version)
        .execute(to)
        .await
        .map_err(failure)?;
    let secret = secret.try_into().map_err(|_| StoreError::Damaged)?;
    Ok(Lease { node: number.cast_unsigned(), secret })
}

/// Claims a table; `None` if it does not exist. Nobody else is registered, so nobody else owns it.
async fn claim(
    to: &mut SqliteConnection,
    table: TableId,
    node: u64,
) -> Result<Option<Ownership>, StoreError> {
    let registered: Option<(i64,)> = sqlx::query_as("SELECT 1 FROM nodes WHERE id = ?")
        .bind(node.cast_signed())
        .fetch_optional(&mut *to)
        .await
        .map_err(failure)?;
    registered.ok_or(StoreError::LeaseLost)?;
    take(to, table, node, None).await
}

/// Raises the epoch of a table. With a previous epoch, only if the node has owned the table since.
async fn take(
    to: &mut SqliteConnection,
    table: TableId,
    node: u64,
    since: Option<u64>,
) -> Result<Option<Ownership>, StoreError> {
    let row: Option<(i64, i64, Vec<u8>)> = sqlx::query_as(
        "UPDATE tables SET node = ?1, epoch = epoch + 1 WHERE id = ?2 AND (?3 IS NULL OR (node = ?1 AND epoch >= ?3))
         RETURNING epoch, last_seq, hash",
    )
    .bind(node.cast_signed())
    .bind(table.as_str())
    .bind(since.map(u64::cast_signed))
    .fetch_optional(to)
    .await
    .map_err(failure)?;
    let Some((epoch, seq, hash)) = row else { return Ok(None) };
    let hash = hash.try_into().map_err(|_| StoreError::Damaged)?;
    let head = LogHead { seq: seq.cast_unsigned(), hash };
    Ok(Some(Ownership { epoch: epoch.cast_unsigned(), head }))
}

async fn create(
    to: &mut SqliteConnection,
    table: &NewStoredTable,
    limit: u32,
) -> Result<CreateResult, sqlx::Error> {
    let there: Option<(i64,)> = sqlx::query_as("SELECT 1 FROM tables WHERE id = ?")
        .bind(table.table.as_str())
        .fetch_optional(&mut *to)
        .await?;
    if there.is_some() {
        return Ok(CreateResult::AlreadyExists);
    }
    let (own,): (i64,) = sqlx::query_as("SELECT count(*) FROM tables WHERE creator = ? AND stage < 2")
        .bind(&table.creator.bytes()[..])
        .fetch_one(&mut *to)
        .await?;
    if own >= i64::from(limit) {
        return Ok(CreateResult::TooMany);
    }
    let head = LogHead::empty(table.table, &table.secret, table.creator.bytes()).with_lines(&table.lines);
    sqlx::query(
        "INSERT INTO tables (id, secret, creator, epoch, created, stage, last_seq, hash) VALUES (?, ?, ?, 0, ?, ?, ?, ?)",
    )
    .bind(table.table.as_str())
    .bind(&table.secret[..])
    .bind(&table.creator.bytes()[..])
    .bind(table.created.cast_signed())
    .bind(TableStage::Open as i64)
    .bind(head.seq.cast_signed())
    .bind(&head.hash[..])
    .execute(&mut *to)
    .await?;
    insert_lines(to, table.table, &table.lines).await?;
    Ok(CreateResult::New)
}

/// Stores a table of another store, in place of an older copy.
async fn import(to: &mut SqliteConnection, table: TableId, stored: &StoredTable) -> Result<(), sqlx::Error> {
    for old in ["DELETE FROM lines WHERE id = ?", "DELETE FROM tables WHERE id = ?"] {
        sqlx::query(old).bind(table.as_str()).execute(&mut *to).await?;
    }
    sqlx::query(
        "INSERT INTO tables (id, secret, creator, epoch, created, stage, last_seq, hash, over) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(table.as_str())
    .bind(&stored.secret[..])
    .bind(&stored.creator.bytes()[..])
    .bind(stored.ownership.epoch.cast_signed())
    .bind(stored.created.cast_signed())
    .bind(stored.stage as i64)
    .bind(stored.ownership.head.seq.cast_signed())
    .bind(&stored.ownership.head.hash[..])
    .bind(stored.number.map(u64::cast_signed))
    .execute(&mut *to)
    .await?;
    insert_lines(to, table, &stored.lines).await
}

/// Inserts all lines of a new table.
async fn insert_lines(to: &mut SqliteConnection, table: TableId, lines: &[Line]) -> Result<(), sqlx::Error> {
    for (seq, line) in (1_i64..).zip(lines) {
        let (who, command) = line.command.unzip();
        sqlx::query("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?)")
            .bind(table.as_str())
            .bind(seq)
            .bind(line.kind.number())
            .bind(line.text.as_str())
            .bind(who.map(|who| who.bytes().to_vec()))
            .bind(command.map(u64::cast_signed))
            .execute(&mut *to)
            .await?;
    }
    Ok(())
}
