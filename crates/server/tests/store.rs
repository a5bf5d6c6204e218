//! Every store passes the conformance suite; the SQLite store also survives a crash while writing.

// Tests may unwrap.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use server::store::{MemoryStore, SqliteStore, Store, suite};
use sqlx::{ConnectOptions, Connection};

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[tokio::test]
async fn memory_conforms() {
    suite::conforms(&MemoryStore::default()).await;
}

#[tokio::test]
async fn sqlite_conforms() {
    suite::conforms(&SqliteStore::open(&folder("conforms")).await.unwrap()).await;
}

#[tokio::test]
async fn sqlite_keeps_its_secret_and_starts_a_new_epoch_each_time() {
    let folder = folder("again");
    let first = SqliteStore::open(&folder).await.unwrap().open().await.unwrap();
    let second = SqliteStore::open(&folder).await.unwrap().open().await.unwrap();
    assert!(first.secret == second.secret && second.epoch == first.epoch + 1);
}

/// A power failure leaves the disk as it was at some moment. This simulates it in the middle of
/// writing: database and log are copied as they are, and the log may be torn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_loses_no_acknowledged_write_in_a_crash() {
    let folder = folder("crash");
    let store = SqliteStore::open(&folder.join("data")).await.unwrap();
    let answered: Arc<Mutex<BTreeMap<u8, u64>>> = Arc::default();
    let told = Arc::clone(&answered);
    let writer = tokio::spawn(async move {
        suite::write_for_ever(&store, 8, |number, seq| {
            told.lock().unwrap().insert(number, seq);
        })
        .await;
    });
    for round in 0..10 {
        while answered.lock().unwrap().values().sum::<u64>() < 8 * (10 + 20 * round) {
            tokio::task::yield_now().await;
        }
        let before = answered.lock().unwrap().iter().map(|(table, seq)| (*table, *seq)).collect::<Vec<_>>();
        let copy = folder.join(format!("copy-{round}"));
        std::fs::create_dir_all(&copy).unwrap();
        // An open read transaction prevents a checkpoint, so that both copies are consistent.
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("data/cardroom.sqlite"));
        let mut reader = options.read_only(true).connect().await.unwrap();
        let mut reading = reader.begin().await.unwrap();
        sqlx::query("SELECT count(*) FROM lines").fetch_one(&mut *reading).await.unwrap();
        for name in ["cardroom.sqlite", "cardroom.sqlite-wal"] {
            std::fs::copy(folder.join("data").join(name), copy.join(name)).unwrap();
        }
        reading.rollback().await.unwrap();
        if round % 2 == 1 {
            // A torn write: half a page.
            let mut log =
                std::fs::OpenOptions::new().append(true).open(copy.join("cardroom.sqlite-wal")).unwrap();
            std::io::Write::write_all(&mut log, &[0x5a; 2000]).unwrap();
        }
        let copy = SqliteStore::open(&copy).await.unwrap();
        suite::has_kept(&copy, &before).await;
    }
    writer.abort();
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused() {
    let folder = folder("later");
    drop(SqliteStore::open(&folder).await.unwrap());
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("cardroom.sqlite"));
    let mut database = options.connect().await.unwrap();
    sqlx::raw_sql("PRAGMA user_version = 99").execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    let error = SqliteStore::open(&folder).await.map(drop).unwrap_err().to_string();
    assert!(error.contains("version 99"), "{error}");
}

/// The store contains hidden cards, so other users must not be able to read it or a backup of it.
#[cfg(unix)]
#[tokio::test]
async fn other_users_cannot_read_the_store() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("own");
    let store = SqliteStore::open(&folder).await.unwrap();
    store.open().await.unwrap();
    store.backup(&folder.join("copy.sqlite")).await.unwrap();
    let mut seen = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", file.path().display());
        seen += 1;
    }
    assert!(seen >= 3, "the database, its log and the copy");
}
