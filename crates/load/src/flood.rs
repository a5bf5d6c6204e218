//! Clients that violate the protocol, while others play.

use anyhow::{Context, Result, bail, ensure};
use tokio_tungstenite::tungstenite::Message;
use transport::{Endpoint, Socket, TransportError};
use wire::{TableCommand, TableId, ToClient, ToServer};

use crate::random::Random;
use crate::server_process::MAX_WAIT;

/// The responses to many forged and broken messages.
#[derive(Default)]
pub(crate) struct Flood {
    pub(crate) sent: usize,
    pub(crate) refused: usize,
    pub(crate) closed: usize,
}

/// Sends forged, truncated, deeply nested, too long and binary messages, as a spectator of the
/// table.
pub(crate) async fn forge(endpoint: &Endpoint, table: TableId, messages: usize, seed: u64) -> Result<Flood> {
    let mut random = Random::new(seed);
    let mut flood = Flood::default();
    let pass = endpoint.request_pass(&"Eve".parse()?, None).await?;
    let mut socket = join(endpoint, &pass, table).await?;
    while flood.sent < messages {
        for _ in 0..16 {
            flood.sent += 1;
            if socket.send_raw(message(&mut random, table)?).await.is_err() {
                break;
            }
        }
        if let Err(error) = answered(&mut socket, &mut flood).await {
            match error.downcast_ref::<TransportError>() {
                Some(
                    TransportError::Closed(1002 | 1006 | 1007 | 1008 | 1009) | TransportError::Unreachable(_),
                ) => {}
                _ => return Err(error),
            }
            flood.closed += 1;
            socket = join(endpoint, &pass, table).await?;
        }
    }
    ensure!(flood.refused > 0, "nothing was refused");
    Ok(flood)
}

/// Waits until all messages are answered, by sending one whose answer comes last.
async fn answered(socket: &mut Socket, flood: &mut Flood) -> Result<()> {
    socket.send(&ToServer::List).await?;
    loop {
        match receive(socket).await? {
            ToClient::Tables(_) => return Ok(()),
            ToClient::Refused { .. } => flood.refused += 1,
            _ => {}
        }
    }
}

async fn receive(socket: &mut Socket) -> Result<ToClient> {
    Ok(tokio::time::timeout(MAX_WAIT, socket.receive()).await.context("the server does not answer")??)
}

/// Connects to a table without the protocol client.
async fn join(endpoint: &Endpoint, pass: &str, table: TableId) -> Result<Socket> {
    let mut socket = endpoint.connect(pass).await?;
    socket.send(&ToServer::Join { table, since: 0 }).await?;
    loop {
        match receive(&mut socket).await? {
            ToClient::Table(seen) if seen.table == table => return Ok(socket),
            ToClient::Refused { id: None, why, .. } => bail!("cannot join: {why}"),
            _ => {}
        }
    }
}

pub(crate) fn message(random: &mut Random, table: TableId) -> Result<Message> {
    let (id, version) = (random.next(), random.next() % 2000);
    let said = match random.below(9) {
        0 => wire::write(&ToServer::Do { id, version, act: TableCommand::Resign })?,
        1 => wire::write(&ToServer::Do { id, version, act: TableCommand::Back })?,
        2 => wire::write(&ToServer::Do { id, version, act: TableCommand::Stand })?,
        3 => format!(
            "{{\"do\":{{\"id\":{id},\"version\":{version},\"seat\":\"A\",\"act\":{{\"play\":\"R>1\"}}}}}}"
        ),
        4 => format!(
            "{{\"do\":{{\"id\":{id},\"version\":{version},\"act\":{{\"play\":\"R>{}\"}}}}}}",
            1 + id % 3
        ),
        5 => format!("{{\"join\":{{\"table\":\"{table}\",\"since\":-1}}}}"),
        6 => "[".repeat(2000),
        7 => "{\"do\":".repeat(500),
        _ => "\u{0}\u{1}".repeat(100),
    };
    let mut bytes = said.into_bytes();
    for _ in 0..random.below(3) {
        let at = random.below(bytes.len());
        bytes[at] = random.next() as u8;
    }
    Ok(match random.below(1000) {
        // Too long: the server closes with a code.
        0 => Message::Text("x".repeat(9000).into()),
        1..300 => Message::Binary(bytes.into()),
        _ => Message::Text(String::from_utf8_lossy(&bytes).into_owned().into()),
    })
}

/// Joins a table and never reads again.
pub(crate) async fn stall(endpoint: &Endpoint, table: TableId) -> Result<Socket> {
    let pass = endpoint.request_pass(&"Stalled".parse()?, None).await?;
    join(endpoint, &pass, table).await
}
