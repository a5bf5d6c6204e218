//! Whole games.

use std::time::Duration;

use bots::Level;
use games::savannah::Config;
use server::Limits;
use table::{BySeat, Eye, View};
use wire::{Occupant, Phrase, RefusalReason, SeatPlan, TableCommand, TableEventKind, ToClient, ToServer};

use crate::harness::{Player, Server, begun, folder, is_over, limits, play_out, seat, seated, short};

#[tokio::test]
async fn people_and_a_spectator_play_a_whole_game() {
    for seats in [2, 3] {
        let server = Server::new(&folder(&format!("whole-{seats}"))).await;
        let (table, mut players) = seated(&server, seats).await;
        let mut watcher = server.player("Watcher").await;
        watcher.join(table).await.unwrap();
        assert_eq!(watcher.seen().eye, Eye::Spectator);
        assert_eq!(watcher.view().hand(), None);
        // A spectator who does not read would be disconnected, so this one reads all the time.
        let made = futures_util::future::join(play_out(&mut players), watcher.play(usize::MAX)).await.0;
        let outcome = watcher.view().outcome();
        for (player, at) in players.iter().zip(table::Seat::all(seats)) {
            assert_eq!(player.seen().eye, Eye::Seat(at));
            assert_eq!(player.view().outcome(), outcome);
        }
        // Somebody who joins later gets all events, up to the limit.
        let mut late = server.player("Late").await;
        late.join(table).await.unwrap();
        let news = &late.seen().events;
        let told = news.iter().filter(|news| matches!(news.kind, TableEventKind::Move(_))).count();
        assert!(told == made || (told < made && news.len() == 100), "{told} of {made} in {}", news.len());
    }
}

#[tokio::test]
async fn bots_play_only_while_somebody_is_connected() {
    let pace = Duration::from_millis(20);
    let server = Server::with(&folder("bots"), Limits { min_bot_delay: pace, ..limits() }).await;
    let mut host = server.player("Host").await;
    let mut plan = short(3);
    plan.seats =
        BySeat::new(3, |at| if at == seat('A') { SeatPlan::Me } else { SeatPlan::Bot(Level::Casual) });
    let table = host.create(plan).await.unwrap();
    host.join(table).await.unwrap();
    assert_eq!(host.seen().seats[seat('B')].who, Occupant::Bot(Level::Casual));
    host.ready().await.unwrap();
    host.until(wire::Snapshot::has_game).await;
    // Everybody leaves in the middle of a bot's turn.
    while host.view().public().seat == seat('A') {
        host.play(1).await;
    }
    let (cookie, version) = (host.cookie.clone(), host.seen().version);
    host.socket.close().await;
    tokio::time::sleep(20 * pace).await;
    let mut host = Player::back(&server, cookie).await;
    host.join_since(table, version).await.unwrap();
    // A bot that had already chosen its move may have played it.
    let moves = host.seen().events.iter().filter(|news| matches!(news.kind, TableEventKind::Move(_))).count();
    assert!(moves <= 2, "{moves} moves");
    host.play(usize::MAX).await;
    assert!(host.is_over());
}

#[tokio::test]
async fn a_rematch_has_the_same_players_and_the_next_seat_begins() {
    let server = Server::new(&folder("rematch")).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut watcher = server.player("Watcher").await;
    watcher.join(table).await.unwrap();
    assert_eq!(players[0].act(TableCommand::Rematch).await, Err(RefusalReason::GameNotOver));
    assert_eq!(watcher.act(TableCommand::Rematch).await, Err(RefusalReason::NotSeated));
    players[1].act(TableCommand::Resign).await.unwrap();
    let first = players[0].view().public().first.unwrap();
    for player in &mut players {
        player.until(is_over).await;
    }
    let id = players[0].id();
    let version = players[0].seen().version;
    players[0].act_as(id, version, TableCommand::Rematch).await.unwrap();
    let next = players[0].seen().rematch.unwrap();
    assert_ne!(next, table);
    for player in players.iter_mut().chain([&mut watcher]) {
        player.join_rematch().await;
        assert_eq!(player.seen().table, next);
    }
    assert_eq!(players[0].seen().config.parse::<Config>().unwrap().first(), Some(first.next(2)));
    assert!(players[0].seen().seats.iter().all(|(_, sitting)| !sitting.ready), "a new game, a new number");
    for player in &mut players {
        player.ready().await.unwrap();
    }
    begun(&mut players).await;
    watcher.until(wire::Snapshot::has_game).await;
    play_out(&mut players).await;
    // The old table links to the rematch.
    let mut late = server.player("Late").await;
    late.join(table).await.unwrap();
    assert_eq!(late.seen().rematch, Some(next));
}

#[tokio::test]
async fn phrases_reach_everybody_and_only_players_may_speak() {
    let server = Server::new(&folder("said")).await;
    let (table, mut players) = seated(&server, 2).await;
    let mut watcher = server.player("Watcher").await;
    watcher.join(table).await.unwrap();
    watcher.say(ToServer::Say(Phrase::Hello)).await;
    assert!(matches!(watcher.hear().await, Ok(ToClient::Refused { why: RefusalReason::NotSeated, .. })));
    players[1].say(ToServer::Say(Phrase::Well)).await;
    loop {
        if let ToClient::Said { seat: by, phrase } = watcher.hear().await.unwrap() {
            assert_eq!((by, phrase), (seat('B'), Phrase::Well));
            break;
        }
    }
}

#[tokio::test]
async fn an_illegal_move_is_refused_with_the_number_of_the_rule() {
    let server = Server::new(&folder("rules")).await;
    let (_, mut players) = seated(&server, 2).await;
    let turn = players[0].view().public().seat;
    let player = &mut players[turn.number()];
    let version = player.seen().version;
    let Err(RefusalReason::Rule(refusal)) = player.act(crate::harness::play("/-")).await else {
        panic!("refused")
    };
    assert_eq!(refusal.rule.to_string(), "S11");
    let other = &mut players[turn.next(2).number()];
    let Err(RefusalReason::Rule(refusal)) = other.act(crate::harness::play("R>1")).await else {
        panic!("refused")
    };
    assert_eq!(refusal.rule.to_string(), "V4");
    other.join(other.seen().table).await.unwrap();
    assert_eq!(other.seen().version, version);
}
