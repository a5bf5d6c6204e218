//! Every store passes the conformance suite; the SQLite store also survives a crash while writing.

// Tests may unwrap.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use server::store::suite::Sharing;
use server::store::{
    AdminStore, CopyError, Interruption, MemoryStore, NodeInfo, SqliteStore, Store, StoreAddress, StoreError,
    copy, suite,
};
use sqlx::{ConnectOptions, Connection};

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[tokio::test]
async fn memory_conforms() {
    suite::conforms(&MemoryStore::default(), Sharing::Shared).await;
}

#[tokio::test]
async fn sqlite_conforms() {
    suite::conforms(&SqliteStore::open(&folder("conforms")).await.unwrap(), Sharing::Exclusive).await;
}

#[tokio::test]
async fn sqlite_keeps_its_secret_and_numbers_its_nodes() {
    let folder = folder("again");
    let first = SqliteStore::open(&folder).await.unwrap().join(node()).await.unwrap();
    let second = SqliteStore::open(&folder).await.unwrap().join(node()).await.unwrap();
    assert!(first.secret == second.secret && second.node == first.node + 1);
}

/// Whatever happened to the interrupted append: it is stored once, and nothing comes after it that its
/// sender does not know.
#[tokio::test(start_paused = true)]
async fn an_interrupted_commit_happens_once() {
    use Interruption::{Late, Lost, Stored};
    let store = MemoryStore::default();
    for (number, interruptions) in
        (70..).zip([&[Lost][..], &[Stored], &[Late], &[Lost, Late, Lost], &[Late, Late, Stored]])
    {
        store.interrupt(interruptions);
        suite::resolves(&store, number).await;
    }
}

#[tokio::test]
async fn without_its_fence_a_store_forks() {
    let store = MemoryStore::default();
    store.disable_fence();
    suite::forks(&store).await;
}

#[tokio::test]
async fn sqlite_finds_damaged_lines() {
    let folder = folder("lines");
    let store = SqliteStore::open(&folder).await.unwrap();
    suite::store_tables_to_damage(&store).await;
    drop(store);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("cardroom.sqlite"));
    let mut database = options.connect().await.unwrap();
    for (number, change) in (200..).zip(DAMAGE) {
        let change = change.replace("ID", suite::table(number).as_str());
        let done = sqlx::raw_sql(sqlx::AssertSqlSafe(change)).execute(&mut database).await.unwrap();
        assert_eq!(done.rows_affected(), 1);
    }
    database.close().await.unwrap();
    suite::finds_damage(&SqliteStore::open(&folder).await.unwrap()).await;
}

/// A changed text, a missing last line, a missing line in the middle, a line too many, an older row of the
/// table, and another secret.
const DAMAGE: [&str; 6] = [
    "UPDATE lines SET text = 'tw0' WHERE id = 'ID' AND seq = 3",
    "DELETE FROM lines WHERE id = 'ID' AND seq = 4",
    "DELETE FROM lines WHERE id = 'ID' AND seq = 2",
    "INSERT INTO lines VALUES ('ID', 5, 1, 'four', NULL, NULL)",
    "UPDATE tables SET last_seq = 3 WHERE id = 'ID'",
    "UPDATE tables SET secret = zeroblob(32) WHERE id = 'ID'",
];

