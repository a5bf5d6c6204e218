//! The PostgreSQL store passes the conformance suite, and survives broken connections and a crash of the
//! database. `cargo xtask test` starts a database and says where it is in `CARDROOM_TEST_POSTGRES`. Without
//! it, these tests do nothing.

// Tests may unwrap.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use server::store::suite::{self, Sharing};
use server::store::{
    AdminStore, CopyError, NodeInfo, PostgresStore, SqliteStore, Store, StoreAddress, StoreError,
};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::RwLock;

/// A crash of the database affects all tests, so it happens alone.
static CRASH: RwLock<()> = RwLock::const_new(());

/// An empty database; `None` if there is no server.
async fn database(name: &str) -> Option<PgConnectOptions> {
    let options: PgConnectOptions = std::env::var("CARDROOM_TEST_POSTGRES").ok()?.parse().unwrap();
    let mut admin = options.connect().await.unwrap();
    let create = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
    sqlx::raw_sql(sqlx::AssertSqlSafe(create)).execute(&mut admin).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut admin).await.unwrap();
    admin.close().await.unwrap();
    Some(options.database(name))
}

async fn change(options: &PgConnectOptions, sql: String) -> u64 {
    let mut database = options.connect().await.unwrap();
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    done.rows_affected()
}

fn node() -> NodeInfo {
    NodeInfo { address: String::new(), version: String::new(), lease: Duration::from_secs(60) }
}

#[tokio::test]
async fn postgres_conforms() {
    let _calm = CRASH.read().await;
    let Some(options) = database("conforms").await else { return };
    suite::conforms(&PostgresStore::open(&options).await.unwrap(), Sharing::Shared).await;
}

#[tokio::test]
async fn many_servers_start_at_the_same_time() {
    let _calm = CRASH.read().await;
    let Some(options) = database("migrations").await else { return };
    let all = futures_util::future::join_all((0..8).map(|_| PostgresStore::open(&options))).await;
    let mut secrets = Vec::new();
    for store in all {
        secrets.push(store.unwrap().join(node()).await.unwrap().secret);
    }
    assert!(secrets.iter().all(|secret| *secret == secrets[0]));
}

#[tokio::test]
async fn a_database_of_a_later_version_is_left_alone() {
    let _calm = CRASH.read().await;
    let Some(options) = database("later").await else { return };
    drop(PostgresStore::open(&options).await.unwrap());
    change(&options, "UPDATE cardroom_schema SET version = 99, oldest = 99".to_owned()).await;
    for error in [
        PostgresStore::open(&options).await.map(drop).unwrap_err(),
        PostgresStore::open_existing(&options).await.map(drop).unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::Version { found: 99, .. }), "{error}");
        assert!(error.to_string().contains("newer version"), "{error}");
    }
    assert_eq!(change(&options, "SELECT 1 FROM cardroom_schema WHERE version = 99".to_owned()).await, 1);
}

/// A server of the next version upgrades the database while this one runs: it adds columns and a table, and
/// says that this program can ignore them. Running servers go on, and others can start.
#[tokio::test]
async fn servers_of_two_versions_share_a_database() {
    let _calm = CRASH.read().await;
    let Some(options) = database("next").await else { return };
    let running = PostgresStore::open(&options).await.unwrap();
    suite::store_tables_to_damage(&running).await;
    change(
        &options,
        "BEGIN;
         ALTER TABLE cardroom_store ADD COLUMN colour TEXT;
         ALTER TABLE cardroom_nodes ADD COLUMN colour TEXT;
         ALTER TABLE cardroom_tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
         ALTER TABLE cardroom_lines ADD COLUMN colour TEXT;
         CREATE TABLE cardroom_colours (name TEXT);
         UPDATE cardroom_schema SET version = version + 1;
         COMMIT"
            .to_owned(),
    )
    .await;
    suite::appends_once(&running, 80, 5).await;
    suite::conforms(&PostgresStore::open(&options).await.unwrap(), Sharing::Shared).await;
    let existing = PostgresStore::open_existing(&options).await.unwrap();
    assert!(existing.contents().await.unwrap().tables > 0);
    let newer = "SELECT 1 FROM cardroom_schema WHERE version = 5 AND oldest = 3".to_owned();
    assert_eq!(change(&options, newer).await, 1, "it is not downgraded");
}

