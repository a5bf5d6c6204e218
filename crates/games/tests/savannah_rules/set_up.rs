//! V1–V5: the rulings on the set-up.

use cards::{Bag, ChanceKind, Key};
use games::savannah::{Config, Savannah};
use table::{Eye, Game};

use crate::scene::{A, B, C, Scene, text};

const SMALL: &str = "seats=2 reserve=5 discard=1 first=A";

#[test]
fn v1_packs_reserve_and_discard_by_the_number_of_players() {
    let table = [
        (2, 1, 10, 3),
        (3, 2, 10, 3),
        (4, 2, 13, 5),
        (5, 3, 13, 5),
        (6, 3, 15, 5),
        (7, 4, 15, 5),
        (8, 4, 15, 5),
    ];
    for (seats, packs, reserve, discard) in table {
        let config = Config::new(seats).unwrap();
        assert_eq!((config.packs(), config.reserve(), config.discard()), (packs, reserve, discard));
        assert_eq!((config.rounds(), config.ace_on_ace(), config.first()), (Some(100), true, None));
        let mut game = Savannah::new(&config);
        game.settle(game.draw(&mut Key::from_number(1).stream(ChanceKind::Deal, 0))).unwrap();
        assert_eq!(game.cards(), cards::packs(packs.into()).into_iter().collect::<Bag>());
        for (_, player) in game.public().players.iter() {
            assert_eq!((player.reserve.len(), player.discard.len()), (reserve.into(), discard.into()));
        }
        assert_eq!(config.to_string(), format!("seats={seats}"));
        assert_eq!(config.to_string().parse(), Ok(config));
    }
}

#[test]
fn v1_invalid_options_are_refused_with_a_reason() {
    let refused = [
        ("seats=1", "Savannah is for 2 to 8 players, not for 1 (V1)"),
        ("seats=9", "Savannah is for 2 to 8 players, not for 9 (V1)"),
        ("reserve=4", "a reserve starts with 5 to 20 cards, not with 4 (V1)"),
        ("reserve=21", "a reserve starts with 5 to 20 cards, not with 21 (V1)"),
        ("discard=14", "a discard starts with 0 to 13 cards, not with 14 (V1)"),
        ("seats=2 reserve=20 discard=1", "this table needs 53 cards, but its packs have only 52 (V1)"),
        ("seats=8 reserve=20 discard=13", "this table needs 299 cards, but its packs have only 208 (V1)"),
        ("quick seats=3", "the quick game is for two players, not for 3 (V1)"),
        ("rounds=19", "the round limit is at least 20, or `unlimited`, not 19 (V14)"),
        ("seats=2 first=C", "seat C cannot begin at a table of 2 (V4)"),
        ("first=Z", "`first=Z`: seats are A to H"),
        ("seats=two", "`seats=two`: not a whole number, or too large"),
        ("rounds=70000", "`rounds=70000`: not a whole number, or too large"),
        ("aces=maybe", "`aces=maybe`: aces is yes or no"),
        ("seats=2 seats=3", "`seats` is given twice"),
        (
            "jokers=2",
            "`jokers=2` is not an option of Savannah: there are seats, reserve, discard, aces, rounds, first and quick",
        ),
    ];
    for (text, reason) in refused {
        assert_eq!(text.parse::<Config>().unwrap_err().to_string(), reason);
    }
}

#[test]
fn v1_options_round_trip() {
    for text in [
        "seats=2",
        "seats=2 reserve=8 discard=2",
        "seats=2 reserve=20 discard=0",
        "seats=4 reserve=8 discard=2 aces=no rounds=60 first=B",
        "seats=8 rounds=unlimited",
        "seats=3 rounds=20 first=C",
    ] {
        assert_eq!(text.parse::<Config>().unwrap().to_string(), text);
    }
    let canonical = |text: &str| text.parse::<Config>().unwrap().to_string();
    assert_eq!(canonical(""), "seats=2");
    assert_eq!(canonical("quick"), "seats=2 reserve=8 discard=2");
    assert_eq!(canonical("quick"), Config::quick().to_string());
    assert_eq!(canonical("first=b  aces=yes reserve=10 rounds=100 seats=2"), "seats=2 first=B");
}

