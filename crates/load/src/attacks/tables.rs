//! What players can do at tables, as fast as the server allows.

use anyhow::Result;
use client::online::VisitInput;
use games::klondike::{self, Klondike};
use games::savannah::{Config, Savannah};
use table::{BySeat, Seat};
use wire::{NewTable, Phrase, SeatPlan, TableCommand, ToServer};

use super::{AttackTarget, pause};
use crate::player::RandomPlayer;
use crate::tables::{new_table, open_table};

fn two_seats() -> Result<NewTable> {
    let seats = BySeat::new(2, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Open });
    Ok(new_table::<Savannah>(&Config::new(2)?, seats))
}

fn solo() -> NewTable {
    new_table::<Klondike>(&klondike::Config::KLONDIKE, BySeat::new(1, |_| SeatPlan::Me))
}

async fn player(target: &AttackTarget) -> Result<RandomPlayer> {
    RandomPlayer::new(&target.endpoint, "Mallory", target.seed).await
}

/// Opens tables, each person as many as allowed, so that the list of open tables and the disk become full.
pub(super) async fn create(target: AttackTarget) {
    while !target.is_over() {
        let Some(mut socket) = target.tried(target.socket().await).await else { continue };
        for id in 0..40 {
            let Ok(table) = two_seats() else { return };
            let table = NewTable { public: true, ..table };
            let sent = socket.send(&ToServer::Create { id, table }).await;
            if target.tried(sent).await.is_none() {
                break;
            }
            let answer = tokio::time::timeout(std::time::Duration::from_secs(5), socket.receive()).await;
            if !matches!(answer, Ok(Ok(_))) {
                break;
            }
            pause(10).await;
        }
    }
}

/// Sits down and gets up again at a public table.
pub(super) async fn sit_and_stand(target: AttackTarget) {
    while !target.is_over() {
        let played = async {
            let mut player = player(&target).await?;
            player.open(NewTable { public: true, ..two_seats()? }).await?;
            while !target.is_over() {
                for command in [TableCommand::Stand, TableCommand::Sit(Seat::A)] {
                    let done = player.act(VisitInput::Do(command)).await?;
                    target.tried(done).await;
                }
            }
            Ok::<_, anyhow::Error>(())
        };
        target.tried(played.await).await;
    }
}

/// Says the same thing again and again.
pub(super) async fn phrases(target: AttackTarget) {
    while !target.is_over() {
        let said = async {
            let mut player = player(&target).await?;
            player.open(two_seats()?).await?;
            while !target.is_over() {
                player.send_raw(&ToServer::Say(Phrase::Hello)).await?;
                target.tried(Ok::<_, ()>(())).await;
                pause(20).await;
            }
            Ok::<_, anyhow::Error>(())
        };
        target.tried(said.await).await;
    }
}

/// Plays alone, and undoes and redoes moves for ever.
pub(super) async fn undo_and_redo(target: AttackTarget) {
    while !target.is_over() {
        let played = async {
            let mut player = player(&target).await?;
            player.open(solo()).await?;
            player.begin().await?;
            for _ in 0..20 {
                player.step().await?;
            }
            while !target.is_over() {
                for command in [TableCommand::Undo, TableCommand::Redo] {
                    let done = player.act(VisitInput::Do(command)).await?;
                    target.tried(done).await;
                }
            }
            Ok::<_, anyhow::Error>(())
        };
        target.tried(played.await).await;
    }
}

/// Plays the longest game that the server allows, with itself, while others join it again and again.
pub(super) async fn long_game(target: AttackTarget) {
    while !target.is_over() {
        let played = async {
            let mut table = two_seats()?;
            table.config = "seats=2 rounds=500".to_owned();
            let endpoint = target.endpoint.clone();
            let (table, mut players) = open_table(|_| endpoint.clone(), table, target.seed).await?;
            let mut watcher = target.socket().await?;
            while !target.is_over() {
                for player in &mut players {
                    // Whoever is not on turn has nothing to do.
                    if player.next().is_some() {
                        let step = player.step().await;
                        target.tried(step).await;
                    }
                    let _ = tokio::time::timeout(std::time::Duration::from_millis(5), player.listen()).await;
                }
                watcher.send(&ToServer::Join { table, since: 0 }).await?;
                let soon = std::time::Duration::from_millis(5);
                while tokio::time::timeout(soon, watcher.receive_text()).await.is_ok() {}
            }
            Ok::<_, anyhow::Error>(())
        };
        target.tried(played.await).await;
    }
}

/// Asks for the record of a finished game again and again, and does not read it.
pub(super) async fn records(target: AttackTarget) {
    while !target.is_over() {
        let asked = async {
            let mut player = player(&target).await?;
            player.open(solo()).await?;
            player.begin().await?;
            for _ in 0..100 {
                player.step().await?;
            }
            player.act(VisitInput::Do(TableCommand::Resign)).await??;
            while !target.is_over() {
                player.send_raw(&ToServer::Record).await?;
                target.tried(Ok::<_, ()>(())).await;
                pause(10).await;
            }
            Ok::<_, anyhow::Error>(())
        };
        target.tried(asked.await).await;
    }
}