/// Databases of the first version do not say who can use them.
#[tokio::test]
async fn a_database_of_the_first_version_is_upgraded() {
    let _calm = CRASH.read().await;
    let Some(options) = database("first").await else { return };
    drop(PostgresStore::open(&options).await.unwrap());
    let older = "ALTER TABLE cardroom_schema DROP COLUMN oldest;
        DROP TABLE cardroom_transfers, cardroom_sign_outs;
        ALTER TABLE cardroom_tables DROP COLUMN opened_at;
        UPDATE cardroom_schema SET version = 1";
    change(&options, older.to_owned()).await;
    let error = PostgresStore::open_existing(&options).await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Version { found: 1, .. }), "{error}");
    let all = futures_util::future::join_all((0..4).map(|_| PostgresStore::open(&options))).await;
    all.into_iter().for_each(|store| drop(store.unwrap()));
    let upgraded = "SELECT 1 FROM cardroom_schema WHERE version = 4 AND oldest = 3".to_owned();
    assert_eq!(change(&options, upgraded).await, 1);
}

#[tokio::test]
async fn a_database_without_tables_is_only_upgraded_by_a_server() {
    let _calm = CRASH.read().await;
    let Some(options) = database("empty").await else { return };
    let error = PostgresStore::open_existing(&options).await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Version { found: 0, .. }), "{error}");
    assert_eq!(
        change(&options, "SELECT 1 FROM pg_tables WHERE tablename LIKE 'cardroom%'".to_owned()).await,
        0
    );
}

/// From SQLite to PostgreSQL and back.
#[tokio::test]
async fn a_copy_is_complete_and_can_be_continued() {
    let _calm = CRASH.read().await;
    let Some(options) = database("copy").await else { return };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("copy");
    let _ = std::fs::remove_dir_all(&folder);
    let from = SqliteStore::open(&folder.join("from")).await.unwrap();
    suite::conforms(&from, Sharing::Exclusive).await;
    let to = PostgresStore::open(&options).await.unwrap();
    suite::copies(&from, &to).await;
    suite::copies(&to, &SqliteStore::open(&folder.join("back")).await.unwrap()).await;
}

/// A backup is a SQLite store with everything in it, although a server writes all the time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_busy_database_is_a_store() {
    let _calm = CRASH.read().await;
    let Some(options) = database("backup").await else { return };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("postgres-backup");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("restored")).unwrap();
    let store = PostgresStore::open(&options).await.unwrap();
    suite::store_tables_to_damage(&store).await;
    let busy = PostgresStore::open(&options).await.unwrap();
    let answered: Arc<Mutex<BTreeMap<u8, u64>>> = Arc::default();
    let told = Arc::clone(&answered);
    let writer = tokio::spawn(async move {
        suite::write_for_ever(&busy, 8, |number, seq| {
            told.lock().unwrap().insert(number, seq);
        })
        .await;
    });
    let written = || answered.lock().unwrap().iter().map(|(table, seq)| (*table, *seq)).collect::<Vec<_>>();
    while written().len() < 8 {
        assert!(!writer.is_finished(), "the store has failed");
        tokio::task::yield_now().await;
    }
    let before = written();
    let file = folder.join("restored/cardroom.sqlite");
    assert_eq!(store.backup(&file).await.unwrap(), []);
    assert!(written() > before, "the server has written meanwhile");
    writer.abort();
    let restored = SqliteStore::open(&folder.join("restored")).await.unwrap();
    suite::has_kept(&restored, &before).await;
    assert_eq!(restored.contents().await.unwrap().tables, 8 + DAMAGE.len() as u64);
    let lease = |node: Result<server::store::Lease, StoreError>| node.unwrap().secret;
    assert!(lease(restored.join(node()).await) == lease(store.join(node()).await), "passes stay valid");
    // It can be restored to an empty database, once.
    let empty = database("restored").await.unwrap();
    let address = StoreAddress::Postgres(Box::new(empty.clone()));
    assert_eq!(address.restore(&file).await.unwrap().tables, 8 + DAMAGE.len() as u64);
    suite::has_kept(&PostgresStore::open(&empty).await.unwrap(), &before).await;
    assert_eq!(address.restore(&file).await, Err(CopyError::NotEmpty));
    // What is damaged is left out and reported.
    change(&options, DAMAGE[0].replace("ID", suite::table(200).as_str())).await;
    assert_eq!(store.backup(&folder.join("again.sqlite")).await.unwrap(), [suite::table(200)]);
    // Nothing is left behind.
    let left = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(
        left.collect::<std::collections::BTreeSet<_>>(),
        ["again.sqlite".into(), "restored".into()].into()
    );
}

#[tokio::test]
async fn damaged_lines_are_found() {
    let _calm = CRASH.read().await;
    let Some(options) = database("damage").await else { return };
    let store = PostgresStore::open(&options).await.unwrap();
    suite::store_tables_to_damage(&store).await;
    for (number, damage) in (200..).zip(DAMAGE) {
        let damage = damage.replace("ID", suite::table(number).as_str());
        assert_eq!(change(&options, damage).await, 1);
    }
    suite::finds_damage(&store).await;
}

