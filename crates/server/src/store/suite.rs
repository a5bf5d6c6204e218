//! The conformance suite of stores: how they store tables, and that a crash loses no acknowledged
//! write.

use wire::TableId;

use super::{Append, CreateResult, Line, LineKind, NewStoredTable, Store, StoreError, TableStage};
use crate::Identity;

/// The id of a table.
fn table(number: u8) -> TableId {
    TableId::from_random([number; TableId::LENGTH])
}

fn somebody(number: u8) -> Identity {
    Identity::from_bytes(&[number; 16]).expect("sixteen bytes")
}

fn line(text: &str) -> Line {
    Line { kind: LineKind::Record, text: text.to_owned(), command: None }
}

fn fresh(number: u8, creator: u8, epoch: u64) -> NewStoredTable {
    let lines = vec![Line { kind: LineKind::Event, text: "opened".to_owned(), command: None }];
    NewStoredTable {
        table: table(number),
        secret: [number; 32],
        creator: somebody(creator),
        epoch,
        created: 1,
        lines,
    }
}

fn append(number: u8, epoch: u64, seq: u64, text: &str) -> Append {
    Append { table: table(number), epoch, seq, lines: vec![line(text)], stage: Some(TableStage::Running) }
}

async fn texts(store: &dyn Store, number: u8) -> Vec<String> {
    let stored = store.load(table(number)).await.expect("a table").expect("a table");
    stored.lines.into_iter().map(|line| line.text).collect()
}

/// Checks an empty store.
///
/// # Panics
/// If it does not conform.
pub async fn conforms(store: &dyn Store) {
    owners_come_one_after_the_other(store).await;
    tables_are_kept_once_and_not_too_many(store).await;
    lines_are_added_at_the_end_by_the_owner(store).await;
    games_that_are_over_are_found_in_their_order(store).await;
    a_table_is_closed(store).await;
}

async fn owners_come_one_after_the_other(store: &dyn Store) {
    let (first, second) = (store.open().await.expect("a store"), store.open().await.expect("a store"));
    assert!(second.epoch > first.epoch, "a later owner has a larger number");
    assert!(first.secret == second.secret, "passes stay valid");
}

async fn tables_are_kept_once_and_not_too_many(store: &dyn Store) {
    assert!(store.load(table(1)).await == Ok(None), "there is nothing yet");
    assert_eq!(store.create(fresh(1, 1, 5), 2).await, Ok(CreateResult::New));
    let mut again = fresh(1, 1, 5);
    again.secret = [9; 32];
    assert_eq!(store.create(again, 2).await, Ok(CreateResult::AlreadyExists));
    let stored = store.load(table(1)).await.expect("a table").expect("a table");
    assert!(stored.secret == [1; 32] && stored.creator == somebody(1), "the first one stays");
    assert_eq!(stored.stage, TableStage::Open);
    assert_eq!(store.create(fresh(2, 1, 5), 2).await, Ok(CreateResult::New));
    assert_eq!(store.create(fresh(3, 1, 5), 2).await, Ok(CreateResult::TooMany));
    assert!(store.load(table(3)).await == Ok(None), "what is refused is not kept");
    // A finished table does not count.
    let over = Append { stage: Some(TableStage::Over), ..append(2, 5, 2, "over") };
    assert_eq!(store.append(over).await, Ok(()));
    assert_eq!(store.create(fresh(3, 1, 5), 2).await, Ok(CreateResult::New));
}

