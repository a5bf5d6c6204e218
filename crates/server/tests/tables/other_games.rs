//! Games besides Savannah: Klondike for one player, and the game that only tests play.

use bots::Level;
use games::klondike::{self, Klondike};
use games::test_game::TestGame;
use games::verify::{Against, verify};
use table::{BySeat, Eye, Game, Seat, Table, UndoError, View};
use wire::{NewTable, NewTableError, RefusalReason, SeatPlan, Snapshot, TableCommand, ToClient, ToServer};

use crate::harness::{Player, Server, begun, folder, is_over, play, seat, seated, short, solo};

/// A player at a new table of Klondike whose cards are dealt.
async fn klondike(server: &Server, config: &str) -> Player {
    let mut player = server.player("Anna").await;
    let table = player.create(solo::<Klondike>(config)).await.unwrap();
    player.join(table).await.unwrap();
    player.ready().await.unwrap();
    player.until(Snapshot::has_game).await;
    player
}

fn view(player: &Player) -> klondike::View {
    player.seen().view::<Klondike>().unwrap()
}

async fn record(player: &mut Player) -> String {
    player.say(ToServer::Record).await;
    loop {
        if let ToClient::Record(text) = player.hear().await.unwrap() {
            return text;
        }
    }
}

#[tokio::test]
async fn every_kind_of_klondike_is_played_to_its_end_and_can_be_verified() {
    let server = Server::new(&folder("klondike")).await;
    let options =
        ["draw=2 passes=3 moves=one back=yes turn=hand", "draw=3 passes=1 moves=builds back=no turn=once"];
    let presets = klondike::Config::PRESETS.map(|(name, _)| name);
    for config in presets.into_iter().chain(options) {
        let mut player = klondike(&server, config).await;
        let (table, commitment) = (player.seen().table, player.seen().fair.commitment);
        let mut watcher = server.player("Watcher").await;
        watcher.join(table).await.unwrap();
        player.play_game::<Klondike>(60).await;
        watcher.until(|seen| seen.version >= player.seen().version).await;
        assert_eq!((watcher.seen().eye, view(&watcher)), (Eye::Spectator, view(&player)));
        assert_eq!(watcher.act(play("d")).await, Err(RefusalReason::NotSeated));
        assert_eq!(watcher.act(TableCommand::Undo).await, Err(RefusalReason::NotSeated));
        if !player.is_over() {
            assert!(player.seen().fair.secret.is_none());
            player.act(TableCommand::Resign).await.unwrap();
        }
        watcher.until(is_over).await;
        assert!(watcher.seen().fair.secret.is_some());
        let text = record(&mut watcher).await;
        let checked = verify(&text).unwrap();
        assert!(matches!(checked.against, Against::Proof { .. }) && checked.over, "{config}");
        assert!(text.contains(&format!("\ncommitment {commitment}\n")));
        assert!(player.pledge.unwrap().matches_record(&text), "the player's contribution is in it");
        let loaded = Table::<Klondike>::load(&text).unwrap();
        assert_eq!(loaded.view(Eye::Spectator), view(&watcher));
        // The end is final: the secret is known now.
        assert_eq!(player.act(TableCommand::Undo).await, Err(RefusalReason::GameOver));
        assert_eq!((player.seen().undo, player.seen().redo), (0, 0));
    }
}

