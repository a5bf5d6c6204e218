use futures_util::TryStreamExt;
use sqlx::{Connection, SqliteConnection};
use wire::TableId;

use super::sqlite::{Row, failure, parse_line};
use super::{LogHead, StoreError};

/// The migrations. Each one upgrades the database by one version. They are never changed; new ones
/// are appended.
const STEPS: [&str; 10] = [
    "
CREATE TABLE house (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    secret BLOB NOT NULL,
    owner INTEGER NOT NULL
);
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    key BLOB NOT NULL,
    creator BLOB NOT NULL,
    owner INTEGER NOT NULL,
    created INTEGER NOT NULL,
    stage INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX unfinished ON tables (creator) WHERE stage < 2;
CREATE TABLE lines (
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    text TEXT NOT NULL,
    who BLOB,
    command INTEGER,
    PRIMARY KEY (id, seq)
) WITHOUT ROWID;
",
    "
ALTER TABLE tables RENAME COLUMN key TO secret;
",
    "
ALTER TABLE tables ADD COLUMN over INTEGER;
CREATE UNIQUE INDEX finished ON tables (over) WHERE over IS NOT NULL;
",
    // The number of the last owner becomes the epoch. The column `owner` of `house` counts nodes.
    "
ALTER TABLE tables RENAME COLUMN owner TO epoch;
ALTER TABLE tables ADD COLUMN node INTEGER;
ALTER TABLE tables ADD COLUMN last_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
ALTER TABLE tables ADD COLUMN listing TEXT;
ALTER TABLE tables ADD COLUMN listed INTEGER;
CREATE INDEX listed ON tables (listed) WHERE listed IS NOT NULL;
CREATE TABLE nodes (
    id INTEGER NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    version TEXT NOT NULL
);
ALTER TABLE house ADD COLUMN copying INTEGER NOT NULL DEFAULT 0;
",
    "
CREATE TABLE compatibility (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    oldest INTEGER NOT NULL
);
",
    // The latest lines of all tables, in the order of commits. Only the last line of an append has a hash.
    "
CREATE TABLE recent (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    text TEXT NOT NULL,
    who BLOB,
    command INTEGER,
    hash BLOB
);
",
    "
CREATE TABLE transfers (
    person BLOB NOT NULL PRIMARY KEY,
    code BLOB NOT NULL UNIQUE,
    content BLOB NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX expiring ON transfers (expires);
CREATE TABLE sign_outs (
    person BLOB NOT NULL PRIMARY KEY,
    generation INTEGER NOT NULL,
    changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX signed_out ON sign_outs (changed);
",
    // Games that had finished before the third step have no numbers.
    "
UPDATE tables SET over = place + (SELECT coalesce(max(over), 0) FROM tables)
FROM (SELECT id AS game, row_number() OVER (ORDER BY created, id) AS place FROM tables
    WHERE stage = 2 AND over IS NULL)
WHERE id = game;
",
    // From here on, places are never used again, and `recent` keeps what was settled for one table only. See
    // `confirmed.rs`.
    "
INSERT INTO lines (id, seq, kind, text, who, command)
    SELECT id, seq, kind, text, who, command FROM recent ORDER BY id, seq;
UPDATE tables SET last_seq = seq, hash = last.hash
    FROM (SELECT id AS owner, max(seq) AS seq, hash FROM recent GROUP BY id) AS last WHERE id = owner;
DELETE FROM recent;
CREATE TABLE progress (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    settled INTEGER NOT NULL,
    chain BLOB NOT NULL,
    writes INTEGER NOT NULL
);
INSERT INTO progress (one, settled, chain, writes) VALUES (1, 0, zeroblob(32), 0);
",
    // When a table was opened, by the clock of the store.
    "
ALTER TABLE tables ADD COLUMN opened INTEGER;
UPDATE tables SET opened = unixepoch() WHERE stage = 0;
CREATE INDEX unstarted ON tables (opened) WHERE stage = 0;
",
];

/// The first version with a running hash of each table's lines.
const HASHED: usize = 4;

/// The current version.
pub(super) const VERSION: u64 = STEPS.len() as u64;

/// The oldest version whose programs can use a database of the current version. It stays one or more versions
/// behind while steps only add things that older programs need not know.
const OLDEST: u64 = 9;

/// Upgrades a database to the current version, in one transaction. A newer one that this program can use is
/// not changed.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut all = connection.begin_with("BEGIN IMMEDIATE").await.map_err(failure)?;
    let found = version(&mut all).await?;
    if found >= VERSION {
        return check(&mut all).await;
    }
    let done = usize::try_from(found).unwrap_or(usize::MAX);
    if done == 0 && has_tables(&mut all).await? {
        return Err(StoreError::Foreign("it has tables, but no version".to_owned()));
    }
    for (number, step) in (1..).zip(STEPS).skip(done) {
        sqlx::raw_sql(step).execute(&mut *all).await.map_err(failure)?;
        if number == HASHED {
            hash_lines(&mut all).await?;
        }
    }
    sqlx::query("INSERT INTO compatibility VALUES (1, ?) ON CONFLICT DO UPDATE SET oldest = excluded.oldest")
        .bind(OLDEST.cast_signed())
        .execute(&mut *all)
        .await
        .map_err(failure)?;
    // A pragma takes no parameters.
    let set_version = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {VERSION}"));
    sqlx::raw_sql(set_version).execute(&mut *all).await.map_err(failure)?;
    all.commit().await.map_err(failure)
}

/// Checks that this program can use a database, by its version.
pub(super) async fn check(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = version(connection).await?;
    if found < VERSION || (found > VERSION && oldest(connection).await? > VERSION) {
        return Err(StoreError::Version { found, known: VERSION });
    }
    Ok(())
}

/// The oldest version whose programs can use a database.
async fn oldest(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let oldest: Option<(i64,)> = sqlx::query_as("SELECT oldest FROM compatibility")
        .fetch_optional(connection)
        .await
        .map_err(failure)?;
    oldest.map(|(oldest,)| oldest.cast_unsigned()).ok_or(StoreError::Damaged)
}

/// The version of a database.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let version: (i64,) =
        sqlx::query_as("PRAGMA user_version").fetch_one(connection).await.map_err(failure)?;
    Ok(version.0.cast_unsigned())
}

