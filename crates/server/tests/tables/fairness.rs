//! How the key of a table is made: what is revealed when, and what is refused in between.

use std::time::Duration;

use games::savannah::Savannah;
use server::Limits;
use server::store::{LineKind, LogHead, SqliteStore, Store};
use table::{Hex, Origin, Seat, Table};
use wire::{
    Commitment, Contribution, Occupant, RefusalReason, Snapshot, TableCommand, TableEventKind, TableId,
    ToClient, ToServer, Void,
};

use crate::harness::{Player, Server, begun, folder, limits, play_out, seat, seated, short};

/// A person on every seat; nobody is ready.
async fn waiting(server: &Server, seats: u8) -> (TableId, Vec<Player>) {
    let mut players = vec![server.player("Player 0").await];
    let table = players[0].create(short(seats)).await.unwrap();
    for number in 1..seats {
        players.push(server.player(&format!("Player {number}")).await);
    }
    for (player, seat) in players.iter_mut().zip(Seat::all(seats)) {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat)).await.unwrap();
    }
    (table, players)
}

/// A contribution, and the command that commits to it. The test reveals it itself.
fn drawn(player: &Player, number: u8) -> (Contribution, TableCommand) {
    let seen = player.seen();
    let table::Eye::Seat(seat) = seen.eye else { panic!("a seat") };
    let contribution = Contribution::new([number; 16]);
    (contribution, TableCommand::Ready(Some(contribution.commitment(seen.table, seat))))
}

async fn record(player: &mut Player) -> Result<String, RefusalReason> {
    player.say(ToServer::Record).await;
    loop {
        match player.hear().await.unwrap() {
            ToClient::Record(record) => return Ok(record),
            ToClient::Refused { id: None, why, .. } => return Err(why),
            _ => {}
        }
    }
}

fn tables(player: &Player) -> Vec<Snapshot> {
    let seen = |frame: &String| match wire::read(frame.as_bytes()) {
        Ok(ToClient::Table(seen)) => Some(*seen),
        _ => None,
    };
    player.frames.iter().filter_map(seen).collect()
}

#[tokio::test]
async fn commitments_come_before_contributions_and_these_before_the_deal() {
    let server = Server::new(&folder("order")).await;
    for seats in [2, 5] {
        let (table, mut players) = waiting(&server, seats).await;
        let mut watcher = server.player("Watcher").await;
        watcher.join(table).await.unwrap();
        for player in &mut players {
            player.ready().await.unwrap();
        }
        players.push(watcher);
        begun(&mut players).await;
        for player in &players {
            let seen = tables(player);
            let shown = |seen: &Snapshot| {
                seen.fair.seats.iter().filter(|(_, share)| share.contribution.is_some()).count()
            };
            let committed =
                |seen: &Snapshot| seen.fair.seats.iter().all(|(_, share)| share.commitment.is_some());
            let first = seen.iter().position(|seen| shown(seen) > 0).unwrap();
            assert!(
                first > 0 && seen[..first].iter().any(committed),
                "all commitments before a contribution"
            );
            assert!(seen.iter().all(|other| other.fair.commitment == seen[0].fair.commitment));
            let card = seen.iter().position(wire::Snapshot::has_game).unwrap();
            assert!(
                card > 0 && shown(&seen[card - 1]) == usize::from(seats),
                "all contributions before a card"
            );
            assert!(seen.iter().all(|seen| seen.fair.secret.is_none()));
        }
    }
}

#[tokio::test]
async fn the_record_with_its_proof_is_available_after_the_game() {
    let server = Server::new(&folder("record")).await;
    let (table, mut players) = seated(&server, 3).await;
    assert_eq!(record(&mut players[0]).await, Err(RefusalReason::GameNotOver));
    let before = players[0].seen().fair.clone();
    play_out(&mut players).await;
    let text = record(&mut players[0]).await.unwrap();
    let loaded = Table::<Savannah>::load(&text).unwrap();
    assert_eq!(loaded.save(), text);
    let Origin::Fair(proof) = &loaded.record().origin else { panic!("a proof") };
    assert_eq!((proof.table(), proof.commitment()), (table, before.commitment));
    for (seat, share) in before.seats.iter() {
        assert_eq!(share.contribution, proof.contributions()[seat]);
    }
    assert_eq!(players[0].seen().fair.secret, Some(proof.secret().expose()));
    assert!(loaded.view(players[1].seen().eye) == players[1].view());
    // A spectator who joins later gets the same record.
    let mut late = server.player("Late").await;
    late.say(ToServer::Record).await;
    assert!(matches!(late.hear().await, Ok(ToClient::Refused { why: RefusalReason::NotAtTable, .. })));
    late.join(table).await.unwrap();
    assert_eq!(record(&mut late).await, Ok(text));
}