#[tokio::test]
async fn steps_are_undone_and_redone_also_after_a_restart() {
    let folder = folder("klondike-undo");
    let server = Server::new(&folder).await;
    let mut player = klondike(&server, "klondike").await;
    let nothing = Err(RefusalReason::Undo(UndoError::NothingToUndo));
    assert_eq!(player.act(TableCommand::Undo).await, nothing);
    let mut seen = vec![view(&player)];
    for _ in 0..12 {
        player.play_game::<Klondike>(1).await;
        seen.push(view(&player));
    }
    assert_eq!((player.seen().undo, player.seen().redo), (12, 0));
    for left in (6..12).rev() {
        player.act(TableCommand::Undo).await.unwrap();
        assert_eq!((view(&player), player.seen().undo), (seen[left].clone(), left as u32));
    }
    let (cookie, table) = (player.cookie.clone(), player.seen().table);
    server.stop().await;
    let server = Server::new(&folder).await;
    let mut player = Player::back(&server, cookie).await;
    player.join(table).await.unwrap();
    assert_eq!((view(&player), player.seen().undo, player.seen().redo), (seen[6].clone(), 6, 6));
    for (at, seen) in seen.iter().enumerate().skip(7) {
        player.act(TableCommand::Redo).await.unwrap();
        assert_eq!((&view(&player), player.seen().undo), (seen, at as u32));
    }
    assert_eq!(player.act(TableCommand::Redo).await, Err(RefusalReason::Undo(UndoError::NothingToRedo)));
}

/// R2: a move that the client makes for the player belongs to the step before it.
#[tokio::test]
async fn r2_automatic_moves_are_part_of_a_step() {
    let server = Server::new(&folder("klondike-auto")).await;
    let mut player = klondike(&server, "klondike").await;
    while view(&player).turn_for_me().is_none() {
        let (now, legal) = (view(&player), view(&player).legal());
        // A whole run that leaves a face-down card behind, or else the next card of the stock.
        let uncovers = legal.iter().find(|mv| match mv {
            klondike::Move::ColumnToColumn { from, count, .. } => {
                now.columns[*from].face_down > 0 && now.columns[*from].face_up.len() == usize::from(*count)
            }
            klondike::Move::ColumnToFoundation { from } => {
                now.columns[*from].face_down > 0 && now.columns[*from].face_up.len() == 1
            }
            klondike::Move::WasteToColumn { .. } | klondike::Move::WasteToFoundation => true,
            _ => false,
        });
        let draws = [klondike::Move::Draw, klondike::Move::Redeal].into_iter().find(|mv| legal.contains(mv));
        player.act(play(uncovers.copied().or(draws).unwrap())).await.unwrap();
    }
    let steps = player.seen().undo;
    let turn = view(&player).turn_for_me().unwrap().to_string().parse().unwrap();
    player.act(TableCommand::Auto(turn)).await.unwrap();
    assert_eq!(player.seen().undo, steps);
    player.act(TableCommand::Undo).await.unwrap();
    assert!(view(&player).turn_for_me().is_none());
    assert_eq!((player.seen().undo, player.seen().redo), (steps - 1, 1));
}

#[tokio::test]
async fn a_table_that_cannot_be_is_refused_with_its_reason() {
    let server = Server::new(&folder("impossible")).await;
    let mut player = server.player("Anna").await;
    let mut refused = async |table: NewTable| match player.create(table).await {
        Err(RefusalReason::InvalidTable(error)) => error,
        other => panic!("{other:?}"),
    };
    let table = || solo::<Klondike>("klondike");
    assert_eq!(refused(NewTable { game: "whist".to_owned(), ..table() }).await, NewTableError::UnknownGame);
    let NewTableError::Options(reason) = refused(solo::<Klondike>("draw=9")).await else {
        panic!("a reason")
    };
    assert!(!reason.is_empty());
    assert_eq!(refused(NewTable { clock: Some(60), ..table() }).await, NewTableError::NoClock);
    let two = BySeat::new(2, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Bot(Level::Keen) });
    assert_eq!(refused(NewTable { seats: two, ..table() }).await, NewTableError::SeatCount);
    let two = NewTable {
        game: TestGame::NAME.to_owned(),
        config: "seats=2".to_owned(),
        seats: BySeat::new(2, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Bot(Level::Keen) }),
        ..table()
    };
    assert_eq!(refused(two).await, NewTableError::NoSuchBot);
}

