//! Commands that arrive twice, late or out of order.

use table::View;
use wire::{RefusalReason, TableCommand, ToClient, ToServer};

use crate::harness::{Player, Server, folder, seat, seated, short};

#[tokio::test]
async fn a_repeated_command_is_executed_once_even_after_a_restart() {
    let folder = folder("once");
    let server = Server::new(&folder).await;
    let (table, mut players) = seated(&server, 2).await;
    let turn = players[0].view().public().seat.number();
    let player = &mut players[turn];
    let version = player.seen().version;
    let mv = player.view().legal()[0];
    let done = player.act_as(4711, version, crate::harness::play(mv)).await.unwrap();
    assert_eq!(done, version + 1);
    for _ in 0..3 {
        assert_eq!(player.act_as(4711, version, crate::harness::play(mv)).await, Ok(done));
    }
    // From another device of the same person, several times at once.
    let mut other = Player::back(&server, player.cookie.clone()).await;
    other.join(table).await.unwrap();
    assert_eq!(other.act_as(4711, version, crate::harness::play(mv)).await, Ok(done));
    for _ in 0..3 {
        other.say(ToServer::Do { id: 4712, version: done, act: crate::harness::play(mv) }).await;
    }
    let mut answers = Vec::new();
    while answers.len() < 3 {
        match other.hear().await.unwrap() {
            ToClient::Done { id: 4712, version } => answers.push(Ok(version)),
            ToClient::Refused { id: Some(4712), why, .. } => answers.push(Err(why)),
            _ => {}
        }
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    let cookie = other.cookie.clone();
    server.stop().await;
    let server = Server::new(&folder).await;
    let mut player = Player::back(&server, cookie).await;
    player.join(table).await.unwrap();
    let before = player.seen().version;
    assert_eq!(player.act_as(4711, version, crate::harness::play(mv)).await, Ok(done));
    player.join(table).await.unwrap();
    assert_eq!(player.seen().version, before);
}

#[tokio::test]
async fn a_command_for_an_older_version_is_refused() {
    let server = Server::new(&folder("stale")).await;
    let (_, mut players) = seated(&server, 2).await;
    let turn = players[0].view().public().seat.number();
    let player = &mut players[turn];
    let version = player.seen().version;
    let mv = player.view().legal()[0];
    player.act_as(1, version, crate::harness::play(mv)).await.unwrap();
    for (id, version) in [(2, version), (3, 0), (4, version + 100), (5, u64::MAX)] {
        player.say(ToServer::Do { id, version, act: crate::harness::play(mv) }).await;
        loop {
            match player.hear().await.unwrap() {
                ToClient::Refused { id: Some(of), version: now, why } => {
                    assert_eq!((of, now, why), (id, player.seen().version, RefusalReason::Stale));
                    break;
                }
                ToClient::Done { .. } => panic!("version {version} was accepted"),
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn a_repeated_command_opens_one_table() {
    let server = Server::new(&folder("create-once")).await;
    let (mut player, mut other) = (server.player("A").await, server.player("B").await);
    let mut made = Vec::new();
    for who in [&mut player, &mut other] {
        for _ in 0..2 {
            who.say(ToServer::Create { id: 9, table: short(2) }).await;
            match who.hear().await.unwrap() {
                ToClient::Created { id: 9, table } => made.push(table),
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(made[0] == made[1] && made[2] == made[3] && made[0] != made[2]);
    // Joining a table leaves the previous one.
    player.join(made[0]).await.unwrap();
    player.act(TableCommand::Sit(seat('A'))).await.unwrap();
    player.join(made[2]).await.unwrap();
    other.join(made[0]).await.unwrap();
    assert!(!other.seen().seats[seat('A')].present);
}
