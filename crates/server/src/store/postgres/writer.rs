//! Writes appends to PostgreSQL: all that are queued with one statement, which is one transaction.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::{CONNECT_TIMEOUT, REQUEST_TIMEOUT, failure, interrupted, is_connection_lost, is_retryable};
use crate::store::{Append, Ownership, StoreError};

/// The maximum number of appends per statement. A larger batch would delay its first append too much.
const MAX_BATCH: usize = 256;
/// A connection that was idle for this long is tested before it is used. If it is broken, it is known that
/// nothing was sent.
const TEST_AFTER: Duration = Duration::from_secs(5);
/// How often a batch is tried again after a deadlock or another serialization failure.
const MAX_ATTEMPTS: u32 = 20;

/// A queued append, and where to send its result.
pub(super) struct Job {
    pub(super) append: Arc<Append>,
    pub(super) reply: oneshot::Sender<Result<(), StoreError>>,
}

/// One of the writers. They share a queue, so that a batch that waits for a lock does not stop all tables.
pub(super) struct Writer {
    pub(super) queue: Arc<Mutex<mpsc::Receiver<Job>>>,
    pub(super) options: PgConnectOptions,
    /// Whether epochs and line numbers are compared.
    pub(super) fenced: bool,
    pub(super) connection: Option<PgConnection>,
    pub(super) used: Instant,
}

impl Writer {
    /// Runs until the queue is closed.
    pub(super) async fn run(mut self) {
        let mut jobs = Vec::with_capacity(MAX_BATCH);
        while self.queue.lock().await.recv_many(&mut jobs, MAX_BATCH).await > 0 {
            let batch: Vec<&Append> = jobs.iter().map(|job| &*job.append).collect();
            let results = self.append_all(&batch).await;
            drop(batch);
            for (job, result) in jobs.drain(..).zip(results) {
                let _ = job.reply.send(result);
            }
        }
        if let Some(connection) = self.connection {
            let _ = connection.close().await;
        }
    }

    async fn append_all(&mut self, batch: &[&Append]) -> Vec<Result<(), StoreError>> {
        let result = |advanced: &Advanced, append: &Append| {
            let key = (append.table.as_str().to_owned(), append.ownership.epoch.cast_signed());
            if advanced.contains(&key) { Ok(()) } else { Err(StoreError::Fenced) }
        };
        match self.append_batch(batch).await {
            Ok(advanced) => batch.iter().map(|append| result(&advanced, append)).collect(),
            // An append that the database rejects must not affect the others.
            Err(StoreError::Failed(_)) if batch.len() > 1 => {
                let mut results = Vec::with_capacity(batch.len());
                for append in batch {
                    let advanced = self.append_batch(&[append]).await;
                    results.push(advanced.and_then(|advanced| result(&advanced, append)));
                }
                results
            }
            Err(error) => batch.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    async fn append_batch(&mut self, batch: &[&Append]) -> Result<Advanced, StoreError> {
        let rows = Rows::new(batch);
        let mut attempts = 0;
        loop {
            attempts += 1;
            let fenced = self.fenced;
            let connection = self.connection().await?;
            let answer = timeout(REQUEST_TIMEOUT, rows.append(connection, fenced)).await;
            self.used = Instant::now();
            match answer {
                Ok(Ok(advanced)) => return Ok(advanced),
                Ok(Err(error)) if is_retryable(&error) && attempts < MAX_ATTEMPTS => {
                    tokio::time::sleep(Duration::from_millis(u64::from(5 * attempts))).await;
                }
                Ok(Err(error)) => {
                    if is_connection_lost(&error) {
                        self.connection = None;
                    }
                    return Err(interrupted(error));
                }
                Err(_) => {
                    self.connection = None;
                    return Err(StoreError::Unknown);
                }
            }
        }
    }

    async fn connection(&mut self) -> Result<&mut PgConnection, StoreError> {
        let mut connection = self.connection.take();
        if self.used.elapsed() >= TEST_AFTER
            && let Some(mut idle) = connection.take()
            && matches!(timeout(CONNECT_TIMEOUT, idle.ping()).await, Ok(Ok(())))
        {
            connection = Some(idle);
        }
        let connection = match connection {
            Some(connection) => connection,
            None => match timeout(CONNECT_TIMEOUT, self.options.connect()).await {
                Ok(connected) => connected.map_err(failure)?,
                Err(_) => return Err(StoreError::Unavailable("it does not answer".to_owned())),
            },
        };
        Ok(self.connection.insert(connection))
    }
}

/// The tables that were advanced, with their epochs.
type Advanced = HashSet<(String, i64)>;

/// A batch in columns, as PostgreSQL takes it.
#[derive(Default)]
struct Rows<'a> {
    id: Vec<&'a str>,
    epoch: Vec<i64>,
    last_seq: Vec<i64>,
    new_seq: Vec<i64>,
    hash: Vec<&'a [u8]>,
    stage: Vec<Option<i16>>,
    relist: Vec<bool>,
    listing: Vec<Option<&'a str>>,
    lines: Lines<'a>,
}

/// Lines in columns.
#[derive(Default)]
struct Lines<'a> {
    id: Vec<&'a str>,
    epoch: Vec<i64>,
    seq: Vec<i64>,
    kind: Vec<i16>,
    text: Vec<&'a str>,
    who: Vec<Option<&'a [u8]>>,
    command: Vec<Option<i64>>,
}