#[tokio::test]
async fn texts_that_are_no_moves_are_refused() {
    let server = Server::new(&folder("no-moves")).await;
    let mut player = klondike(&server, "klondike").await;
    let version = player.seen().version;
    for text in ["", "R>1", "xyzzy", "🂡", "d d", "                        "] {
        let refused = player.act(play(text)).await;
        assert!(matches!(refused, Err(RefusalReason::NotAMove(_))), "{text:?}: {refused:?}");
    }
    let refused = player.act(play("f:h>1")).await;
    assert!(matches!(refused, Err(RefusalReason::NotAMove(_) | RefusalReason::Rule(_))), "{refused:?}");
    assert_eq!(player.seen().version, version);
}

#[tokio::test]
async fn v17_nothing_is_undone_at_a_table_with_others() {
    let server = Server::new(&folder("no-undo")).await;
    let (_, mut players) = seated(&server, 2).await;
    let turn = players[0].view().public().seat.number();
    players[turn].play(1).await;
    for act in [TableCommand::Undo, TableCommand::Redo] {
        assert_eq!(players[turn].act(act).await, Err(RefusalReason::NoUndo));
    }
    assert_eq!((players[turn].seen().undo, players[turn].seen().redo), (0, 0));
}

/// What a newcomer is sent does not grow with the length of the game.
#[tokio::test]
async fn a_newcomer_gets_the_latest_events_only() {
    let folder = folder("latest-events");
    let server = Server::new(&folder).await;
    let mut player = klondike(&server, "klondike").await;
    for _ in 0..70 {
        player.act(play(if view(&player).stock.is_empty() { "r" } else { "d" })).await.unwrap();
        player.act(TableCommand::Undo).await.unwrap();
        player.act(TableCommand::Redo).await.unwrap();
    }
    let mut late = server.player("Late").await;
    late.join(player.seen().table).await.unwrap();
    let events = &late.seen().events;
    assert_eq!(events.len(), 100);
    let texts: Vec<String> = events.iter().rev().take(3).map(|event| event.text.to_string()).collect();
    assert!(texts[0].starts_with("redone: ") && texts[1].starts_with("undone: "), "{texts:?}");
    // The log is the same after the table was loaded again.
    let (before, cookie, table) = (events.clone(), late.cookie.clone(), player.seen().table);
    server.stop().await;
    let server = Server::new(&folder).await;
    let mut late = Player::back(&server, cookie).await;
    late.join(table).await.unwrap();
    assert_eq!(late.seen().events, before);
}

/// A third game needs no change in the protocol or the server.
#[tokio::test]
async fn the_game_for_tests_is_played_online() {
    let folder = folder("test-game");
    let mut server = Server::new(&folder).await;
    let mut host = server.player("Anna").await;
    let table = NewTable { game: TestGame::NAME.to_owned(), config: "seats=2".to_owned(), ..short(2) };
    let table = host.create(table).await.unwrap();
    let mut players = vec![host, server.player("Ben").await];
    for (player, letter) in players.iter_mut().zip(['A', 'B']) {
        player.join(table).await.unwrap();
        player.act(TableCommand::Sit(seat(letter))).await.unwrap();
    }
    for player in &mut players {
        player.ready().await.unwrap();
    }
    begun(&mut players).await;
    let hands = players.iter().map(|player| player.seen().view::<TestGame>().unwrap().hand);
    let hands: Vec<_> = hands.collect();
    assert!(hands[0].iter().all(|card| !hands[1].contains(card)));
    players[0].play_game::<TestGame>(1).await;
    let passes: Vec<String> = players.iter().map(|player| player.cookie.clone()).collect();
    server.stop().await;
    server = Server::new(&folder).await;
    let mut players = Vec::new();
    for pass in passes {
        let mut player = Player::back(&server, pass).await;
        player.join(table).await.unwrap();
        players.push(player);
    }
    let (first, second) = players.split_at_mut(1);
    tokio::join!(first[0].play_game::<TestGame>(9), second[0].play_game::<TestGame>(9));
    for player in &mut players {
        player.until(is_over).await;
    }
    assert!(verify(&record(&mut players[0]).await).unwrap().over);
}
