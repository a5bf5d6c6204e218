//! A store in PostgreSQL, which several servers can share.
//!
//! The SQL is plain: no advisory locks, notifications or triggers. Each operation is one statement, except
//! for creating a table and numbering finished games, which lock a row first and then look again. So the
//! store works at READ COMMITTED, PostgreSQL's default.
//!
//! After a broken connection nobody knows whether a statement was committed. Appends report that as
//! [`StoreError::Unknown`]; all other operations can simply be repeated.

mod errors;
mod rows;
mod schema;
mod writer;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::query::QueryAs;
use sqlx::{ConnectOptions, FromRow, PgPool, Postgres};
use tokio::sync::{Semaphore, SemaphorePermit, mpsc, oneshot};
use tokio::time::{Instant, timeout};
use wire::TableId;

pub(super) use self::errors::failure;
use self::errors::{interrupted, is_connection_lost, is_retryable};
use self::rows::{OwnershipRow, TableRow, ownership, stored};
use self::writer::{Job, Writer};
use super::backup::copy_to_file;
use super::{
    Append, ClaimResult, CreateResult, FinishedGame, Lease, Line, LineKind, LogHead, NewStoredTable,
    NodeInfo, Ownership, Store, StoreError, StoreFuture, StoredTable, TableStage,
};

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the database may work on one statement.
const STATEMENT_TIMEOUT: &str = "10s";
/// How long we wait for an answer. The network may be slow, too.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// The capacity of the writers' queue.
const MAX_QUEUED_JOBS: usize = 1024;
/// How many batches of appends are written at the same time.
const WRITERS: usize = 2;
/// How many connections everything else may use.
const MAX_CONNECTIONS: u32 = 6;
/// How many of them are only for leases.
const LEASE_CONNECTIONS: u32 = 1;
/// How often a statement is tried again after a serialization failure, or a create after a broken
/// connection.
const MAX_ATTEMPTS: u32 = 5;

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    pub(super) pool: PgPool,
    /// One for each connection that is not kept for leases.
    turns: Semaphore,
    jobs: mpsc::Sender<Job>,
    /// The nodes that joined through this object and have not left.
    nodes: Mutex<BTreeMap<u64, NodeInfo>>,
    /// Whether everything is read as it was at one moment, and nothing can be written.
    is_snapshot: bool,
}

impl PostgresStore {
    /// Connects to a database, and creates or upgrades its schema if necessary.
    pub async fn open(options: &PgConnectOptions) -> Result<PostgresStore, StoreError> {
        let store = PostgresStore::connect(options, true).await?;
        let mut connection = store.pool.acquire().await.map_err(failure)?;
        schema::migrate(&mut connection).await?;
        Ok(store)
    }

    /// Connects to a database with a schema that this program can use.
    pub async fn open_existing(options: &PgConnectOptions) -> Result<PostgresStore, StoreError> {
        let store = PostgresStore::connect(options, true).await?;
        let mut connection = store.pool.acquire().await.map_err(failure)?;
        schema::check(&mut connection).await?;
        Ok(store)
    }

    /// Connects without comparing epochs and line numbers, so that a stale owner overwrites lines. With this,
    /// tests prove that they would notice.
    #[cfg(feature = "suite")]
    pub async fn open_without_fence(options: &PgConnectOptions) -> Result<PostgresStore, StoreError> {
        let store = PostgresStore::connect(options, false).await?;
        let mut connection = store.pool.acquire().await.map_err(failure)?;
        schema::migrate(&mut connection).await?;
        Ok(store)
    }