/// Whether there are tables in a database.
async fn has_tables(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let (count,): (i64,) =
        sqlx::query_as("SELECT count(*) FROM sqlite_master").fetch_one(connection).await.map_err(failure)?;
    Ok(count > 0)
}

/// Computes the last line number and the running hash of every table. If lines are missing or cannot be
/// read, the hash stays empty, and the table is found damaged when it is loaded.
async fn hash_lines(to: &mut SqliteConnection) -> Result<(), StoreError> {
    let tables: Vec<(String, Vec<u8>, Vec<u8>)> = sqlx::query_as("SELECT id, secret, creator FROM tables")
        .fetch_all(&mut *to)
        .await
        .map_err(failure)?;
    for (id, secret, creator) in tables {
        let Ok(table) = id.parse::<TableId>() else { continue };
        let mut head = Some(LogHead::empty(table, &secret, &creator));
        let mut last = 0;
        let mut lines = sqlx::query_as::<_, Row>(
            "SELECT seq, kind, text, who, command FROM lines WHERE id = ? ORDER BY seq",
        )
        .bind(&id)
        .fetch(&mut *to);
        while let Some(row) = lines.try_next().await.map_err(failure)? {
            last = row.0;
            head = match (head, parse_line(row)) {
                (Some(head), Some((seq, line))) if seq == head.seq + 1 => Some(head.with_line(&line)),
                _ => None,
            };
        }
        drop(lines);
        sqlx::query("UPDATE tables SET last_seq = ?, hash = ? WHERE id = ?")
            .bind(last)
            .bind(head.map_or(Vec::new(), |head| head.hash.to_vec()))
            .bind(&id)
            .execute(&mut *to)
            .await
            .map_err(failure)?;
    }
    Ok(())
}