#[tokio::test]
async fn other_commands_are_refused_while_contributions_are_revealed() {
    let server = Server::new(&folder("between")).await;
    let (_, mut players) = waiting(&server, 2).await;
    let (zero, ready_zero) = drawn(&players[0], 1);
    let (one, ready_one) = drawn(&players[1], 2);
    players[0].act(ready_zero).await.unwrap();
    assert_eq!(players[0].act(TableCommand::Reveal(zero)).await, Err(RefusalReason::NotEverybodyReady));
    players[1].act(ready_one).await.unwrap();
    players[0].until(|seen| seen.fair.reveal.is_some()).await;
    for act in [
        TableCommand::Stand,
        TableCommand::Ready(None),
        drawn(&players[0], 3).1,
        TableCommand::Fill { seat: seat('B'), level: None },
        TableCommand::Sit(seat('B')),
    ] {
        assert_eq!(players[0].act(act).await, Err(RefusalReason::GameStarting), "{act:?}");
    }
    assert_eq!(players[0].act(TableCommand::Reveal(one)).await, Err(RefusalReason::CommitmentMismatch));
    let version = players[0].act(TableCommand::Reveal(zero)).await.unwrap();
    // Revealing twice is accepted and changes nothing.
    assert_eq!(players[0].act(TableCommand::Reveal(zero)).await, Ok(version));
    assert_eq!(players[0].act(TableCommand::Stand).await, Err(RefusalReason::GameStarting));
    players[1].act(TableCommand::Reveal(one)).await.unwrap();
    begun(&mut players).await;
    assert_eq!(players[0].act(TableCommand::Reveal(zero)).await, Err(RefusalReason::GameStarted));
}

#[tokio::test]
async fn not_revealing_costs_the_seat_and_replaces_the_secret() {
    let server =
        Server::with(&folder("silent"), Limits { reveal_timeout: Duration::from_secs(2), ..limits() }).await;
    let (table, mut players) = waiting(&server, 3).await;
    let old = players[0].seen().fair.commitment;
    players[0].ready().await.unwrap();
    players[1].ready().await.unwrap();
    let late = players[0].seen().version;
    let (_, silent) = drawn(&players[2], 5);
    players[2].act(silent).await.unwrap();
    let all = players.iter_mut().map(|player| player.until(|seen| !seen.fair.void.is_empty()));
    futures_util::future::join_all(all).await;
    for player in &players {
        let seen = player.seen();
        assert_eq!(seen.fair.void, [Void { commitment: old, silent: seat('C').into() }]);
        assert!(seen.fair.commitment != old && seen.fair.reveal.is_none() && !seen.has_game());
        assert_eq!(seen.seats[seat('C')].who, Occupant::Nobody);
        assert!(seen.seats.iter().all(|(_, sitting)| !sitting.ready));
        assert!(seen.fair.seats.iter().all(|(_, share)| *share == wire::KeyShare::default()));
        assert!(
            seen.events
                .iter()
                .any(|news| news.kind == TableEventKind::Silent && news.seat == Some(seat('C')))
        );
    }
    // A commitment made under the previous secret is refused.
    let (_, stale) = drawn(&players[0], 9);
    assert_eq!(players[0].act_as(99, late, stale).await, Err(RefusalReason::Stale));
    players[2].act(TableCommand::Sit(seat('C'))).await.unwrap();
    for player in &mut players {
        player.until(|seen| matches!(seen.seats[seat('C')].who, Occupant::Person(_))).await;
        player.ready().await.unwrap();
    }
    begun(&mut players).await;
    play_out(&mut players).await;
    let text = record(&mut players[0]).await.unwrap();
    assert!(text.contains(&format!("\nvoid {old} C ")), "the record says so");
    let Origin::Fair(proof) = &Table::<Savannah>::load(&text).unwrap().record().origin.clone() else {
        panic!("a proof")
    };
    assert_eq!((proof.table(), proof.void().len()), (table, 1));
    let [Some(discarded)] = proof.void_secrets() else { panic!("a discarded secret") };
    assert_eq!(discarded.commitment(table, &proof_config(&text)), old);
    // Those who were there notice if the record hides it or blames somebody else.
    let pledge = players[0].pledge.unwrap();
    assert!(pledge.matches_record(&text));
    let hidden: String =
        text.lines().filter(|line| !line.starts_with("void ")).map(|line| format!("{line}\n")).collect();
    assert!(!pledge.matches_record(&hidden));
    assert!(!pledge.matches_record(&text.replace(&format!("{old} C"), &format!("{old} B"))));
    assert!(players.iter().all(|player| {
        let secret = discarded.expose().to_string();
        player.frames.iter().all(|frame| !frame.contains(&secret) || frame.starts_with("{\"record\""))
    }));
}

