//! Passes, cookies and origins.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use server::{Limits, ServerOptions};
use wire::{Occupant, TableCommand};

use crate::harness::{Player, Server, closed, folder, folder_of, limits, seat, short};

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

/// A request with these cookies. Returns the whole response.
async fn with_cookies(server: &Server, method: &str, path: &str, cookies: &str, body: &str) -> String {
    ask(server, method, path, &[format!("Cookie: {cookies}")], body).await
}

/// The value of a cookie that a response sets.
fn set_cookie(answer: &str, name: &str) -> Option<String> {
    let start = format!("set-cookie: {name}=");
    let line = answer.lines().find_map(|line| line.strip_prefix(&start))?;
    Some(line.split(';').next().unwrap().to_owned())
}

async fn offer(server: &Server, cookie: &str) -> String {
    let answer = with_cookies(server, "POST", wire::PASS_PATH, &format!("cardroom={cookie}"), "").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    answer.lines().last().unwrap().to_owned()
}

#[tokio::test]
async fn a_pass_is_copied_to_another_device_with_a_one_time_code() {
    let server = Server::new(&folder("moving")).await;
    let mut player = server.player("Anna").await;
    let table = player.create(short(2)).await.unwrap();
    player.join(table).await.unwrap();
    player.act(TableCommand::Sit(seat('B'))).await.unwrap();
    assert!(ask(&server, "POST", "/api/pass", &[], "").await.starts_with("HTTP/1.1 401"));
    let body = offer(&server, &player.cookie).await;
    assert!(!body.contains(&player.cookie[2..34]), "the secret is not told");
    let answer = ask(&server, "PUT", "/api/pass", &[], &body).await;
    let mut other = Player::back(&server, set_cookie(&answer, "cardroom").unwrap()).await;
    assert!(!answer.contains("cardroom-previous"), "{answer}");
    other.join(table).await.unwrap();
    assert_eq!(other.seen().eye, table::Eye::Seat(seat('B')));
    assert!(ask(&server, "PUT", "/api/pass", &[], &body).await.starts_with("HTTP/1.1 404"));
    assert!(ask(&server, "PUT", "/api/pass", &[], "{\"word\":\"0\"}").await.starts_with("HTTP/1.1 404"));
}

