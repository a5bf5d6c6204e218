//! Nobody can spoil a table for the others: events besides the game are limited per person, the host can
//! remove guests and close the table, and a deserted game can be ended.

use std::time::Duration;

use bots::Level;
use games::savannah::Savannah;
use server::Limits;
use server::store::{SqliteStore, Store};
use table::{Outcome, Seat, Seats, Table};
use wire::{
    NewTable, NewTableError, Occupant, Pledge, RefusalReason, TableCommand, TableEventKind, ToClient,
    ToServer,
};

use crate::harness::{Player, Server, begun, folder, limits, play_some, seat, seated, short};

fn fill(letter: char, level: Option<Level>) -> TableCommand {
    TableCommand::Fill { seat: seat(letter), level }
}

/// Repeats commands until one is refused. Returns how many were done, and the reason.
async fn repeat(player: &mut Player, acts: &[TableCommand]) -> (usize, RefusalReason) {
    for (count, act) in acts.iter().cycle().take(3_000).enumerate() {
        if let Err(why) = player.act(*act).await {
            return (count, why);
        }
    }
    panic!("never refused");
}

/// The lobby list as a stranger sees it.
async fn listed(server: &Server) -> usize {
    let mut stranger = server.player("Stranger").await;
    stranger.say(ToServer::List).await;
    loop {
        if let ToClient::Tables(tables) = stranger.hear().await.unwrap() {
            return tables.len();
        }
    }
}

/// A stranger with any number of passes sits down and stands up, fills seats and gets ready, as often as the
/// server allows. The host, a seated guest and the game do not notice.
#[tokio::test]
async fn strangers_cannot_spoil_a_public_table() {
    let folder = folder("strangers");
    let server = Server::new(&folder).await;
    let (mut host, mut guest) = (server.player("Host").await, server.player("Guest").await);
    let table = host.create(NewTable { public: true, ..short(3) }).await.unwrap();
    for (player, letter) in [(&mut host, 'A'), (&mut guest, 'B')] {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat(letter))).await.unwrap();
    }
    let mut most = 0;
    for number in 0..8 {
        let mut eve = server.player("Eve").await;
        eve.join(table).await.unwrap();
        let (count, why) = repeat(&mut eve, &[TableCommand::Sit(seat('C')), TableCommand::Stand]).await;
        assert_eq!(why, RefusalReason::TooOften, "{number}");
        most = most.max(count);
    }
    assert!((20..200).contains(&most), "{most}");
    // The address of the strangers, which is everybody's in this test, has sat down often enough. The host
    // can always fill the seat, and the game begins.
    host.act(fill('C', Some(Level::Casual))).await.unwrap();
    host.ready().await.unwrap();
    guest.ready().await.unwrap();
    let mut players = [host, guest];
    begun(&mut players).await;
    server.stop().await;
    let stored = SqliteStore::open(&folder).await.unwrap().load(table).await.unwrap().unwrap();
    assert!(stored.lines.len() < 200, "{}", stored.lines.len());
}

/// Somebody with a seat uses up what they may do. The others are not limited by it.
#[tokio::test]
async fn each_person_has_a_limit_of_their_own() {
    let server = Server::new(&folder("person")).await;
    let (mut host, mut guest) = (server.player("Host").await, server.player("Guest").await);
    let table = host.create(short(3)).await.unwrap();
    for (player, letter) in [(&mut host, 'A'), (&mut guest, 'B')] {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat(letter))).await.unwrap();
    }
    let (count, why) = repeat(&mut guest, &[fill('C', Some(Level::Casual)), fill('C', None)]).await;
    assert_eq!(why, RefusalReason::TooOften);
    assert!((10..100).contains(&count), "{count}");
    // To be ready costs nothing, but to take it back does.
    guest.ready().await.unwrap();
    assert_eq!(guest.act(TableCommand::Ready(None)).await, Err(RefusalReason::TooOften));
    host.act(fill('C', Some(Level::Keen))).await.unwrap();
    host.ready().await.unwrap();
    begun(&mut [host, guest]).await;
}

/// A losing player leaves and comes back as often as possible, and then leaves for good.
#[tokio::test]
async fn a_player_who_leaves_all_the_time_can_still_be_replaced() {
    let server = Server::new(&folder("leaver")).await;
    let (_, mut players) = seated(&server, 2).await;
    let mut leaver = players.pop().unwrap();
    let (count, why) = repeat(&mut leaver, &[TableCommand::Stand, TableCommand::Back]).await;
    assert_eq!(why, RefusalReason::TooOften);
    assert!((50..500).contains(&count), "{count}");
    leaver.say(ToServer::Leave).await;
    players[0].until(|seen| seen.seats[seat('B')].late).await;
    players[0].act(TableCommand::Replace(seat('B'))).await.unwrap();
    players[0].play(usize::MAX).await;
    assert!(players[0].is_over());
    players[0].act(TableCommand::Rematch).await.unwrap();
}

