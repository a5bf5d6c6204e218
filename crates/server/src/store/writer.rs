//! The only writer of a SQLite database. It commits all queued appends with one transaction, so that they
//! share one sync of the disk (group commit).

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use wire::TableId;

use super::checkpoint::{Checkpoint, checkpoint_on};
use super::confirmed::{ConfirmedFile, Progress};
use super::database_files::DatabaseFiles;
use super::passes::{self, PassWrite};
use super::recent::{RecentLines, settle};
use super::sqlite::failure;
use super::{
    Append, CreateResult, Lease, Line, LogHead, NewStoredTable, NodeInfo, Ownership, StoreError, StoredTable,
    TableStage,
};

/// The maximum number of writes per transaction. A larger batch would delay its first write too
/// much.
const MAX_BATCH: usize = 256;

/// If this many appends were committed together, others will follow soon.
const MANY: usize = 4;
/// Then the next commit waits for them. It has fewer of the costs of a commit for each of them, and those who
/// wait hardly notice it: a server with so much to do takes longer for everything else.
const COMMIT_DELAY: Duration = Duration::from_millis(1);

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
    Claim {
        table: TableId,
        node: u64,
    },
    Reclaim {
        table: TableId,
        node: u64,
        epoch: u64,
    },
    Append(Arc<Append>),
    Release {
        table: TableId,
        epoch: u64,
    },
    Close(TableId),
    RemoveUnstarted {
        age: Duration,
        limit: u32,
    },
    /// Writes nothing but the count of writes.
    Probe,
    BeginCopy([u8; 32]),
    Import(TableId, Box<StoredTable>),
    FinishCopy,
    /// Notes a claim for which there was no space in the database: the table keeps its epoch.
    Adopt {
        table: TableId,
        ownership: Ownership,
    },
    /// Finishes a checkpoint: no other write happens meanwhile, so the log can begin again.
    Checkpoint,
    Pass(PassWrite),
}

/// The result of a write.
pub(super) enum WriteResult {
    Joined(Lease),
    Created(CreateResult),
    Claimed(Option<Ownership>),
    Written,
    /// How many tables were removed.
    Removed(u64),
    /// Whether a row was stored.
    Noted(bool),
    /// The content of a transfer that was removed.
    Taken(Option<Vec<u8>>),
}

/// What is needed before a commit can be confirmed.
pub(super) struct Confirmation {
    pub(super) files: DatabaseFiles,
    pub(super) file: ConfirmedFile,
}

impl Confirmation {
    /// Checks that commits are where they will be found, and notes how far they have got.
    fn confirm(&mut self, progress: &Progress) -> Result<(), StoreError> {
        self.files.check()?;
        self.file.write(progress);
        Ok(())
    }
}

/// Runs until the queue is closed.
pub(super) async fn run_writer(
    mut connection: SqliteConnection,
    mut recent: RecentLines,
    mut confirmation: Confirmation,
    mut waiting: mpsc::Receiver<Job>,
) {
    let mut jobs = Vec::with_capacity(MAX_BATCH);
    let mut last_batch = 0;
    while waiting.recv_many(&mut jobs, MAX_BATCH).await > 0 {
        if last_batch >= MANY && jobs.len() < last_batch {
            tokio::time::sleep(COMMIT_DELAY).await;
            while let Some(job) = (jobs.len() < MAX_BATCH).then(|| waiting.try_recv().ok()).flatten() {
                jobs.push(job);
            }
        }
        last_batch = jobs.len();
        let mut appends = Vec::with_capacity(jobs.len());
        let mut others = Vec::new();
        let mut checkpoints = Vec::new();
        for Job { request, reply } in jobs.drain(..) {
            match request {
                WriteRequest::Append(append) if RecentLines::accepts(&append) => {
                    appends.push((append, reply));
                }
                WriteRequest::Adopt { table, ownership } => {
                    recent.claimed(table, ownership);
                    let _ = reply.send(Ok(WriteResult::Written));
                }
                WriteRequest::Checkpoint => checkpoints.push(reply),
                request => others.push((request, reply)),
            }
        }
        let batch: Vec<&Append> = appends.iter().map(|(append, _)| &**append).collect();
        let results = append_all(&mut connection, &mut recent, &batch).await;
        drop(batch);
        if !appends.is_empty() {
            let confirmed = confirmation.confirm(&recent.progress);
            for ((_, reply), result) in appends.into_iter().zip(results) {
                let _ = reply.send(confirmed.clone().and(result).map(|()| WriteResult::Written));
            }
        }
        if !others.is_empty() {
            let (requests, replies): (Vec<_>, Vec<_>) = others.into_iter().unzip();
            let results = write_all(&mut connection, &mut recent, &requests).await;
            let confirmed = confirmation.confirm(&recent.progress);
            for (reply, result) in replies.into_iter().zip(results) {
                let _ = reply.send(confirmed.clone().and(result));
            }
        }
        recent.settle_if_many(&mut connection).await;
        for reply in checkpoints {
            let _ = reply.send(
                checkpoint_on(&mut connection, Checkpoint::Passive).await.map(|_| WriteResult::Written),
            );
        }
    }
    let _ = recent.settle_all(&mut connection).await;
    let _ = connection.close().await;
}

