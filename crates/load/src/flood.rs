//! Those who do not play fair, while others play.

use anyhow::{Result, ensure};
use server::{CallError, Callee};
use tokio_tungstenite::tungstenite::Message;
use wire::{Act, TableId, ToServer};

use crate::player::Player;
use crate::random::Random;

/// What came of many forged and broken messages.
#[derive(Default)]
pub(crate) struct Flood {
    pub(crate) sent: usize,
    pub(crate) refused: usize,
    pub(crate) closed: usize,
}

/// Sends so many messages that are forged, cut, deep, too long or no text, as one who only watches the table.
pub(crate) async fn forge(callee: &Callee, table: TableId, messages: usize, seed: u64) -> Result<Flood> {
    let mut random = Random::new(seed);
    let mut flood = Flood::default();
    let mut player = Player::new(callee, "Eve", seed).await?;
    player.join(table).await?;
    while flood.sent < messages {
        for _ in 0..16 {
            flood.sent += 1;
            if player.call().send(message(&mut random, table)?).await.is_err() {
                break;
            }
        }
        // All that was said is answered before the answer to this.
        let answered = async {
            player.say(&ToServer::List).await?;
            loop {
                match player.hear().await? {
                    wire::ToClient::Tables(_) => return Ok::<_, anyhow::Error>(()),
                    wire::ToClient::Refused { .. } => flood.refused += 1,
                    _ => {}
                }
            }
        };
        if let Err(error) = answered.await {
            match error.downcast_ref::<CallError>() {
                Some(CallError::Closed(1002 | 1006 | 1007 | 1008 | 1009) | CallError::Unreachable(_)) => {}
                _ => return Err(error),
            }
            flood.closed += 1;
            player.call_again(callee).await?;
            player.join(table).await?;
        }
    }
    ensure!(flood.refused > 0, "nothing was refused");
    Ok(flood)
}

fn message(random: &mut Random, table: TableId) -> Result<Message> {
    let (id, version) = (random.next(), random.next() % 2000);
    let said = match random.below(9) {
        0 => wire::write(&ToServer::Do { id, version, act: Act::Resign })?,
        1 => wire::write(&ToServer::Do { id, version, act: Act::Back })?,
        2 => wire::write(&ToServer::Do { id, version, act: Act::Stand })?,
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
        // Too long: closed, and told so.
        0 => Message::Text("x".repeat(9000).into()),
        1..300 => Message::Binary(bytes.into()),
        _ => Message::Text(String::from_utf8_lossy(&bytes).into_owned().into()),
    })
}

/// Comes to a table, and never reads again.
pub(crate) async fn stall(callee: &Callee, table: TableId) -> Result<Player> {
    let mut player = Player::new(callee, "Stalled", 1).await?;
    player.join(table).await?;
    Ok(player)
}
