//! V6–V18: the rulings on play.

use cards::{DealId, Key};
use games::savannah::{Config, Savannah, Shuffle};
use table::{Entry, Eye, Game, KeyHash, Origin, Seat, Table, Turn, UndoError, View};

use crate::scene::{A, B, C, Play, Scene, text};

const SMALL: &str = "seats=2 reserve=5 discard=1 first=A";

/// Two players with piles so large that the stock has only nine cards.
fn tight(first: &str) -> Scene {
    Scene::new(&format!("seats=2 reserve=20 discard=0 first={first}"))
}

/// A position where B began, nobody has played a card and the stock is now empty. Both hands have
/// one card, and it is A's turn to roll.
fn exhausted(scene: Scene, last_of_a: &str, last_of_b: &str) -> Play {
    let stock = format!("{last_of_b} Tc Td Th {last_of_a} Jd Jc Js Ts");
    let mut play = scene.stock(&stock).start();
    for (b, a) in [("/Tc", "/Jd"), ("/Td", "/Jc"), ("/Th", "/Js")] {
        play.passes("12", b).passes("12", a);
    }
    play.passes("12", "/Ts");
    assert_eq!((play.hand(A), play.hand(B)), (last_of_a.to_owned(), last_of_b.to_owned()));
    play
}

#[test]
fn v6_with_nothing_to_reshuffle_the_player_draws_what_is_left() {
    let mut play = exhausted(tight("B").foundations("2c 6d 9h"), "4c", "Jh");
    assert_eq!((play.0.public().stock, play.0.public().covered().count()), (0, 0));
    play.chance("roll 12");
    assert_eq!((play.next().as_str(), play.hand(A).as_str()), ("A", "4c"), "a draw of nothing");
    assert_eq!(play.rule("/-"), "S11", "only with an empty hand");
    play.does("/4c").passes("12", "/Jh").chance("roll 12");
    assert_eq!((play.hand(A).as_str(), play.next().as_str()), ("", "A"));
    assert!(play.is_legal("/-"));
    assert_eq!(play.refused("/4c").to_string(), "your hand is empty: end the turn with /- (V6)");
    let before = play.0.clone();
    play.does("/-");
    let undo = before.undo_refusal("/-".parse().unwrap(), &play.0);
    assert_eq!(undo.unwrap().to_string(), "the turn is over (V17)", "though it shows nothing");
    assert_eq!(play.0.public().seat, B);
}

#[test]
fn v6_every_play_refills_an_empty_hand_whatever_the_pile() {
    let mut play = exhausted(tight("B").foundations("3c 6d 9h"), "4c", "Jh");
    play.passes("12", "/4c").passes("12", "/Jh").chance("roll 12");
    assert_eq!(play.hand(A), "");
    // The four of clubs from the discard covers the three: now there is a card to draw.
    play.does("D>1");
    assert_eq!(play.next(), "reshuffle");
    play.chance("reshuffle 3c");
    assert_eq!((play.hand(A).as_str(), play.next().as_str()), ("3c", "A"), "a short refill");
    play.does("/3c");
    assert_eq!((play.hand(A).as_str(), play.next().as_str()), ("", "roll"), "a discard never refills");
}

#[test]
fn v6_a_short_refill_counts_as_a_refill() {
    let mut play = exhausted(tight("B").reserve(B, "8c").foundations("3c 6d 9h"), "4c", "7h");
    play.passes("12", "/4c").chance("roll 12").does("7h>2");
    play.chance("reshuffle 6d");
    assert_eq!(play.hand(B), "6d");
    play.does("R>2");
    assert_eq!((play.hand(B).as_str(), play.next().as_str()), ("6d", "B"), "one card in hand: no draw");
}

#[test]
fn v7_ace_on_ace_is_an_option() {
    let start = |aces: &str| {
        let config = format!("{SMALL} aces={aces}");
        let mut play = Scene::new(&config).foundations("Ah 3c 5d").stock("As").start();
        play.chance("roll 12");
        play
    };
    assert!(start("yes").is_legal("As>1"));
    assert!(!start("no").is_legal("As>1"));
    assert_eq!(
        start("no").refused("As>1").to_string(),
        "the ace of spades does not go on the ace of hearts: at this table, only a two goes on an ace (V7)"
    );
    assert!(start("no").is_legal("As>2"));
}

