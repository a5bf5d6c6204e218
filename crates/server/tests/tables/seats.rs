//! Who sits where, before the game and during it.

use std::sync::Arc;
use std::time::Duration;

use bots::Level;
use server::Limits;
use server::store::MemoryStore;
use table::{BySeat, Seats};
use wire::{
    NewTable, NewTableError, Occupant, RefusalReason, SeatPlan, TableCommand, TableEventKind, ToClient,
    ToServer,
};

use crate::guests::ask;
use crate::harness::{Player, Server, begun, folder, limits, seat, seated, short};

#[tokio::test]
async fn seats_are_taken_given_up_and_filled_before_the_game_only() {
    let server = Server::new(&folder("seats")).await;
    let (mut a, mut b) = (server.player("Anna").await, server.player("Bert").await);
    let table = a.create(short(3)).await.unwrap();
    a.join(table).await.unwrap();
    b.join(table).await.unwrap();
    assert_eq!(a.ready().await, Err(RefusalReason::NotSeated));
    assert_eq!(a.act(crate::harness::play("R>1")).await, Err(RefusalReason::NotSeated));
    a.act(TableCommand::Sit(seat('C'))).await.unwrap();
    assert_eq!(a.act(crate::harness::play("R>1")).await, Err(RefusalReason::GameNotStarted));
    assert_eq!(a.act(TableCommand::Sit(seat('A'))).await, Err(RefusalReason::AlreadySeated));
    assert_eq!(b.act(TableCommand::Sit(seat('C'))).await, Err(RefusalReason::SeatTaken));
    assert_eq!(b.act(TableCommand::Sit(seat('D'))).await, Err(RefusalReason::SeatTaken));
    assert_eq!(
        b.act(TableCommand::Fill { seat: seat('A'), level: Some(Level::Keen) }).await,
        Err(RefusalReason::NotSeated)
    );
    b.act(TableCommand::Sit(seat('A'))).await.unwrap();
    assert_eq!(
        b.act(TableCommand::Fill { seat: seat('C'), level: None }).await,
        Err(RefusalReason::SeatTaken)
    );
    b.act(TableCommand::Stand).await.unwrap();
    b.act(TableCommand::Sit(seat('B'))).await.unwrap();
    assert_eq!(b.seen().seats[seat('C')].who, Occupant::Person("Anna".parse().unwrap()));
    a.ready().await.unwrap();
    a.act(TableCommand::Ready(None)).await.unwrap();
    b.ready().await.unwrap();
    a.ready().await.unwrap();
    assert!(a.seen().public_view.is_none(), "a seat is still free");
    a.act(TableCommand::Fill { seat: seat('A'), level: Some(Level::Beginner) }).await.unwrap();
    assert!(a.seen().fair.reveal.is_some(), "nobody is waited for any more");
    let mut both = [a, b];
    begun(&mut both).await;
    let [mut a, _] = both;
    assert_eq!(a.act(TableCommand::Sit(seat('A'))).await, Err(RefusalReason::GameStarted));
    assert_eq!(a.act(TableCommand::Ready(None)).await, Err(RefusalReason::GameStarted));
    assert_eq!(
        a.act(TableCommand::Fill { seat: seat('A'), level: None }).await,
        Err(RefusalReason::GameStarted)
    );
}

#[tokio::test]
async fn the_list_has_public_tables_that_wait_for_players() {
    let server = Server::new(&folder("list")).await;
    let (mut a, mut b) = (server.player("Anna").await, server.player("Bert").await);
    let mut plan = short(2);
    plan.public = true;
    let public = a.create(plan).await.unwrap();
    let secret = b.create(short(2)).await.unwrap();
    a.join(public).await.unwrap();
    b.join(secret).await.unwrap();
    let mut looker = server.player("Looker").await;
    let mut list = async || {
        looker.say(ToServer::List).await;
        match looker.hear().await.unwrap() {
            ToClient::Tables(tables) => tables,
            other => panic!("{other:?}"),
        }
    };
    // A table is listed soon after somebody has joined it.
    let listed = async {
        loop {
            let tables = list().await;
            if !tables.is_empty() {
                return tables;
            }
        }
    };
    let tables = tokio::time::timeout(Duration::from_secs(20), listed).await.expect("a table");
    assert_eq!(tables.iter().map(|listing| (listing.table, listing.free)).collect::<Vec<_>>(), [(public, 2)]);
    a.act(TableCommand::Sit(seat('A'))).await.unwrap();
    let tables = list().await;
    assert_eq!((tables[0].free, tables[0].people[0].as_str()), (1, "Anna"));
    a.act(TableCommand::Fill { seat: seat('B'), level: Some(Level::Casual) }).await.unwrap();
    assert!(list().await.is_empty());
}

