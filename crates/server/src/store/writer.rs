//! The only writer of the database. It commits all queued writes in one transaction, so that they
//! share one sync of the disk (group commit).

use std::collections::HashSet;

use sqlx::{Connection, SqliteConnection};
use table::hex;
use tokio::sync::{mpsc, oneshot};
use wire::TableId;

use super::sqlite::failure;
use super::{Append, CreateResult, Lease, Line, NewStoredTable, StoreError, TableStage};

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
    Open,
    Create(Box<NewStoredTable>, u32),
    Append(Append),
    Close(TableId),
}

/// The result of a write.
#[derive(Clone)]
pub(super) enum WriteResult {
    Opened(Lease),
    Created(CreateResult),
    Written,
}

/// Runs until the queue is closed.
pub(super) async fn run_writer(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(MAX_BATCH);
    while waiting.recv_many(&mut jobs, MAX_BATCH).await > 0 {
        match commit_batch(&mut connection, &jobs).await {
            Ok(results) => {
                for (job, result) in jobs.drain(..).zip(results) {
                    let _ = job.reply.send(result);
                }
            }
            // A failing write must not affect the others, so retry them one by one. A full disk
            // affects all of them.
            Err(StoreError::Full) => jobs.drain(..).for_each(|job| {
                let _ = job.reply.send(Err(StoreError::Full));
            }),
            Err(_) => {
                for job in jobs.drain(..) {
                    let result = commit_batch(&mut connection, std::slice::from_ref(&job)).await;
                    let unanswered = || Err(StoreError::Failed("nothing was written".to_owned()));
                    let result =
                        result.and_then(|results| results.into_iter().next().unwrap_or_else(unanswered));
                    let _ = job.reply.send(result);
                }
            }
        }
    }
    let _ = connection.close().await;
}

/// Commits a batch in one transaction. If this fails, nothing was written. A conflict is the result
/// of a single job and does not affect the others.
///
/// We do not use sqlx's transactions: after some errors, such as a full disk, SQLite itself has
/// rolled back, and sqlx would lose track of that.
async fn commit_batch(
    to: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<WriteResult, StoreError>>, StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *to).await.map_err(failure)?;
    let written = match write(to, jobs).await {
        Ok(results) => sqlx::query("COMMIT").execute(&mut *to).await.map(|_| results),
        Err(error) => Err(error),
    };
    if written.is_err() {
        let _ = sqlx::query("ROLLBACK").execute(to).await;
    }
    written.map_err(failure)
}

