//! Several servers on one store. Players are connected to servers that do not own their table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use server::store::{ClaimResult, MemoryStore, NodeInfo, Store};
use server::{Limits, ServerOptions};
use table::{Eye, View};
use tokio_tungstenite::tungstenite::Message;
use wire::{Phrase, RefusalReason, TableCommand, TableId, ToClient, ToServer};

use crate::guests::ask;
use crate::harness::{
    Link, Player, Server, begun, closed, is_over, limits, play, play_out, play_some, seat, seated, seated_at,
    short,
};

/// The value of a metric.
pub(crate) async fn metric(server: &Server, name: &str) -> u64 {
    let text = ask(server, "GET", "/metrics", &[], "").await;
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("cardroom_{name} ")));
    line.unwrap_or_else(|| panic!("{name}: {text}")).parse().unwrap()
}

/// Waits until a metric has this value.
async fn until_metric(server: &Server, name: &str, value: u64) {
    let start = Instant::now();
    while metric(server, name).await != value {
        assert!(start.elapsed() < Duration::from_secs(20), "{name} is not {value}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn nodes<const N: usize>(limits: &Limits) -> (Arc<MemoryStore>, [(Server, Link); N]) {
    let store = Arc::new(MemoryStore::default());
    let mut nodes = Vec::new();
    for _ in 0..N {
        nodes.push(Server::node(&store, limits.clone()).await);
    }
    (store, nodes.try_into().unwrap_or_else(|_| unreachable!()))
}

/// The record of a finished game, as a player gets it.
async fn record(player: &mut Player) -> String {
    player.say(ToServer::Record).await;
    loop {
        if let ToClient::Record(record) = player.hear().await.unwrap() {
            return record;
        }
    }
}

/// Connects again with the same pass, and joins the table.
async fn back(server: &Server, player: &Player, table: TableId) -> Player {
    let mut back = Player::back(server, player.cookie.clone()).await;
    back.join_since(table, player.seen().version).await.unwrap();
    back
}

#[tokio::test]
async fn players_at_three_servers_play_a_game_and_a_rematch() {
    let (_, [(one, _one), (two, _two), (three, _three)]) = nodes(&limits()).await;
    let (table, mut players) = seated_at(&[&one, &two, &three], 3).await;
    let mut watcher = two.player("Watcher").await;
    watcher.join(table).await.unwrap();
    assert_eq!(watcher.seen().eye, Eye::Spectator);
    assert_eq!((metric(&one, "relays_in").await, metric(&two, "relays_out").await), (3, 2));
    assert_eq!((metric(&one, "tables").await, metric(&two, "tables").await), (1, 0));
    // Phrases and refusals.
    players[1].say(ToServer::Say(Phrase::Luck)).await;
    while !matches!(watcher.hear().await.unwrap(), ToClient::Said { phrase: Phrase::Luck, .. }) {}
    watcher.say(ToServer::Say(Phrase::Luck)).await;
    while !matches!(watcher.hear().await.unwrap(), ToClient::Refused { why: RefusalReason::NotSeated, .. }) {}
    assert_eq!(players[2].act(TableCommand::Rematch).await, Err(RefusalReason::GameNotOver));
    // The list of tables is answered by the client's own server.
    players[1].say(ToServer::List).await;
    while !matches!(players[1].hear().await.unwrap(), ToClient::Tables(_)) {}
    let plays = play_out(&mut players);
    futures_util::future::join(plays, watcher.until(is_over)).await;
    let first = record(&mut players[0]).await;
    assert_eq!(record(&mut players[1]).await, first);
    assert_eq!(record(&mut watcher).await, first);
    // A relayed player asks for the rematch, and everybody joins it.
    players[1].act(TableCommand::Rematch).await.unwrap();
    for player in players.iter_mut().chain([&mut watcher]) {
        player.join_rematch().await;
    }
    for player in &mut players {
        player.ready().await.unwrap();
    }
    begun(&mut players).await;
    let plays = play_out(&mut players);
    futures_util::future::join(plays, watcher.until(is_over)).await;
    // Nothing is left of the relays once their clients are gone.
    drop((players, watcher));
    for server in [&one, &two, &three] {
        until_metric(server, "relays_in", 0).await;
        until_metric(server, "relays_out", 0).await;
    }
    assert_eq!(metric(&one, "rejected_handshakes_total").await, 0);
}

/// Somebody who joins another table, or leaves, is no longer at the old one.
#[tokio::test]
async fn a_relayed_client_can_leave_and_join_other_tables() {
    let (_, [(one, _one), (two, _two)]) = nodes(&limits()).await;
    let mut anna = one.player("Anna").await;
    let mut bert = two.player("Bert").await;
    let (first, second) = (anna.create(short(2)).await.unwrap(), bert.create(short(2)).await.unwrap());
    anna.join(first).await.unwrap();
    anna.act(TableCommand::Sit(seat('A'))).await.unwrap();
    bert.join(first).await.unwrap();
    bert.act(TableCommand::Sit(seat('B'))).await.unwrap();
    anna.until(|seen| seen.seats[seat('B')].present).await;
    bert.join(second).await.unwrap();
    anna.until(|seen| !seen.seats[seat('B')].present).await;
    bert.join(first).await.unwrap();
    anna.until(|seen| seen.seats[seat('B')].present).await;
    bert.say(ToServer::Leave).await;
    anna.until(|seen| !seen.seats[seat('B')].present).await;
    assert_eq!(bert.act(TableCommand::Stand).await, Err(RefusalReason::NotAtTable));
    // A table that does not exist is refused as always.
    let missing = TableId::from_random([3; TableId::LENGTH]);
    assert_eq!(bert.join(missing).await, Err(RefusalReason::NoSuchTable));
    // The other direction at the same time.
    bert.join(second).await.unwrap();
    anna.join(second).await.unwrap();
    anna.act(TableCommand::Sit(seat('B'))).await.unwrap();
    bert.until(|seen| seen.seats[seat('B')].present).await;
}

#[tokio::test]
async fn a_command_is_executed_once_when_the_relay_is_cut() {
    let (store, [(one, link), (two, _two)]) = nodes(&limits()).await;
    let (table, mut players) = seated_at(&[&one, &two], 2).await;
    let (mut known, mut lost) = (0, 0);
    for number in 0..40 {
        if players[0].is_over() {
            break;
        }
        let turn = players[0].view().public().seat.number();
        let player = &mut players[turn];
        let version = player.seen().version;
        let (id, mv) = (player.id(), player.view().legal()[0]);
        if turn == 1 {
            // Every other command is lost; the others arrive, and perhaps their answers.
            if number % 2 == 0 {
                link.freeze();
            }
            player.say(ToServer::Do { id, version, act: play(mv) }).await;
            tokio::time::sleep(Duration::from_micros(number * 100)).await;
            link.cut();
            assert_eq!(closed(player).await, wire::CLOSE_RESTART);
            *player = back(&two, player, table).await;
            let stored = u32::from(player.seen().version > version);
            (known, lost) = (known + stored, lost + 1 - stored);
        }
        assert_eq!(player.act_as(id, version, play(mv)).await, Ok(version + 1));
        let lines = store.load(table).await.unwrap().unwrap().lines.len() as u64;
        assert_eq!(lines, version + 1);
        for player in &mut players {
            player.until(|seen| seen.version > version).await;
        }
    }
    assert!(known > 2 && lost > 2, "{known} commands were stored before the cut, and {lost} were not");
}

/// A client whose first messages after a reconnect are a join and commands, as our clients send them.
#[tokio::test]
async fn commands_right_after_a_join_are_relayed() {
    let (_, [(one, _one), (two, _two)]) = nodes(&limits()).await;
    let (table, mut players) = seated_at(&[&one, &two], 2).await;
    while players[0].view().public().seat != seat('B') {
        play_some(&mut players, 1).await;
    }
    let (id, version) = (players[1].id(), players[1].seen().version);
    let mv = players[1].view().legal()[0];
    let mut back = Player::back(&two, players[1].cookie.clone()).await;
    back.say(ToServer::Join { table, since: version }).await;
    assert_eq!(back.act_as(id, version, play(mv)).await, Ok(version + 1));
}

#[tokio::test]
async fn a_table_moves_at_once_when_its_owner_stops() {
    let (_, [(one, _one), (two, _two)]) = nodes(&limits()).await;
    let (table, mut players) = seated_at(&[&one, &two], 2).await;
    play_some(&mut players, 5).await;
    // Somebody who never answers does not delay the others.
    let mut stuck = one.player("Stuck").await;
    stuck.join(table).await.unwrap();
    let stop = tokio::spawn(one.stop());
    let start = Instant::now();
    assert_eq!(closed(&mut players[1]).await, wire::CLOSE_RESTART);
    for at in [1, 0] {
        players[at] = back(&two, &players[at], table).await;
    }
    let took = start.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    println!("back after {took:?}");
    play_out(&mut players).await;
    drop(stuck);
    stop.await.unwrap();
}

/// A server in a runtime of its own, which can crash.
pub(crate) async fn crashing_node(
    store: &Arc<MemoryStore>,
    limits: Limits,
) -> (Server, tokio::runtime::Runtime) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let store = Arc::clone(store);
    let (server, link) = runtime.spawn(async move { Server::node(&store, limits).await }).await.unwrap();
    // The link lives as long as the runtime.
    runtime.spawn(async move {
        let _link = link;
        std::future::pending::<()>().await;
    });
    (server, runtime)
}

#[tokio::test]
async fn a_table_moves_when_its_owner_has_crashed_and_its_lease_is_over() {
    let store = Arc::new(MemoryStore::default());
    let limits = Limits { lease: Duration::from_secs(3), ..limits() };
    let (one, runtime) = crashing_node(&store, limits.clone()).await;
    let (two, _two) = Server::node(&store, limits.clone()).await;
    let (three, _three) = Server::node(&store, limits).await;
    let (table, mut players) = seated_at(&[&one, &two], 2).await;
    play_some(&mut players, 5).await;
    runtime.shutdown_background();
    let start = Instant::now();
    assert_eq!(closed(&mut players[1]).await, wire::CLOSE_RESTART);
    // Both wait at different servers, with a command, and one of the servers gets the table.
    let turn = players[0].view().public().seat.number();
    let version = players[0].seen().version;
    let (id, mv) = (players[turn].id(), players[turn].view().legal()[0]);
    let mut waiting = [
        Player::back(&two, players[0].cookie.clone()).await,
        Player::back(&three, players[1].cookie.clone()).await,
    ];
    for player in &mut waiting {
        player.say(ToServer::Join { table, since: version }).await;
    }
    assert_eq!(waiting[turn].act_as(id, version, play(mv)).await, Ok(version + 1));
    let took = start.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
    println!("back after {took:?}");
    for player in &mut waiting {
        player.until(|seen| seen.version > version).await;
    }
    assert!(metric(&two, "failed_dials_total").await + metric(&three, "failed_dials_total").await >= 2);
    play_out(&mut waiting).await;
}

/// An owner renews its lease, but cannot be reached from one server. Its clients are told to try another one.
/// They leave the table at the owner, and are back when the network is.
#[tokio::test]
async fn a_client_is_sent_away_from_a_server_that_cannot_reach_the_owner() {
    let (_, [(one, link), (two, _two)]) = nodes(&limits()).await;
    let (table, mut players) = seated_at(&[&one, &two], 2).await;
    link.freeze();
    // The relay is silent, and so is every new one.
    let mut other = Player::back(&two, players[1].cookie.clone()).await;
    other.say(ToServer::Join { table, since: 0 }).await;
    let codes = futures_util::future::join(closed(&mut players[1]), closed(&mut other)).await;
    assert_eq!(codes, (wire::CLOSE_RESTART, wire::CLOSE_RESTART));
    players[0].until(|seen| !seen.seats[seat('B')].present).await;
    let mut waiting = Player::back(&two, players[1].cookie.clone()).await;
    waiting.say(ToServer::Join { table, since: 0 }).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    link.cut();
    waiting.until(|seen| seen.table == table).await;
    players[1] = waiting;
    play_out(&mut players).await;
}

/// A server crashes and is started again at the same address, long before the lease of its predecessor would
/// have ended. A client that waits for the table at another server gets it without connecting again.
#[tokio::test]
async fn a_table_moves_at_once_when_its_owner_is_started_again() {
    let store = Arc::new(MemoryStore::default());
    let limits = Limits { lease: Duration::from_secs(3600), ..limits() };
    let (one, runtime) = crashing_node(&store, limits.clone()).await;
    let (two, _two) = Server::node(&store, limits).await;
    let (table, mut players) = seated_at(&[&one, &two], 2).await;
    play_some(&mut players, 5).await;
    runtime.shutdown_background();
    assert_eq!(closed(&mut players[1]).await, wire::CLOSE_RESTART);
    let mut waiting = Player::back(&two, players[1].cookie.clone()).await;
    waiting.say(ToServer::Join { table, since: 0 }).await;
    until_metric(&two, "failed_dials_total", 1).await;
    let info = |address: &str| {
        let (address, version) = (address.to_owned(), String::new());
        NodeInfo { address, version, lease: Duration::from_secs(3600) }
    };
    let other = store.join(info("other")).await.unwrap().node;
    let Ok(ClaimResult::Elsewhere { address, .. }) = store.claim(table, other).await else {
        panic!("the lease is not over");
    };
    store.join(info(&address)).await.unwrap();
    waiting.until(|seen| seen.table == table).await;
    assert_eq!(metric(&two, "tables").await, 1);
}

/// Without an address for other servers, clients are told to reconnect.
#[tokio::test]
async fn a_server_without_an_address_is_not_dialed() {
    let store = Arc::new(MemoryStore::default());
    let one = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let (two, _two) = Server::node(&store, limits()).await;
    let (table, players) = seated(&one, 2).await;
    let mut player = Player::back(&two, players[1].cookie.clone()).await;
    player.say(ToServer::Join { table, since: 0 }).await;
    assert_eq!(closed(&mut player).await, wire::CLOSE_RESTART);
    assert_eq!(metric(&two, "failed_dials_total").await, 0);
}

/// A relayed client has the limits of its own server, and the owner hears nothing of what is refused there.
#[tokio::test]
async fn limits_are_enforced_where_the_client_is_connected() {
    let store = Arc::new(MemoryStore::default());
    let (one, _one) = Server::node(&store, limits()).await;
    let (two, _two) = Server::node(&store, Limits { messages_per_second: 2, ..limits() }).await;
    let (table, players) = seated(&one, 2).await;
    let join = async || {
        let mut player = Player::back(&two, players[1].cookie.clone()).await;
        player.join(table).await.unwrap();
        player
    };
    let mut player = join().await;
    let relayed = metric(&two, "relayed_messages_total").await;
    player.socket.send_raw(Message::Text("{\"do\":7}".into())).await.unwrap();
    assert!(matches!(player.hear().await, Ok(ToClient::Refused { why: RefusalReason::Unreadable, .. })));
    let _ = player.socket.send_raw(Message::Text("x".repeat(wire::MAX_MESSAGE_BYTES + 1).into())).await;
    assert_eq!(closed(&mut player).await, wire::CLOSE_TOO_LONG);
    assert_eq!(metric(&two, "relayed_messages_total").await, relayed);
    let mut player = join().await;
    for _ in 0..150 {
        if player.socket.send(&ToServer::Record).await.is_err() {
            break;
        }
    }
    let (mut refused, mut answered) = (0, 0);
    let code = loop {
        match player.hear().await {
            Ok(ToClient::Refused { why: RefusalReason::TooFast, .. }) => refused += 1,
            Ok(ToClient::Refused { why: RefusalReason::GameNotOver, .. }) => answered += 1,
            Ok(_) => {}
            Err(transport::TransportError::Closed(code)) => break code,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(code, wire::CLOSE_POLICY);
    assert!(refused > 50 && answered < 10, "{refused} refused, {answered} answered");
}

/// What a relayed client gets is what it would get from the owner itself, byte for byte.
#[tokio::test]
async fn relayed_frames_are_those_of_the_owner() {
    let (_, [(one, _one), (two, _two)]) = nodes(&limits()).await;
    let (table, mut players) = seated_at(&[&one, &two], 2).await;
    // Each person has two devices, at both servers, and there are two spectators.
    let mut pairs = Vec::new();
    for cookie in [players[0].cookie.clone(), players[1].cookie.clone(), one.player("Eve").await.cookie] {
        pairs.push([Player::back(&one, cookie.clone()).await, Player::back(&two, cookie).await]);
    }
    for player in pairs.iter_mut().flatten() {
        player.join(table).await.unwrap();
    }
    // From here on, all see the same changes.
    play_some(&mut players, 1).await;
    let version = players[0].seen().version;
    for player in pairs.iter_mut().flatten() {
        player.until(|seen| seen.version >= version).await;
        player.frames.clear();
    }
    let watch =
        futures_util::future::join_all(pairs.iter_mut().flatten().map(|player| player.until(is_over)));
    futures_util::future::join(play_out(&mut players), watch).await;
    for [local, relayed] in &pairs {
        assert!(local.frames.len() > 20);
        assert_eq!(local.frames, relayed.frames);
    }
}

/// A proxy learns from `/healthz` that a server is about to stop, while everything still works.
#[tokio::test]
async fn a_server_drains_before_it_stops() {
    let store = Arc::new(MemoryStore::default());
    let drain_time = Duration::from_millis(1_500);
    let options = ServerOptions { limits: limits(), drain_time, ..ServerOptions::default() };
    let mut server = Server::start(Arc::<MemoryStore>::clone(&store), options, None).await;
    let health = async |server: &Server| {
        let answer = ask(server, "GET", "/healthz", &[], "").await;
        (answer[9..12].to_owned(), answer.lines().last().unwrap_or_default().to_owned())
    };
    let is = |status: &str, text: &str| (status.to_owned(), text.to_owned());
    assert_eq!(health(&server).await, is("200", "ready"));
    store.set_reachable(false);
    // The result of a write is reported for a second.
    while health(&server).await == is("200", "ready") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let unreachable = "no store: the database cannot be reached: this is a test";
    assert_eq!(health(&server).await, is("503", unreachable));
    store.set_reachable(true);
    let (table, mut players) = seated(&server, 2).await;
    let start = Instant::now();
    server.ask_to_stop();
    while health(&server).await != is("503", "draining") {
        assert!(start.elapsed() < Duration::from_secs(1));
    }
    play_some(&mut players, 3).await;
    players[0].join(table).await.unwrap();
    assert!(start.elapsed() < drain_time);
    assert_eq!(closed(&mut players[0]).await, wire::CLOSE_RESTART);
    assert!(start.elapsed() >= drain_time);
    server.stopped().await;
}

#[tokio::test]
async fn a_lost_lease_is_reported() {
    let store = Arc::new(MemoryStore::default());
    let short_lease = Limits { lease: Duration::from_millis(200), ..limits() };
    let server = Server::on(Arc::<MemoryStore>::clone(&store), short_lease).await;
    assert_eq!(metric(&server, "lease_held").await, 1);
    store.set_reachable(false);
    until_metric(&server, "lease_held", 0).await;
    store.set_reachable(true);
    until_metric(&server, "lease_held", 1).await;
}

/// The clock of one server is a month behind, and that of the other one a day ahead.
#[cfg(feature = "suite")]
#[tokio::test]
async fn servers_with_wrong_clocks_accept_the_passes_of_each_other() {
    let store = Arc::new(MemoryStore::default());
    let mut servers = Vec::new();
    for clock_offset in [-2_592_000, 86_400] {
        let options = ServerOptions { limits: limits(), clock_offset, ..ServerOptions::default() };
        servers.push(Server::start(Arc::<MemoryStore>::clone(&store), options, None).await);
    }
    let issued = |cookie: &str| cookie.split('.').nth(3).unwrap().parse::<u64>().unwrap();
    let (mut passes, mut tables) = (Vec::new(), Vec::new());
    for (here, there) in [(0, 1), (1, 0)] {
        let mut player = servers[here].player("Anna").await;
        let table = player.create(short(2)).await.unwrap();
        passes.push(issued(&player.cookie));
        tables.push(store.load(table).await.unwrap().unwrap().created);
        // The same person at the other server: the table belongs to them, and the pass is renewed.
        let mut back = Player::back(&servers[there], player.cookie.clone()).await;
        back.join(table).await.unwrap();
        back.act(TableCommand::Sit(seat('A'))).await.unwrap();
        let name = "Anna".parse().unwrap();
        let renewed = servers[there].endpoint().request_pass(&name, Some(&player.cookie)).await.unwrap();
        assert!(issued(&renewed).abs_diff(issued(&player.cookie)) >= 2_678_400);
    }
    // The clocks are really wrong.
    for [behind, ahead] in [passes, tables].map(|times| <[u64; 2]>::try_from(times).unwrap()) {
        assert!((2_678_400..2_679_000).contains(&(ahead - behind)), "{behind} and {ahead}");
    }
}