/// Appends a batch in one transaction. A fenced append does not affect the others.
async fn append_all(
    to: &mut SqliteConnection,
    recent: &mut RecentLines,
    batch: &[&Append],
) -> Vec<Result<(), StoreError>> {
    // A table that was loaded again may occur twice.
    let mut tables = HashSet::with_capacity(batch.len());
    let next: Vec<bool> =
        batch.iter().map(|append| recent.is_next(append) && tables.insert(append.table)).collect();
    let wanted: Vec<&Append> =
        batch.iter().zip(&next).filter(|(_, next)| **next).map(|(append, _)| *append).collect();
    let mut results = match recent.append(to, &wanted).await {
        Ok(()) => vec![Ok(()); wanted.len()],
        // A full disk affects all of them.
        Err(StoreError::Full) => vec![Err(StoreError::Full); wanted.len()],
        Err(error) if wanted.len() == 1 => vec![Err(error)],
        // A failing append must not affect the others, so try them one by one.
        Err(_) => {
            let mut results = Vec::with_capacity(wanted.len());
            for append in wanted {
                results.push(recent.append(to, &[append]).await);
            }
            results
        }
    }
    .into_iter();
    next.into_iter()
        .map(
            |next| {
                if next {
                    results.next().unwrap_or(Err(StoreError::Damaged))
                } else {
                    Err(StoreError::Fenced)
                }
            },
        )
        .collect()
}

/// We do not use sqlx's transactions: after some errors, such as a full disk, SQLite itself has
/// rolled back, and sqlx would lose track of that.
pub(super) async fn roll_back(connection: &mut SqliteConnection) {
    let _ = sqlx::query("ROLLBACK").execute(connection).await;
}

