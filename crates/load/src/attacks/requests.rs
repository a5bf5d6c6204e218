//! Requests outside of WebSockets.

use anyhow::{Result, ensure};

use super::{AttackTarget, pause};
use crate::random::Random;

const HOST: &str = "Host: cards.example";

/// Sends requests one after the other.
async fn repeat(target: &AttackTarget, mut make: impl FnMut(&mut Random) -> (String, String)) {
    let mut random = Random::new(target.seed);
    while !target.is_over() {
        let (head, body) = make(&mut random);
        let answered = accepted(target, &head, &body).await;
        target.tried(answered).await;
        pause(5).await;
    }
}

async fn accepted(target: &AttackTarget, head: &str, body: &str) -> Result<()> {
    let status = target.request(head, body).await?;
    ensure!(status < 400, "refused with {status}");
    Ok(())
}

/// A large QR code takes long to compute.
pub(super) async fn qr_codes(target: AttackTarget) {
    repeat(&target, |random| {
        let host = "a".repeat(random.below(6000));
        (format!("GET /api/qr/abcdefghjkmnpqrstuvw.svg HTTP/1.1\r\nHost: {host}"), String::new())
    })
    .await;
}

/// Guesses the word of a link to another device.
pub(super) async fn guessed_links(target: AttackTarget) {
    repeat(&target, |random| {
        let word = format!("{:016x}{:016x}", random.next(), random.next());
        (format!("PUT {} HTTP/1.1\r\n{HOST}", wire::PASS_PATH), format!("{{\"word\":\"{word}\"}}"))
    })
    .await;
}

/// Makes links to other devices and signs out.
pub(super) async fn device_links(target: AttackTarget) {
    let Ok(name) = "Mallory".parse() else { return };
    while !target.is_over() {
        if let Some(pass) = target.tried(target.endpoint.request_pass(&name, None).await).await {
            let requests =
                [("POST", wire::PASS_PATH), ("POST", wire::SIGN_OUT_PATH), ("DELETE", wire::PASS_PATH)];
            for (method, path) in requests {
                let head = format!("{method} {path} HTTP/1.1\r\n{HOST}\r\nCookie: {}={pass}", wire::COOKIE);
                target.tried(accepted(&target, &head, "").await).await;
            }
        }
        pause(5).await;
    }
}

/// Connects with passes that are not valid, and from pages of other sites.
pub(super) async fn forged_passes(target: AttackTarget) {
    repeat(&target, |random| {
        let forged = format!("{:016x}", random.next()).repeat(1 + random.below(200));
        let origin = ["https://evil.example", "null", "http://cards.example", ""][random.below(4)];
        let path = [wire::SOCKET_PATH, wire::GUEST_PATH, wire::PASS_PATH][random.below(3)];
        let head = format!(
            "POST {path} HTTP/1.1\r\n{HOST}\r\nOrigin: {origin}\r\nCookie: {}={forged}\r\nX-Forwarded-For: 10.0.0.{}",
            wire::COOKIE,
            random.below(256)
        );
        (head, "{".repeat(random.below(9000)))
    })
    .await;
}

/// Downloads the app, the statistics, and what operators monitor.
pub(super) async fn files(target: AttackTarget) {
    repeat(&target, |random| {
        let path = ["/", "/dice", "/metrics", "/healthz", "/../../etc/passwd", "/%00"][random.below(6)];
        (format!("GET {path} HTTP/1.1\r\n{HOST}"), String::new())
    })
    .await;
}