fn node() -> NodeInfo {
    NodeInfo { address: String::new(), version: String::new(), lease: Duration::from_secs(60) }
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
            assert!(!writer.is_finished(), "the store has failed");
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

/// A store with tables in different stages.
async fn filled(folder: &Path) -> SqliteStore {
    let store = SqliteStore::open(folder).await.unwrap();
    suite::conforms(&store, Sharing::Exclusive).await;
    store
}

#[tokio::test]
async fn a_copy_is_complete_and_can_be_continued() {
    let folder = folder("copy");
    let (from, to) =
        (filled(&folder.join("from")).await, SqliteStore::open(&folder.join("to")).await.unwrap());
    suite::copies(&from, &to).await;
}

#[tokio::test]
async fn a_copy_needs_an_original_and_an_empty_target() {
    let folder = folder("refused");
    let (from, to) = (filled(&folder.join("from")).await, filled(&folder.join("to")).await);
    assert_eq!(copy(&from, &to).await, Err(CopyError::NotEmpty));
    let nothing = SqliteStore::open(&folder.join("nothing")).await.unwrap();
    assert_eq!(copy(&nothing, &to).await, Err(CopyError::Nothing));
    // A copy of another store was begun there.
    nothing.begin_copy([9; 32]).await.unwrap();
    assert_eq!(copy(&from, &nothing).await, Err(CopyError::NotEmpty));
    assert_eq!(nothing.join(node()).await.map(drop), Err(StoreError::UnfinishedCopy));
}

#[tokio::test]
async fn a_damaged_table_is_reported_and_not_copied() {
    let folder = folder("copy-damaged");
    let from = filled(&folder.join("from")).await;
    let tables = from.contents().await.unwrap().tables;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("from/cardroom.sqlite"));
    let mut database = options.connect().await.unwrap();
    let damage = format!("UPDATE lines SET text = 'x' WHERE seq = 2 AND id = '{}'", suite::table(12));
    sqlx::raw_sql(sqlx::AssertSqlSafe(damage)).execute(&mut database).await.unwrap();
    let to = SqliteStore::open(&folder.join("to")).await.unwrap();
    let report = copy(&from, &to).await.unwrap();
    assert_eq!((report.damaged, report.tables), (vec![suite::table(12)], tables - 1));
}

/// Changes the database of a folder.
async fn change(folder: &Path, sql: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("cardroom.sqlite"));
    let mut database = options.connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused() {
    let folder = folder("later");
    drop(SqliteStore::open(&folder).await.unwrap());
    change(&folder, "PRAGMA user_version = 99; UPDATE compatibility SET oldest = 99").await;
    let before = std::fs::read(folder.join("cardroom.sqlite")).unwrap();
    for opened in [SqliteStore::open(&folder).await, SqliteStore::open_existing(&folder).await] {
        let error = opened.map(drop).unwrap_err().to_string();
        assert!(error.contains("version 99") && error.contains("newer version"), "{error}");
    }
    assert!(std::fs::read(folder.join("cardroom.sqlite")).unwrap() == before);
}

/// The next version has added a column and a table, and says that this program can ignore them.
#[tokio::test]
async fn a_compatible_database_of_the_next_version_is_used() {
    let folder = folder("next");
    drop(SqliteStore::open(&folder).await.unwrap());
    change(
        &folder,
        "PRAGMA user_version = 11;
         ALTER TABLE tables ADD COLUMN colour TEXT;
         ALTER TABLE lines ADD COLUMN colour TEXT;
         ALTER TABLE nodes ADD COLUMN colour TEXT;
         ALTER TABLE house ADD COLUMN colour TEXT;
         CREATE TABLE colours (name TEXT)",
    )
    .await;
    suite::conforms(&SqliteStore::open(&folder).await.unwrap(), Sharing::Exclusive).await;
    let existing = SqliteStore::open_existing(&folder).await.unwrap();
    assert!(existing.contents().await.unwrap().tables > 0);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("cardroom.sqlite"));
    let mut database = options.connect().await.unwrap();
    let version: (i64,) = sqlx::query_as("PRAGMA user_version").fetch_one(&mut database).await.unwrap();
    assert_eq!(version.0, 11, "it is not downgraded");
}