#[tokio::test]
async fn the_host_can_remove_a_guest_before_the_game() {
    let folder = folder("remove");
    let server = Server::new(&folder).await;
    let (mut host, mut guest) = (server.player("Host").await, server.player("Guest").await);
    let table = host.create(short(2)).await.unwrap();
    // The host needs no seat.
    for player in [&mut host, &mut guest] {
        player.join(table).await.unwrap();
    }
    assert!(host.seen().is_host && !guest.seen().is_host);
    guest.act(TableCommand::Sit(seat('B'))).await.unwrap();
    assert_eq!(guest.act(TableCommand::Remove(seat('B'))).await, Err(RefusalReason::NotHost));
    assert_eq!(guest.act(TableCommand::Allow).await, Err(RefusalReason::NotHost));
    host.act(TableCommand::Remove(seat('B'))).await.unwrap();
    guest.until(|seen| seen.seats[seat('B')].who == Occupant::Nobody).await;
    let told = |player: &Player| {
        let events = player.seen().events.iter();
        events
            .filter(|event| event.kind == TableEventKind::Removed)
            .map(|event| event.text.to_string())
            .next()
    };
    assert_eq!(told(&guest).as_deref(), Some("the host has removed Guest from the table"));
    assert_eq!(guest.act(TableCommand::Sit(seat('B'))).await, Err(RefusalReason::Removed));
    // The server remembers it.
    server.stop().await;
    let server = Server::new(&folder).await;
    let (mut host, mut guest) =
        (Player::back(&server, host.cookie).await, Player::back(&server, guest.cookie).await);
    for player in [&mut host, &mut guest] {
        player.join(table).await.unwrap();
    }
    assert_eq!(guest.act(TableCommand::Sit(seat('A'))).await, Err(RefusalReason::Removed));
    assert_eq!(host.seen().removed, 1);
    host.act(TableCommand::Allow).await.unwrap();
    guest.act(TableCommand::Sit(seat('A'))).await.unwrap();
    host.act(TableCommand::Sit(seat('B'))).await.unwrap();
    host.ready().await.unwrap();
    guest.ready().await.unwrap();
    let mut players = [host, guest];
    begun(&mut players).await;
    let [mut host, _] = players;
    assert_eq!(host.act(TableCommand::Remove(seat('A'))).await, Err(RefusalReason::GameStarted));
    assert_eq!(host.act(TableCommand::Close).await, Err(RefusalReason::GameStarted));
}

#[tokio::test]
async fn the_host_can_close_a_table_before_the_game() {
    let folder = folder("close");
    let limits = Limits { open_tables_per_person: 1, ..limits() };
    let server = Server::with(&folder, limits.clone()).await;
    let (mut host, mut guest) = (server.player("Host").await, server.player("Guest").await);
    let table = host.create(NewTable { public: true, ..short(2) }).await.unwrap();
    host.join(table).await.unwrap();
    guest.join(table).await.unwrap();
    guest.act(TableCommand::Sit(seat('A'))).await.unwrap();
    assert_eq!(listed(&server).await, 1);
    assert_eq!(host.create(short(2)).await, Err(RefusalReason::TooManyTables));
    assert_eq!(guest.act(TableCommand::Close).await, Err(RefusalReason::NotHost));
    host.act(TableCommand::Close).await.unwrap();
    guest.until(|seen| seen.closed).await;
    assert_eq!(guest.act(TableCommand::Stand).await, Err(RefusalReason::Closed));
    assert_eq!(listed(&server).await, 0);
    // It no longer counts as an open table of the host, and the dice statistics do not trip over it.
    host.create(short(2)).await.unwrap();
    assert!(crate::guests::ask(&server, "GET", "/dice", &[], "").await.starts_with("HTTP/1.1 200"));
    server.stop().await;
    let server = Server::with(&folder, limits).await;
    let mut late = server.player("Late").await;
    late.join(table).await.unwrap();
    assert!(late.seen().closed);
    assert_eq!(late.act(TableCommand::Sit(seat('B'))).await, Err(RefusalReason::Closed));
}

