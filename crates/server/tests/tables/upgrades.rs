//! Rolling upgrades: clients, servers and tables of two versions.

use std::sync::Arc;
use std::time::Duration;

use server::ServerOptions;
use server::store::{
    Append, ClaimResult, Line, LineKind, MemoryStore, NewStoredTable, NodeInfo, Store, StoredTable,
};
use transport::{Connection, Driver, Gone, TransportError, Visit};
use wire::{
    CLOSE_OUTDATED, CLOSE_RESTART, OLDEST_PROTOCOL, PROTOCOL, ProtocolVersions, TableId, ToClient, ToServer,
};

use crate::harness::{Player, Server, limits, play_out, play_some, seated, short};

/// A server of a newer version, which shares the store.
async fn newer_node(store: &MemoryStore) -> u64 {
    let lease = Duration::from_secs(60);
    let node = NodeInfo { address: "newer".to_owned(), version: "99".to_owned(), lease };
    store.join(node).await.unwrap().node
}

async fn claim(store: &MemoryStore, table: TableId, node: u64) -> StoredTable {
    match store.claim(table, node).await {
        Ok(ClaimResult::Owned(stored)) => *stored,
        Ok(_) => panic!("the table has no other owner"),
        Err(error) => panic!("{error}"),
    }
}

/// Joins a table that the server cannot read. The client is asked to come back.
async fn is_sent_away(server: &Server, cookie: &str, table: TableId) {
    let mut player = Player::back(server, cookie.to_owned()).await;
    player.say(ToServer::Join { table, since: 0 }).await;
    match player.hear().await {
        Err(TransportError::Closed(code)) => assert_eq!(code, CLOSE_RESTART),
        other => panic!("{other:?}"),
    }
}

/// A newer server has written a line that this one cannot read. The table is neither changed nor marked as
/// damaged, and the newer server can have it again.
#[tokio::test]
async fn tables_of_a_newer_version_are_left_alone() {
    let store = Arc::new(MemoryStore::default());
    let server = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let newer = newer_node(&store).await;
    let line = |kind, text: &str| Line { kind, text: text.to_owned(), command: None };
    for unreadable in [
        line(LineKind::Event, "{\"promoted\":{\"seat\":\"A\"}}"),
        line(LineKind::Record, "A moves in a way that nobody knows yet\n"),
        line(LineKind::Unknown(7), "?"),
    ] {
        let (table, mut players) = seated(&server, 2).await;
        play_some(&mut players, 3).await;
        let cookies: Vec<String> = players.iter().map(|player| player.cookie.clone()).collect();
        drop(players);
        // The server gives the table up after a while; here, the newer one takes it over at once.
        let before = store.load(table).await.unwrap().unwrap();
        store.release(table, before.ownership.epoch).await.unwrap();
        let owned = claim(&store, table, newer).await;
        let append = Append::new(table, owned.ownership, vec![unreadable]);
        store.append(Arc::new(append)).await.unwrap();
        store.release(table, owned.ownership.epoch).await.unwrap();
        let stored = store.load(table).await.unwrap().unwrap();
        // The old server still has the table in memory until its next write is fenced.
        let again = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
        for _ in 0..2 {
            for cookie in &cookies {
                is_sent_away(&again, cookie, table).await;
            }
        }
        let now = store.load(table).await.unwrap().unwrap();
        assert!(now.lines == stored.lines && now.ownership.head == stored.ownership.head);
        assert_eq!((now.stage, now.number), (stored.stage, stored.number));
        assert_eq!(claim(&store, table, newer).await.lines.len(), stored.lines.len());
    }
}

#[tokio::test]
async fn a_table_with_an_unknown_game_is_left_alone() {
    let store = Arc::new(MemoryStore::default());
    let server = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let player = server.player("Anna").await;
    let table = TableId::from_random([9; TableId::LENGTH]);
    let text = "{\"opened\":{\"game\":\"whist\",\"config\":\"\",\"public\":false,\"clock\":null,\"chairs\":[\"nobody\"]}}";
    let first = Line { kind: LineKind::Event, text: text.to_owned(), command: None };
    let creator = server::Identity::from_bytes(&[1; 16]).unwrap();
    let new = NewStoredTable { table, secret: [2; 32], creator, created: 0, lines: vec![first] };
    store.create(new, 1).await.unwrap();
    is_sent_away(&server, &player.cookie, table).await;
    let stored = store.load(table).await.unwrap().unwrap();
    assert_eq!((stored.lines.len(), stored.stage), (1, server::store::TableStage::Open));
    claim(&store, table, newer_node(&store).await).await;
}

