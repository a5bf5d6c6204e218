//! The part of the conformance suite that is about passes.

use std::time::Duration;

use super::{NewTransfer, SignOut};
use crate::Identity;
use crate::store::Store;

fn person(number: u8) -> Identity {
    Identity::from_bytes(&[number; 16]).expect("sixteen bytes")
}

fn transfer(person_number: u8, code: u8, lifetime: Duration) -> NewTransfer {
    NewTransfer { code: [code; 32], person: person(person_number), content: vec![code; 40], lifetime }
}

/// Checks an empty store.
///
/// # Panics
/// If it does not conform.
pub(in crate::store) async fn conforms(store: &dyn Store) {
    a_transfer_is_taken_once(store).await;
    transfers_are_replaced_cancelled_and_expire(store).await;
    transfers_are_limited(store).await;
    sign_outs_are_seen_by_all(store).await;
}

async fn offer(store: &dyn Store, transfer: NewTransfer, limit: u32) -> bool {
    store.offer_transfer(transfer, limit).await.expect("an answer")
}

async fn a_transfer_is_taken_once(store: &dyn Store) {
    let long = Duration::from_secs(600);
    assert!(offer(store, transfer(1, 1, long), 10).await);
    assert_eq!(store.transfer([1; 32]).await.expect("an answer"), Some(vec![1; 40]));
    assert_eq!(store.transfer([2; 32]).await.expect("an answer"), None);
    let all = futures_util::future::join_all((0..8).map(|_| store.take_transfer([1; 32]))).await;
    let taken: Vec<_> = all.into_iter().filter_map(|taken| taken.expect("an answer")).collect();
    assert_eq!(taken, [vec![1; 40]], "one of them gets it");
    assert_eq!(store.transfer([1; 32]).await.expect("an answer"), None);
}

async fn transfers_are_replaced_cancelled_and_expire(store: &dyn Store) {
    let long = Duration::from_secs(600);
    assert!(offer(store, transfer(1, 3, long), 10).await);
    assert!(offer(store, transfer(1, 4, long), 10).await);
    assert_eq!(store.take_transfer([3; 32]).await.expect("an answer"), None, "it was replaced");
    assert!(offer(store, transfer(2, 5, long), 10).await);
    store.cancel_transfer(person(1)).await.expect("an answer");
    store.cancel_transfer(person(1)).await.expect("an answer");
    assert_eq!(store.take_transfer([4; 32]).await.expect("an answer"), None, "it was cancelled");
    assert!(store.take_transfer([5; 32]).await.expect("an answer").is_some(), "another person's is not");
    assert!(offer(store, transfer(1, 6, Duration::ZERO), 10).await);
    assert_eq!(store.transfer([6; 32]).await.expect("an answer"), None, "it has expired");
    assert_eq!(store.take_transfer([6; 32]).await.expect("an answer"), None, "it has expired");
}

async fn transfers_are_limited(store: &dyn Store) {
    let long = Duration::from_secs(600);
    assert!(offer(store, transfer(1, 7, long), 2).await && offer(store, transfer(2, 8, long), 2).await);
    assert!(!offer(store, transfer(3, 9, long), 2).await, "there are two already");
    assert!(offer(store, transfer(2, 10, long), 2).await, "this replaces one");
    assert!(store.take_transfer([7; 32]).await.expect("an answer").is_some());
    assert!(offer(store, transfer(3, 9, Duration::ZERO), 2).await, "there is room again");
    assert!(offer(store, transfer(4, 11, long), 2).await, "an expired one does not count");
}

async fn sign_outs_are_seen_by_all(store: &dyn Store) {
    let start = store.sign_outs(None).await.expect("an answer");
    assert!(start.sign_outs.is_empty());
    let note = async |number: u8, generation: u64, limit: u32| {
        let note = SignOut { person: person(number), generation };
        store.sign_out(note, limit).await.expect("an answer")
    };
    assert!(note(1, 1, 2).await && note(2, 5, 2).await);
    assert!(!note(3, 1, 2).await, "there are two already");
    assert!(!note(1, 1, 2).await, "somebody was quicker");
    assert!(!note(2, 4, 2).await, "generations never decrease");
    assert!(note(1, 2, 2).await);
    let expected =
        [SignOut { person: person(1), generation: 2 }, SignOut { person: person(2), generation: 5 }];
    for since in [None, Some(start.next)] {
        let mut page = store.sign_outs(since).await.expect("an answer").sign_outs;
        page.sort_by_key(|note| note.person);
        assert_eq!(page, expected, "{since:?}");
    }
}