/// Maintenance commands read a database of an earlier version, and do not change it.
#[tokio::test]
async fn an_older_database_is_read_without_a_change() {
    let folder = folder("older");
    std::fs::create_dir_all(&folder).unwrap();
    let (file, fixture) = (folder.join("cardroom.sqlite"), Path::new(env!("CARGO_MANIFEST_DIR")));
    let tables = std::fs::read_to_string(fixture.join("tests/data/tables.sql")).unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut database = options.connect().await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(tables)).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    let before = std::fs::read(&file).unwrap();
    let store = SqliteStore::open_existing(&folder).await.unwrap();
    let report = server::check(&store).await.unwrap();
    assert_eq!((report.tables, report.damaged), (9, vec![]));
    let to = SqliteStore::open(&folder.join("to")).await.unwrap();
    assert_eq!(copy(&store, &to).await.unwrap().tables, 9);
    // A backup is what the older program can read.
    let address: StoreAddress = format!("sqlite:{}", folder.display()).parse().unwrap();
    let backup = folder.join("backup.sqlite");
    assert_eq!(address.backup(&backup).await.unwrap(), []);
    let mut backup = sqlx::sqlite::SqliteConnectOptions::new().filename(&backup).connect().await.unwrap();
    let version: (i64,) = sqlx::query_as("PRAGMA user_version").fetch_one(&mut backup).await.unwrap();
    assert_eq!(version.0, 3);
    backup.close().await.unwrap();
    assert!(std::fs::read(&file).unwrap() == before);
    // A newer program can restore it.
    let target = StoreAddress::Sqlite(folder.join("restored"));
    let report = target.restore(&folder.join("backup.sqlite")).await.unwrap();
    assert_eq!((report.tables, report.damaged), (9, vec![]));
    assert_eq!(target.restore(&folder.join("backup.sqlite")).await, Err(CopyError::NotEmpty));
    assert_eq!(server::check(&*target.open_existing().await.unwrap()).await.unwrap().tables, 9);
}

