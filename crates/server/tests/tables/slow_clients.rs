//! Clients that are slow on purpose lose their connection, and cannot take it from others.
//!
//! Time is simulated: it jumps to the next timeout when nothing else is left to do.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use server::store::MemoryStore;
use server::{Limits, ServerOptions, ServerState, Site};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use wire::{ToClient, ToServer};

use crate::harness::{Server, folder, limits, seated};

/// Nothing may take longer, by the simulated clock.
const LONG: Duration = Duration::from_secs(700);

const COMPLETE: &str = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";

async fn server(limits: Limits) -> Server {
    Server::on(Arc::new(MemoryStore::default()), limits).await
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address).await.unwrap()
}

/// Connects from another address of this computer.
async fn connect_from(address: &str, server: &Server) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
    socket.connect(server.address).await.unwrap()
}

/// What arrives until the server closes the connection, and how long that takes.
async fn rest(stream: &mut TcpStream) -> (String, Duration) {
    let start = Instant::now();
    let mut bytes = Vec::new();
    // A connection that is reset has ended, too.
    let _ = timeout(LONG, stream.read_to_end(&mut bytes)).await.expect("the server closes the connection");
    (String::from_utf8_lossy(&bytes).into_owned(), start.elapsed())
}

/// Sends a complete request and reads the head of the response.
async fn request(stream: &mut TcpStream, text: &str) -> String {
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut bytes = vec![0; 4096];
    let length = timeout(LONG, stream.read(&mut bytes)).await.expect("an answer").unwrap_or_default();
    bytes.truncate(length);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(start_paused = true)]
