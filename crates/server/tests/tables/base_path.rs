//! A server below a path of its host.

use std::sync::Arc;

use server::ServerOptions;
use server::store::MemoryStore;
use transport::Endpoint;
use wire::ToServer;

use crate::guests::ask;
use crate::harness::{Server, limits};

async fn server() -> Server {
    let base = "/cards/".parse().unwrap();
    let options = ServerOptions { limits: limits(), base, trust_proxy: true, ..ServerOptions::default() };
    Server::start(Arc::new(MemoryStore::default()), options, None).await
}

#[tokio::test]
async fn only_what_operators_monitor_is_outside_of_the_base_path() {
    let server = server().await;
    let status = async |path| ask(&server, "GET", path, &[], "").await[9..12].to_owned();
    for path in ["/cards/", "/cards/dice", "/cards/api/qr/abcdefghjkmnpqrstuvw.svg", "/healthz", "/metrics"] {
        assert_eq!(status(path).await, "200", "{path}");
    }
    for path in ["/", "/dice", "/cardsdice", "/cards/cards/", "/cards/healthz", "/cards/metrics"] {
        assert_eq!(status(path).await, "404", "{path}");
    }
    let bare = ask(&server, "GET", "/cards?deal=v1:42", &[], "").await;
    assert!(bare.starts_with("HTTP/1.1 308") && bare.contains("location: /cards/?deal=v1:42\r\n"), "{bare}");
    let missing = ask(&server, "GET", "/", &[], "").await;
    assert!(missing.contains("x-content-type-options: nosniff"), "{missing}");
    server.stop().await;
}

#[tokio::test]
async fn the_cookie_belongs_to_the_base_path() {
    let server = server().await;
    let tls = ["X-Forwarded-Proto: https".to_owned()];
    let answer = ask(&server, "POST", "/cards/api/guest", &tls, "{\"name\":\"Anna\"}").await;
    let cookie = answer.lines().find(|line| line.starts_with("set-cookie: __Host-cardroom.cards=2."));
    assert!(cookie.is_some_and(|cookie| cookie.contains("; Path=/;")), "{answer}");
    // A pass of another server on this host is none here.
    let own = cookie.unwrap().split_once("cards=").unwrap().1.split(';').next().unwrap();
    let request = async |cookie: String| {
        let headers = [tls[0].clone(), format!("Cookie: {cookie}")];
        ask(&server, "POST", "/cards/api/pass", &headers, "").await[9..12].to_owned()
    };
    assert_eq!(request(format!("__Host-cardroom.cards={own}")).await, "200");
    assert_eq!(request(format!("__Host-cardroom={own}; cardroom={own}")).await, "401");
    server.stop().await;
}

#[tokio::test]
async fn programs_connect_below_the_base_path() {
    let server = server().await;
    let endpoint = Endpoint::from_link(&format!("http://{}/cards/", server.address)).unwrap();
    let pass = endpoint.request_pass(&"Anna".parse().unwrap(), None).await.unwrap();
    let mut socket = endpoint.connect(&pass).await.unwrap();
    socket.send(&ToServer::Ping).await.unwrap();
    socket.receive().await.unwrap();
    socket.close().await;
    server.stop().await;
}