    async fn connect(options: &PgConnectOptions, fenced: bool) -> Result<PostgresStore, StoreError> {
        let options = options
            .clone()
            .application_name("cardroom")
            .options([
                ("statement_timeout", STATEMENT_TIMEOUT),
                ("lock_timeout", STATEMENT_TIMEOUT),
                ("idle_in_transaction_session_timeout", STATEMENT_TIMEOUT),
            ])
            .disable_statement_logging();
        let pool = PgPoolOptions::new().max_connections(MAX_CONNECTIONS).acquire_timeout(CONNECT_TIMEOUT);
        // The first connection reports why it fails; later ones are made when they are needed.
        let first = timeout(CONNECT_TIMEOUT, options.connect()).await;
        drop(first.map_err(|_| StoreError::Unavailable("it does not answer".to_owned()))?.map_err(failure)?);
        let (jobs, queue) = mpsc::channel(MAX_QUEUED_JOBS);
        let queue = Arc::new(tokio::sync::Mutex::new(queue));
        // What is acknowledged must be on disk, whatever the default of the database is.
        let durable = options.clone().options([("synchronous_commit", "on")]);
        for _ in 0..WRITERS {
            let (queue, options) = (Arc::clone(&queue), durable.clone());
            let writer = Writer { queue, options, fenced, connection: None, used: Instant::now() };
            tokio::spawn(writer.run());
        }
        let pool = pool.connect_lazy_with(durable);
        Ok(PostgresStore {
            pool,
            turns: Semaphore::new((MAX_CONNECTIONS - LEASE_CONNECTIONS) as usize),
            jobs,
            nodes: Mutex::default(),
            is_snapshot: false,
        })
    }