/// Executes other writes in one transaction. If it fails, they are tried one by one.
async fn write_all(
    to: &mut SqliteConnection,
    recent: &mut RecentLines,
    requests: &[WriteRequest],
) -> Vec<Result<WriteResult, StoreError>> {
    match write_batch(to, recent, requests).await {
        Ok(results) => results,
        Err(StoreError::Full) => requests.iter().map(|_| Err(StoreError::Full)).collect(),
        Err(error) if requests.len() == 1 => vec![Err(error)],
        Err(_) => {
            let mut results = Vec::with_capacity(requests.len());
            for request in requests {
                let result = write_batch(to, recent, std::slice::from_ref(request)).await;
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
    recent: &mut RecentLines,
    requests: &[WriteRequest],
) -> Result<Vec<Result<WriteResult, StoreError>>, StoreError> {
    if requests.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *to).await.map_err(failure)?;
    let mut results = Vec::with_capacity(requests.len());
    for request in requests {
        match execute(to, recent, request).await {
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
    let counted = Progress::count_write(to).await;
    let committed = match counted {
        Ok(writes) => sqlx::query("COMMIT").execute(&mut *to).await.map(|_| writes).map_err(failure),
        Err(error) => Err(error),
    };
    match committed {
        Ok(writes) => {
            recent.progress.writes = writes;
            for (request, result) in requests.iter().zip(&results) {
                note_committed(recent, request, result);
            }
            Ok(results)
        }
        Err(error) => {
            roll_back(to).await;
            Err(error)
        }
    }
}

/// Notes what a committed write means for later appends.
fn note_committed(
    recent: &mut RecentLines,
    request: &WriteRequest,
    result: &Result<WriteResult, StoreError>,
) {
    match (request, result) {
        (
            WriteRequest::Claim { table, .. } | WriteRequest::Reclaim { table, .. },
            Ok(WriteResult::Claimed(Some(ownership))),
        ) => recent.claimed(*table, *ownership),
        (WriteRequest::Leave(_), Ok(_)) | (_, Ok(WriteResult::Removed(1..))) => recent.settled(),
        (WriteRequest::Append(append), Ok(_)) => recent.appended(append),
        (WriteRequest::Release { table, epoch }, Ok(_)) => recent.released(*table, *epoch),
        _ => {}
    }
}

async fn execute(
    to: &mut SqliteConnection,
    recent: &RecentLines,
    request: &WriteRequest,
) -> Result<WriteResult, StoreError> {
    match request {
        WriteRequest::Join(node) => join(to, node).await.map(WriteResult::Joined),
        WriteRequest::Leave(node) => {
            recent.settle_within(to).await?;
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
        WriteRequest::RemoveUnstarted { age, limit } => {
            remove_unstarted(to, recent, *age, *limit).await.map(WriteResult::Removed)
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
        WriteRequest::Append(append) => {
            if !recent.is_next(append) {
                return Err(StoreError::Fenced);
            }
            append_and_update(to, append).await.map(|()| WriteResult::Written)
        }
        // The first two are no part of a transaction. Each transaction is counted.
        WriteRequest::Adopt { .. } | WriteRequest::Checkpoint | WriteRequest::Probe => {
            Ok(WriteResult::Written)
        }
        WriteRequest::Pass(write) => passes::execute(to, write).await.map_err(failure),
    }
}

/// Appends lines and changes the stage or the listing of a table.
///
/// Finished games are numbered here: there is only one writer, so the numbers are in the order of commits.
async fn append_and_update(to: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    settle(to, append.table).await?;
    let updated = sqlx::query(
        "UPDATE tables SET
            last_seq = ?3,
            hash = ?4,
            stage = coalesce(?5, stage),
            over = CASE WHEN ?5 = 2
                THEN coalesce(over, (SELECT coalesce(max(over), 0) FROM tables WHERE over IS NOT NULL) + 1)
                ELSE over END,
            listing = CASE WHEN ?6 THEN ?7 ELSE listing END,
            listed = CASE WHEN NOT ?6 THEN listed WHEN ?7 IS NOT NULL
                THEN coalesce(listed, (SELECT coalesce(max(listed), 0) FROM tables WHERE listed IS NOT NULL) + 1)
                END
         WHERE id = ?1 AND epoch = ?2",
    )
    .bind(append.table.as_str())
    .bind(append.ownership.epoch.cast_signed())
    .bind(append.head.seq.cast_signed())
    .bind(&append.head.hash[..])
    .bind(append.stage.map(|stage| stage as i64))
    .bind(append.listing.is_some())
    .bind(append.listing.as_ref().and_then(Option::as_deref))
    .execute(&mut *to)
    .await
    .map_err(failure)?;
    if updated.rows_affected() == 0 {
        return Err(StoreError::Fenced);
    }
    insert_lines(to, append.table, append.ownership.head.seq, &append.lines).await.map_err(failure)
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
    sqlx::query("INSERT INTO nodes (id, address, version) VALUES (?, ?, ?)")
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
    settle(to, table).await?;
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
        "INSERT INTO tables (id, secret, creator, epoch, created, stage, last_seq, hash, opened)
         VALUES (?, ?, ?, 0, ?, ?, ?, ?, unixepoch())",
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
    insert_lines(to, table.table, 0, &table.lines).await?;
    Ok(CreateResult::New)
}

/// Removes tables at which no game has started. All lines are settled first, so that none is left without a
/// table.
async fn remove_unstarted(
    to: &mut SqliteConnection,
    recent: &RecentLines,
    age: Duration,
    limit: u32,
) -> Result<u64, StoreError> {
    let old: Vec<(String,)> = sqlx::query_as(
        "SELECT id FROM tables WHERE stage = 0 AND opened < unixepoch() - ?
         AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = node) ORDER BY opened LIMIT ?",
    )
    .bind(age.as_secs().cast_signed())
    .bind(limit)
    .fetch_all(&mut *to)
    .await
    .map_err(failure)?;
    // On a full disk, a table can have an owner that its row does not name.
    let old: Vec<String> = old.into_iter().map(|(id,)| id).filter(|id| !recent.is_owned(id)).collect();
    if old.is_empty() {
        return Ok(0);
    }
    recent.settle_within(to).await?;
    // The last settled line stays for its place. It must not be taken for one of a new table with the same
    // id.
    sqlx::query("UPDATE recent SET id = ''").execute(&mut *to).await.map_err(failure)?;
    for id in &old {
        for removal in ["DELETE FROM lines WHERE id = ?", "DELETE FROM tables WHERE id = ?"] {
            sqlx::query(removal).bind(id).execute(&mut *to).await.map_err(failure)?;
        }
    }
    Ok(old.len() as u64)
}

/// Stores a table of another store, in place of an older copy.
async fn import(to: &mut SqliteConnection, table: TableId, stored: &StoredTable) -> Result<(), sqlx::Error> {
    for old in ["DELETE FROM lines WHERE id = ?", "DELETE FROM tables WHERE id = ?"] {
        sqlx::query(old).bind(table.as_str()).execute(&mut *to).await?;
    }
    sqlx::query(
        "INSERT INTO tables (id, secret, creator, epoch, created, stage, last_seq, hash, over, opened)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, unixepoch())",
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
    insert_lines(to, table, 0, &stored.lines).await
}

/// Inserts lines after the line with this number.
async fn insert_lines(
    to: &mut SqliteConnection,
    table: TableId,
    after: u64,
    lines: &[Line],
) -> Result<(), sqlx::Error> {
    for (seq, line) in (after + 1..).zip(lines) {
        let (who, command) = line.command.unzip();
        sqlx::query("INSERT INTO lines (id, seq, kind, text, who, command) VALUES (?, ?, ?, ?, ?, ?)")
            .bind(table.as_str())
            .bind(seq.cast_signed())
            .bind(line.kind.number())
            .bind(line.text.as_str())
            .bind(who.map(|who| who.bytes().to_vec()))
            .bind(command.map(u64::cast_signed))
            .execute(&mut *to)
            .await?;
    }
    Ok(())
}