async fn a_half_finished_request_is_closed() {
    let server = server(limits()).await;
    for half in ["", "G", "GET / HTTP/1.1\r\n", "GET /api/socket HTTP/1.1\r\nHost: a\r\nUpgrade: webso"] {
        let mut stream = connect(&server).await;
        stream.write_all(half.as_bytes()).await.unwrap();
        let (answer, time) = rest(&mut stream).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{half}: {answer}");
        assert!(time <= Duration::from_secs(16), "{half}: {time:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_head_that_comes_byte_by_byte_is_closed() {
    let server = server(limits()).await;
    let mut stream = connect(&server).await;
    let start = Instant::now();
    for byte in COMPLETE.repeat(3).bytes() {
        if stream.write_all(&[byte]).await.is_err() {
            break;
        }
        sleep(Duration::from_secs(1)).await;
    }
    rest(&mut stream).await;
    assert!(start.elapsed() <= Duration::from_secs(20), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_half_finished_body_is_refused() {
    let server = server(limits()).await;
    for path in [wire::GUEST_PATH, wire::PASS_PATH, wire::PASS_NAMES_PATH] {
        let mut stream = connect(&server).await;
        let head = format!("POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{{");
        stream.write_all(head.as_bytes()).await.unwrap();
        let (answer, time) = rest(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 408"), "{path}: {answer}");
        assert!(time <= Duration::from_secs(11), "{path}: {time:?}");
    }
    // What is not read does not keep a connection, either.
    let mut stream = connect(&server).await;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n").await.unwrap();
    let (answer, time) = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200") && time <= Duration::from_secs(16), "{time:?}: {answer}");
}

#[tokio::test(start_paused = true)]
async fn a_connection_without_another_request_is_closed() {
    let server = server(limits()).await;
    let mut stream = connect(&server).await;
    for _ in 0..3 {
        let answer = request(&mut stream, COMPLETE).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        sleep(Duration::from_secs(10)).await;
    }
    let (answer, time) = rest(&mut stream).await;
    assert!(answer.is_empty() && time <= Duration::from_secs(6), "{time:?}: {answer}");
}

/// Requests keep a connection for some time, but not for ever.
#[tokio::test(start_paused = true)]
async fn a_connection_for_requests_ends_after_a_while() {
    let server = server(limits()).await;
    let mut stream = connect(&server).await;
    let mut requests = 0;
    while request(&mut stream, COMPLETE).await.starts_with("HTTP/1.1 200") {
        requests += 1;
        assert!(requests < 100, "never closed");
        sleep(Duration::from_secs(10)).await;
    }
    assert!(requests >= 59, "{requests}");
}

#[tokio::test(start_paused = true)]
async fn a_file_that_is_not_read_is_not_sent_for_ever() {
    const SIZE: usize = 32 << 20;
    let folder = folder("large-file");
    std::fs::write(folder.join("index.html"), vec![b'x'; SIZE]).unwrap();
    let server = server_with_site(limits(), &folder).await;
    let mut stream = TcpStream::connect(server).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    sleep(Duration::from_secs(40)).await;
    let (sent, _) = rest(&mut stream).await;
    assert!(sent.len() < SIZE, "everything was sent");
}

async fn server_with_site(limits: Limits, folder: &Path) -> SocketAddr {
    let options = ServerOptions { limits, ..ServerOptions::default() };
    let state = ServerState::new(Arc::new(MemoryStore::default()), options).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let site = Site::from_folder(folder).unwrap();
    tokio::spawn(server::host(listener, state, site, std::future::pending()));
    address
}

/// A client that sends a part of a frame, and then nothing, is alive for a minute at most.
#[tokio::test(start_paused = true)]
async fn a_half_finished_frame_is_closed() {
    let server = server(limits()).await;
    let player = server.player("Anna").await;
    let mut stream = connect(&server).await;
    let request_text = format!(
        "GET /api/socket HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: cardroom={}\r\n\r\n",
        player.cookie
    );
    assert!(request(&mut stream, &request_text).await.starts_with("HTTP/1.1 101"));
    let start = Instant::now();
    // The header of a frame of 100 bytes, with its mask.
    for byte in [0x81, 0x80 | 100, 1, 2, 3, 4] {
        let _ = stream.write_all(&[byte]).await;
        sleep(Duration::from_secs(20)).await;
    }
    rest(&mut stream).await;
    assert!(start.elapsed() <= Duration::from_secs(150), "{:?}", start.elapsed());
}

/// Half-finished requests of an address give way to its complete ones, and do not concern others.
#[tokio::test(start_paused = true)]
async fn half_finished_requests_give_way() {
    let server = server(Limits { sockets_per_address: 8, max_connections: 40, ..limits() }).await;
    let mut slow = Vec::new();
    for number in 0..60 {
        let mut stream = connect_from(&format!("127.0.0.{}", 2 + number % 6), &server).await;
        stream.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
        slow.push(stream);
    }
    for address in ["127.0.0.2", "127.0.0.9"] {
        let mut stream = connect_from(address, &server).await;
        let answer = request(&mut stream, COMPLETE).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{address}: {answer}");
    }
    let start = Instant::now();
    rest(&mut slow[0]).await;
    assert_eq!(start.elapsed(), Duration::ZERO, "closed at once");
    let metrics = request(&mut connect(&server).await, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n").await;
    let evicted = metrics.lines().find_map(|line| line.strip_prefix("cardroom_evicted_connections_total "));
    assert!(evicted.is_some_and(|count| count.parse::<u32>().unwrap() >= 20), "{metrics}");
}

/// Somebody who comes and goes again and again does not flood those who play.
#[tokio::test(start_paused = true)]
async fn coming_and_going_is_announced_now_and_then() {
    let server = server(limits()).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut restless = server.player("Restless").await;
    for _ in 0..100 {
        restless.join(table).await.unwrap();
        restless.socket.send(&ToServer::Leave).await.unwrap();
    }
    restless.join(table).await.unwrap();
    let (mut snapshots, mut watching) = (0, 0);
    while let Ok(heard) = timeout(Duration::from_secs(1), players[0].hear()).await {
        if let ToClient::Table(seen) = heard.unwrap() {
            (snapshots, watching) = (snapshots + 1, seen.watching);
        }
    }
    assert_eq!(watching, 1, "the last state arrives");
    assert!(snapshots <= 20, "{snapshots}");
}

/// A refused request costs the client a new connection.
#[tokio::test(start_paused = true)]
async fn a_refused_request_closes_the_connection() {
    let server = server(Limits { requests_per_second: 2, ..limits() }).await;
    let mut stream = connect(&server).await;
    let text = "GET /dice HTTP/1.1\r\nHost: a\r\n\r\n";
    let mut answers = 0;
    loop {
        let answer = request(&mut stream, text).await;
        if answer.starts_with("HTTP/1.1 429") {
            assert!(answer.contains("connection: close"), "{answer}");
            break;
        }
        answers += 1;
        assert!(answers < 20, "never refused");
    }
    assert_eq!(rest(&mut stream).await.1, Duration::ZERO);
}

/// Files of the app have a limit of their own, which large files use up sooner.
#[tokio::test(start_paused = true)]
async fn one_address_cannot_download_without_end() {
    let folder = folder("large-files");
    std::fs::write(folder.join("index.html"), vec![b'x'; 100 * 64 * 1024]).unwrap();
    let server = server_with_site(Limits { requests_per_second: 10, ..limits() }, &folder).await;
    let mut sent = 0;
    loop {
        let mut stream = TcpStream::connect(server).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.unwrap();
        let (answer, _) = rest(&mut stream).await;
        if answer.starts_with("HTTP/1.1 429") {
            break;
        }
        sent += 1;
        assert!(sent < 10, "never refused");
    }
    assert!(sent >= 1);
}