/// A restored store is complete or not there. Other users cannot read it.
#[tokio::test]
async fn a_damaged_backup_is_restored_without_what_is_damaged() {
    let folder = folder("damaged-backup");
    let store = SqliteStore::open(&folder.join("data")).await.unwrap();
    suite::store_tables_to_damage(&store).await;
    let backup = folder.join("backup.sqlite");
    store.backup(&backup).await.unwrap();
    let tables = store.contents().await.unwrap().tables;
    let mut database = sqlx::sqlite::SqliteConnectOptions::new().filename(&backup).connect().await.unwrap();
    for lines in ["lines", "recent"] {
        let change = format!("UPDATE {lines} SET text = text || ' ' WHERE id = '{}'", suite::table(200));
        sqlx::raw_sql(sqlx::AssertSqlSafe(change)).execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();
    let target = folder.join("restored");
    let report = StoreAddress::Sqlite(target.clone()).restore(&backup).await.unwrap();
    assert_eq!((report.tables, report.damaged), (tables - 1, vec![suite::table(200)]));
    #[cfg(unix)]
    for path in [target.clone(), target.join("cardroom.sqlite")] {
        let mode = std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
        assert_eq!(mode & 0o077, 0, "{}", path.display());
    }
    // Half of a file is no backup, and nothing is left of the attempt.
    let half = folder.join("half.sqlite");
    std::fs::write(&half, &std::fs::read(&backup).unwrap()[..8192]).unwrap();
    let target = folder.join("nothing");
    assert!(matches!(StoreAddress::Sqlite(target.clone()).restore(&half).await, Err(CopyError::From(_))));
    assert_eq!(std::fs::read_dir(&target).unwrap().count(), 0);
}

/// The file of another program, and what is no database at all.
#[tokio::test]
async fn another_programs_file_is_left_alone() {
    let folder = folder("foreign");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("cardroom.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut database = options.connect().await.unwrap();
    sqlx::raw_sql("CREATE TABLE recipes (name TEXT)").execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    for existing in [false, true] {
        let opened = match existing {
            false => SqliteStore::open(&folder).await,
            true => SqliteStore::open_existing(&folder).await,
        };
        assert!(matches!(opened.map(drop), Err(StoreError::Foreign(_))));
    }
    let mut database = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let tables: Vec<(String,)> =
        sqlx::query_as("SELECT name FROM sqlite_master").fetch_all(&mut database).await.unwrap();
    assert_eq!(tables, [("recipes".to_owned(),)]);
    database.close().await.unwrap();
    std::fs::write(&file, "a shopping list, which is long enough to be a header of a database ".repeat(20))
        .unwrap();
    let before = std::fs::read(&file).unwrap();
    assert_eq!(SqliteStore::open(&folder).await.map(drop), Err(StoreError::Damaged));
    assert!(std::fs::read(&file).unwrap() == before);
}

/// The store contains hidden cards, so other users must not be able to read it or a backup of it.
#[cfg(unix)]
#[tokio::test]
async fn other_users_cannot_read_the_store() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("own");
    let store = SqliteStore::open(&folder).await.unwrap();
    store.join(node()).await.unwrap();
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

/// A store with lines that are not settled, and how many lines each table has.
async fn busy(folder: &Path) -> (Arc<SqliteStore>, Vec<(u8, u64)>) {
    let store = Arc::new(SqliteStore::open(folder).await.unwrap());
    let answered: Arc<Mutex<BTreeMap<u8, u64>>> = Arc::default();
    let (told, used) = (Arc::clone(&answered), Arc::clone(&store));
    let writer = tokio::spawn(async move {
        suite::append_for_ever(&*used, 8, |number, seq| {
            told.lock().unwrap().insert(number, seq);
        })
        .await;
    });
    while answered.lock().unwrap().values().sum::<u64>() < 400 {
        assert!(!writer.is_finished(), "the store has failed");
        tokio::task::yield_now().await;
    }
    writer.abort();
    let _ = writer.await;
    // What was sent last is stored now.
    store.probe(1).await.unwrap();
    let answered = answered.lock().unwrap().iter().map(|(table, seq)| (*table, *seq)).collect();
    (store, answered)
}

const FILES: [&str; 3] = ["cardroom.sqlite", "cardroom.sqlite-wal", "cardroom.confirmed"];

/// Copies the files of a store as they are, and changes one of them.
fn damaged_copy(from: &Path, to: &Path, file: &str, damage: impl FnOnce(&mut Vec<u8>)) {
    std::fs::create_dir_all(to).unwrap();
    for name in FILES {
        std::fs::copy(from.join(name), to.join(name)).unwrap();
    }
    let mut bytes = std::fs::read(to.join(file)).unwrap();
    damage(&mut bytes);
    std::fs::write(to.join(file), bytes).unwrap();
}

/// SQLite ignores everything in its log after a damaged frame, without a word.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_log_is_noticed() {
    let folder = folder("damaged-log");
    let (_store, answered) = busy(&folder.join("data")).await;
    let copy = |name: &str, file: &str, damage: fn(&mut Vec<u8>)| {
        let to = folder.join(name);
        damaged_copy(&folder.join("data"), &to, file, damage);
        to
    };
    let intact = SqliteStore::open(&copy("intact", FILES[1], |_| {})).await.unwrap();
    suite::has_kept(&intact, &answered).await;
    let half = |bytes: &mut Vec<u8>| bytes.truncate(bytes.len() / 2);
    for (name, damage) in [
        ("cut", half as fn(&mut Vec<u8>)),
        ("flipped", |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }),
        ("header", |bytes| bytes[3] ^= 1),
        ("last", |bytes| bytes.truncate(bytes.len() - 1)),
        ("empty", Vec::clear),
    ] {
        let opened = SqliteStore::open(&copy(name, FILES[1], damage)).await.map(drop);
        assert!(matches!(opened, Err(StoreError::Lost { changes: 1.. })), "{name}: {opened:?}");
    }
    // The database itself is gone.
    let without = copy("without", FILES[0], Vec::clear);
    assert_eq!(SqliteStore::open(&without).await.map(drop), Err(StoreError::Replaced));
    std::fs::remove_file(without.join(FILES[0])).unwrap();
    assert_eq!(SqliteStore::open(&without).await.map(drop), Err(StoreError::Replaced));
    assert!(!without.join(FILES[0]).exists(), "no empty one takes its place");
    // A damaged witness loses nothing.
    let witness = SqliteStore::open(&copy("witness", FILES[2], |bytes| bytes.fill(0x5a))).await.unwrap();
    suite::has_kept(&witness, &answered).await;
}