#[tokio::test]
async fn the_person_at_the_other_device_is_asked_and_can_go_back() {
    let server = Server::new(&folder("consent")).await;
    let (anna, bert) = (server.player("Anna").await, server.player("Bert").await);
    let body = offer(&server, &anna.cookie).await;
    let own = format!("cardroom={}", bert.cookie);
    // Asking for the names neither uses the code nor changes a cookie.
    for _ in 0..2 {
        let answer = with_cookies(&server, "POST", wire::PASS_NAMES_PATH, &own, &body).await;
        let names = r#"{"current":"Bert","previous":null,"offered":"Anna","same":false}"#;
        assert!(answer.ends_with(names) && !answer.contains("set-cookie"), "{answer}");
    }
    let hers = format!("cardroom={}", anna.cookie);
    let answer = with_cookies(&server, "POST", wire::PASS_NAMES_PATH, &hers, &body).await;
    assert!(answer.ends_with(r#""offered":"Anna","same":true}"#), "{answer}");
    let elsewhere = [format!("Cookie: {own}"), "Origin: http://evil.example".to_owned()];
    assert!(ask(&server, "PUT", "/api/pass", &elsewhere, &body).await.starts_with("HTTP/1.1 403"));
    let answer = with_cookies(&server, "PUT", wire::PASS_PATH, &own, &body).await;
    assert!(answer.ends_with(r#"{"name":"Anna"}"#), "{answer}");
    let (now, before) =
        (set_cookie(&answer, "cardroom").unwrap(), set_cookie(&answer, "cardroom-previous").unwrap());
    let both = format!("cardroom={now}; cardroom-previous={before}");
    let answer = with_cookies(&server, "POST", wire::PASS_NAMES_PATH, &both, &body).await;
    let names = r#"{"current":"Anna","previous":"Bert","offered":null,"same":false}"#;
    assert!(answer.ends_with(names), "{answer}");
    let answer = with_cookies(&server, "POST", wire::PASS_BACK_PATH, &both, "").await;
    assert!(answer.ends_with(r#"{"name":"Bert"}"#), "{answer}");
    let back = set_cookie(&answer, "cardroom").unwrap();
    assert_eq!(back.split('.').nth(1), bert.cookie.split('.').nth(1), "the same secret");
    assert!(set_cookie(&answer, "cardroom-previous").is_some_and(|other| other != back));
    let answer = with_cookies(&server, "POST", wire::PASS_BACK_PATH, &own, "").await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}

#[tokio::test]
async fn a_code_is_revoked_by_a_new_one_and_on_demand() {
    let server = Server::new(&folder("revoked")).await;
    let anna = server.player("Anna").await;
    let (first, second) = (offer(&server, &anna.cookie).await, offer(&server, &anna.cookie).await);
    assert!(ask(&server, "PUT", "/api/pass", &[], &first).await.starts_with("HTTP/1.1 404"));
    let own = format!("cardroom={}", anna.cookie);
    assert!(with_cookies(&server, "DELETE", "/api/pass", &own, "").await.starts_with("HTTP/1.1 200"));
    assert!(ask(&server, "PUT", "/api/pass", &[], &second).await.starts_with("HTTP/1.1 404"));
    assert!(ask(&server, "DELETE", "/api/pass", &[], "").await.starts_with("HTTP/1.1 401"));
}

/// Two servers share a store: a code of one is redeemed at the other, and signing out reaches both.
#[tokio::test]
async fn passes_are_the_same_at_all_nodes() {
    let store = std::sync::Arc::new(server::store::MemoryStore::default());
    let one = Server::on(store.clone(), limits()).await;
    let two = Server::on(store, limits()).await;
    let anna = one.player("Anna").await;
    let body = offer(&one, &anna.cookie).await;
    let answer = ask(&two, "PUT", "/api/pass", &[], &body).await;
    let thief = set_cookie(&answer, "cardroom").unwrap();
    assert!(ask(&one, "PUT", "/api/pass", &[], &body).await.starts_with("HTTP/1.1 404"), "used once");
    let mut there = Player::back(&two, thief.clone()).await;
    let mut stranger = two.player("Bert").await;
    let own = format!("cardroom={}", anna.cookie);
    let pending = offer(&one, &anna.cookie).await;
    let answer = with_cookies(&one, "POST", wire::SIGN_OUT_PATH, &own, "").await;
    assert!(answer.ends_with(r#"{"name":"Anna"}"#), "{answer}");
    let fresh = set_cookie(&answer, "cardroom").unwrap();
    // The open connection at the other node is closed within seconds.
    assert_eq!(closed(&mut there).await, wire::CLOSE_SIGNED_OUT);
    for (server, cookie) in [(&one, &anna.cookie), (&one, &thief), (&two, &anna.cookie), (&two, &thief)] {
        let refused = server.endpoint().connect(cookie).await;
        assert!(matches!(refused, Err(transport::TransportError::Refused(401))));
    }
    assert!(ask(&two, "PUT", "/api/pass", &[], &pending).await.starts_with("HTTP/1.1 404"));
    for server in [&one, &two] {
        Player::back(server, fresh.clone()).await;
    }
    // Others are not affected.
    stranger.say(wire::ToServer::List).await;
    assert!(matches!(stranger.hear().await, Ok(wire::ToClient::Tables(_))));
    // The person at the other device learns it, and gets a new pass with the next request.
    let body = "{\"name\":\"Anna\"}";
    let answer = with_cookies(&two, "POST", "/api/guest", &format!("cardroom={thief}"), body).await;
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    assert_eq!(set_cookie(&answer, "cardroom").as_deref(), Some(""), "it is removed");
}

#[tokio::test]
async fn a_sign_out_outlives_a_restart() {
    let folder = folder("sign-out");
    let server = Server::new(&folder).await;
    let anna = server.player("Anna").await;
    let own = format!("cardroom={}", anna.cookie);
    let answer = with_cookies(&server, "POST", wire::SIGN_OUT_PATH, &own, "").await;
    let fresh = set_cookie(&answer, "cardroom").unwrap();
    let again = with_cookies(&server, "POST", wire::SIGN_OUT_PATH, &own, "").await;
    assert!(again.starts_with("HTTP/1.1 401"), "an old pass signs nobody out: {again}");
    server.stop().await;
    let server = Server::new(&folder).await;
    let refused = server.endpoint().connect(&anna.cookie).await;
    assert!(matches!(refused, Err(transport::TransportError::Refused(401))));
    Player::back(&server, fresh).await;
}

#[tokio::test]
async fn what_is_stored_about_passes_is_limited_per_address() {
    let limits = Limits { pass_changes_per_hour: 9, ..limits() };
    let server = Server::with(&folder("many-passes"), limits).await;
    let mut refused = 0;
    for _ in 0..5 {
        let guest = server.player("Eve").await;
        let own = format!("cardroom={}", guest.cookie);
        let answer = with_cookies(&server, "POST", wire::SIGN_OUT_PATH, &own, "").await;
        refused += usize::from(answer.starts_with("HTTP/1.1 429"));
    }
    assert_eq!(refused, 2);
}

/// Over TLS the cookie has a prefix, and browsers are told to use nothing else. A cookie of an earlier
/// version is replaced.
#[tokio::test]
async fn cookies_have_a_prefix_over_tls() {
    let server = Server::new(&folder("plain")).await;
    let body = "{\"name\":\"Anna\"}";
    let plain = ask(&server, "POST", "/api/guest", &[], body).await;
    assert!(!plain.contains("strict-transport-security") && !plain.contains("__Host-"), "{plain}");
    let old = set_cookie(&plain, "cardroom").unwrap();
    server.stop().await;
    let options = ServerOptions { limits: limits(), trust_proxy: true, ..ServerOptions::default() };
    let store = server::store::SqliteStore::open(&folder_of("plain")).await.unwrap();
    let server = Server::start(std::sync::Arc::new(store), options, None).await;
    let tls = ["X-Forwarded-Proto: https".to_owned(), format!("Cookie: cardroom={old}")];
    let answer = ask(&server, "POST", "/api/guest", &tls, body).await;
    assert!(answer.contains("strict-transport-security: max-age=31536000"), "{answer}");
    let cookie = answer.lines().find(|line| line.starts_with("set-cookie: __Host-cardroom=2.")).unwrap();
    for part in ["; Path=/;", "; Max-Age=34560000;", "; HttpOnly;", "; SameSite=Lax;", "; Secure"] {
        assert!(cookie.contains(part), "{part}: {cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    assert_eq!(set_cookie(&answer, "cardroom").as_deref(), Some(""), "the old one is removed: {answer}");
    let new = set_cookie(&answer, "__Host-cardroom").unwrap();
    assert_eq!(new.split('.').nth(1), old.split('.').nth(1), "the same person");
    // A cookie that a subdomain has planted does not replace it.
    let planted = set_cookie(&ask(&server, "POST", "/api/guest", &[], body).await, "cardroom").unwrap();
    let cookies = format!("cardroom={planted}; __Host-cardroom={new}");
    let headers = ["X-Forwarded-Proto: https".to_owned(), format!("Cookie: {cookies}")];
    let answer = ask(&server, "POST", "/api/guest", &headers, body).await;
    let kept = set_cookie(&answer, "__Host-cardroom").unwrap();
    assert_eq!(kept.split('.').nth(1), new.split('.').nth(1));
    let page = ask(&server, "GET", "/", &["X-Forwarded-Proto: https".to_owned()], "").await;
    assert!(page.contains("strict-transport-security"), "{page}");
    assert!(!ask(&server, "GET", "/", &[], "").await.contains("strict-transport-security"));
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