#[tokio::test]
async fn invalid_tables_are_refused() {
    let server = Server::with(&folder("options"), Limits { open_tables_per_person: 3, ..limits() }).await;
    let mut a = server.player("Anna").await;
    let mut plans = vec![short(2), short(2), short(2), short(2)];
    plans[0].seats = BySeat::new(3, |_| SeatPlan::Open);
    plans[1].seats = BySeat::new(2, |_| SeatPlan::Me);
    plans[2].seats = BySeat::new(2, |_| SeatPlan::Bot(Level::Keen));
    plans[3].clock = Some(5);
    let shortest = limits().min_turn_seconds;
    let reasons = [
        NewTableError::SeatCount,
        NewTableError::TwoSeats,
        NewTableError::NoPerson,
        NewTableError::Clock { shortest },
    ];
    for (plan, reason) in plans.into_iter().zip(reasons) {
        assert_eq!(a.create(plan).await, Err(RefusalReason::InvalidTable(reason)));
    }
    for _ in 0..3 {
        a.create(short(2)).await.unwrap();
    }
    assert_eq!(a.create(short(2)).await, Err(RefusalReason::TooManyTables));
    assert!(server.player("Bert").await.create(short(2)).await.is_ok());
}

/// A new guest is a new person, but has the same address.
#[tokio::test]
async fn an_address_opens_only_so_many_tables_per_hour() {
    let few = Limits { new_tables_per_hour: 9, ..limits() };
    let server = Server::with(&folder("address"), few).await;
    let mut a = server.player("Anna").await;
    let first = a.id();
    let table = a.create_as(first, short(2)).await.unwrap();
    for _ in 0..2 {
        a.create(short(2)).await.unwrap();
    }
    let mut b = server.player("Bert").await;
    // One every 400 seconds.
    for player in [&mut a, &mut b] {
        assert_eq!(player.create(short(2)).await, Err(RefusalReason::OpenedTooMany { minutes: 7 }));
    }
    assert_eq!(a.create_as(first, short(2)).await, Ok(table), "a command that is sent again opens nothing");
    assert!(b.join(table).await.is_ok(), "everything else is possible");
}

#[tokio::test]
async fn a_full_store_opens_no_new_tables() {
    let store: Arc<MemoryStore> = Arc::default();
    let server = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let table = server.player("Bert").await.create(short(2)).await.unwrap();
    server.stop().await;
    let server = Server::on(store, Limits { max_store_bytes: Some(1), ..limits() }).await;
    let mut a = server.player("Anna").await;
    assert_eq!(a.create(short(2)).await, Err(RefusalReason::StoreFull));
    a.join(table).await.unwrap();
    a.act(TableCommand::Sit(seat('B'))).await.unwrap();
    let metrics = ask(&server, "GET", "/metrics", &[], "").await;
    assert!(metrics.contains("\ncardroom_tables_refused_total 1\n"), "{metrics}");
    assert!(!metrics.contains("\ncardroom_store_bytes 0\n"), "{metrics}");
}

/// V16: a bot takes over from a person who is away for too long if all others agree. The person may
/// come back.
#[tokio::test]
async fn the_others_may_let_a_bot_play_for_somebody_who_is_away() {
    let patience = Duration::from_millis(50);
    let server = Server::with(&folder("replace"), Limits { away_timeout: patience, ..limits() }).await;
    let (table, mut players) = seated(&server, 3).await;
    assert_eq!(players[0].act(TableCommand::Replace(seat('C'))).await, Err(RefusalReason::NotAway));
    let away = players.pop().unwrap();
    let cookie = away.cookie.clone();
    away.socket.close().await;
    players[0].until(|seen| seen.seats[seat('C')].late).await;
    assert!(!players[0].seen().seats[seat('C')].present);
    players[0].act(TableCommand::Replace(seat('C'))).await.unwrap();
    players[1].until(|seen| seen.seats[seat('C')].agreed == Seats::from(seat('A'))).await;
    assert!(matches!(players[1].seen().seats[seat('C')].who, Occupant::Person(_)), "one does not agree yet");
    players[1].act(TableCommand::Replace(seat('C'))).await.unwrap();
    assert!(matches!(players[1].seen().seats[seat('C')].who, Occupant::Away(_, Level::Keen)));
    // The bot plays until the person comes back and takes over.
    let mut back = Player::back(&server, cookie).await;
    back.join(table).await.unwrap();
    assert!(
        back.seen()
            .events
            .iter()
            .any(|news| news.kind == TableEventKind::Away && news.text == "a bot is playing for you")
    );
    let mv = "R>1";
    assert_eq!(back.act(crate::harness::play(mv)).await, Err(RefusalReason::ReplacedByBot));
    back.act(TableCommand::Back).await.unwrap();
    assert!(matches!(back.seen().seats[seat('C')].who, Occupant::Person(_)));
    players.push(back);
    crate::harness::play_out(&mut players).await;
}