    /// The same database for reading, as it is at this moment: all statements run in one transaction of one
    /// connection. If that breaks, the next one sees a later moment, which [`copy`] notices.
    async fn snapshot(&self) -> Result<PostgresStore, StoreError> {
        let options = (*self.pool.connect_options()).clone();
        // A backup may take long.
        let options =
            options.options([("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "0")]);
        let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECT_TIMEOUT);
        let pool = pool.max_lifetime(None).idle_timeout(None).after_connect(|connection, _| {
            Box::pin(async move {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                sqlx::raw_sql(begin).execute(connection).await.map(drop)
            })
        });
        let pool = pool.connect_with(options).await.map_err(failure)?;
        let (jobs, _) = mpsc::channel(1);
        Ok(PostgresStore { pool, turns: Semaphore::new(1), jobs, nodes: Mutex::default(), is_snapshot: true })
    }

    fn nodes(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, NodeInfo>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until one of the connections is free that are not kept for leases. Thousands of tables may have
    /// to be claimed at once, and they must not delay the renewal of a lease.
    async fn turn(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        let turn = timeout(REQUEST_TIMEOUT, self.turns.acquire()).await;
        turn.ok()
            .and_then(Result::ok)
            .ok_or_else(|| StoreError::Unavailable("too many requests are waiting".to_owned()))
    }

    /// Runs one statement, which is one transaction, and reads the answer to its end.
    pub(super) async fn fetch<'q, T>(
        &self,
        query: impl Fn() -> QueryAs<'q, Postgres, T, PgArguments>,
    ) -> Result<Vec<T>, StoreError>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let _turn = self.turn().await?;
        self.fetch_urgent(query).await
    }

    /// The same without waiting for other requests.
    async fn fetch_urgent<'q, T>(
        &self,
        query: impl Fn() -> QueryAs<'q, Postgres, T, PgArguments>,
    ) -> Result<Vec<T>, StoreError>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut attempts = 0;
        loop {
            attempts += 1;
            let mut connection = self.pool.acquire().await.map_err(failure)?;
            match timeout(REQUEST_TIMEOUT, query().fetch_all(&mut *connection)).await {
                Ok(Ok(rows)) => return Ok(rows),
                Ok(Err(error)) if is_retryable(&error) && attempts < MAX_ATTEMPTS => {}
                Ok(Err(error)) => {
                    if is_connection_lost(&error) {
                        drop(connection.detach());
                    }
                    return Err(interrupted(error));
                }
                Err(_) => {
                    drop(connection.detach());
                    return Err(StoreError::Unknown);
                }
            }
        }
    }

    pub(super) async fn fetch_one<'q, T>(
        &self,
        query: impl Fn() -> QueryAs<'q, Postgres, T, PgArguments>,
    ) -> Result<Option<T>, StoreError>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        Ok(self.fetch(query).await?.pop())
    }

    /// Creates a table in one transaction. All creates of one person lock the same row, so that each counts
    /// the tables of those before it.
    async fn try_create(&self, table: &NewStoredTable, limit: u32) -> Result<CreateResult, sqlx::Error> {
        let mut all = self.pool.begin().await?;
        let creator = &table.creator.bytes()[..];
        sqlx::query("SELECT 1 FROM cardroom_create_locks WHERE slot = $1 FOR UPDATE")
            .bind(i32::from(creator[0] % 64))
            .execute(&mut *all)
            .await?;
        let (there, own): (bool, i64) = sqlx::query_as(
            "SELECT EXISTS (SELECT 1 FROM cardroom_tables WHERE id = $1),
             (SELECT count(*) FROM cardroom_tables WHERE creator = $2 AND stage < 2)",
        )
        .bind(table.table.as_str())
        .bind(creator)
        .fetch_one(&mut *all)
        .await?;
        if there {
            return Ok(CreateResult::AlreadyExists);
        }
        if own >= i64::from(limit) {
            return Ok(CreateResult::TooMany);
        }
        let head = LogHead::empty(table.table, &table.secret, creator).with_lines(&table.lines);
        let inserted = sqlx::query(
            "INSERT INTO cardroom_tables (id, secret, creator, created, stage, epoch, last_seq, hash)
             VALUES ($1, $2, $3, $4, 0, 0, $5, $6) ON CONFLICT (id) DO NOTHING",
        )
        .bind(table.table.as_str())
        .bind(&table.secret[..])
        .bind(creator)
        .bind(table.created.cast_signed())
        .bind(head.seq.cast_signed())
        .bind(&head.hash[..])
        .execute(&mut *all)
        .await?;
        // Somebody else has created it in between.
        if inserted.rows_affected() == 0 {
            return Ok(CreateResult::AlreadyExists);
        }
        insert_lines(&mut all, table.table, &table.lines).await?;
        all.commit().await?;
        Ok(CreateResult::New)
    }

    /// Raises the epoch of a table that nobody else owns; `None` if somebody does, or if it does not exist.
    async fn try_claim(&self, table: TableId, node: u64) -> Result<Option<Ownership>, StoreError> {
        // A node that joins at this very moment may be invisible here. Then its table is taken from it, and
        // the epoch tells it so.
        let row: Option<OwnershipRow> = self
            .fetch_one(|| {
                sqlx::query_as(
                    "UPDATE cardroom_tables t SET owner = $2, epoch = t.epoch + 1
                     WHERE t.id = $1
                     AND EXISTS (SELECT 1 FROM cardroom_nodes n WHERE n.id = $2 AND n.expires_at > clock_timestamp())
                     AND (t.owner IS NULL OR t.owner = $2 OR NOT EXISTS
                         (SELECT 1 FROM cardroom_nodes n WHERE n.id = t.owner AND n.expires_at > clock_timestamp()))
                     RETURNING t.epoch, t.last_seq, t.hash",
                )
                .bind(table.as_str().to_owned())
                .bind(node.cast_signed())
            })
            .await?;
        row.map(ownership).transpose()
    }

    /// Numbers the games that have finished. Numbers are given under the lock of one row, so whoever sees a
    /// number also sees all smaller ones.
    async fn number_finished(&self) -> Result<(), sqlx::Error> {
        let (waiting,): (bool,) = sqlx::query_as(
            "SELECT EXISTS (SELECT 1 FROM cardroom_tables WHERE ended IS NOT NULL AND number IS NULL)",
        )
        .fetch_one(&self.pool)
        .await?;
        if !waiting {
            return Ok(());
        }
        let mut all = self.pool.begin().await?;
        // A new statement sees what others have numbered while this one waited.
        sqlx::query("SELECT 1 FROM cardroom_store FOR UPDATE").execute(&mut *all).await?;
        sqlx::query(
            "WITH waiting AS (
                 SELECT id, row_number() OVER (ORDER BY ended, id) AS place FROM cardroom_tables
                 WHERE ended IS NOT NULL AND number IS NULL
             ), numbered AS (
                 UPDATE cardroom_tables t SET number = (SELECT last_number FROM cardroom_store) + w.place
                 FROM waiting w WHERE t.id = w.id
             )
             UPDATE cardroom_store SET last_number = last_number + (SELECT count(*) FROM waiting)",
        )
        .execute(&mut *all)
        .await?;
        all.commit().await
    }
}

