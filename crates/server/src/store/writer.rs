//! All that is written goes through here: one transaction, and one wait for the disk, for everybody who waits at that moment.

use std::collections::HashSet;

use sqlx::{Connection, SqliteConnection};
use table::hex;
use tokio::sync::{mpsc, oneshot};
use wire::TableId;

use super::sqlite::failure;
use super::{Append, Created, Fresh, Line, Opening, Stage, StoreError};

/// The most that is committed together: more would let the first wait too long.
const TOGETHER: usize = 256;

/// Something to be written, and who waits for it.
pub(super) struct Job {
    pub(super) task: Task,
    pub(super) reply: oneshot::Sender<Result<Done, StoreError>>,
}

/// What is to be written.
pub(super) enum Task {
    Open,
    Create(Box<Fresh>, u32),
    Append(Append),
    Close(TableId),
}

/// What was written.
#[derive(Clone)]
pub(super) enum Done {
    Opened(Opening),
    Created(Created),
    Written,
}

/// Writes until nobody can ask for it any more.
pub(super) async fn write_all(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    while waiting.recv_many(&mut jobs, TOGETHER).await > 0 {
        match together(&mut connection, &jobs).await {
            Ok(results) => {
                for (job, result) in jobs.drain(..).zip(results) {
                    let _ = job.reply.send(result);
                }
            }
            // One that cannot be written must not keep the others from it. Where there is no room, there is none for any.
            Err(StoreError::Full) => jobs.drain(..).for_each(|job| {
                let _ = job.reply.send(Err(StoreError::Full));
            }),
            Err(_) => {
                for job in jobs.drain(..) {
                    let result = together(&mut connection, std::slice::from_ref(&job)).await;
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

/// One transaction. An error is one of the disk: nothing was written. A conflict is the job's own, and does not hinder the others.
///
/// The statements are our own. After some errors, as of a full disk, the database itself has rolled back, and whoever counts transactions would wait
/// for the end of one that is none any more.
async fn together(
    to: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<Done, StoreError>>, StoreError> {
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
) -> Result<Vec<Result<Done, StoreError>>, sqlx::Error> {
    let mut results = Vec::with_capacity(jobs.len());
    let moves = append_moves(to, jobs).await?;
    for job in jobs {
        results.push(match &job.task {
            Task::Append(lines) if is_move(lines) => match moves.contains(lines.table.as_str()) {
                true => Ok(Done::Written),
                false => Err(StoreError::Conflict),
            },
            Task::Append(lines) => match append(to, lines).await? {
                true => Ok(Done::Written),
                false => Err(StoreError::Conflict),
            },
            Task::Open => Ok(Done::Opened(open(to).await?)),
            Task::Create(table, most) => Ok(Done::Created(create(to, table, *most).await?)),
            Task::Close(table) => close(to, *table).await.map(|()| Ok(Done::Written))?,
        });
    }
    Ok(results)
}

/// Whether one line is to be added and nothing else, as by nearly every move.
fn is_move(append: &Append) -> bool {
    append.stage.is_none() && append.lines.len() == 1
}

/// Adds all such lines with one statement, since each is a journey to the thread of the database and back; the tables that they were added to. A
/// table waits for the answer before it asks again, so no table is among them twice; if one were, the database would refuse both.
async fn append_moves(to: &mut SqliteConnection, jobs: &[Job]) -> Result<HashSet<String>, sqlx::Error> {
    let rows: Vec<_> = jobs
        .iter()
        .filter_map(|job| match &job.task {
            Task::Append(append) if is_move(append) => Some(append),
            _ => None,
        })
        .flat_map(|append| append.lines.iter().map(move |line| (append, line)))
        .map(|(append, line)| {
            let (who, command) = line.command.unzip();
            let who = who.map(|who| hex::encode(who.bytes()));
            let (seq, owner) = (append.seq.cast_signed(), append.owner.cast_signed());
            let command = command.map(u64::cast_signed);
            (append.table, seq, line.kind.number(), &line.text, who, command, owner)
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

async fn open(to: &mut SqliteConnection) -> Result<Opening, sqlx::Error> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| sqlx::Error::Protocol(error.to_string()))?;
    sqlx::query("INSERT OR IGNORE INTO house VALUES (1, ?, 0)").bind(&secret[..]).execute(&mut *to).await?;
    let (secret, owner): (Vec<u8>, i64) =
        sqlx::query_as("UPDATE house SET owner = owner + 1 RETURNING secret, owner").fetch_one(to).await?;
    let secret = secret.try_into().map_err(|_| sqlx::Error::Protocol("the secret is damaged".to_owned()))?;
    Ok(Opening { owner: owner.cast_unsigned(), secret })
}

async fn create(to: &mut SqliteConnection, table: &Fresh, most: u32) -> Result<Created, sqlx::Error> {
    let there: Option<(i64,)> = sqlx::query_as("SELECT 1 FROM tables WHERE id = ?")
        .bind(table.table.as_str())
        .fetch_optional(&mut *to)
        .await?;
    if there.is_some() {
        return Ok(Created::There);
    }
    let (own,): (i64,) = sqlx::query_as("SELECT count(*) FROM tables WHERE creator = ? AND stage < 2")
        .bind(&table.creator.bytes()[..])
        .fetch_one(&mut *to)
        .await?;
    if own >= i64::from(most) {
        return Ok(Created::TooMany);
    }
    sqlx::query("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, NULL)")
        .bind(table.table.as_str())
        .bind(&table.secret[..])
        .bind(&table.creator.bytes()[..])
        .bind(table.owner.cast_signed())
        .bind(table.created.cast_signed())
        .bind(Stage::Open as i64)
        .execute(&mut *to)
        .await?;
    for (seq, line) in (1..).zip(&table.lines) {
        if !insert(to, table.table, table.owner, seq, line).await? {
            return Err(sqlx::Error::RowNotFound);
        }
    }
    Ok(Created::New)
}

/// Adds lines; `false`, and nothing is added, if somebody else has gone on with the table.
async fn append(to: &mut SqliteConnection, append: &Append) -> Result<bool, sqlx::Error> {
    for (seq, line) in (append.seq..).zip(&append.lines) {
        // If the first fits, so do the others.
        if !insert(to, append.table, append.owner, seq, line).await? {
            return Ok(false);
        }
    }
    if let Some(stage) = append.stage {
        sqlx::query("UPDATE tables SET owner = ?, stage = ? WHERE id = ?")
            .bind(append.owner.cast_signed())
            .bind(stage as i64)
            .bind(append.table.as_str())
            .execute(&mut *to)
            .await?;
        if stage == Stage::Over {
            number(to, append.table).await?;
        }
    }
    Ok(true)
}

/// A game that is over gets a number, once: those that came to their end later have larger ones.
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
    owner: u64,
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
    .bind(owner.cast_signed())
    .execute(to)
    .await?;
    Ok(done.rows_affected() == 1)
}

async fn close(to: &mut SqliteConnection, table: TableId) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE tables SET stage = ? WHERE id = ?")
        .bind(Stage::Damaged as i64)
        .bind(table.as_str())
        .execute(to)
        .await?;
    Ok(())
}