async fn write(
    to: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<WriteResult, StoreError>>, sqlx::Error> {
    let mut results = Vec::with_capacity(jobs.len());
    let moves = append_moves(to, jobs).await?;
    for job in jobs {
        results.push(match &job.request {
            WriteRequest::Append(lines) if is_move(lines) => match moves.contains(lines.table.as_str()) {
                true => Ok(WriteResult::Written),
                false => Err(StoreError::Conflict),
            },
            WriteRequest::Append(lines) => match append(to, lines).await? {
                true => Ok(WriteResult::Written),
                false => Err(StoreError::Conflict),
            },
            WriteRequest::Open => Ok(WriteResult::Opened(open(to).await?)),
            WriteRequest::Create(table, limit) => Ok(WriteResult::Created(create(to, table, *limit).await?)),
            WriteRequest::Close(table) => close(to, *table).await.map(|()| Ok(WriteResult::Written))?,
        });
    }
    Ok(results)
}

/// Whether exactly one line is appended and the stage is unchanged, as with nearly every move.
fn is_move(append: &Append) -> bool {
    append.stage.is_none() && append.lines.len() == 1
}

/// Appends all such lines with one statement, because each statement is a round trip to the
/// database thread. Returns the tables that were changed. A table waits for each result, so no
/// table occurs twice; if one did, the database would refuse both.
async fn append_moves(to: &mut SqliteConnection, jobs: &[Job]) -> Result<HashSet<String>, sqlx::Error> {
    let rows: Vec<_> = jobs
        .iter()
        .filter_map(|job| match &job.request {
            WriteRequest::Append(append) if is_move(append) => Some(append),
            _ => None,
        })
        .flat_map(|append| append.lines.iter().map(move |line| (append, line)))
        .map(|(append, line)| {
            let (who, command) = line.command.unzip();
            let who = who.map(|who| hex::encode(who.bytes()));
            let (seq, epoch) = (append.seq.cast_signed(), append.epoch.cast_signed());
            let command = command.map(u64::cast_signed);
            (append.table, seq, line.kind.number(), &line.text, who, command, epoch)
        })
        .collect();
    if rows.is_empty() {
        return Ok(HashSet::new());
    }
    let added: Vec<(String,)> = sqlx::query_as(
        "INSERT INTO lines
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, unhex(value ->> 4), value ->> 5 FROM json_each(?)
         WHERE EXISTS (SELECT 1 FROM tables WHERE id = value ->> 0 AND owner <= value ->> 6)
         AND coalesce((SELECT max(seq) FROM lines WHERE id = value ->> 0), 0) = (value ->> 1) - 1
         RETURNING id",
    )
    .bind(serde_json::to_string(&rows).map_err(|error| sqlx::Error::Protocol(error.to_string()))?)
    .fetch_all(to)
    .await?;
    Ok(added.into_iter().map(|(id,)| id).collect())
}

async fn open(to: &mut SqliteConnection) -> Result<Lease, sqlx::Error> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| sqlx::Error::Protocol(error.to_string()))?;
    sqlx::query("INSERT OR IGNORE INTO house VALUES (1, ?, 0)").bind(&secret[..]).execute(&mut *to).await?;
    let (secret, epoch): (Vec<u8>, i64) =
        sqlx::query_as("UPDATE house SET owner = owner + 1 RETURNING secret, owner").fetch_one(to).await?;
    let secret = secret.try_into().map_err(|_| sqlx::Error::Protocol("the secret is damaged".to_owned()))?;
    Ok(Lease { epoch: epoch.cast_unsigned(), secret })
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
    sqlx::query("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, NULL)")
        .bind(table.table.as_str())
        .bind(&table.secret[..])
        .bind(&table.creator.bytes()[..])
        .bind(table.epoch.cast_signed())
        .bind(table.created.cast_signed())
        .bind(TableStage::Open as i64)
        .execute(&mut *to)
        .await?;
    for (seq, line) in (1..).zip(&table.lines) {
        if !insert(to, table.table, table.epoch, seq, line).await? {
            return Err(sqlx::Error::RowNotFound);
        }
    }
    Ok(CreateResult::New)
}

/// Appends lines. Returns `false`, and appends nothing, if another server has written to the table.
async fn append(to: &mut SqliteConnection, append: &Append) -> Result<bool, sqlx::Error> {
    for (seq, line) in (append.seq..).zip(&append.lines) {
        // If the first line fits, so do the others.
        if !insert(to, append.table, append.epoch, seq, line).await? {
            return Ok(false);
        }
    }
    if let Some(stage) = append.stage {
        sqlx::query("UPDATE tables SET owner = ?, stage = ? WHERE id = ?")
            .bind(append.epoch.cast_signed())
            .bind(stage as i64)
            .bind(append.table.as_str())
            .execute(&mut *to)
            .await?;
        if stage == TableStage::Over {
            number(to, append.table).await?;
        }
    }
    Ok(true)
}

/// Numbers a finished game, once. Games that finish later get larger numbers.
async fn number(to: &mut SqliteConnection, table: TableId) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE tables SET over = (SELECT coalesce(max(over), 0) + 1 FROM tables) WHERE id = ? AND over IS NULL")
        .bind(table.as_str())
        .execute(to)
        .await?;
    Ok(())
}

async fn insert(
    to: &mut SqliteConnection,
    table: TableId,
    epoch: u64,
    seq: u64,
    line: &Line,
) -> Result<bool, sqlx::Error> {
    let (who, command) = line.command.unzip();
    let done = sqlx::query(
        "INSERT INTO lines SELECT ?1, ?2, ?3, ?4, ?5, ?6
         WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND owner <= ?7)
         AND coalesce((SELECT max(seq) FROM lines WHERE id = ?1), 0) = ?2 - 1",
    )
    .bind(table.as_str())
    .bind(seq.cast_signed())
    .bind(line.kind.number())
    .bind(line.text.as_str())
    .bind(who.map(|who| who.bytes().to_vec()))
    .bind(command.map(u64::cast_signed))
    .bind(epoch.cast_signed())
    .execute(to)
    .await?;
    Ok(done.rows_affected() == 1)
}

async fn close(to: &mut SqliteConnection, table: TableId) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE tables SET stage = ? WHERE id = ?")
        .bind(TableStage::Damaged as i64)
        .bind(table.as_str())
        .execute(to)
        .await?;
    Ok(())
}