#[test]
fn v8_win_then_three_aces_then_refill() {
    // The play wins and makes three aces: the win comes first.
    let mut play = Scene::new("seats=2 reserve=5 discard=0 first=A")
        .reserve(A, "As 7c 6c 5c 4c")
        .foundations("3c Ad Ah")
        .start();
    play.chance("roll 11").does("R>1 R>1 R>1 R>1");
    let stock = play.0.public().stock;
    play.does("R>1");
    assert_eq!((play.outcome().as_deref(), play.tops().as_str()), (Some("won A by S18"), "As Ad Ah"));
    assert_eq!(play.0.public().stock, stock, "nothing is dealt after a win");

    // The last card of the hand makes three aces: they are covered before the hand is refilled.
    let mut play =
        Scene::new(SMALL).foundations("3c Ad Ah").stock("4c 5c 6c As 9c 9d 9h Tc Td Th Ts Jc").start();
    play.chance("roll 12").does("4c>1 5c>1 6c>1 As>1");
    assert_eq!((play.tops().as_str(), play.hand(A).as_str()), ("9c 9d 9h", "Tc Td Th Ts"));
}

#[test]
fn v9_three_aces_are_covered_until_one_top_is_not_an_ace() {
    let play = Scene::new("seats=3 first=A").foundations("Ah Ac Ad").stock("Ah Ac Ad 5c 6d 7h").start();
    assert_eq!((play.tops().as_str(), play.pile(1).as_str()), ("5c 6d 7h", "Ah Ah 5c"));
    let play = Scene::new("seats=3 first=A").foundations("Ah Ac Ad").stock("Ah Ac 5c 6d 7h").start();
    assert_eq!(play.tops(), "Ah Ac 5c", "from left to right, and no further");
}

#[test]
fn v9_covering_three_aces_may_need_a_reshuffle() {
    let mut play = exhausted(tight("B").foundations("9h Ad Ah"), "As", "Jh");
    play.chance("roll 12").does("As>1");
    assert_eq!(play.next(), "reshuffle", "only the nine can be had");
    // Each dealt card covers an ace, which S3 then reshuffles for the next one.
    for (line, tops) in [("9h", "9h Ad Ah"), ("As", "9h As Ah"), ("Ad", "9h As Ad")] {
        assert_eq!(play.next(), "reshuffle");
        play.chance(&format!("reshuffle {line}"));
        assert_eq!(play.tops(), tops);
    }
    // Then the empty hand is refilled.
    assert_eq!(play.next(), "reshuffle");
    play.chance("reshuffle Ah");
    assert_eq!((play.hand(A).as_str(), play.next().as_str()), ("Ah", "A"));
}

#[test]
fn v10_a_win_is_immediate_and_needs_no_discard() {
    let mut play = Scene::new("seats=2 reserve=5 discard=0 first=A")
        .reserve(A, "8c 7c 6c 5c 4c")
        .foundations("3c Td Jh")
        .start();
    play.chance("roll 11").does("R>1 R>1 R>1 R>1 R>1");
    assert_eq!(play.outcome().as_deref(), Some("won A by S18"));
    assert_eq!(play.view(A).hand().unwrap().len(), 4, "the hand is still full");
}

#[test]
fn v11_a_player_with_no_cards_left_wins_even_through_anothers_play() {
    let mut play = Scene::new("seats=3 reserve=5 discard=0 first=B")
        .reserve(B, "9d 8d 7d 6d 5d")
        .foundations("4c Qd Qh")
        .stock("Jc Kd 2s 9h 2c 2d 2h 3c 3d 3h 3s 4d 4h 4s 5h")
        .start();
    play.chance("roll 12").does("R>1 R>1 R>1 R>1 /Jc").passes("12", "/2c").passes("12", "/3d");
    play.chance("roll 12").does("R>1 /Kd");
    let asked = |play: &Play, seat: Seat, mv: &str| {
        play.view(seat).sight().and_then(|sight| sight.gives_win(mv.parse().unwrap()))
    };

    // B has only a jack and a king on the discard. C plays the king.
    play.chance("roll 22");
    assert_eq!(asked(&play, C, "DB>2"), None, "one card would be left");
    play.does("DB>2 /2d");
    assert_eq!(play.outcome(), None);

    // A plays the jack. The interface must ask first, because B wins in A's turn.
    play.chance("roll 33");
    assert_eq!(asked(&play, A, "DB>2"), Some(B));
    assert_eq!(asked(&play, A, "DC>2"), None);
    assert_eq!(asked(&play, A, "R>2"), None);
    play.does("DB>2");
    assert_eq!(play.outcome().as_deref(), Some("won B by S18"));
}

