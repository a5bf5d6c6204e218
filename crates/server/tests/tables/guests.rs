//! Passes, cookies and origins.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{Player, Server, folder, seat, short};
use wire::{Occupant, TableCommand};

/// Sends a raw HTTP request and returns the whole response.
pub(crate) async fn ask(server: &Server, method: &str, path: &str, headers: &[String], body: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        server.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

const UPGRADE: [&str; 4] = [
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Connection: upgrade",
];

/// The status line of a WebSocket request.
async fn upgrade(server: &Server, more: &[String]) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let headers = UPGRADE.iter().map(|header| (*header).to_owned()).chain(more.iter().cloned());
    let headers: String = headers.map(|header| format!("{header}\r\n")).collect();
    let request = format!("GET /api/socket HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", server.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    String::from_utf8_lossy(&status[9..]).into_owned()
}

#[tokio::test]
async fn a_socket_needs_a_pass_and_an_allowed_origin() {
    let server = Server::new(&folder("sockets")).await;
    let player = server.player("Anna").await;
    let cookie = format!("Cookie: other=1; cardroom={}", player.cookie);
    let (sealed, last) = player.cookie.split_at(player.cookie.len() - 1);
    let forged = format!("Cookie: cardroom={sealed}{}", if last == "0" { '1' } else { '0' });
    let ours = format!("Origin: http://{}", server.address);
    let theirs = "Origin: http://evil.example".to_owned();
    assert_eq!(upgrade(&server, &[]).await, "401");
    assert_eq!(upgrade(&server, std::slice::from_ref(&forged)).await, "401");
    assert_eq!(upgrade(&server, std::slice::from_ref(&ours)).await, "401");
    assert_eq!(upgrade(&server, &[cookie.clone(), theirs]).await, "403");
    assert_eq!(upgrade(&server, &[cookie.clone(), "Origin: null".to_owned()]).await, "403");
    assert_eq!(upgrade(&server, &[cookie.clone(), ours]).await, "101");
    assert_eq!(upgrade(&server, std::slice::from_ref(&cookie)).await, "101");
    let answer = ask(&server, "GET", "/api/socket", &[cookie], "").await;
    assert!(answer.starts_with("HTTP/1.1 426"), "{answer}");
}

#[tokio::test]
async fn a_pass_is_a_cookie_that_scripts_cannot_read() {
    let server = Server::new(&folder("passes")).await;
    let json = ["Content-Type: application/json".to_owned()];
    let answer = ask(&server, "POST", "/api/guest", &json, "{\"name\":\" Zoë \"}").await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("{\"name\":\"Zoë\"}"), "{answer}");
    let cookie = answer.lines().find(|line| line.starts_with("set-cookie: cardroom=")).unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
    assert!(answer.contains("content-security-policy: default-src 'none'"), "{answer}");
    for body in ["", "{}", "{\"name\":\"\"}", "{\"name\":\"a\\u0007\"}", "{\"name\":\"12345678901234567\"}"] {
        let answer = ask(&server, "POST", "/api/guest", &json, body).await;
        assert!(answer.starts_with("HTTP/1.1 400") && !answer.contains("set-cookie"), "{body} {answer}");
    }
    let answer = ask(&server, "POST", "/api/guest", &json, &"x".repeat(20_000)).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    let elsewhere = ["Origin: http://evil.example".to_owned()];
    let answer = ask(&server, "POST", "/api/guest", &elsewhere, "{\"name\":\"Eve\"}").await;
    assert!(answer.starts_with("HTTP/1.1 403") && !answer.contains("set-cookie"), "{answer}");
}

#[tokio::test]
async fn a_pass_is_copied_to_another_device_with_a_one_time_code() {
    let server = Server::new(&folder("moving")).await;
    let mut player = server.player("Anna").await;
    let table = player.create(short(2)).await.unwrap();
    player.join(table).await.unwrap();
    player.act(TableCommand::Sit(seat('B'))).await.unwrap();
    assert!(ask(&server, "POST", "/api/pass", &[], "").await.starts_with("HTTP/1.1 401"));
    let answer =
        ask(&server, "POST", "/api/pass", &[format!("Cookie: cardroom={}", player.cookie)], "").await;
    let body = answer.lines().last().unwrap().to_owned();
    assert!(!body.contains(&player.cookie[..32]), "the secret is not told");
    let answer = ask(&server, "PUT", "/api/pass", &[], &body).await;
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: cardroom=")).unwrap();
    let mut other = Player::back(&server, cookie.split(';').next().unwrap().to_owned()).await;
    other.join(table).await.unwrap();
    assert_eq!(other.seen().eye, table::Eye::Seat(seat('B')));
    assert!(ask(&server, "PUT", "/api/pass", &[], &body).await.starts_with("HTTP/1.1 404"));
    assert!(ask(&server, "PUT", "/api/pass", &[], "{\"word\":\"0\"}").await.starts_with("HTTP/1.1 404"));
}

#[tokio::test]
async fn a_seat_belongs_to_a_pass() {
    let server = Server::new(&folder("alone")).await;
    let mut anna = server.player("Anna").await;
    let table = anna.create(short(2)).await.unwrap();
    anna.join(table).await.unwrap();
    anna.act(TableCommand::Sit(seat('A'))).await.unwrap();
    // The same name with another pass is another person.
    let mut other = server.player("Anna").await;
    other.join(table).await.unwrap();
    assert_eq!(other.seen().eye, table::Eye::Spectator);
    // The same pass with another name is the same person.
    let cookie = server.endpoint().request_pass(&"Hanna".parse().unwrap(), Some(&anna.cookie)).await.unwrap();
    let mut same = Player::back(&server, cookie).await;
    same.join(table).await.unwrap();
    assert_eq!(same.seen().eye, table::Eye::Seat(seat('A')));
    assert_eq!(same.seen().seats[seat('A')].who, Occupant::Person("Anna".parse().unwrap()));
}

#[tokio::test]
async fn health_and_metrics_are_served() {
    let server = Server::new(&folder("metrics")).await;
    let mut player = server.player("Anna").await;
    player.create(short(2)).await.unwrap();
    assert!(ask(&server, "GET", "/healthz", &[], "").await.starts_with("HTTP/1.1 200"));
    let metrics = ask(&server, "GET", "/metrics", &[], "").await;
    for line in ["cardroom_sockets 1", "cardroom_tables_opened_total 1", "cardroom_store_seconds_count 0"] {
        assert!(metrics.lines().any(|other| other == line), "{line}: {metrics}");
    }
}

#[tokio::test]
async fn the_link_to_a_table_is_a_qr_code() {
    let server = Server::new(&folder("pictures")).await;
    let answer = ask(&server, "GET", "/api/qr/abcdefghjkmnpqrstuvw.svg", &[], "").await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("content-type: image/svg+xml"), "{answer}");
    assert!(answer.contains("cache-control: private") && answer.contains("x-content-type-options: nosniff"));
    assert!(answer.contains("<svg ") && answer.ends_with("</svg>"), "{answer}");
    for name in ["abc.svg", "abcdefghjkmnpqrstuvw", "abcdefghijklmnopqrst.svg", "%3Cscript%3E.svg"] {
        let answer = ask(&server, "GET", &format!("/api/qr/{name}"), &[], "").await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{name}: {answer}");
    }
}