async fn lines_are_added_at_the_end_by_the_owner(store: &dyn Store) {
    assert_eq!(store.create(fresh(10, 2, 5), 9).await, Ok(CreateResult::New));
    assert_eq!(store.append(append(10, 5, 2, "two")).await, Ok(()));
    for seq in [0, 1, 2, 4, u64::MAX >> 1] {
        assert_eq!(store.append(append(10, 5, seq, "wrong")).await, Err(StoreError::Conflict), "{seq}");
    }
    assert_eq!(store.append(append(11, 5, 1, "nowhere")).await, Err(StoreError::Conflict));
    let command = Some((somebody(3), u64::MAX));
    let mut both = append(10, 6, 3, "three");
    both.lines.push(Line { kind: LineKind::Event, text: "four\n\u{1f0a1}".to_owned(), command });
    assert_eq!(store.append(both).await, Ok(()), "a new owner");
    assert_eq!(store.append(append(10, 5, 5, "five")).await, Err(StoreError::Conflict), "the one before");
    let mut plain = append(10, 6, 5, "five");
    plain.stage = None;
    assert_eq!(store.append(plain).await, Ok(()));
    for (epoch, seq) in [(6, 5), (6, 7), (5, 6)] {
        let late = Append { stage: None, ..append(10, epoch, seq, "late") };
        assert_eq!(store.append(late).await, Err(StoreError::Conflict), "{epoch} {seq}");
    }
    assert_eq!(texts(store, 10).await, ["opened", "two", "three", "four\n\u{1f0a1}", "five"]);
    let stored = store.load(table(10)).await.expect("a table").expect("a table");
    assert_eq!(stored.lines[3].kind, LineKind::Event);
    assert_eq!(stored.lines[3].command, command);
    assert_eq!(stored.stage, TableStage::Running);
}

async fn games_that_are_over_are_found_in_their_order(store: &dyn Store) {
    let before = store.finished(0, 100).await.expect("records");
    let last = before.last().map_or(0, |finished| finished.number);
    for (number, creator) in [(30, 30), (21, 21), (25, 25)] {
        assert_eq!(store.create(fresh(number, creator, 5), 9).await, Ok(CreateResult::New));
        assert_eq!(store.append(append(number, 5, 2, &format!("begin {number}\n"))).await, Ok(()));
    }
    for number in [25, 30] {
        let mut over = Append { stage: Some(TableStage::Over), ..append(number, 5, 3, "roll 43\n") };
        over.lines.push(Line { kind: LineKind::Event, text: "rematch".to_owned(), command: None });
        assert_eq!(store.append(over).await, Ok(()));
    }
    // Appending to a finished game does not change its place.
    assert_eq!(
        store.append(Append { stage: Some(TableStage::Over), ..append(25, 9, 5, "end\n") }).await,
        Ok(())
    );
    let found = store.finished(last, 100).await.expect("records");
    let records: Vec<&str> = found.iter().map(|finished| finished.record.as_str()).collect();
    assert_eq!(records, ["begin 25\nroll 43\nend\n", "begin 30\nroll 43\n"], "not the one that is played");
    assert!(store.finished(last, 1).await.expect("records") == found[..1]);
    assert!(store.finished(found[0].number, 100).await.expect("records") == found[1..]);
}

async fn a_table_is_closed(store: &dyn Store) {
    assert_eq!(store.close(table(10)).await, Ok(()));
    let stored = store.load(table(10)).await.expect("a table").expect("a table");
    assert_eq!(stored.stage, TableStage::Damaged);
}

/// Appends lines to many tables at the same time and reports each acknowledged one. Returns when
/// the store fails.
pub async fn write_for_ever(store: &dyn Store, tables: u8, mut answered: impl FnMut(u8, u64)) {
    let mut last = vec![1; usize::from(tables)];
    for number in 0..tables {
        if store.create(fresh(number, number, 1), 9).await.is_err() {
            return;
        }
    }
    for round in 0_u64.. {
        let all = (0..tables).map(|number| {
            let seq = last[usize::from(number)] + 1;
            store.append(append(number, 1, seq, &format!("{round}")))
        });
        let done = futures_util::future::join_all(all).await;
        for (number, done) in (0..tables).zip(done) {
            if done.is_err() {
                return;
            }
            last[usize::from(number)] += 1;
            answered(number, last[usize::from(number)]);
        }
    }
}

/// Checks that the store has every acknowledged line.
///
/// # Panics
/// If one is missing.
pub async fn has_kept(store: &dyn Store, answered: &[(u8, u64)]) {
    for (number, seq) in answered {
        let lines = texts(store, *number).await.len() as u64;
        assert!(lines >= *seq, "table {number}: {seq} lines were answered, {lines} are kept");
    }
}