#[test]
fn v12_the_sum_of_the_dice_holds_for_the_whole_turn() {
    let mut play = Scene::new(SMALL).foundations("7c 3d 3h").stock("7d 7h Qs 9c").start();
    play.chance("roll 34").does("7d>1 7h>1");
    assert!(play.is_legal("9c>1"), "again a seven");
    play.does("Qs>1");
    assert_eq!(play.rule("9c>1"), "S12", "the top is not a seven any more");
}

#[test]
fn v13_at_most_fifty_plays_in_a_turn() {
    let mut play = exhausted(tight("B").foundations("Ah 6d 9h"), "As", "Jh");
    play.chance("roll 12");
    // An ace is played on an ace; the covered ace is reshuffled, drawn again, and so on.
    let (mut hand, mut top) = ("As", "Ah");
    for plays in 1..=50 {
        play.does(&format!("{hand}>1"));
        assert_eq!(play.0.public().plays, plays);
        play.chance(&format!("reshuffle {top}"));
        (hand, top) = (top, hand);
    }
    assert_eq!(play.legal(), [format!("/{hand}")], "only the end is left");
    let refusal = play.refused(&format!("{hand}>1"));
    assert_eq!(refusal.to_string(), "you have played 50 cards this turn: end it now (V13)");
    play.does(&format!("/{hand}")).chance("roll 12");
    assert_eq!(play.0.public().plays, 0, "the next turn begins anew");
}

#[test]
fn v14_the_last_round_ends_the_game() {
    let mut play =
        Scene::new("seats=2 reserve=10 discard=3 rounds=20 first=B").foundations("Kc 9d 9h").start();
    for round in 1..=20 {
        for seat in [B, A] {
            assert_eq!((play.0.public().round, play.0.public().seat), (round, seat));
            play.chance("roll 12").shuffle();
            if (round, seat) == (1, A) {
                play.does("R>1");
            }
            end_turn(&mut play, seat);
        }
    }
    assert_eq!(play.outcome().as_deref(), Some("won A by V14"), "one card fewer");
    assert_eq!(play.refused_to(B, "/-").to_string(), "the game is over (V14)");
}

#[test]
fn v14_ties_go_to_the_smaller_reserve_and_then_share_the_win() {
    let start = || Scene::new("seats=3 reserve=8 discard=4 rounds=20 first=A").foundations("Kc 9d 9h");
    let run = |mut play: Play, first: &[(Seat, &str)]| {
        while play.next() != "over" {
            let (seat, round) = (play.0.public().seat, play.0.public().round);
            play.chance("roll 12").shuffle();
            for (_, mv) in first.iter().filter(|(by, _)| (round, seat) == (1, *by)) {
                play.does(mv);
            }
            end_turn(&mut play, seat);
        }
        play.outcome().unwrap()
    };
    assert_eq!(run(start().start(), &[]), "won ABC by V14");
    // A plays from the discard, B from the reserve: both have the same number of cards left, but B
    // has fewer in the reserve.
    let scene = start().discard(A, "Qh").reserve(B, "Kd").discard(C, "2c").reserve(C, "2d");
    assert_eq!(run(scene.start(), &[(A, "D>1"), (B, "R>1")]), "won B by V14");
    let scene = start().reserve(A, "Qh").reserve(B, "Kd");
    assert_eq!(run(scene.start(), &[(A, "R>1"), (B, "R>1")]), "won AB by V14");
}

