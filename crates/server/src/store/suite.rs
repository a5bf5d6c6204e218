//! The conformance suite of stores: who may write to a table, how tables are stored, and that a crash loses
//! no acknowledged write.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use wire::TableId;

use super::{
    AdminStore, Append, ClaimResult, CopyError, CreateResult, Line, LineKind, NewStoredTable, NodeInfo,
    Ownership, Store, StoreError, StoredTable, TableStage, append_until_known, copy,
};
use crate::Identity;

/// How many nodes may use a store at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// One. When another one joins, the lease of the first is over.
    Exclusive,
    /// Many.
    Shared,
}

/// The id of a table.
#[must_use]
pub fn table(number: u8) -> TableId {
    TableId::from_random(
        [number / 32, number % 32].repeat(TableId::LENGTH / 2).try_into().expect("twenty bytes"),
    )
}

fn somebody(number: u8) -> Identity {
    Identity::from_bytes(&[number; 16]).expect("sixteen bytes")
}

fn line(text: &str) -> Line {
    Line { kind: LineKind::Record, text: text.to_owned(), command: None }
}

fn fresh(number: u8, creator: u8) -> NewStoredTable {
    let lines = vec![Line { kind: LineKind::Event, text: "opened".to_owned(), command: None }];
    NewStoredTable {
        table: table(number),
        secret: [number; 32],
        creator: somebody(creator),
        created: 1,
        lines,
    }
}

fn append(number: u8, ownership: Ownership, text: &str) -> Append {
    Append { stage: Some(TableStage::Running), ..Append::new(table(number), ownership, vec![line(text)]) }
}

fn listing(number: u8, ownership: Ownership, text: Option<&str>) -> Append {
    let listing = Some(text.map(str::to_owned));
    Append { listing, ..Append::new(table(number), ownership, Vec::new()) }
}

/// Joins with a lease that does not end during a test.
async fn join(store: &dyn Store, address: &str) -> u64 {
    join_for(store, address, Duration::from_secs(3600)).await
}

async fn join_for(store: &dyn Store, address: &str, lease: Duration) -> u64 {
    let node = NodeInfo { address: address.to_owned(), version: "1".to_owned(), lease };
    store.join(node).await.expect("a lease").node
}

async fn create(store: &dyn Store, number: u8, creator: u8) {
    assert_eq!(store.create(fresh(number, creator), 99).await, Ok(CreateResult::New));
}

/// Claims a table that can be claimed.
async fn own(store: &dyn Store, number: u8, node: u64) -> StoredTable {
    match store.claim(table(number), node).await {
        Ok(ClaimResult::Owned(stored)) => *stored,
        other => panic!("table {number} is not owned: {}", describe(&other)),
    }
}