/// V16: a connected player who does not move can be replaced if the others agree.
#[tokio::test]
async fn a_connected_player_who_does_not_move_can_be_replaced() {
    let away_timeout = Duration::from_millis(300);
    let server = Server::with(&folder("idle"), Limits { away_timeout, ..limits() }).await;
    let (_, mut players) = seated(&server, 3).await;
    let turn = players[0].view().public().seat;
    for player in &mut players {
        player.until(|seen| seen.seats[turn].late).await;
        assert!(player.seen().seats[turn].present);
    }
    let others: Vec<usize> = turn.others(3).into_iter().map(Seat::number).collect();
    players[others[0]].act(TableCommand::Replace(turn)).await.unwrap();
    assert!(matches!(players[others[0]].seen().seats[turn].who, Occupant::Person(_)));
    players[others[1]].act(TableCommand::Replace(turn)).await.unwrap();
    let idle = &mut players[turn.number()];
    idle.until(|seen| matches!(seen.seats[turn].who, Occupant::Away(..))).await;
    idle.act(TableCommand::Back).await.unwrap();
}

/// With a clock, the clock alone decides how long a player may think.
#[tokio::test]
async fn a_player_who_has_time_left_on_the_clock_is_not_idle() {
    let away_timeout = Duration::from_millis(20);
    let server = Server::with(&folder("thinking"), Limits { away_timeout, ..limits() }).await;
    let (mut a, mut b) = (server.player("Anna").await, server.player("Bert").await);
    let table = a.create(NewTable { clock: Some(600), ..short(2) }).await.unwrap();
    for (player, letter) in [(&mut a, 'A'), (&mut b, 'B')] {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat(letter))).await.unwrap();
        player.ready().await.unwrap();
    }
    let mut players = [a, b];
    begun(&mut players).await;
    tokio::time::sleep(away_timeout * 5).await;
    let turn = players[0].view().public().seat;
    let other = &mut players[turn.next(2).number()];
    assert_eq!(other.act(TableCommand::Replace(turn)).await, Err(RefusalReason::NotAway));
}

/// One player is gone, another one is connected but does not answer. The third can go on.
#[tokio::test]
async fn whoever_does_not_answer_agrees_that_a_bot_plays() {
    let short_time = Duration::from_millis(100);
    let limits = Limits { away_timeout: short_time, answer_timeout: short_time, ..limits() };
    let server = Server::with(&folder("no-answer"), limits).await;
    let (_, mut players) = seated(&server, 3).await;
    let turn = players[0].view().public().seat;
    let away = players.remove(turn.number());
    away.socket.close().await;
    players[0].until(|seen| seen.seats[turn].late).await;
    players[0].act(TableCommand::Replace(turn)).await.unwrap();
    players[0].until(|seen| matches!(seen.seats[turn].who, Occupant::Away(..))).await;
}

/// Whoever does not reveal a contribution has to wait before sitting down again.
#[tokio::test]
async fn refusing_to_reveal_costs_a_delay() {
    let (reveal_timeout, sit_delay) = (Duration::from_millis(300), Limits::default().sit_delay);
    let limits = Limits { reveal_timeout, sit_delay, ..limits() };
    let server = Server::with(&folder("delay"), limits).await;
    let (mut host, mut silent) = (server.player("Host").await, server.player("Silent").await);
    let table = host.create(short(2)).await.unwrap();
    for (player, letter) in [(&mut host, 'A'), (&mut silent, 'B')] {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat(letter))).await.unwrap();
    }
    host.ready().await.unwrap();
    let commitment = Pledge::new(silent.seen(), [5; 16]).unwrap().ready();
    silent.act(commitment).await.unwrap();
    let void = |seen: &wire::Snapshot| !seen.fair.void.is_empty();
    futures_util::future::join(host.until(void), silent.until(void)).await;
    match silent.act(TableCommand::Sit(seat('B'))).await {
        Err(RefusalReason::SitDelay { seconds }) => assert!((1..=30).contains(&seconds), "{seconds}"),
        other => panic!("{other:?}"),
    }
    // Another pass does not help.
    let mut again = server.player("Silent").await;
    again.join(table).await.unwrap();
    let refused = again.act(TableCommand::Sit(seat('B'))).await;
    assert!(matches!(refused, Err(RefusalReason::SitDelay { .. })), "{refused:?}");
    // The others go on without them.
    host.act(fill('B', Some(Level::Casual))).await.unwrap();
    host.ready().await.unwrap();
    begun(&mut [host]).await;
}

