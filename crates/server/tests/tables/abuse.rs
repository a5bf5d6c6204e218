//! Misbehaving clients do no harm.

use server::Limits;
use tokio_tungstenite::tungstenite::Message;
use transport::TransportError;
use wire::{RefusalReason, TableCommand, ToClient, ToServer};

use crate::guests::ask;
use crate::harness::{Player, Server, closed, folder, limits, seat, seated, short};

#[tokio::test]
async fn a_message_that_is_too_long_gets_a_close_code() {
    let server = Server::new(&folder("long")).await;
    for size in [wire::MAX_MESSAGE_BYTES + 1, 70_000, 5_000_000] {
        let mut player = server.player("Anna").await;
        // The server may have closed before the end.
        let _ = player.socket.send_raw(Message::Text("x".repeat(size).into())).await;
        assert_eq!(closed(&mut player).await, wire::CLOSE_TOO_LONG, "{size}");
    }
    let mut player = server.player("Anna").await;
    player.socket.send_raw(Message::Text("x".repeat(wire::MAX_MESSAGE_BYTES).into())).await.unwrap();
    assert!(matches!(player.hear().await, Ok(ToClient::Refused { why: RefusalReason::Unreadable, .. })));
}

#[tokio::test]
async fn too_many_messages_are_refused_and_then_the_connection_is_closed() {
    let server = Server::with(&folder("fast"), Limits { messages_per_second: 2, ..limits() }).await;
    let mut player = server.player("Anna").await;
    for _ in 0..150 {
        if player.socket.send(&ToServer::Leave).await.is_err() {
            break;
        }
    }
    let mut refused = 0;
    let code = loop {
        match player.hear().await {
            Ok(ToClient::Refused { why: RefusalReason::TooFast, .. }) => refused += 1,
            Ok(_) => {}
            Err(TransportError::Closed(code)) => break code,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(code, wire::CLOSE_POLICY);
    assert!(refused > 50, "{refused}");
}

/// Pings and pongs need no parsing, but answering them costs time, too.
#[tokio::test]
async fn too_many_control_frames_close_the_connection() {
    let server = Server::with(&folder("pings"), Limits { messages_per_second: 2, ..limits() }).await;
    for frame in [Message::Ping(Default::default()), Message::Pong(Default::default())] {
        let mut player = server.player("Anna").await;
        for _ in 0..150 {
            if player.socket.send_raw(frame.clone()).await.is_err() {
                break;
            }
        }
        assert_eq!(closed(&mut player).await, wire::CLOSE_POLICY);
    }
}

/// Requests without a pass count, too.
#[tokio::test]
async fn requests_per_address_are_limited() {
    let server = Server::with(&folder("requests"), Limits { requests_per_second: 1, ..limits() }).await;
    for (path, status) in [("/api/socket", 426), ("/api/qr/abcdefghjkmnpqrstuvw.svg", 200), ("/dice", 200)] {
        let answer = ask(&server, "GET", path, &[], "").await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
    }
    for path in ["/api/socket", "/api/qr/abcdefghjkmnpqrstuvw.svg", "/dice", "/api/guest", "/api/pass/names"]
    {
        let answer = ask(&server, "GET", path, &[], "").await;
        assert!(answer.starts_with("HTTP/1.1 429"), "{path}: {answer}");
    }
    for path in ["/", "/healthz", "/metrics"] {
        let answer = ask(&server, "GET", path, &[], "").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn connections_per_address_are_limited() {
    let server = Server::with(&folder("crowd"), Limits { sockets_per_address: 3, ..limits() }).await;
    let first = server.player("Anna").await;
    let _others = [server.player("Anna").await, server.player("Anna").await];
    assert!(matches!(server.endpoint().connect(&first.cookie).await, Err(TransportError::Refused(429))));
    let cookie = first.cookie.clone();
    first.socket.close().await;
    // The slot is free once the server has noticed the end.
    while server.endpoint().connect(&cookie).await.is_err() {
        tokio::task::yield_now().await;
    }
}

/// A client that does not read is disconnected. Nobody waits for it, and it gets a snapshot when it
/// reconnects.
#[tokio::test]
async fn a_slow_reader_is_disconnected_and_the_others_play_on() {
    let server = Server::new(&folder("slow")).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut slow = server.player("Slow").await;
    slow.join(table).await.unwrap();
    players[0].until(|seen| seen.watching == 1).await;
    // It takes many messages to fill the buffers of the system: it asks for them itself.
    let cookie = players.pop().unwrap().cookie;
    for _ in 0..5_000 {
        slow.socket.send(&ToServer::Join { table, since: 0 }).await.unwrap();
    }
    // It asks for more than it can be sent. What others say is then too much.
    let mut said = 0;
    while players[0].seen().watching == 1 {
        players[0].socket.send(&ToServer::Say(wire::Phrase::Hello)).await.unwrap();
        players[0].join(table).await.unwrap();
        said += 1;
        assert!(said < 40_000, "never cut off");
    }
    let mut other = Player::back(&server, cookie).await;
    other.join(table).await.unwrap();
    assert_eq!(other.seen().watching, 0);
    players.push(other);
    crate::harness::play_out(&mut players).await;
    let mut back = Player::back(&server, slow.cookie.clone()).await;
    back.join(table).await.unwrap();
    assert!(back.is_over());
}

/// Deterministic random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Forged, truncated, deeply nested and binary messages get a typed refusal or the right close
/// code, and change nothing.
#[tokio::test]
async fn forged_and_broken_messages_change_nothing() {
    let server = Server::new(&folder("forged")).await;
    let (table, mut players) = seated(&server, 2).await;
    let version = players[0].seen().version;
    let turn = players[0].view().public().seat;
    let mv = table::View::legal(&players[turn.number()].view())[0];
    let mut random = Random(1);
    let mut closes = std::collections::BTreeMap::new();
    let seeds = [
        wire::write(&ToServer::Do { id: 1, version, act: crate::harness::play(mv) }).unwrap(),
        wire::write(&ToServer::Do { id: 2, version, act: TableCommand::Replace(seat('A')) }).unwrap(),
        wire::write(&ToServer::Do { id: 3, version, act: TableCommand::Sit(seat('B')) }).unwrap(),
        wire::write(&ToServer::Do { id: 4, version, act: TableCommand::Resign }).unwrap(),
        wire::write(&ToServer::Join { table, since: 0 }).unwrap(),
        format!(
            "{{\"do\":{{\"id\":5,\"version\":{version},\"seat\":\"{turn}\",\"act\":{{\"play\":\"{mv}\"}}}}}}"
        ),
        "[".repeat(4000),
        "{\"do\":".repeat(1000),
        "\u{0}".to_owned(),
    ];
    // A spectator sends all of them, with real seats, versions and moves.
    let mut stranger = server.player("Eve").await;
    stranger.join(table).await.unwrap();
    for round in 0..2_000 {
        if round % 20 == 0 {
            stranger.say(ToServer::List).await;
            while !matches!(stranger.hear().await.unwrap(), ToClient::Tables(_)) {}
        }
        let mut bytes = seeds[random.below(seeds.len())].clone().into_bytes();
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"\"{}[],:0\\"[random.below(9)]),
            }
        }
        let message = match String::from_utf8(bytes) {
            Ok(text) if round % 7 != 0 => Message::Text(text.into()),
            Ok(text) => Message::Binary(text.into_bytes().into()),
            Err(error) => Message::Binary(error.into_bytes().into()),
        };
        if stranger.socket.send_raw(message).await.is_err() {
            *closes.entry(closed(&mut stranger).await).or_insert(0) += 1;
            stranger = server.player("Eve").await;
            stranger.join(table).await.unwrap();
        }
    }
    stranger.say(ToServer::List).await;
    while !matches!(stranger.hear().await.unwrap(), ToClient::Tables(_)) {}
    stranger.join(table).await.unwrap();
    assert_eq!(stranger.seen().version, version);
    assert!(closes.is_empty(), "{closes:?}");
    let refused = stranger.frames.iter().filter(|frame| frame.starts_with("{\"refused\"")).count();
    assert!(refused > 1_000, "{refused}");
    crate::harness::play_out(&mut players).await;
}

/// All connections of this test come from one address.
#[tokio::test]
async fn one_address_has_only_a_few_tables_in_the_list() {
    let server = Server::new(&folder("flood")).await;
    let mut hosts = Vec::new();
    for _ in 0..8 {
        let mut host = server.player("Eve").await;
        let table = host.create(wire::NewTable { public: true, ..short(2) }).await.unwrap();
        host.join(table).await.unwrap();
        hosts.push(host);
    }
    let mut stranger = server.player("Anna").await;
    stranger.say(ToServer::List).await;
    match stranger.hear().await.unwrap() {
        ToClient::Tables(tables) => assert_eq!(tables.len(), 5),
        other => panic!("{other:?}"),
    }
}