#[test]
fn v2_only_the_tops_of_reserve_and_first_discard_are_face_up() {
    let play =
        Scene::new("seats=2 reserve=6 discard=4 first=A").reserve(A, "5h 4c").discard(A, "2d 9s").start();
    for eye in [Eye::Seat(A), Eye::Seat(B), Eye::Spectator] {
        let view = play.0.view(eye);
        let player = &view.public().players[A];
        assert_eq!((player.reserve.top.unwrap().to_string().as_str(), player.reserve.face_down), ("4c", 5));
        assert_eq!((text(&player.discard.face_up).as_str(), player.discard.face_down), ("9s", 3));
        let unseen = &view.unseen()[0].cards;
        for below in ["5h", "2d"] {
            assert_eq!(unseen.count(below.parse().unwrap()), 1, "nobody sees below, the owner neither");
        }
    }
    let none = Scene::new("seats=2 reserve=6 discard=0 first=A").start();
    assert!(none.0.public().players[A].discard.is_empty());
}

#[test]
fn v3_one_card_on_each_foundation_and_three_aces_are_covered_at_once() {
    let play = Scene::new(SMALL).foundations("9h 2c Ad").start();
    assert_eq!((play.pile(1), play.pile(2), play.pile(3)), ("9h".into(), "2c".into(), "Ad".into()));
    let play = Scene::new(SMALL).foundations("Ah Ac Ad").stock("4c As 6d 7s").start();
    assert_eq!((play.pile(1), play.pile(2), play.pile(3)), ("Ah 4c".into(), "Ac As".into(), "Ad 6d".into()));
    assert_eq!(play.next(), "roll");
}

#[test]
fn v4_the_highest_sum_begins_and_ties_roll_again() {
    let start = || Scene::new("seats=4").start();
    let begins = |line: &str| {
        let mut play = start();
        assert_eq!(play.next(), "begin");
        assert_eq!(play.refused_to(A, "/-").rule.to_string(), "V4");
        play.chance(line);
        assert_eq!((play.next().as_str(), play.0.public().round), ("roll", 1));
        assert_eq!(play.0.public().first, Some(play.0.public().seat));
        play.0.public().seat
    };
    assert_eq!(begins("begin 43 65 12 11"), B);
    assert_eq!(begins("begin 66 12 66 12 11 12"), C, "A and C roll again");
    assert_eq!(begins("begin 66 66 66 12 11 22 13 65 64"), B, "all three, then B and C");
    for line in
        ["begin 43 65 12", "begin 66 66 12 11", "begin 66 66 12 11 33 24", "begin 65 12 11 12 11", "begin"]
    {
        let mut play = start();
        let before = play.0.clone();
        assert!(play.0.settle(line.parse().unwrap()).is_err(), "{line}");
        assert!(play.0 == before);
    }
}

#[test]
fn v4_play_goes_clockwise_and_an_option_sets_who_begins() {
    let mut play = Scene::new("seats=3 first=B").start();
    for seat in [B, C, A, B] {
        assert_eq!((play.next().as_str(), play.0.public().seat), ("roll", seat));
        play.chance("roll 12");
        for other in [A, B, C].into_iter().filter(|other| *other != seat) {
            assert_eq!(
                play.refused_to(other, "/-").to_string(),
                format!("it is {seat}'s turn, not yours (V4)")
            );
        }
        let card = play.view(seat).hand().unwrap()[0];
        play.does(&format!("/{card}"));
    }
}

#[test]
fn v4_dice_are_fair_to_every_seat() {
    let game = Scene::new("seats=3").start().0;
    let mut source = Key::from_number(4).stream(ChanceKind::Begin, 0);
    let mut begun = [0; 3];
    for _ in 0..6000 {
        let mut game = game.clone();
        game.settle(game.draw(&mut source)).unwrap();
        begun[game.public().seat.number()] += 1;
    }
    assert!(begun.iter().all(|count| (1850..2150).contains(count)), "{begun:?}");
}

#[test]
fn v5_cards_are_shuffled_only_when_one_is_needed() {
    let mut play = Scene::new("seats=2 reserve=20 discard=0 first=A")
        .foundations("3c 6d 9h")
        .stock("4c 7d Th Kc Qc Qd Qh Qs Js")
        .start();
    play.chance("roll 11").does("4c>1 7d>2 Th>3 /Kc").chance("roll 12");
    assert_eq!(play.next(), "B", "no decision between roll and draw");
    play.does("/Qc").chance("roll 12");
    assert_eq!((play.next().as_str(), play.hand(A).as_str()), ("reshuffle", "Js"), "in the middle of a draw");
    assert_eq!(play.refused_to(A, "/Js").to_string(), "the cards are being shuffled (S3)");
    play.chance("reshuffle 3c6d9h");
    assert_eq!(
        (play.next().as_str(), play.0.public().stock),
        ("A", 0),
        "an empty stock waits until it is needed"
    );
}