fn describe(result: &Result<ClaimResult, StoreError>) -> String {
    match result {
        Ok(ClaimResult::Owned(_)) => "owned".to_owned(),
        Ok(ClaimResult::Elsewhere { address, .. }) => format!("at {address}"),
        Ok(ClaimResult::Missing) => "missing".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Appends, and advances the ownership.
async fn write(store: &dyn Store, ownership: &mut Ownership, append: Append) {
    let head = append.head;
    assert_eq!(store.append(Arc::new(append)).await, Ok(()));
    ownership.head = head;
}

async fn load(store: &dyn Store, number: u8) -> StoredTable {
    store.load(table(number)).await.expect("a table").expect("a table")
}

async fn texts(store: &dyn Store, number: u8) -> Vec<String> {
    load(store, number).await.lines.into_iter().map(|line| line.text).collect()
}

/// Checks an empty store.
///
/// # Panics
/// If it does not conform.
pub async fn conforms(store: &dyn Store, sharing: Sharing) {
    nodes_have_numbers_and_share_the_secret(store).await;
    tables_are_kept_once_and_not_too_many(store).await;
    concurrent_creates_respect_the_limit(store).await;
    lines_are_added_at_the_end_by_the_owner(store).await;
    a_stale_owner_changes_nothing(store).await;
    a_claim_and_an_append_at_the_same_time(store).await;
    a_table_can_be_claimed_again_by_its_owner_only(store).await;
    games_that_are_over_are_found_in_their_order(store).await;
    every_finished_game_is_found_once(store).await;
    open_tables_are_listed(store).await;
    a_table_is_closed(store).await;
    tables_without_a_game_are_removed(store).await;
    super::passes::suite::conforms(store).await;
    match sharing {
        Sharing::Exclusive => a_later_node_takes_over(store).await,
        Sharing::Shared => {
            a_live_owner_keeps_its_tables(store).await;
            a_lease_ends_and_can_be_renewed(store).await;
            a_node_that_is_started_again_ends_the_lease_of_its_predecessor(store).await;
        }
    }
}

async fn nodes_have_numbers_and_share_the_secret(store: &dyn Store) {
    let node = NodeInfo { address: "a".to_owned(), version: "1".to_owned(), lease: Duration::from_secs(60) };
    let first = store.join(node.clone()).await.expect("a lease");
    assert_eq!(store.renew(first.node).await, Ok(()));
    assert_eq!(store.leave(first.node).await, Ok(()));
    assert_eq!(store.renew(first.node).await, Err(StoreError::LeaseLost));
    let second = store.join(node).await.expect("a lease");
    assert!(second.node > first.node, "numbers are not reused");
    assert!(first.secret == second.secret, "passes stay valid");
    assert!(store.claim(table(1), first.node).await == Err(StoreError::LeaseLost), "the first has left");
}

async fn tables_are_kept_once_and_not_too_many(store: &dyn Store) {
    let node = join(store, "a").await;
    assert!(store.load(table(1)).await == Ok(None), "there is nothing yet");
    assert!(store.claim(table(1), node).await == Ok(ClaimResult::Missing));
    assert_eq!(store.create(fresh(1, 1), 2).await, Ok(CreateResult::New));
    let mut again = fresh(1, 1);
    again.secret = [9; 32];
    assert_eq!(store.create(again, 2).await, Ok(CreateResult::AlreadyExists));
    let stored = load(store, 1).await;
    assert!(stored.secret == [1; 32] && stored.creator == somebody(1), "the first one stays");
    assert_eq!((stored.stage, stored.created, stored.ownership.head.seq), (TableStage::Open, 1, 1));
    assert_eq!(store.create(fresh(2, 1), 2).await, Ok(CreateResult::New));
    assert_eq!(store.create(fresh(3, 1), 2).await, Ok(CreateResult::TooMany));
    assert_eq!(store.create(fresh(2, 1), 2).await, Ok(CreateResult::AlreadyExists), "also at the limit");
    assert!(store.load(table(3)).await == Ok(None), "what is refused is not kept");
    // A finished table does not count.
    let mut owner = own(store, 2, node).await.ownership;
    let over = Append { stage: Some(TableStage::Over), ..append(2, owner, "over") };
    write(store, &mut owner, over).await;
    assert_eq!(store.create(fresh(3, 1), 2).await, Ok(CreateResult::New));
}

async fn concurrent_creates_respect_the_limit(store: &dyn Store) {
    let results = join_all((100..116).map(|number| store.create(fresh(number, 50), 5))).await;
    let new = results.iter().filter(|result| **result == Ok(CreateResult::New)).count();
    let refused = results.iter().filter(|result| **result == Ok(CreateResult::TooMany)).count();
    assert_eq!((new, refused), (5, 11));
    // The same table, also for different people.
    let results = join_all((0..8).map(|creator| store.create(fresh(120, 51 + creator % 2), 5))).await;
    let new = results.iter().filter(|result| **result == Ok(CreateResult::New)).count();
    let existing = results.iter().filter(|result| **result == Ok(CreateResult::AlreadyExists)).count();
    assert_eq!((new, existing), (1, 7));
}

async fn lines_are_added_at_the_end_by_the_owner(store: &dyn Store) {
    let node = join(store, "a").await;
    create(store, 10, 2).await;
    let before = load(store, 10).await.ownership;
    let mut owner = own(store, 10, node).await.ownership;
    assert!(owner.epoch > before.epoch && owner.head == before.head);
    let two = append(10, owner, "two");
    write(store, &mut owner, two.clone()).await;
    assert_eq!(store.append(Arc::new(two)).await, Err(StoreError::Fenced), "the same once more");
    for seq in [0, 1, 3, 4, u64::MAX >> 1] {
        let mut wrong = owner;
        wrong.head.seq = seq;
        let refused = store.append(Arc::new(append(10, wrong, "wrong"))).await;
        assert_eq!(refused, Err(StoreError::Fenced), "{seq}");
    }
    assert_eq!(store.append(Arc::new(append(11, owner, "nowhere"))).await, Err(StoreError::Fenced));
    let command = Some((somebody(3), u64::MAX));
    let lines =
        vec![line("three"), Line { kind: LineKind::Event, text: "four\n\u{1f0a1}\"'\\".to_owned(), command }];
    let both = Append::new(table(10), owner, lines);
    write(store, &mut owner, both).await;
    let five = append(10, owner, "five");
    write(store, &mut owner, five).await;
    let stored = load(store, 10).await;
    let texts: Vec<&str> = stored.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["opened", "two", "three", "four\n\u{1f0a1}\"'\\", "five"]);
    assert_eq!((stored.lines[3].kind, stored.lines[3].command), (LineKind::Event, command));
    assert_eq!((stored.stage, stored.ownership), (TableStage::Running, owner));
}

/// In every order of the stale owner's write and the new owner's.
async fn a_stale_owner_changes_nothing(store: &dyn Store) {
    let node = join(store, "a").await;
    for new_owner_writes_first in [false, true] {
        let number = 12 + u8::from(new_owner_writes_first);
        create(store, number, 3).await;
        let mut old = own(store, number, node).await.ownership;
        let first = append(number, old, "first");
        write(store, &mut old, first).await;
        let mut new = own(store, number, node).await.ownership;
        assert!(new.epoch > old.epoch && new.head == old.head);
        if new_owner_writes_first {
            let second = append(number, new, "second");
            write(store, &mut new, second).await;
        }
        let mut guessing = old;
        for (epoch, head) in [(old.epoch, old.head), (old.epoch, new.head), (new.epoch + 1, new.head)] {
            (guessing.epoch, guessing.head) = (epoch, head);
            for stale in [append(number, guessing, "stale"), listing(number, guessing, Some("stale"))] {
                assert_eq!(store.append(Arc::new(stale)).await, Err(StoreError::Fenced));
            }
        }
        assert_eq!(store.release(table(number), old.epoch).await, Ok(()));
        let third = append(number, new, "third");
        write(store, &mut new, third).await;
        let stored = load(store, number).await;
        assert_eq!(stored.ownership, new, "a stale release changes nothing");
        assert_eq!(stored.listing, None);
        let expected: &[&str] = if new_owner_writes_first {
            &["opened", "first", "second", "third"]
        } else {
            &["opened", "first", "third"]
        };
        assert_eq!(texts(store, number).await, expected);
    }
}

/// Either the append comes first, and the new owner finds its line; or it is fenced.
async fn a_claim_and_an_append_at_the_same_time(store: &dyn Store) {
    let node = join(store, "a").await;
    create(store, 14, 4).await;
    let mut owner = own(store, 14, node).await.ownership;
    let mut written = 1;
    for round in 0..60 {
        let late = Arc::new(append(14, owner, &round.to_string()));
        let (stored, claimed) = if round % 2 == 0 {
            tokio::join!(store.append(late), own(store, 14, node))
        } else {
            let (claimed, stored) = tokio::join!(own(store, 14, node), store.append(late));
            (stored, claimed)
        };
        match stored {
            Ok(()) => written += 1,
            Err(error) => assert_eq!(error, StoreError::Fenced),
        }
        assert_eq!(claimed.lines.len(), written, "round {round}: what was acknowledged, and nothing else");
        assert!(claimed.ownership.epoch > owner.epoch);
        owner = claimed.ownership;
    }
    assert_eq!(load(store, 14).await.lines.len(), written);
}

async fn a_table_can_be_claimed_again_by_its_owner_only(store: &dyn Store) {
    let node = join(store, "a").await;
    create(store, 15, 4).await;
    let first = own(store, 15, node).await.ownership;
    let second = store.reclaim(table(15), node, first.epoch).await.expect("an answer").expect("ownership");
    assert!(second.epoch > first.epoch && second.head == first.head);
    // The answer may have been lost, so an older epoch of the same node will do.
    let third = store.reclaim(table(15), node, first.epoch).await.expect("an answer").expect("ownership");
    assert!(third.epoch > second.epoch);
    assert_eq!(store.append(Arc::new(append(15, second, "stale"))).await, Err(StoreError::Fenced));
    assert_eq!(store.reclaim(table(15), node + 1, first.epoch).await, Ok(None));
    assert_eq!(store.reclaim(table(15), node, third.epoch + 1).await, Ok(None));
    assert_eq!(store.release(table(15), third.epoch).await, Ok(()));
    assert_eq!(store.reclaim(table(15), node, first.epoch).await, Ok(None), "it was given up");
}

async fn games_that_are_over_are_found_in_their_order(store: &dyn Store) {
    let node = join(store, "a").await;
    let before = store.finished(0, 100).await.expect("records");
    let last = before.last().map_or(0, |finished| finished.number);
    let mut owners = Vec::new();
    for number in [30, 21, 25] {
        create(store, number, number).await;
        let mut owner = own(store, number, node).await.ownership;
        let begin = append(number, owner, &format!("begin {number}\n"));
        write(store, &mut owner, begin).await;
        owners.push((number, owner));
    }
    for at in [2, 0] {
        let (number, owner) = &mut owners[at];
        let lines = vec![
            line("roll 43\n"),
            Line { kind: LineKind::Event, text: "rematch".to_owned(), command: None },
        ];
        let over = Append { stage: Some(TableStage::Over), ..Append::new(table(*number), *owner, lines) };
        write(store, owner, over).await;
    }
    // Appending to a finished game does not change its place.
    let (number, owner) = &mut owners[2];
    let end = Append { stage: Some(TableStage::Over), ..append(*number, *owner, "end\n") };
    write(store, owner, end).await;
    let found = store.finished(last, 100).await.expect("records");
    let records: Vec<&str> = found.iter().map(|finished| finished.record.as_str()).collect();
    assert_eq!(records, ["begin 25\nroll 43\nend\n", "begin 30\nroll 43\n"], "not the one that is played");
    assert!(store.finished(last, 1).await.expect("records") == found[..1]);
    assert!(store.finished(found[0].number, 100).await.expect("records") == found[1..]);
    assert_eq!(load(store, 30).await.number, Some(found[1].number));
}

/// Two readers follow the finished games while many games end at the same time.
async fn every_finished_game_is_found_once(store: &dyn Store) {
    const GAMES: std::ops::Range<u8> = 130..170;
    let node = join(store, "a").await;
    let before = store.finished(0, 1000).await.expect("records").last().map_or(0, |game| game.number);
    let finish = |number| async move {
        create(store, number, number).await;
        let mut owner = own(store, number, node).await.ownership;
        let over =
            Append { stage: Some(TableStage::Over), ..append(number, owner, &format!("game {number}")) };
        write(store, &mut owner, over).await;
    };
    let read = || async {
        let (mut last, mut seen) = (before, Vec::new());
        while seen.len() < GAMES.len() {
            for game in store.finished(last, 7).await.expect("records") {
                assert!(game.number > last, "in order");
                last = game.number;
                seen.push(game.record);
            }
            tokio::task::yield_now().await;
        }
        seen
    };
    let (_, one, other) = tokio::join!(join_all(GAMES.map(finish)), read(), read());
    assert_eq!(one, other, "all readers find the same order");
    let seen: BTreeSet<String> = one.into_iter().collect();
    assert_eq!(seen, GAMES.map(|number| format!("game {number}")).collect());
}

async fn open_tables_are_listed(store: &dyn Store) {
    let node = join(store, "a").await;
    let mut owners = Vec::new();
    for (number, text) in [(42, "first"), (41, "second"), (43, "third")] {
        create(store, number, number).await;
        let owner = own(store, number, node).await.ownership;
        assert_eq!(store.append(Arc::new(listing(number, owner, Some(text)))).await, Ok(()));
        owners.push(owner);
    }
    assert_eq!(store.listings(50).await.expect("listings"), ["third", "second", "first"]);
    assert_eq!(store.listings(2).await.expect("listings"), ["third", "second"]);
    assert_eq!(load(store, 42).await.listing.as_deref(), Some("first"));
    // An update keeps the place. A line that does not mention the listing does not change it.
    assert_eq!(store.append(Arc::new(listing(42, owners[0], Some("first again")))).await, Ok(()));
    let plain = append(41, owners[1], "sat");
    write(store, &mut owners[1], plain).await;
    assert_eq!(store.listings(50).await.expect("listings"), ["third", "second", "first again"]);
    assert_eq!(store.append(Arc::new(listing(41, owners[1], None))).await, Ok(()));
    assert_eq!(store.listings(50).await.expect("listings"), ["third", "first again"]);
    assert_eq!(store.release(table(42), owners[0].epoch).await, Ok(()));
    assert_eq!(store.listings(50).await.expect("listings"), ["third"]);
    assert_eq!(store.leave(node).await, Ok(()));
    assert!(store.listings(50).await.expect("listings").is_empty(), "nobody owns them");
}

async fn a_table_is_closed(store: &dyn Store) {
    assert_eq!(store.close(table(10)).await, Ok(()));
    assert_eq!(load(store, 10).await.stage, TableStage::Damaged);
}

async fn tables_without_a_game_are_removed(store: &dyn Store) {
    let node = join(store, "a").await;
    for number in [95, 96, 97, 98] {
        create(store, number, 95).await;
    }
    let mut running = own(store, 95, node).await.ownership;
    let started = append(95, running, "started");
    write(store, &mut running, started).await;
    assert_eq!(store.release(table(95), running.epoch).await, Ok(()));
    let mut waiting = own(store, 96, node).await.ownership;
    let mut left = own(store, 97, node).await.ownership;
    let sat = Append { stage: None, ..append(97, left, "sat") };
    write(store, &mut left, sat).await;
    assert_eq!(store.release(table(97), left.epoch).await, Ok(()));
    let hour = Duration::from_secs(3600);
    assert_eq!(store.remove_unstarted(hour, 500).await, Ok(0), "none is an hour old");
    // The store may count in whole seconds.
    tokio::time::sleep(Duration::from_millis(2100)).await;
    assert_eq!(store.remove_unstarted(Duration::from_secs(1), 1).await, Ok(1), "the oldest one first");
    while store.remove_unstarted(Duration::from_secs(1), 500).await.expect("a number") > 0 {}
    for number in [97, 98] {
        assert!(store.load(table(number)).await == Ok(None), "table {number}");
        assert!(store.claim(table(number), node).await == Ok(ClaimResult::Missing));
    }
    assert_eq!(store.append(Arc::new(append(97, left, "late"))).await, Err(StoreError::Fenced));
    assert_eq!(texts(store, 95).await, ["opened", "started"], "the game goes on");
    let sat = Append { stage: None, ..append(96, waiting, "sat") };
    write(store, &mut waiting, sat).await;
    assert_eq!(texts(store, 96).await, ["opened", "sat"], "somebody is there");
    assert_eq!(store.create(fresh(99, 95), 3).await, Ok(CreateResult::New), "removed tables do not count");
    assert!(store.size().await.expect("a size") > 0);
    // The same command may open the table again: nothing of the removed one comes back.
    create(store, 97, 95).await;
    assert_eq!(own(store, 97, node).await.lines.len(), 1);
}

async fn a_later_node_takes_over(store: &dyn Store) {
    let old = join(store, "old").await;
    create(store, 60, 60).await;
    let mut owner = own(store, 60, old).await.ownership;
    let new = join(store, "new").await;
    assert_eq!(store.renew(old).await, Err(StoreError::LeaseLost));
    assert!(store.claim(table(60), old).await == Err(StoreError::LeaseLost));
    // Until the table is claimed, the old owner's writes continue its log.
    let last = append(60, owner, "last");
    write(store, &mut owner, last).await;
    assert_eq!(own(store, 60, new).await.lines.len(), 2);
    assert_eq!(store.append(Arc::new(append(60, owner, "late"))).await, Err(StoreError::Fenced));
    assert_eq!(texts(store, 60).await, ["opened", "last"]);
}

async fn a_live_owner_keeps_its_tables(store: &dyn Store) {
    let (one, two) = (join(store, "one").await, join(store, "two").await);
    create(store, 61, 61).await;
    let owner = own(store, 61, one).await.ownership;
    let elsewhere = ClaimResult::Elsewhere { node: one, address: "one".to_owned() };
    assert!(store.claim(table(61), two).await == Ok(elsewhere));
    assert_eq!(store.reclaim(table(61), two, 0).await, Ok(None));
    assert_eq!(load(store, 61).await.ownership, owner, "a refused claim changes nothing");
    assert_eq!(store.release(table(61), owner.epoch).await, Ok(()));
    let owner = own(store, 61, two).await.ownership;
    let elsewhere = ClaimResult::Elsewhere { node: two, address: "two".to_owned() };
    assert!(store.claim(table(61), one).await == Ok(elsewhere));
    // Whoever cannot reach the owner sees whether it renews its lease.
    let version = store.lease_version(two).await.expect("a version");
    assert!(version.is_some() && store.lease_version(two).await == Ok(version));
    assert_eq!(store.renew(two).await, Ok(()));
    assert!(store.lease_version(two).await.is_ok_and(|now| now.is_some() && now != version));
    // A planned stop.
    assert_eq!(store.leave(two).await, Ok(()));
    assert_eq!(store.lease_version(two).await, Ok(None));
    let next = own(store, 61, one).await.ownership;
    assert!(next.epoch > owner.epoch);
    assert_eq!(store.append(Arc::new(append(61, owner, "late"))).await, Err(StoreError::Fenced));
    assert_eq!(store.reclaim(table(61), two, owner.epoch).await, Ok(None));
    // Two nodes want the same table.
    create(store, 62, 61).await;
    let three = join(store, "three").await;
    let both = tokio::join!(store.claim(table(62), one), store.claim(table(62), three));
    let owned = |result: &Result<ClaimResult, _>| matches!(result, Ok(ClaimResult::Owned(_)));
    assert!(owned(&both.0) != owned(&both.1), "{} and {}", describe(&both.0), describe(&both.1));
    assert!(both.0.is_ok() && both.1.is_ok());
}

async fn a_node_that_is_started_again_ends_the_lease_of_its_predecessor(store: &dyn Store) {
    let (one, other) = (join(store, "again").await, join(store, "other").await);
    let (nameless, _) = (join(store, "").await, join(store, "").await);
    create(store, 65, 65).await;
    let owner = own(store, 65, one).await.ownership;
    let again = join(store, "again").await;
    assert_eq!(store.lease_version(one).await, Ok(None));
    for alive in [other, nameless, again] {
        assert!(matches!(store.lease_version(alive).await, Ok(Some(_))));
    }
    assert!(own(store, 65, other).await.ownership.epoch > owner.epoch);
    // If it lives nevertheless, it goes on without its tables.
    assert_eq!(store.renew(one).await, Ok(()));
    assert!(matches!(store.lease_version(one).await, Ok(Some(_))));
    assert_eq!(store.append(Arc::new(append(65, owner, "late"))).await, Err(StoreError::Fenced));
}

async fn a_lease_ends_and_can_be_renewed(store: &dyn Store) {
    let short = Duration::from_millis(200);
    let (one, two) = (join(store, "one").await, join_for(store, "two", short).await);
    create(store, 63, 63).await;
    create(store, 64, 63).await;
    let lost = own(store, 63, two).await.ownership;
    let mut kept = own(store, 64, two).await.ownership;
    assert_eq!(store.append(Arc::new(listing(64, kept, Some("open")))).await, Ok(()));
    let claim = async {
        while !matches!(store.claim(table(63), one).await, Ok(ClaimResult::Owned(_))) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), claim).await.expect("the lease ends");
    assert!(store.listings(50).await.expect("listings").is_empty(), "its owner may be gone");
    assert!(store.claim(table(64), two).await == Err(StoreError::LeaseLost), "the lease is over");
    // It was only late. What nobody has claimed is still its own.
    assert_eq!(store.renew(two).await, Ok(()));
    let on = append(64, kept, "on");
    write(store, &mut kept, on).await;
    assert_eq!(store.append(Arc::new(append(63, lost, "late"))).await, Err(StoreError::Fenced));
    assert_eq!(store.reclaim(table(63), two, lost.epoch).await, Ok(None));
}