/// V18: the remaining players of three or more can agree to end a game, which then counts for nobody.
#[tokio::test]
async fn v18_the_remaining_players_can_end_a_game() {
    let away_timeout = Duration::from_millis(200);
    let folder = folder("end");
    let server = Server::with(&folder, Limits { away_timeout, ..limits() }).await;
    let (table, mut players) = seated(&server, 3).await;
    play_some(&mut players, 5).await;
    let away = players.pop().unwrap();
    away.socket.close().await;
    players[0].until(|seen| seen.seats[seat('C')].late && !seen.seats[seat('C')].present).await;
    players[0].act(TableCommand::End).await.unwrap();
    players[1].until(|seen| seen.ending.is_some()).await;
    let proposal = players[1].seen().ending.unwrap();
    assert_eq!((proposal.agreed, proposal.missing), (Seats::from(seat('A')), Seats::from(seat('B'))));
    assert!(!players[1].is_over());
    players[1].act(TableCommand::End).await.unwrap();
    for player in &mut players {
        player.until(crate::harness::is_over).await;
        assert_eq!(player.view().public().outcome, Some(Outcome::by_agreement()));
        assert!(player.seen().events.iter().any(|event| event.kind == TableEventKind::End));
    }
    // The record has its proof and can be verified, and a rematch is possible.
    players[0].say(ToServer::Record).await;
    let record = loop {
        if let ToClient::Record(record) = players[0].hear().await.unwrap() {
            break record;
        }
    };
    assert!(record.contains("\n!end\noutcome none by agreement\n"), "{record}");
    assert!(Table::<Savannah>::load(&record).unwrap().outcome().is_some_and(|outcome| !outcome.counts()));
    players[0].act(TableCommand::Rematch).await.unwrap();
    server.stop().await;
    let server = Server::new(&folder).await;
    let mut late = server.player("Late").await;
    late.join(table).await.unwrap();
    assert!(late.is_over());
}

/// Nobody can end a game against the will of somebody who plays.
#[tokio::test]
async fn v18_everybody_who_plays_has_to_agree() {
    let server = Server::new(&folder("end-no")).await;
    let (table, mut players) = seated(&server, 3).await;
    // Somebody who is away for a moment has to be asked, too.
    let away = players.pop().unwrap();
    let cookie = away.cookie.clone();
    away.socket.close().await;
    players[0].until(|seen| !seen.seats[seat('C')].present).await;
    for player in &mut players {
        player.act(TableCommand::End).await.unwrap();
    }
    let missing = Some(Seats::from(seat('C')));
    players[1].until(|seen| seen.ending.map(|ending| ending.missing) == missing).await;
    let mut back = Player::back(&server, cookie).await;
    back.join(table).await.unwrap();
    back.act(TableCommand::PlayOn).await.unwrap();
    players[0].until(|seen| seen.ending.is_none()).await;
    assert!(!players[0].is_over());
    assert_eq!(players[0].act(TableCommand::End).await, Err(RefusalReason::EndDeclined));
    // Spectators have no say.
    let mut watcher = server.player("Watcher").await;
    watcher.join(table).await.unwrap();
    assert_eq!(watcher.act(TableCommand::End).await, Err(RefusalReason::NotSeated));
    assert_eq!(watcher.act(TableCommand::PlayOn).await, Err(RefusalReason::NotSeated));
    // With two seats, one player can resign.
    let (_, mut two) = seated(&server, 2).await;
    match two[0].act(TableCommand::End).await {
        Err(RefusalReason::Rule(refusal)) => assert!(refusal.to_string().ends_with("(V18)"), "{refusal}"),
        other => panic!("{other:?}"),
    }
}

/// V14: online, a game has at most 500 rounds.
#[tokio::test]
async fn v14_games_online_have_at_most_500_rounds() {
    let server = Server::new(&folder("rounds")).await;
    let mut host = server.player("Host").await;
    for (rounds, is_allowed) in [("unlimited", false), ("501", false), ("60000", false), ("500", true)] {
        let created = host.create(NewTable { config: format!("seats=2 rounds={rounds}"), ..short(2) }).await;
        match created {
            Ok(_) => assert!(is_allowed, "{rounds}"),
            Err(RefusalReason::InvalidTable(NewTableError::Options(why))) => {
                assert!(!is_allowed, "{rounds}");
                assert_eq!(why.to_string(), "online, a game has at most 500 rounds (V14)");
            }
            other => panic!("{other:?}"),
        }
    }
}