#[test]
fn v14_without_the_limit_the_game_goes_on() {
    let mut play = Scene::new("seats=2 rounds=unlimited first=A").foundations("2c 9d 9h").start();
    for _ in 0..2 * 150 {
        let seat = play.0.public().seat;
        play.chance("roll 12");
        end_turn(&mut play, seat);
    }
    assert_eq!((play.outcome(), play.0.public().round), (None, 151));
}

#[test]
fn v15_cards_that_were_ever_face_up_stay_public() {
    let mut play = Scene::new("seats=2 reserve=5 discard=3 first=A")
        .discard(A, "2c")
        .foundations("3c 6d 9h")
        .stock("4c 9c 9d 9s 8c 8d 8h 8s")
        .start();
    play.chance("roll 11").does("4c>1 /9c").passes("12", "/8c");
    for eye in Eye::all(2) {
        let view = play.0.view(eye);
        assert_eq!(text(&view.public().players[A].discard.face_up), "2c 9c");
        assert_eq!(text(&view.public().foundations.0[0]), "3c 4c");
        // The hands are 9d 9s and 8d 8h 8s. Each player has seen only their own.
        let unseen = &view.unseen()[0];
        let counts = ["9d", "8d", "4c"].map(|card| unseen.cards.count(card.parse().unwrap()));
        let expected = match eye {
            Eye::Seat(seat) if seat == A => [0, 1, 0],
            Eye::Seat(_) => [1, 0, 0],
            Eye::Spectator => [1, 1, 0],
        };
        assert_eq!((unseen.shuffle, counts), (Shuffle::DEAL, expected));
    }
}

#[test]
fn v15_the_contents_of_a_reshuffled_stock_are_known_but_not_their_order() {
    let mut play = tight("A").foundations("3c 6d 9h").stock("4c 7d Th Kc Qc Qd Qh Qs Js").start();
    play.chance("roll 11").does("4c>1 7d>2 Th>3 /Kc").passes("11", "/Qc").chance("roll 11");
    play.chance("reshuffle 9h3c6d");
    let view = play.view(B);
    let last = view.unseen().last().unwrap();
    assert_eq!((last.shuffle, text(&last.cards.iter().collect::<Vec<_>>())), (Shuffle(1), "3c 6d 9h".into()));
    assert_eq!(view.public().players[A].hand.as_slice(), [Shuffle(0), Shuffle(1), Shuffle(1), Shuffle(1)]);
    assert_eq!(play.view(A).unseen().len(), 1, "A has seen all of it");
}

#[test]
fn v17_a_play_can_be_undone_only_if_it_revealed_nothing() {
    let config: Config = "seats=2 reserve=5 discard=3 first=A".parse().unwrap();
    let scene = Scene::new(&config.to_string())
        .reserve(A, "5h 4c")
        .discard(A, "8s")
        .discard(B, "7c")
        .foundations("3c Qd Kh")
        .stock("9c 9d 8h 2s Tc Td Th Ts");
    // Without the key the table draws nothing, so the test decides about chance.
    let mut table = Table::<Savannah>::open(config, Origin::Hash(KeyHash::of(&Key::from_number(5))));
    let enter = |table: &mut Table<Savannah>, line: &str| {
        assert!(table.enter(Entry::Chance(line.parse().unwrap())).is_ok(), "{line}");
    };
    let play = |table: &mut Table<Savannah>, seat, mv: &str| table.play(seat, mv.parse().unwrap()).unwrap();
    let barred = |table: &Table<Savannah>| match table.undo_refusal(A) {
        Some(UndoError::Shown(refusal)) => refusal.to_string(),
        other => panic!("{other:?}"),
    };
    enter(&mut table, &scene.deal().to_string());

    // After a turn two cards are face up on A's own discard: playing the upper one reveals nothing.
    enter(&mut table, "roll 12");
    play(&mut table, A, "/8h");
    assert_eq!(barred(&table), "the others have seen the eight of hearts: this can't be undone (V17)");
    enter(&mut table, "roll 12");
    play(&mut table, B, "/Tc");
    enter(&mut table, "roll 44");
    let before = table.game().clone();
    for mv in ["D>3", "DB>3"] {
        play(&mut table, A, mv);
        assert!(*table.game() != before);
        table.undo(A).unwrap();
        assert!(*table.game() == before);
    }
    table.redo(A).unwrap();
    table.undo(A).unwrap();

    play(&mut table, A, "R>1");
    assert_eq!(barred(&table), "a hidden card has been turned up or drawn since (V17)");
    assert!(table.undo(A).is_err());
    play(&mut table, A, "9c>3");
    assert_eq!(barred(&table), "the others have seen the nine of clubs: this can't be undone (V17)");
}

