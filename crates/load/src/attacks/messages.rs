//! Messages over WebSockets, without regard for the answers.

use anyhow::Result;
use tokio_tungstenite::tungstenite::Message;
use transport::Socket;
use wire::{TableCommand, TableId, ToServer};

use super::{AttackTarget, pause};
use crate::flood;
use crate::random::Random;

/// Sends messages over one connection after the other, in bursts, until it is closed. Reads what is answered.
async fn flood(target: &AttackTarget, mut make: impl FnMut(&mut Random) -> Result<Message>) {
    let mut random = Random::new(target.seed);
    while !target.is_over() {
        let Some(mut socket) = target.tried(target.socket().await).await else { continue };
        while burst(&mut socket, &mut || make(&mut random)).await.is_ok() && !target.is_over() {
            target.tried(Ok::<_, ()>(())).await;
        }
        target.tried(Err::<(), _>(())).await;
    }
}

async fn burst(socket: &mut Socket, make: &mut impl FnMut() -> Result<Message>) -> Result<()> {
    for _ in 0..10 {
        socket.send_raw(make()?).await?;
    }
    // Read what has arrived.
    let soon = tokio::time::Instant::now() + std::time::Duration::from_millis(10);
    while let Ok(text) = tokio::time::timeout_at(soon, socket.receive_text()).await {
        text?;
    }
    Ok(())
}

fn text(message: &ToServer) -> Result<Message> {
    Ok(Message::Text(wire::write(message)?.into()))
}

pub(super) async fn pings(target: AttackTarget) {
    flood(&target, |random| match random.below(2) {
        0 => Ok(Message::Ping(vec![0; random.below(125)].into())),
        _ => Ok(Message::Pong(Default::default())),
    })
    .await;
}

/// Frames that are too long, no UTF-8, no JSON, or forged commands.
pub(super) async fn broken(target: AttackTarget) {
    let Some(table) = target.table(target.seed as usize) else { return };
    flood(&target, |random| match random.below(20) {
        0 => Ok(Message::Text("x".repeat(20_000).into())),
        1 => Ok(Message::Binary(vec![0xff; 8_000].into())),
        _ => flood::message(random, table),
    })
    .await;
}

/// Watches tables, asks for much, and never reads.
pub(super) async fn unread_tables(target: AttackTarget) {
    while !target.is_over() {
        let mut held: Vec<Socket> = Vec::new();
        for number in 0..8 {
            let Some(table) = target.table(number) else { return };
            let Some(mut socket) = target.tried(target.socket().await).await else { continue };
            for _ in 0..40 {
                let _ = socket.send(&ToServer::Join { table, since: 0 }).await;
            }
            held.push(socket);
        }
        for _ in 0..100 {
            for socket in &mut held {
                let _ = socket.send(&ToServer::List).await;
            }
            pause(100).await;
        }
    }
}

/// Joins tables of others and tables that do not exist.
pub(super) async fn joins(target: AttackTarget) {
    let mut number = 0;
    flood(&target, |random| {
        number += 1;
        let missing = || {
            let mut bytes = [0; TableId::LENGTH];
            bytes.iter_mut().for_each(|byte| *byte = random.next() as u8);
            TableId::from_random(bytes)
        };
        let table = target.table(number).filter(|_| number.is_multiple_of(2)).unwrap_or_else(missing);
        text(&ToServer::Join { table, since: 0 })
    })
    .await;
}

pub(super) async fn lists(target: AttackTarget) {
    flood(&target, |_| text(&ToServer::List)).await;
}

/// Commands at the table of others. Each is refused, because the sender has no seat.
pub(super) async fn refused_commands(target: AttackTarget) {
    let Some(table) = target.table(target.seed as usize) else { return };
    flood(&target, |random| match random.below(10) {
        0 => text(&ToServer::Join { table, since: 0 }),
        1 => text(&ToServer::Record),
        _ => {
            text(&ToServer::Do { id: random.next(), version: random.next() % 100, act: TableCommand::Resign })
        }
    })
    .await;
}
