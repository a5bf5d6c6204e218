use sqlx::{Connection, SqliteConnection};

/// The migrations. Each one upgrades the database by one version. They are never changed; new ones
/// are appended.
const STEPS: [&str; 3] = [
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
];

/// Upgrades a database to the current version.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut all = connection.begin_with("BEGIN IMMEDIATE").await?;
    let (version,): (i64,) = sqlx::query_as("PRAGMA user_version").fetch_one(&mut *all).await?;
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    if done > STEPS.len() {
        let text = format!("the data is of version {version}, and this program knows {}", STEPS.len());
        return Err(sqlx::Error::Protocol(text));
    }
    for step in &STEPS[done..] {
        sqlx::raw_sql(*step).execute(&mut *all).await?;
    }
    // A pragma takes no parameters.
    sqlx::raw_sql(SET_VERSION).execute(&mut *all).await?;
    all.commit().await
}

const SET_VERSION: &str = "PRAGMA user_version = 3";