impl Store for PostgresStore {
    fn join(&self, node: NodeInfo) -> StoreFuture<'_, Lease> {
        Box::pin(async move {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|error| StoreError::Failed(error.to_string()))?;
            self.fetch::<()>(|| {
                sqlx::query_as(
                    "INSERT INTO cardroom_store (one, secret) VALUES (1, $1) ON CONFLICT DO NOTHING",
                )
                .bind(secret.to_vec())
            })
            .await?;
            let row: Option<(Vec<u8>, bool)> =
                self.fetch_one(|| sqlx::query_as("SELECT secret, copying FROM cardroom_store")).await?;
            let (secret, copying) = row.ok_or(StoreError::Damaged)?;
            if copying {
                return Err(StoreError::UnfinishedCopy);
            }
            // Nodes that ended long ago own nothing that anybody could not claim.
            self.fetch::<()>(|| {
                sqlx::query_as(
                    "DELETE FROM cardroom_nodes WHERE expires_at < clock_timestamp() - interval '1 day'",
                )
            })
            .await?;
            self.fetch::<()>(|| {
                sqlx::query_as(
                    "UPDATE cardroom_nodes SET expires_at = clock_timestamp()
                     WHERE address = $1 AND address <> '' AND expires_at > clock_timestamp()",
                )
                .bind(node.address.clone())
            })
            .await?;
            let row: Option<(i64,)> = self
                .fetch_one(|| {
                    sqlx::query_as(
                        "INSERT INTO cardroom_nodes (address, version, lease, expires_at)
                         VALUES ($1, $2, $3, clock_timestamp() + $3 * interval '1 microsecond') RETURNING id",
                    )
                    .bind(node.address.clone())
                    .bind(node.version.clone())
                    .bind(micros(node.lease))
                })
                .await?;
            let number = row.ok_or(StoreError::Damaged)?.0.cast_unsigned();
            self.nodes().insert(number, node);
            Ok(Lease { node: number, secret: secret.try_into().map_err(|_| StoreError::Damaged)? })
        })
    }

    /// If the lease ended so long ago that the node was removed, it is registered again. Its tables are
    /// still its own, unless somebody has claimed them.
    fn renew(&self, node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let Some(info) = self.nodes().get(&node).cloned() else { return Err(StoreError::LeaseLost) };
            self.fetch_urgent::<()>(|| {
                sqlx::query_as(
                    "INSERT INTO cardroom_nodes (id, address, version, lease, expires_at)
                     VALUES ($1, $2, $3, $4, clock_timestamp() + $4 * interval '1 microsecond')
                     ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at",
                )
                .bind(node.cast_signed())
                .bind(info.address.clone())
                .bind(info.version.clone())
                .bind(micros(info.lease))
            })
            .await?;
            Ok(())
        })
    }

    fn lease_version(&self, node: u64) -> StoreFuture<'_, Option<u64>> {
        Box::pin(async move {
            let row: Option<(i64,)> = self
                .fetch_urgent(|| {
                    sqlx::query_as(
                        "SELECT (extract(epoch FROM expires_at) * 1000000)::bigint FROM cardroom_nodes
                         WHERE id = $1 AND expires_at > clock_timestamp()",
                    )
                    .bind(node.cast_signed())
                })
                .await?
                .pop();
            Ok(row.map(|(version,)| version.cast_unsigned()))
        })
    }

    fn leave(&self, node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.nodes().remove(&node);
            self.fetch_urgent::<()>(|| {
                sqlx::query_as("DELETE FROM cardroom_nodes WHERE id = $1").bind(node.cast_signed())
            })
            .await?;
            Ok(())
        })
    }

    fn create(&self, table: NewStoredTable, limit: u32) -> StoreFuture<'_, CreateResult> {
        Box::pin(async move {
            let mut interruption = false;
            let mut attempts = 0;
            loop {
                attempts += 1;
                let _turn = self.turn().await?;
                let created = timeout(REQUEST_TIMEOUT, self.try_create(&table, limit)).await;
                let error = match created {
                    // The interrupted attempt was ours.
                    Ok(Ok(CreateResult::AlreadyExists)) if interruption => return Ok(CreateResult::New),
                    Ok(Ok(created)) => return Ok(created),
                    Ok(Err(error)) if is_retryable(&error) => StoreError::Unavailable(error.to_string()),
                    Ok(Err(error)) => interrupted(error),
                    Err(_) => StoreError::Unknown,
                };
                interruption |= error == StoreError::Unknown;
                let again = matches!(error, StoreError::Unknown | StoreError::Unavailable(_));
                if !again || attempts >= MAX_ATTEMPTS {
                    return Err(if interruption { StoreError::Unknown } else { error });
                }
                tokio::time::sleep(Duration::from_millis(u64::from(20 * attempts))).await;
            }
        })
    }

    fn claim(&self, table: TableId, node: u64) -> StoreFuture<'_, ClaimResult> {
        Box::pin(async move {
            for _ in 0..MAX_ATTEMPTS {
                if let Some(claimed) = self.try_claim(table, node).await? {
                    match self.load(table).await? {
                        Some(stored) if stored.ownership == claimed => {
                            return Ok(ClaimResult::Owned(Box::new(stored)));
                        }
                        // Somebody else has claimed it in between.
                        Some(_) => continue,
                        None => return Err(StoreError::Damaged),
                    }
                }
                let row: Option<(bool, Option<i64>, Option<String>)> = self
                    .fetch_one(|| {
                        sqlx::query_as(
                            "SELECT EXISTS (SELECT 1 FROM cardroom_nodes WHERE id = $2 AND expires_at > clock_timestamp()),
                             n.id, n.address
                             FROM (SELECT 1) AS one LEFT JOIN cardroom_tables t ON t.id = $1 LEFT JOIN cardroom_nodes n
                             ON n.id = t.owner AND n.id <> $2 AND n.expires_at > clock_timestamp()",
                        )
                        .bind(table.as_str().to_owned())
                        .bind(node.cast_signed())
                    })
                    .await?;
                match row {
                    Some((false, _, _)) | None => return Err(StoreError::LeaseLost),
                    Some((true, Some(node), Some(address))) => {
                        return Ok(ClaimResult::Elsewhere { node: node.cast_unsigned(), address });
                    }
                    Some((true, _, _)) => {}
                }
                let row: Vec<(i32,)> = self
                    .fetch(|| {
                        sqlx::query_as("SELECT 1 FROM cardroom_tables WHERE id = $1")
                            .bind(table.as_str().to_owned())
                    })
                    .await?;
                if row.is_empty() {
                    return Ok(ClaimResult::Missing);
                }
                // The owner's lease has ended in between.
            }
            Err(StoreError::Unavailable("the owner of the table changes too often".to_owned()))
        })
    }

    fn reclaim(&self, table: TableId, node: u64, epoch: u64) -> StoreFuture<'_, Option<Ownership>> {
        Box::pin(async move {
            let row: Option<OwnershipRow> = self
                .fetch_one(|| {
                    sqlx::query_as(
                        "UPDATE cardroom_tables SET epoch = epoch + 1 WHERE id = $1 AND owner = $2 AND epoch >= $3
                         RETURNING epoch, last_seq, hash",
                    )
                    .bind(table.as_str().to_owned())
                    .bind(node.cast_signed())
                    .bind(epoch.cast_signed())
                })
                .await?;
            row.map(ownership).transpose()
        })
    }

    fn append(&self, append: Arc<Append>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let (reply, done) = oneshot::channel();
            let gone = || StoreError::Failed("the writer has ended".to_owned());
            self.jobs.send(Job { append, reply }).await.map_err(|_| gone())?;
            // A writer that ends without an answer may have written.
            done.await.unwrap_or(Err(StoreError::Unknown))
        })
    }

    fn release(&self, table: TableId, epoch: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.fetch::<()>(|| {
                sqlx::query_as(
                    "UPDATE cardroom_tables SET owner = NULL, listing = NULL, listed = NULL WHERE id = $1 AND epoch = $2",
                )
                .bind(table.as_str().to_owned())
                .bind(epoch.cast_signed())
            })
            .await?;
            Ok(())
        })
    }

    /// One statement, so that row and lines are of the same moment.
    fn load(&self, table: TableId) -> StoreFuture<'_, Option<StoredTable>> {
        Box::pin(async move {
            let row: Option<TableRow> = self
                .fetch_one(|| {
                    sqlx::query_as(
                        "SELECT t.secret, t.creator, t.created, t.stage, t.number, t.epoch, t.last_seq, t.hash, t.listing,
                         l.seq, l.kind, l.text, l.who, l.command
                         FROM cardroom_tables t LEFT JOIN LATERAL (
                             SELECT array_agg(seq ORDER BY seq) AS seq, array_agg(kind ORDER BY seq) AS kind,
                             array_agg(text ORDER BY seq) AS text, array_agg(who ORDER BY seq) AS who,
                             array_agg(command ORDER BY seq) AS command FROM cardroom_lines WHERE id = t.id
                         ) l ON TRUE WHERE t.id = $1",
                    )
                    .bind(table.as_str().to_owned())
                })
                .await?;
            let Some(row) = row else { return Ok(None) };
            stored(row).ok_or(StoreError::Damaged)?.verified(table).map(Some)
        })
    }

    fn listings(&self, limit: u32) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let rows: Vec<(String,)> = self
                .fetch(|| {
                    sqlx::query_as(
                        "SELECT t.listing FROM cardroom_tables t JOIN cardroom_nodes n ON n.id = t.owner
                         WHERE t.listed IS NOT NULL AND n.expires_at > clock_timestamp() ORDER BY t.listed DESC LIMIT $1",
                    )
                    .bind(i64::from(limit))
                })
                .await?;
            Ok(rows.into_iter().map(|(listing,)| listing).collect())
        })
    }

    fn finished(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<FinishedGame>> {
        Box::pin(async move {
            if !self.is_snapshot {
                match timeout(REQUEST_TIMEOUT, self.number_finished()).await {
                    Ok(numbered) => numbered.map_err(failure)?,
                    Err(_) => return Err(StoreError::Unavailable("it does not answer".to_owned())),
                }
            }
            let rows: Vec<(i64, String)> = self
                .fetch(|| {
                    sqlx::query_as(
                        "SELECT t.number, coalesce((SELECT string_agg(l.text, '' ORDER BY l.seq) FROM cardroom_lines l
                             WHERE l.id = t.id AND l.kind = $1), '')
                         FROM cardroom_tables t WHERE t.number > $2 AND t.stage = $3 ORDER BY t.number LIMIT $4",
                    )
                    .bind(LineKind::Record.number() as i16)
                    .bind(after.cast_signed())
                    .bind(TableStage::Over as i16)
                    .bind(i64::from(limit))
                })
                .await?;
            let game =
                |(number, record): (i64, String)| FinishedGame { number: number.cast_unsigned(), record };
            Ok(rows.into_iter().map(game).collect())
        })
    }

    /// A table that somebody claims at this moment is locked, so it is not removed.
    fn remove_unstarted(&self, age: Duration, limit: u32) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let row: Option<(i64,)> = self
                .fetch_one(|| {
                    sqlx::query_as(
                        "WITH old AS (
                             SELECT id FROM cardroom_tables WHERE stage = 0
                             AND opened_at < clock_timestamp() - $1 * interval '1 microsecond'
                             AND (owner IS NULL OR NOT EXISTS (SELECT 1 FROM cardroom_nodes n
                                 WHERE n.id = owner AND n.expires_at > clock_timestamp()))
                             ORDER BY opened_at LIMIT $2 FOR UPDATE SKIP LOCKED
                         ), removed AS (
                             DELETE FROM cardroom_tables t USING old WHERE t.id = old.id RETURNING t.id
                         ), lines AS (
                             DELETE FROM cardroom_lines l USING removed WHERE l.id = removed.id
                         )
                         SELECT count(*) FROM removed",
                    )
                    .bind(micros(age))
                    .bind(i64::from(limit))
                })
                .await?;
            Ok(row.map_or(0, |(count,)| count.cast_unsigned()))
        })
    }

    fn size(&self) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let row: Option<(i64,)> = self
                .fetch_one(|| {
                    sqlx::query_as(
                        "SELECT (pg_total_relation_size('cardroom_tables') + pg_total_relation_size('cardroom_lines'))::bigint",
                    )
                })
                .await?;
            Ok(row.map_or(0, |(bytes,)| bytes.cast_unsigned()))
        })
    }

    fn probe(&self, node: u64) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.fetch::<()>(|| {
                sqlx::query_as("UPDATE cardroom_nodes SET lease = lease WHERE id = $1")
                    .bind(node.cast_signed())
            })
            .await?;
            Ok(())
        })
    }

    fn close(&self, table: TableId) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.fetch::<()>(|| {
                sqlx::query_as(
                    "UPDATE cardroom_tables SET stage = $2, listing = NULL, listed = NULL WHERE id = $1",
                )
                .bind(table.as_str().to_owned())
                .bind(TableStage::Damaged as i16)
            })
            .await?;
            Ok(())
        })
    }

    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, Vec<TableId>> {
        Box::pin(async move {
            // A snapshot cannot number the games that have finished.
            self.finished(0, 1).await?;
            Ok(copy_to_file(&self.snapshot().await?, to).await?.damaged)
        })
    }
}

/// Inserts all lines of a new table.
pub(super) async fn insert_lines(
    to: &mut sqlx::PgConnection,
    table: TableId,
    lines: &[Line],
) -> Result<(), sqlx::Error> {
    let kind: Vec<i16> = lines.iter().map(|line| line.kind.number() as i16).collect();
    let text: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let who: Vec<Option<&[u8]>> =
        lines.iter().map(|line| line.command.as_ref().map(|(who, _)| &who.bytes()[..])).collect();
    let command: Vec<Option<i64>> =
        lines.iter().map(|line| line.command.map(|(_, command)| command.cast_signed())).collect();
    sqlx::query(
        "INSERT INTO cardroom_lines (id, seq, kind, text, who, command)
         SELECT $1, seq, kind, text, who, command FROM
         unnest($2::smallint[], $3::text[], $4::bytea[], $5::bigint[]) WITH ORDINALITY AS l (kind, text, who, command, seq)",
    )
    .bind(table.as_str())
    .bind(kind)
    .bind(text)
    .bind(who)
    .bind(command)
    .execute(to)
    .await?;
    Ok(())
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