/// Checks that an interrupted commit is neither lost nor made twice. The caller makes the next append fail
/// with [`StoreError::Unknown`]; `stored` says whether it is stored nevertheless.
///
/// # Panics
/// If the store does not conform.
pub async fn resolves(store: &dyn Store, number: u8) {
    let node = join(store, "a").await;
    create(store, number, number).await;
    let owner = own(store, number, node).await.ownership;
    let new = append_until_known(store, node, append(number, owner, "once")).await.expect("it is stored");
    assert!(new.epoch > owner.epoch, "there was an interruption");
    assert_eq!(load(store, number).await.ownership, new);
    let after = append_until_known(store, node, append(number, new, "next")).await.expect("it is stored");
    assert_eq!(after.epoch, new.epoch);
    assert_eq!(texts(store, number).await, ["opened", "once", "next"]);
    assert_eq!(store.append(Arc::new(append(number, owner, "once"))).await, Err(StoreError::Fenced));
}

/// Appends lines while somebody else breaks the connections to the store. Checks that each is stored once.
///
/// # Panics
/// If one is missing or stored twice.
pub async fn appends_once(store: &dyn Store, number: u8, lines: u32) {
    let node = join(store, "a").await;
    create(store, number, number).await;
    let mut owner = own(store, number, node).await.ownership;
    let mut expected = vec!["opened".to_owned()];
    for text in (0..lines).map(|line| line.to_string()) {
        loop {
            match append_until_known(store, node, append(number, owner, &text)).await {
                Ok(next) => break owner = next,
                Err(StoreError::Unavailable(_)) => tokio::time::sleep(Duration::from_millis(10)).await,
                Err(error) => panic!("{error}"),
            }
        }
        expected.push(text);
    }
    let stored = loop {
        match store.load(table(number)).await {
            Ok(stored) => break stored.expect("a table"),
            Err(StoreError::Unavailable(_) | StoreError::Unknown) => {}
            Err(error) => panic!("{error}"),
        }
    };
    assert!(stored.lines.into_iter().map(|line| line.text).eq(expected));
}