async fn server(oldest: u16, newest: u16) -> Server {
    let protocols = ProtocolVersions { oldest, newest };
    let options = ServerOptions { limits: limits(), protocols, ..ServerOptions::default() };
    Server::start(Arc::new(MemoryStore::default()), options, None).await
}

/// A page that was loaded before the upgrade meets servers of the next version.
#[tokio::test]
async fn an_older_client_plays_on_a_newer_server() {
    let server = server(PROTOCOL, PROTOCOL + 1).await;
    // This checks the version that the server speaks.
    let (_, mut players) = seated(&server, 2).await;
    play_out(&mut players).await;
    assert!(players.iter().all(Player::is_over));
}

/// A page of this version meets a server that was not upgraded yet.
#[tokio::test]
async fn a_server_says_which_version_it_speaks() {
    for (oldest, newest, spoken) in [
        (PROTOCOL - 1, PROTOCOL, PROTOCOL),
        (PROTOCOL - 1, PROTOCOL + 1, PROTOCOL),
        (PROTOCOL - 2, PROTOCOL - 1, PROTOCOL - 1),
    ] {
        let server = server(oldest, newest).await;
        let cookie = server.endpoint().request_pass(&"Anna".parse().unwrap(), None).await.unwrap();
        let mut socket = server.endpoint().connect(&cookie).await.unwrap();
        match socket.receive().await {
            Ok(ToClient::Welcome { protocol, .. }) => assert_eq!(protocol, spoken),
            other => panic!("{other:?}"),
        }
        // The connection stays open.
        socket.send(&ToServer::List).await.unwrap();
        assert!(matches!(socket.receive().await, Ok(ToClient::Tables(_))));
    }
}

/// A client that is two versions behind has to be reloaded.
#[tokio::test]
async fn a_client_that_is_too_old_is_told_to_reload() {
    let server = server(PROTOCOL + 1, PROTOCOL + 2).await;
    let cookie = server.endpoint().request_pass(&"Anna".parse().unwrap(), None).await.unwrap();
    let mut socket = server.endpoint().connect(&cookie).await.unwrap();
    let welcome = socket.receive().await;
    assert!(matches!(welcome, Ok(ToClient::Welcome { protocol, .. }) if protocol == PROTOCOL + 2));
    let closed = socket.receive().await;
    assert!(matches!(closed, Err(TransportError::Closed(CLOSE_OUTDATED))), "{closed:?}");
    let visit = Visit::new(Some("Anna".parse().unwrap()), None, None, 1);
    let mut driver = Driver::new(server.endpoint(), cookie, visit);
    while !matches!(driver.visit().connection(), Connection::Gone(_)) {
        tokio::time::timeout(Duration::from_secs(20), driver.next()).await.unwrap().unwrap();
    }
    assert_eq!(driver.visit().connection(), Connection::Gone(Gone::Outdated));
    assert!(ProtocolVersions::default().contains(OLDEST_PROTOCOL));
}

/// The table of an old page is at a server that was upgraded twice since; the page is at one that was
/// upgraded once. It is asked to reload, as it would be at the other server.
#[tokio::test]
async fn a_relayed_client_that_is_too_old_is_told_to_reload() {
    let store = Arc::new(MemoryStore::default());
    let nodes = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let options = |oldest: u16, address: String| {
        let protocols = ProtocolVersions { oldest, newest: oldest + 1 };
        ServerOptions { limits: limits(), protocols, address, ..ServerOptions::default() }
    };
    let address = nodes.local_addr().unwrap().to_string();
    let _newer =
        Server::start(Arc::<MemoryStore>::clone(&store), options(PROTOCOL + 1, address), Some(nodes)).await;
    let owner = 1;
    let older =
        Server::start(Arc::<MemoryStore>::clone(&store), options(PROTOCOL, String::new()), None).await;
    let mut player = older.player("Anna").await;
    let table = player.create(short(2)).await.unwrap();
    claim(&store, table, owner).await;
    player.say(ToServer::Join { table, since: 0 }).await;
    let welcome = player.hear().await;
    assert!(
        matches!(welcome, Ok(ToClient::Welcome { protocol, .. }) if protocol == PROTOCOL + 2),
        "{welcome:?}"
    );
    let closed = player.hear().await;
    assert!(matches!(closed, Err(TransportError::Closed(CLOSE_OUTDATED))), "{closed:?}");
    let visit = Visit::new(Some("Anna".parse().unwrap()), Some(table), None, 1);
    let mut driver = Driver::new(older.endpoint(), player.cookie.clone(), visit);
    while !matches!(driver.visit().connection(), Connection::Gone(_)) {
        tokio::time::timeout(Duration::from_secs(20), driver.next()).await.unwrap().unwrap();
    }
    assert_eq!(driver.visit().connection(), Connection::Gone(Gone::Outdated));
}