/// A changed text, a missing last line, a missing line in the middle, a line too many, an older row of the
/// table, and another secret.
const DAMAGE: [&str; 6] = [
    "UPDATE cardroom_lines SET text = 'tw0' WHERE id = 'ID' AND seq = 3",
    "DELETE FROM cardroom_lines WHERE id = 'ID' AND seq = 4",
    "DELETE FROM cardroom_lines WHERE id = 'ID' AND seq = 2",
    "INSERT INTO cardroom_lines VALUES ('ID', 5, 1, 'four', NULL, NULL)",
    "UPDATE cardroom_tables SET last_seq = 3 WHERE id = 'ID'",
    "UPDATE cardroom_tables SET secret = decode(repeat('00', 32), 'hex') WHERE id = 'ID'",
];

#[tokio::test]
async fn without_its_fence_the_store_forks() {
    let _calm = CRASH.read().await;
    let Some(options) = database("fork").await else { return };
    suite::forks(&PostgresStore::open_without_fence(&options).await.unwrap()).await;
}

/// Connections break all the time, also while appends are committed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_connections_lose_and_repeat_nothing() {
    let _calm = CRASH.read().await;
    let Some(options) = database("broken").await else { return };
    let store = PostgresStore::open(&options).await.unwrap();
    let mut admin = options.clone().application_name("test").connect().await.unwrap();
    let appending = tokio::spawn(async move {
        for number in 80..82 {
            suite::appends_once(&store, number, 60).await;
        }
    });
    let mut cut = 0;
    while !appending.is_finished() {
        cut += cut_connections(&mut admin).await;
        tokio::time::sleep(Duration::from_millis(7)).await;
    }
    appending.await.unwrap();
    assert!(cut > 5, "only {cut} connections were cut");
}

/// Ends the connections of servers that are busy writing.
async fn cut_connections(admin: &mut PgConnection) -> u64 {
    let cut = sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'cardroom' AND query LIKE '%wanted%'",
    );
    cut.execute(admin).await.unwrap().rows_affected()
}

/// A process of the database is killed. PostgreSQL then ends all connections and recovers from its log, as
/// after a crash of the machine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_of_the_database_loses_no_acknowledged_write() {
    let _alone = CRASH.write().await;
    for round in 0..2 {
        let Some(options) = database("crash").await else { return };
        let store = PostgresStore::open(&options).await.unwrap();
        let answered: Arc<Mutex<BTreeMap<u8, u64>>> = Arc::default();
        let told = Arc::clone(&answered);
        let writer = tokio::spawn(async move {
            suite::write_for_ever(&store, 8, |number, seq| {
                told.lock().unwrap().insert(number, seq);
            })
            .await;
            store
        });
        while answered.lock().unwrap().values().sum::<u64>() < 8 * (5 + 30 * round) {
            assert!(!writer.is_finished(), "the store has failed");
            tokio::task::yield_now().await;
        }
        let mut victim = options.connect().await.unwrap();
        let (process,): (i32,) =
            sqlx::query_as("SELECT pg_backend_pid()").fetch_one(&mut victim).await.unwrap();
        let killed = std::process::Command::new("kill").args(["-9", &process.to_string()]).status().unwrap();
        if !killed.success() {
            eprintln!("skipped: this user cannot kill processes of the database");
            writer.abort();
            return;
        }
        let store = writer.await.unwrap();
        let before: Vec<(u8, u64)> =
            answered.lock().unwrap().iter().map(|(table, seq)| (*table, *seq)).collect();
        let back = async {
            while store.load(suite::table(0)).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), back).await.expect("the database is back");
        suite::has_kept(&store, &before).await;
    }
}

#[tokio::test]
async fn a_wrong_address_is_reported_without_the_password() {
    let _calm = CRASH.read().await;
    let closed: PgConnectOptions = "postgres://someone:geheim@127.0.0.1:1/cards".parse().unwrap();
    let error = PostgresStore::open(&closed).await.map(drop).unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    assert!(!format!("{error} {error:?}").contains("geheim"));
    let Some(options) = database("wrong").await else { return };
    let nowhere = options.password("geheim").database("there_is_no_such_database");
    let error = PostgresStore::open(&nowhere).await.map(drop).unwrap_err();
    assert!(error.to_string().contains("there_is_no_such_database"), "{error}");
    assert!(!format!("{error} {error:?}").contains("geheim"));
}