/// Checks that a store without its fence lets a stale owner overwrite an acknowledged line. So a test
/// that looks for this can find it.
///
/// # Panics
/// If the stale owner is fenced.
pub async fn forks(store: &dyn Store) {
    let node = join(store, "a").await;
    create(store, 90, 90).await;
    let mut old = own(store, 90, node).await.ownership;
    let first = append(90, old, "first");
    write(store, &mut old, first).await;
    let mut new = own(store, 90, node).await.ownership;
    let acknowledged = append(90, new, "acknowledged");
    write(store, &mut new, acknowledged).await;
    let stale = append(90, old, "stale");
    write(store, &mut old, stale).await;
    assert_eq!(texts(store, 90).await, ["opened", "first", "stale"]);
}

/// Copies a store that has passed [`conforms`], in two steps, and compares everything.
///
/// # Panics
/// If the copy differs.
pub async fn copies(from: &dyn AdminStore, to: &dyn AdminStore) {
    let node = || NodeInfo { address: String::new(), version: String::new(), lease: Duration::from_secs(60) };
    let original = from.contents().await.expect("contents");
    let secret = original.secret.expect("a secret");
    // As if an earlier copy had been interrupted: some tables are there, and one is outdated.
    to.begin_copy(secret).await.expect("a copy");
    let first = from.summaries(None, 5).await.expect("tables");
    for (at, summary) in first.iter().enumerate() {
        let mut stored = from.load(summary.table).await.expect("a table").expect("a table");
        if at == 0 {
            stored.stage = TableStage::Damaged;
        }
        to.import(summary.table, stored).await.expect("a table");
    }
    assert!(to.join(node()).await.is_err(), "the copy is unfinished");
    let report = copy(from, to).await.expect("a copy");
    assert_eq!((report.tables, report.lines), (original.tables, original.lines));
    assert_eq!((report.copied, report.damaged), (original.tables - first.len() as u64 + 1, Vec::new()));
    assert_eq!(
        to.summaries(None, 1000).await.expect("tables"),
        from.summaries(None, 1000).await.expect("tables")
    );
    assert!(to.finished(0, 1000).await.expect("games") == from.finished(0, 1000).await.expect("games"));
    let [copied, original] = [to, from].map(|store| store.sign_outs(None));
    let (copied, original) = (copied.await.expect("an answer"), original.await.expect("an answer"));
    assert!(copied.sign_outs == original.sign_outs && !copied.sign_outs.is_empty());
    let lease = to.join(node()).await.expect("the copy is finished");
    assert!(lease.secret == secret, "passes stay valid");
    let owner = own(to, 12, lease.node).await;
    assert!(owner.ownership.epoch > load(from, 12).await.ownership.epoch);
    assert_eq!(copy(from, to).await, Err(CopyError::NotEmpty), "it is in use now");
}