#[tokio::test]
async fn a_player_who_leaves_can_be_replaced_at_once() {
    let server = Server::new(&folder("goodbye")).await;
    let (_, mut players) = seated(&server, 2).await;
    let mut leaver = players.pop().unwrap();
    leaver.act(TableCommand::Stand).await.unwrap();
    assert_eq!(
        players[0].act(TableCommand::Replace(seat('B'))).await,
        Err(RefusalReason::NotAway),
        "still looking"
    );
    leaver.say(ToServer::Leave).await;
    players[0].until(|seen| seen.seats[seat('B')].late).await;
    players[0].act(TableCommand::Replace(seat('B'))).await.unwrap();
    players[0].play(usize::MAX).await;
    assert!(players[0].is_over());
}

/// A bot takes over from a person whose turn has timed out. The person may come back. Clocks stop
/// while nobody is connected.
#[tokio::test]
async fn a_bot_takes_over_when_a_turn_times_out() {
    let server = Server::with(&folder("clock"), Limits { min_turn_seconds: 1, ..limits() }).await;
    let (mut a, mut b) = (server.player("Anna").await, server.player("Bert").await);
    let table = a.create(NewTable { clock: Some(1), ..short(2) }).await.unwrap();
    for (player, letter) in [(&mut a, 'A'), (&mut b, 'B')] {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat(letter))).await.unwrap();
    }
    a.ready().await.unwrap();
    b.ready().await.unwrap();
    let mut players = [a, b];
    begun(&mut players).await;
    assert!(players[0].seen().left.is_some_and(|left| left <= 1000), "the time is shown");
    let turn = players[0].view().public().seat;
    // Everybody leaves for longer than a turn. Afterwards the same person has the turn, with the
    // full time.
    let cookies = players.map(|player| player.cookie);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let mut players = Vec::new();
    for cookie in cookies {
        players.push(Player::back(&server, cookie).await);
    }
    let other = &mut players[turn.next(2).number()];
    other.join(table).await.unwrap();
    assert!(matches!(other.seen().seats[turn].who, Occupant::Person(_)));
    assert_eq!(other.view().public().seat, turn);
    // Now somebody is connected.
    other.until(|seen| matches!(seen.seats[turn].who, Occupant::Away(_, Level::Keen))).await;
    other
        .until(|seen| {
            seen.events
                .iter()
                .any(|news| news.seat == Some(turn) && matches!(news.kind, TableEventKind::Move(_)))
        })
        .await;
    let late = &mut players[turn.number()];
    late.join(table).await.unwrap();
    late.act(TableCommand::Back).await.unwrap();
    assert!(matches!(late.seen().seats[turn].who, Occupant::Person(_)));
}

/// A simulation of several nodes found that a person whose time had run out was replaced again at once.
#[tokio::test]
async fn whoever_comes_back_has_the_whole_time_of_a_turn() {
    let min_bot_delay = Duration::from_secs(600);
    let limits = Limits { min_turn_seconds: 1, min_bot_delay, ..limits() };
    let server = Server::with(&folder("clock-back"), limits).await;
    let (mut a, mut b) = (server.player("Anna").await, server.player("Bert").await);
    let table = a.create(NewTable { clock: Some(2), ..short(2) }).await.unwrap();
    for (player, letter) in [(&mut a, 'A'), (&mut b, 'B')] {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat(letter))).await.unwrap();
        player.ready().await.unwrap();
    }
    let mut players = [a, b];
    begun(&mut players).await;
    let turn = players[0].view().public().seat;
    let late = &mut players[turn.number()];
    late.until(|seen| matches!(seen.seats[turn].who, Occupant::Away(..))).await;
    late.act(TableCommand::Back).await.unwrap();
    let seen = late.seen();
    assert!(matches!(seen.seats[turn].who, Occupant::Person(_)));
    assert!(seen.left.is_some_and(|left| left > 1000), "{:?}", seen.left);
}