/// Nobody but the latest lines themselves knows that they exist.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_recent_lines_are_noticed() {
    let folder = folder("damaged-recent");
    let (_store, answered) = busy(&folder.join("data")).await;
    for (name, sql) in [
        ("nothing", "SELECT 1"),
        ("end", "DELETE FROM recent WHERE place > (SELECT max(place) - 3 FROM recent)"),
        ("all", "DELETE FROM recent"),
        ("middle", "DELETE FROM recent WHERE place = (SELECT max(place) - 20 FROM recent)"),
        ("text", "UPDATE recent SET text = 'x' WHERE place = (SELECT max(place) FROM recent)"),
        ("table", "UPDATE recent SET id = 'x' WHERE place = (SELECT max(place) FROM recent)"),
        ("hash", "UPDATE recent SET hash = NULL WHERE place = (SELECT max(place) FROM recent)"),
        ("progress", "UPDATE progress SET chain = zeroblob(32), settled = settled + 1"),
        ("writes", "UPDATE progress SET writes = writes - 1"),
        ("row", "DELETE FROM progress"),
    ] {
        let to = folder.join(name);
        damaged_copy(&folder.join("data"), &to, FILES[0], |_| {});
        change(&to, sql).await;
        let opened = SqliteStore::open(&to).await;
        match opened {
            Ok(store) if name == "nothing" => suite::has_kept(&store, &answered).await,
            opened => {
                let error = opened.map(drop).unwrap_err();
                let is_found = matches!(error, StoreError::Damaged | StoreError::Lost { .. });
                assert!(is_found, "{name}: {error}");
            }
        }
    }
}

/// The row of a table is on another page than its lines.
#[tokio::test]
async fn a_missing_row_is_noticed() {
    let folder = folder("missing-row");
    let store = SqliteStore::open(&folder).await.unwrap();
    suite::store_tables_to_damage(&store).await;
    change(&folder, "DELETE FROM tables").await;
    suite::finds_damage(&store).await;
    let report = server::check(&SqliteStore::open_existing(&folder).await.unwrap()).await.unwrap();
    assert_eq!(report.problems, ["there are lines of 6 tables that are missing"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_notices_that_confirmed_changes_are_missing() {
    let folder = folder("check");
    let (_store, _) = busy(&folder.join("data")).await;
    let check = async |folder: &Path| {
        server::check(&SqliteStore::open_existing(folder).await.unwrap()).await.unwrap().problems
    };
    assert_eq!(check(&folder.join("data")).await, Vec::<String>::new(), "also while it is used");
    let to = folder.join("cut");
    damaged_copy(&folder.join("data"), &to, FILES[1], |bytes| bytes.truncate(bytes.len() / 2));
    let problems = check(&to).await;
    assert!(problems.len() == 1 && problems[0].contains("confirmed changes"), "{problems:?}");
}

/// After a clean shutdown, the database file alone is complete.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_is_empty_after_a_clean_shutdown() {
    let folder = folder("clean");
    let (store, answered) = busy(&folder.join("data")).await;
    store.leave(1).await.unwrap();
    assert_eq!(std::fs::metadata(folder.join("data").join(FILES[1])).unwrap().len(), 0);
    std::fs::create_dir_all(folder.join("copy")).unwrap();
    std::fs::copy(folder.join("data").join(FILES[0]), folder.join("copy").join(FILES[0])).unwrap();
    suite::has_kept(&SqliteStore::open(&folder.join("copy")).await.unwrap(), &answered).await;
}

/// SQLite would go on with a file that nobody can open any more.
#[cfg(unix)]
#[tokio::test]
async fn a_removed_or_replaced_file_is_noticed() {
    for file in &FILES[..2] {
        let folder = folder("replaced");
        let store = SqliteStore::open(&folder).await.unwrap();
        let lease = store.join(node()).await.unwrap();
        assert_eq!(store.probe(lease.node).await, Ok(()));
        std::fs::rename(folder.join(file), folder.join("elsewhere")).unwrap();
        assert_eq!(store.probe(lease.node).await, Err(StoreError::Replaced), "{file} is gone");
        std::fs::copy(folder.join("elsewhere"), folder.join(file)).unwrap();
        assert_eq!(store.probe(lease.node).await, Err(StoreError::Replaced), "{file} is a copy");
        assert!(store.claim(suite::table(1), lease.node).await == Err(StoreError::Replaced));
        std::fs::rename(folder.join("elsewhere"), folder.join(file)).unwrap();
        assert_eq!(store.probe(lease.node).await, Ok(()), "{file} is back");
    }
}
