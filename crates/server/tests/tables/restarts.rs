//! Server restarts, damaged tables and a full disk.

use std::sync::Arc;
use std::time::Duration;

use games::savannah::Savannah;
use server::Limits;
use server::store::{Interruption, LineKind, MemoryStore, SqliteStore, Store};
use wire::{NewTable, Occupant, RefusalReason, TableCommand, TableId, ToClient, ToServer};

use crate::harness::{Player, Server, begun, folder, limits, play_out, play_some, seat, seated, short};

#[tokio::test]
async fn a_game_continues_after_a_restart() {
    let folder = folder("restart");
    let server = Server::new(&folder).await;
    let (table, mut players) = seated(&server, 2).await;
    play_some(&mut players, 20).await;
    // Both have seen every move.
    for player in &mut players {
        player.join(table).await.unwrap();
    }
    let before: Vec<_> =
        players.iter().map(|player| (player.cookie.clone(), player.seen().clone())).collect();
    server.stop().await;
    for player in &mut players {
        let end = loop {
            if let Err(error) = player.hear().await {
                break error;
            }
        };
        assert!(matches!(end, transport::TransportError::Closed(wire::CLOSE_RESTART)), "{end}");
    }
    let server = Server::new(&folder).await;
    let mut players = Vec::new();
    for (cookie, seen) in before {
        let mut player = Player::back(&server, cookie).await;
        player.join_since(table, seen.version).await.unwrap();
        assert_eq!((player.seen().version, Some(player.view())), (seen.version, seen.view::<Savannah>()));
        assert!(player.seen().events.is_empty());
        players.push(player);
    }
    play_out(&mut players).await;
    assert!(players.iter().all(Player::is_over));
}

#[tokio::test]
async fn a_returning_player_gets_the_missed_events() {
    let server = Server::new(&folder("away")).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut away = players.pop().unwrap();
    let turn = |player: &Player| player.view().public().seat;
    if turn(&away) == seat('B') {
        away.play(1).await;
        while turn(&away) == seat('B') {
            away.play(1).await;
        }
    }
    let (cookie, version) = (away.cookie.clone(), away.seen().version);
    away.socket.close().await;
    players[0].until(|seen| seen.version >= version).await;
    let mut made = 0;
    while turn(&players[0]) == seat('A') {
        made += players[0].play(1).await;
    }
    let mut away = Player::back(&server, cookie).await;
    away.join_since(table, version).await.unwrap();
    let moves =
        away.seen().events.iter().filter(|news| matches!(news.kind, wire::TableEventKind::Move(_))).count();
    assert_eq!(moves, made);
    assert!(away.seen().events.iter().any(|news| news.text.to_string().starts_with("A discarded the ")));
}

#[tokio::test]
async fn a_damaged_table_is_closed_and_the_others_play_on() {
    let folder = folder("damaged");
    let server = Server::new(&folder).await;
    let mut all = Vec::new();
    for _ in 0..4 {
        let (table, mut players) = seated(&server, 2).await;
        play_some(&mut players, 12).await;
        all.push((table, players.iter().map(|player| player.cookie.clone()).collect::<Vec<_>>()));
    }
    server.stop().await;
    // A dealt card, a die, and a line that is not JSON, each in a different table.
    damage(&folder, all[0].0, "UPDATE lines SET text = replace(text, 'Ac', 'Ad') WHERE kind = 1 AND id = ")
        .await;
    damage(
        &folder,
        all[1].0,
        "UPDATE lines SET text = replace(replace(replace(replace(replace(replace(text, 'roll 1', 'roll x'), 'roll 2', 'roll 1'), \
         'roll 3', 'roll 2'), 'roll 4', 'roll 3'), 'roll 5', 'roll 4'), 'roll x', 'roll 6') WHERE kind = 1 AND id = ",
    )
    .await;
    damage(&folder, all[2].0, "UPDATE lines SET text = substr(text, 2) WHERE seq = 2 AND id = ").await;
    let server = Server::new(&folder).await;
    for (at, (table, cookies)) in all.into_iter().enumerate() {
        let mut players = Vec::new();
        for cookie in cookies {
            let mut player = Player::back(&server, cookie).await;
            let joined = player.join(table).await;
            assert_eq!(joined, if at < 3 { Err(RefusalReason::Damaged) } else { Ok(()) }, "{at}");
            players.push(player);
        }
        if at == 3 {
            play_out(&mut players).await;
        }
    }
}