impl<'a> Rows<'a> {
    fn new(batch: &[&'a Append]) -> Rows<'a> {
        let mut rows = Rows::default();
        for append in batch {
            let Ownership { epoch, head } = append.ownership;
            rows.id.push(append.table.as_str());
            rows.epoch.push(epoch.cast_signed());
            rows.last_seq.push(head.seq.cast_signed());
            rows.new_seq.push(append.head.seq.cast_signed());
            rows.hash.push(&append.head.hash);
            rows.stage.push(append.stage.map(|stage| stage as i16));
            rows.relist.push(append.listing.is_some());
            rows.listing.push(append.listing.as_ref().and_then(Option::as_deref));
            for (seq, line) in (head.seq + 1..).zip(&append.lines) {
                rows.lines.id.push(append.table.as_str());
                rows.lines.epoch.push(epoch.cast_signed());
                rows.lines.seq.push(seq.cast_signed());
                rows.lines.kind.push(line.kind.number() as i16);
                rows.lines.text.push(&line.text);
                rows.lines.who.push(line.command.as_ref().map(|(who, _)| &who.bytes()[..]));
                rows.lines.command.push(line.command.map(|(_, command)| command.cast_signed()));
            }
        }
        rows
    }

    /// Reads the answer to its end, because PostgreSQL commits only after the rows are sent.
    async fn append(&self, to: &mut PgConnection, fenced: bool) -> Result<Advanced, sqlx::Error> {
        let advanced: Vec<(String, i64)> = sqlx::query_as(if fenced { APPEND } else { APPEND_UNFENCED })
            .bind(&self.id)
            .bind(&self.epoch)
            .bind(&self.last_seq)
            .bind(&self.new_seq)
            .bind(&self.hash)
            .bind(&self.stage)
            .bind(&self.relist)
            .bind(&self.listing)
            .bind(&self.lines.id)
            .bind(&self.lines.epoch)
            .bind(&self.lines.seq)
            .bind(&self.lines.kind)
            .bind(&self.lines.text)
            .bind(&self.lines.who)
            .bind(&self.lines.command)
            .fetch_all(to)
            .await?;
        Ok(advanced.into_iter().collect())
    }
}

/// The statement that appends a batch: `$fence` says when a row may advance and which epoch is returned, and
/// `$overwrite` what happens to a line that exists.
macro_rules! append_statement {
    ($fence:literal, $overwrite:literal) => {
        concat!(
            "
WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::smallint[],
        $7::boolean[], $8::text[]) AS w (id, epoch, last_seq, new_seq, hash, stage, relist, listing)
), advanced AS (
    UPDATE cardroom_tables t SET
        last_seq = w.new_seq,
        hash = w.hash,
        stage = coalesce(w.stage, t.stage),
        ended = CASE WHEN w.stage = 2 THEN coalesce(t.ended, clock_timestamp()) ELSE t.ended END,
        listing = CASE WHEN w.relist THEN w.listing ELSE t.listing END,
        listed = CASE WHEN NOT w.relist THEN t.listed
            WHEN w.listing IS NOT NULL THEN coalesce(t.listed, clock_timestamp()) END
    FROM wanted w WHERE t.id = w.id ",
            $fence,
            "
), inserted AS (
    INSERT INTO cardroom_lines (id, seq, kind, text, who, command)
    SELECT l.id, l.seq, l.kind, l.text, l.who, l.command
    FROM unnest($9::text[], $10::bigint[], $11::bigint[], $12::smallint[], $13::text[], $14::bytea[],
        $15::bigint[]) AS l (id, epoch, seq, kind, text, who, command)
    JOIN advanced a ON a.id = l.id AND a.epoch = l.epoch ",
            $overwrite,
            "
)
SELECT id, epoch FROM advanced"
        )
    };
}

/// The fence is the lock of the table's row. If somebody else changes the row at the same moment, this waits,
/// and compares epoch and last line with the new row. That holds at READ COMMITTED and at every stricter
/// level.
const APPEND: &str =
    append_statement!("AND t.epoch = w.epoch AND t.last_seq = w.last_seq RETURNING t.id, t.epoch", "");

/// The same without the fence, so that a stale owner overwrites lines. Only tests use it.
const APPEND_UNFENCED: &str = append_statement!(
    "RETURNING t.id, w.epoch",
    "ON CONFLICT (id, seq) DO UPDATE SET
        kind = excluded.kind, text = excluded.text, who = excluded.who, command = excluded.command"
);