/// The options in a record.
fn proof_config(record: &str) -> String {
    record.lines().find_map(|line| line.strip_prefix("config ")).unwrap().to_owned()
}

#[tokio::test]
async fn a_restart_while_contributions_are_revealed_loses_nothing() {
    let folder = folder("restart-between");
    let server = Server::new(&folder).await;
    let (table, mut players) = waiting(&server, 2).await;
    let shown: Vec<(Contribution, TableCommand)> =
        players.iter().zip(1..).map(|(player, number)| drawn(player, number)).collect();
    for (player, (_, ready)) in players.iter_mut().zip(&shown) {
        player.act(*ready).await.unwrap();
    }
    players[1].act(TableCommand::Reveal(shown[1].0)).await.unwrap();
    let fair = players[1].seen().fair.clone();
    let cookies: Vec<String> = players.iter().map(|player| player.cookie.clone()).collect();
    drop(players);
    server.stop().await;
    let server = Server::new(&folder).await;
    let mut players = back(&server, table, &cookies).await;
    let same = |one: &Commitment, fair: &wire::FairnessState| *one == fair.commitment;
    assert!(same(&fair.commitment, &players[0].seen().fair) && players[0].seen().fair.seats == fair.seats);
    players[0].act(TableCommand::Reveal(shown[0].0)).await.unwrap();
    begun(&mut players).await;
    let dealt: Vec<_> = players.iter().map(Player::view).collect();
    drop(players);
    server.stop().await;
    // As if the server had stopped before the deal: everything is revealed, and the same cards are
    // dealt.
    forget_the_deal(&folder, table).await;
    let server = Server::new(&folder).await;
    let mut players = back(&server, table, &cookies).await;
    begun(&mut players).await;
    assert!(players.iter().map(Player::view).eq(dealt));
    play_out(&mut players).await;
    let text = record(&mut players[0]).await.unwrap();
    let Origin::Fair(proof) = &Table::<Savannah>::load(&text).unwrap().record().origin.clone() else {
        panic!("a proof")
    };
    assert_eq!(proof.contributions()[seat('A')], Some(shown[0].0));
    assert_eq!(Some(Hex(proof.secret().expose().0)), players[0].seen().fair.secret);
}

async fn back(server: &Server, table: TableId, cookies: &[String]) -> Vec<Player> {
    let mut players = Vec::new();
    for cookie in cookies {
        let mut player = Player::back(server, cookie.clone()).await;
        player.join(table).await.unwrap();
        players.push(player);
    }
    players
}

async fn forget_the_deal(folder: &std::path::Path, table: TableId) {
    use sqlx::{ConnectOptions, Connection};
    let store = SqliteStore::open_read_only(folder).await.unwrap();
    let stored = store.load(table).await.unwrap().unwrap();
    let kept = stored.lines.iter().filter(|line| line.kind == LineKind::Event);
    let head = LogHead::empty(table, &stored.secret, stored.creator.bytes()).with_lines(kept);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("cardroom.sqlite"));
    let mut database = options.connect().await.unwrap();
    let forget = format!(
        "DELETE FROM lines WHERE kind = 1 AND id = '{table}';
         UPDATE tables SET stage = 0, last_seq = {}, hash = x'{}' WHERE id = '{table}'",
        head.seq,
        table::hex::encode(&head.hash)
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(forget)).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}