async fn damage(folder: &std::path::Path, table: TableId, change: &str) {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("cardroom.sqlite"));
    let mut database = options.connect().await.unwrap();
    let change = format!("{change}'{table}'");
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(change)).execute(&mut database).await.unwrap();
    assert!(done.rows_affected() > 0);
    database.close().await.unwrap();
}

#[tokio::test]
async fn a_full_disk_refuses_commands_until_there_is_space() {
    let store = Arc::new(MemoryStore::default());
    let server = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let (table, mut players) = seated(&server, 2).await;
    store.set_full(true);
    let turn = players[0].view().public().seat.number();
    let version = players[turn].seen().version;
    let mv = table::View::legal(&players[turn].view())[0];
    assert_eq!(
        players[turn].act_as(77, version, crate::harness::play(mv)).await,
        Err(RefusalReason::NotStored)
    );
    assert_eq!(players[0].create(short(2)).await, Err(RefusalReason::NotStored));
    let lines = store.load(table).await.unwrap().unwrap().lines.len() as u64;
    assert_eq!(lines, version);
    store.set_full(false);
    // The repeated command is executed now.
    assert_eq!(players[turn].act_as(77, version, crate::harness::play(mv)).await, Ok(version + 1));
    play_out(&mut players).await;
    let stored = store.load(table).await.unwrap().unwrap();
    let record: String = stored
        .lines
        .iter()
        .filter(|line| line.kind == LineKind::Record)
        .map(|line| line.text.as_str())
        .collect();
    let replayed = table::Table::<games::savannah::Savannah>::load(&record).unwrap();
    assert_eq!(replayed.save(), record);
}

/// A turn has timed out, and the bot's takeover cannot be stored. The table keeps trying, and
/// handles commands in between.
#[tokio::test]
async fn a_table_handles_commands_while_it_retries_a_write() {
    let store = Arc::new(MemoryStore::default());
    let server =
        Server::on(Arc::<MemoryStore>::clone(&store), Limits { min_turn_seconds: 1, ..limits() }).await;
    let (mut a, mut b) = (server.player("Anna").await, server.player("Bert").await);
    let table = a.create(NewTable { clock: Some(1), ..short(2) }).await.unwrap();
    for (player, letter) in [(&mut a, 'A'), (&mut b, 'B')] {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat(letter))).await.unwrap();
        player.ready().await.unwrap();
    }
    let mut players = [a, b];
    begun(&mut players).await;
    store.set_full(true);
    let [a, _] = &mut players;
    let mut answers = Vec::new();
    for _ in 0..5 {
        let known = store.refused();
        let refused_again = async {
            while store.refused() == known {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), refused_again).await.expect("another attempt");
        let refused = store.refused();
        for _ in 0..3 {
            a.say(ToServer::Record).await;
            while !matches!(
                a.hear().await.unwrap(),
                ToClient::Refused { why: RefusalReason::GameNotOver, .. }
            ) {}
        }
        answers.push(store.refused() == refused);
    }
    assert!(answers.contains(&true), "the table has not answered between two attempts");
    store.set_full(false);
    a.until(|seen| seen.seats.iter().any(|(_, sitting)| matches!(sitting.who, Occupant::Away(..)))).await;
}

/// A server that was believed dead comes back: its writes are refused, and its clients are told to
/// reconnect.
#[tokio::test]
async fn two_servers_do_not_play_the_same_table() {
    let folder = folder("two");
    let old = Server::new(&folder).await;
    let (table, mut players) = seated(&old, 2).await;
    let turn = players[0].view().public().seat.number();
    let new = Server::new(&folder).await;
    let mut player = Player::back(&new, players[turn].cookie.clone()).await;
    player.join(table).await.unwrap();
    player.play(1).await;
    let late = &mut players[turn];
    let (id, version) = (late.id(), late.seen().version);
    let mv = table::View::legal(&late.view())[0];
    late.say(ToServer::Do { id, version, act: crate::harness::play(mv) }).await;
    loop {
        match late.hear().await {
            Ok(ToClient::Done { .. }) => panic!("done twice"),
            Ok(_) => {}
            Err(error) => {
                assert!(matches!(error, transport::TransportError::Closed(wire::CLOSE_RESTART)), "{error}");
                break;
            }
        }
    }
}