/// Stores tables 200 to 205, to be damaged.
pub async fn store_tables_to_damage(store: &dyn Store) {
    let node = join(store, "a").await;
    for number in 200..206 {
        create(store, number, number).await;
        let mut owner = own(store, number, node).await.ownership;
        for text in ["one", "two", "three"] {
            let next = append(number, owner, text);
            write(store, &mut owner, next).await;
        }
    }
    assert_eq!(store.leave(node).await, Ok(()));
}

/// Checks that tables 200 to 205 are all found damaged.
///
/// # Panics
/// If one is not.
pub async fn finds_damage(store: &dyn Store) {
    let node = join(store, "a").await;
    for number in 200..206 {
        assert!(store.load(table(number)).await == Err(StoreError::Damaged), "table {number}");
        assert!(store.claim(table(number), node).await == Err(StoreError::Damaged), "table {number}");
    }
}

/// Appends lines to many tables at the same time and reports each acknowledged one. Returns when
/// the store fails.
pub async fn write_for_ever(store: &dyn Store, tables: u8, answered: impl FnMut(u8, u64)) {
    write_lines(store, tables, Some(TableStage::Running), answered).await;
}

/// The same with nothing but lines, as most appends are.
pub async fn append_for_ever(store: &dyn Store, tables: u8, answered: impl FnMut(u8, u64)) {
    write_lines(store, tables, None, answered).await;
}

async fn write_lines(
    store: &dyn Store,
    tables: u8,
    stage: Option<TableStage>,
    mut answered: impl FnMut(u8, u64),
) {
    let node = NodeInfo { address: String::new(), version: String::new(), lease: Duration::from_secs(60) };
    let Ok(lease) = store.join(node).await else { return };
    let mut owners = Vec::new();
    for number in 0..tables {
        if store.create(fresh(number, number), 9).await.is_err() {
            return;
        }
        match store.claim(table(number), lease.node).await {
            Ok(ClaimResult::Owned(stored)) => owners.push(stored.ownership),
            _ => return,
        }
    }
    for round in 0_u64.. {
        let all = (0..tables).zip(&owners).map(|(number, owner)| {
            let append = Append { stage, ..append(number, *owner, &format!("{round}")) };
            async move {
                let head = append.head;
                store.append(Arc::new(append)).await.map(|()| head)
            }
        });
        let done = join_all(all).await;
        for ((number, done), owner) in (0..tables).zip(done).zip(&mut owners) {
            match done {
                Ok(head) => owner.head = head,
                Err(_) => return,
            }
            answered(number, owner.head.seq);
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