#[test]
fn v16_only_a_two_player_game_can_be_resigned() {
    let mut play = Scene::new("seats=2 first=A").start();
    play.chance("roll 12");
    let mut given_up = play.0.clone();
    given_up.resign(B).unwrap();
    assert_eq!(given_up.outcome().unwrap().to_string(), "won A by resignation of B");
    assert_eq!(given_up.turn(), Turn::Over);
    assert!(given_up.resign(A).is_err());
    assert_eq!(Play(given_up).refused_to(A, "/-").to_string(), "the game is over (V16)");

    let mut play = Scene::new("seats=3 first=A").start();
    assert_eq!(
        play.0.resign(A).unwrap_err().to_string(),
        "you can resign only in a two-player game: leave the table, and a bot takes your seat (V16)"
    );
    assert!(Scene::new("seats=2").start().0.resign(C).is_err(), "nobody sits there");
}

/// Ends the turn with the oldest card of the hand, or with an empty hand.
fn end_turn(play: &mut Play, seat: Seat) {
    let card = play.view(seat).hand().unwrap().first().map_or("-".to_owned(), ToString::to_string);
    play.does(&format!("/{card}"));
}

#[test]
fn v18_three_or_more_players_can_end_a_game_that_counts_for_nobody() {
    let mut play = Scene::new("seats=3 first=A").start();
    let why = play.0.end_by_agreement().unwrap_err();
    assert_eq!(why.to_string(), "the game has not started (V18)");
    play.chance("roll 12");
    let mut ended = play.0.clone();
    ended.end_by_agreement().unwrap();
    let outcome = ended.outcome().unwrap();
    assert_eq!(outcome.to_string(), "none by agreement");
    assert!(outcome.winners.is_empty() && !outcome.counts());
    assert_eq!(ended.turn(), Turn::Over);
    assert_eq!(ended.end_by_agreement().unwrap_err().to_string(), "the game is over (V18)");
    assert_eq!(Play(ended).refused_to(A, "/-").to_string(), "the game is over (V18)");

    let mut play = Scene::new("seats=2 first=A").start();
    play.chance("roll 12");
    let why = play.0.end_by_agreement().unwrap_err();
    assert_eq!(why.to_string(), "a two-player game can't be ended by agreement: one player can resign (V18)");
    assert!(play.0.outcome().is_none());
}

/// The record of such a game can be replayed, and nothing follows its end.
#[test]
fn v18_the_end_is_in_the_record() {
    let mut table = Table::<Savannah>::new(Config::new(3).unwrap(), DealId::V1(7)).unwrap();
    let Turn::Seat(seat) = table.turn() else { panic!("a player's turn") };
    let mv = table.view(Eye::Seat(seat)).legal()[0];
    table.play(seat, mv).unwrap();
    table.end_by_agreement().unwrap();
    assert!(table.end_by_agreement().is_err());
    assert!(table.undo(seat).is_err());
    let text = table.save();
    assert!(text.contains("\n!end\noutcome none by agreement\nsha256 "));
    assert!(Table::<Savannah>::load(&text).unwrap() == table);
    let twice = text.replace("!end\n", "!end\n!end\n");
    assert!(Table::<Savannah>::load(&twice).is_err());
    let two = Table::<Savannah>::new(Config::new(2).unwrap(), DealId::V1(7)).unwrap().save() + "!end\n";
    let why = Table::<Savannah>::load(&two).err().unwrap().to_string();
    assert!(why.ends_with("(V18)"), "{why}");
}

#[test]
fn v14_games_online_have_a_limit() {
    for (rounds, is_allowed) in [(None, false), (Some(501), false), (Some(500), true), (Some(20), true)] {
        let config = Config::new(2).unwrap().with_rounds(rounds).unwrap();
        assert_eq!(Savannah::online_refusal(&config).is_none(), is_allowed, "{rounds:?}");
    }
}