/// Waits until the server closes the connection, and returns the code.
async fn closed(player: &mut Player) -> u16 {
    loop {
        match player.hear().await {
            Ok(ToClient::Done { .. }) => panic!("the server does not own the table"),
            Ok(_) => {}
            Err(transport::TransportError::Closed(code)) => return code,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Two servers share a store. A table is at one of them, and the other one gets it after a planned stop.
#[tokio::test]
async fn a_table_moves_to_another_server_after_a_planned_stop() {
    let store = Arc::new(MemoryStore::default());
    let one = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let two = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let (table, mut players) = seated(&one, 2).await;
    play_some(&mut players, 5).await;
    let version = players[0].seen().version;
    let mut guest = Player::back(&two, players[0].cookie.clone()).await;
    guest.say(ToServer::Join { table, since: 0 }).await;
    assert_eq!(closed(&mut guest).await, wire::CLOSE_RESTART);
    let cookies: Vec<String> = players.iter().map(|player| player.cookie.clone()).collect();
    one.stop().await;
    let mut players = Vec::new();
    for cookie in cookies {
        let mut player = Player::back(&two, cookie).await;
        player.join(table).await.unwrap();
        assert_eq!(player.seen().version, version);
        players.push(player);
    }
    play_out(&mut players).await;
}

/// A server that cannot renew its lease drops its tables before anybody else can own them.
#[tokio::test]
async fn a_server_without_a_lease_drops_its_tables() {
    let store = Arc::new(MemoryStore::default());
    let short_lease = Limits { lease: Duration::from_millis(300), ..limits() };
    let server = Server::on(Arc::<MemoryStore>::clone(&store), short_lease).await;
    let (table, mut players) = seated(&server, 2).await;
    store.set_reachable(false);
    assert_eq!(closed(&mut players[0]).await, wire::CLOSE_RESTART);
    let mut player = Player::back(&server, players[0].cookie.clone()).await;
    player.say(ToServer::Join { table, since: 0 }).await;
    assert_eq!(closed(&mut player).await, wire::CLOSE_RESTART);
    // The database is back, and clients come back by themselves.
    store.set_reachable(true);
    let mut joined = Vec::new();
    for cookie in players.iter().map(|player| player.cookie.clone()) {
        let again = async {
            loop {
                let mut player = Player::back(&server, cookie.clone()).await;
                player.say(ToServer::Join { table, since: 0 }).await;
                match player.hear().await {
                    Ok(ToClient::Table(_)) => return player,
                    Ok(other) => panic!("{other:?}"),
                    Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                }
            }
        };
        joined.push(tokio::time::timeout(Duration::from_secs(20), again).await.expect("the table is back"));
    }
    play_out(&mut joined).await;
}

/// The connection to the database breaks while moves are committed. Whether they were stored or not, each
/// happens once.
#[tokio::test]
async fn interrupted_commits_happen_once() {
    use Interruption::{Late, Lost, Stored};
    let store = Arc::new(MemoryStore::default());
    let server = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let (table, mut players) = seated(&server, 2).await;
    for interruptions in [&[Lost][..], &[Stored], &[Late], &[Late, Stored]] {
        let version = players[0].seen().version;
        store.interrupt(interruptions);
        play_some(&mut players, 1).await;
        let lines = store.load(table).await.unwrap().unwrap().lines.len() as u64;
        assert_eq!(lines, version + 1);
    }
    play_out(&mut players).await;
}

#[tokio::test]
async fn a_backup_is_a_store() {
    let folder = folder("backup");
    let server = Server::new(&folder.join("data")).await;
    let (table, mut players) = seated(&server, 2).await;
    play_some(&mut players, 1).await;
    let version = players[0].seen().version;
    std::fs::create_dir_all(folder.join("copy")).unwrap();
    let store = SqliteStore::open_read_only(&folder.join("data")).await.unwrap();
    store.backup(&folder.join("copy/cardroom.sqlite")).await.unwrap();
    play_out(&mut players).await;
    server.stop().await;
    let server = Server::new(&folder.join("copy")).await;
    let mut player = Player::back(&server, players[0].cookie.clone()).await;
    player.join(table).await.unwrap();
    assert!(player.seen().version >= version && !player.is_over());
}
