//! S1–S11: the turn.

use cards::{Bag, Card, parse_cards};
use games::savannah::{Move, ParseMoveError};
use table::{Game, Turn};

use crate::scene::{A, B, C, Scene, text};

/// Two players with small piles; A begins.
const SMALL: &str = "seats=2 reserve=5 discard=1 first=A";

/// Two players with piles so large that the stock has only nine cards.
const TIGHT: &str = "seats=2 reserve=20 discard=0 first=A";

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

#[test]
fn s1_a_turn_begins_with_a_roll_and_a_draw_to_four() {
    let mut play = Scene::new(SMALL).foundations("3c 3d 3h").stock("9c 9d 9h 9s Tc Td Th Ts Jc").start();
    assert_eq!(play.next(), "roll");
    assert_eq!(play.refused_to(A, "/9c").to_string(), "the dice have not been rolled (S1)");
    play.chance("roll 61");
    assert_eq!((play.next().as_str(), play.hand(A).as_str()), ("A", "9c 9d 9h 9s"));
    assert_eq!(play.0.public().dice.unwrap().to_string(), "61");
    play.does("/9d").passes("61", "/Tc").chance("roll 52");
    assert_eq!(play.hand(A), "9c 9h 9s Jc", "one card was gone, one is drawn");
}

#[test]
fn s2_hands_start_empty() {
    let mut play = Scene::new("seats=3 first=C").start();
    for seat in [A, B, C] {
        assert_eq!(play.hand(seat), "");
    }
    let stock = play.0.public().stock;
    for _ in 0..3 {
        let seat = play.0.public().seat;
        play.chance("roll 12");
        assert_eq!(play.view(seat).hand().unwrap().len(), 4, "the first draw is four");
        let card = play.view(seat).hand().unwrap()[0];
        play.does(&format!("/{card}"));
    }
    assert_eq!(play.0.public().stock, stock - 12);
}

#[test]
fn s3_the_covered_foundation_cards_are_the_new_stock() {
    let mut play = Scene::new(TIGHT).foundations("3c 6d 9h").stock("4c 7d Th Kc Qc Qd Qh Qs Js").start();
    play.chance("roll 11").does("4c>1 7d>2 Th>3 /Kc").passes("11", "/Qc").chance("roll 11");
    assert_eq!(play.next(), "reshuffle", "one card was left, three more are needed");
    assert_eq!(play.hand(A), "Js");
    assert!(play.0.settle("reshuffle 3c6d".parse().unwrap()).is_err(), "the nine is missing");
    assert!(play.0.settle("reshuffle 3c6dTh".parse().unwrap()).is_err(), "a top stays");
    assert!(play.0.settle("reshuffle 3c6d9h9h".parse().unwrap()).is_err());
    assert!(play.0.settle("roll 11".parse().unwrap()).is_err());
    play.chance("reshuffle 9h3c6d");
    assert_eq!((play.hand(A).as_str(), play.tops().as_str()), ("Js 9h 3c 6d", "4c 7d Th"));
    assert_eq!(play.next(), "A");
    for pile in 1..=3 {
        assert_eq!(play.pile(pile).len(), 2, "only the top is left");
    }
}

#[test]
fn s3_the_covered_cards_are_sorted_before_they_are_shuffled() {
    let mut play = Scene::new(TIGHT).foundations("3c 6d 9h").stock("4c 7d Th Kc").start();
    let mut other = Scene::new(TIGHT).foundations("9h 6d 3c").stock("Th 7d 4c Kc").start();
    for (game, moves) in [(&mut play, "4c>1 7d>2 Th>3"), (&mut other, "4c>3 7d>2 Th>1")] {
        game.chance("roll 11").does(moves).does("/Kc");
        let (_, player) = game.0.public().players.iter().last().unwrap();
        assert!(player.hand.is_empty());
        game.chance("roll 11");
        let card = game.view(B).hand().unwrap()[0];
        game.does(&format!("/{card}")).chance("roll 11");
        assert_eq!(game.next(), "reshuffle");
    }
    let key = cards::Key::from_number(7);
    let draw = |game: &games::savannah::Savannah| {
        game.draw(&mut key.stream(cards::ChanceKind::Reshuffle, 0)).to_string()
    };
    assert_eq!(draw(&play.0), draw(&other.0), "which pile a card lay in says nothing about its new place");
}

#[test]
fn s4_a_player_may_play_any_number_of_cards() {
    let mut play = Scene::new(SMALL)
        .reserve(A, "9h 6c")
        .discard(A, "8s")
        .foundations("3c 7d Kh")
        .stock("4c 5d Jc Qc")
        .start();
    play.chance("roll 11");
    assert!(play.is_legal("/Jc"), "none");
    play.does("4c>1 5d>1 R>1 D>2 R>2");
    assert_eq!((play.pile(1).as_str(), play.pile(2).as_str()), ("3c 4c 5d 6c", "7d 8s 9h"));
    assert_eq!(play.rule("4c>1"), "S4", "it is not in the hand any more");
    assert_eq!(play.refused("4d>1").to_string(), "the four of diamonds is not in your hand (S4)");
    assert_eq!(play.refused("D>1").to_string(), "your discard is empty (S4)");
}

#[test]
fn s5_the_next_reserve_card_is_turned_up_and_may_be_played() {
    let mut play = Scene::new(SMALL).reserve(A, "9s 5h 4c").foundations("3c 7d Jh").start();
    play.chance("roll 11");
    let reserve = |play: &crate::scene::Play| play.0.public().players[A].reserve;
    assert_eq!((reserve(&play).top, reserve(&play).len()), (Some(cards("4c")[0]), 5));
    play.does("R>1");
    assert_eq!((reserve(&play).top, reserve(&play).len()), (Some(cards("5h")[0]), 4));
    play.does("R>1");
    assert_eq!((reserve(&play).top, reserve(&play).face_down), (Some(cards("9s")[0]), 2));
    assert_eq!(play.pile(1), "3c 4c 5h");
}

#[test]
fn s6_an_exposed_face_down_card_of_a_discard_is_turned_up() {
    let mut play = Scene::new("seats=2 reserve=5 discard=3 first=A")
        .discard(A, "Ts 5h 4c")
        .discard(B, "2s 2h 8h")
        .foundations("3c 7d Jh")
        .start();
    play.chance("roll 22").does("D>1");
    let discard = |seat| play.0.public().players[seat].discard.clone();
    assert_eq!((discard(A).face_up, discard(A).face_down), (cards("5h"), 1));
    play.does("DB>2");
    let discard = |seat| play.0.public().players[seat].discard.clone();
    assert_eq!((discard(B).face_up, discard(B).face_down), (cards("2h"), 1));
    play.does("D>1");
    assert_eq!(play.0.public().players[A].discard.top(), Some(cards("Ts")[0]));
}

#[test]
fn s7_cards_go_to_foundations_only() {
    for text in ["R>D", "D>R", "1>2", "R>0", "R>4", "Ah>R", "R>", "DB>D"] {
        let error = text.parse::<Move>().unwrap_err();
        let to_nowhere = matches!(error, ParseMoveError::Foundation(_) | ParseMoveError::Card(_));
        assert!(to_nowhere, "{text}: {error}");
    }
    assert!("R>D".parse::<Move>().unwrap_err().to_string().ends_with("(S7)"));
    // No legal move makes a reserve or another player's discard larger, or a foundation smaller.
    let play = Scene::new(SMALL).foundations("Kc Kd Kh").start();
    let mut play = play;
    play.chance("roll 33");
    let before = play.0.public().clone();
    for mv in play.legal() {
        let mut game = play.0.clone();
        game.play(A, mv.parse().unwrap()).unwrap();
        let after = game.public();
        for (seat, player) in after.players.iter() {
            assert!(player.reserve.len() <= before.players[seat].reserve.len(), "{mv}");
            let discarded = usize::from(mv.starts_with('/') && seat == A);
            assert!(player.discard.len() <= before.players[seat].discard.len() + discarded, "{mv}");
        }
        let covered = |public: &games::savannah::Public| {
            public.foundations.iter().map(|(_, pile)| pile.len()).sum::<usize>()
        };
        assert_eq!(covered(after), covered(&before) + usize::from(!mv.starts_with('/')), "{mv}");
    }
}

#[test]
fn s8_an_empty_hand_draws_four_more() {
    let mut play = Scene::new(SMALL).foundations("3c 7d Jh").stock("4c 5d 6h 7s 9c 9d 9h 9s Tc").start();
    play.chance("roll 11").does("4c>1 5d>1 6h>1");
    assert_eq!(play.hand(A), "7s", "not before it is empty");
    play.does("7s>1");
    assert_eq!((play.hand(A).as_str(), play.next().as_str()), ("9c 9d 9h 9s", "A"));
    play.does("/9c");
    assert_eq!(play.hand(A), "9d 9h 9s", "the discard that ends the turn never refills");
}

#[test]
fn s9_after_doubles_another_players_discard_may_be_played() {
    let scene = || Scene::new("seats=3 reserve=5 discard=2 first=A").foundations("3c 7d Jh");
    let mut play = scene().discard(B, "4c").discard(C, "8d").start();
    play.chance("roll 12");
    assert_eq!(
        play.refused("DB>1").to_string(),
        "you may play from another player's discard only after doubles: the dice show 1 and 2 (S9)"
    );
    let mut play = scene().discard(B, "4c").discard(C, "8d").start();
    play.chance("roll 11");
    assert!(play.is_legal("DB>1") && play.is_legal("DC>2"));
    assert_eq!(play.rule("DA>1"), "S9", "a player's own discard is not another player's");
    assert_eq!(play.refused("DD>1").to_string(), "nobody sits at D (S9)");
    assert_eq!(play.rule("DB>3"), "S12", "what is taken must fit");
    play.does("DB>1");
    assert_eq!(play.pile(1), "3c 4c");

    let mut bare = Scene::new("seats=2 reserve=5 discard=0 first=A").start();
    bare.chance("roll 22");
    assert_eq!(bare.refused("DB>1").to_string(), "B's discard is empty (S9)");
}

#[test]
fn s10_only_one_such_card_per_turn() {
    let mut play = Scene::new("seats=3 reserve=5 discard=2 first=A")
        .foundations("3c 7d Jh")
        .discard(B, "5c 4c")
        .discard(C, "8d")
        .start();
    play.chance("roll 11").does("DB>1");
    for mv in ["DB>1", "DC>2"] {
        assert_eq!(play.rule(mv), "S10", "{mv}: neither from the same nor from another");
        assert!(!play.is_legal(mv));
    }
    let hand = play.view(A).hand().unwrap()[0];
    play.does(&format!("/{hand}")).chance("roll 11");
    assert_eq!(play.0.turn(), Turn::Seat(B));
    assert!(play.is_legal("DC>2"), "the next player's turn is another turn");
}

#[test]
fn s11_a_turn_ends_with_a_card_from_the_hand_face_up_on_the_discard() {
    let mut play = Scene::new(SMALL).discard(A, "2c").foundations("3c 7d Jh").stock("9c 9d 9h 9s").start();
    play.chance("roll 11");
    let refusal = play.refused("/-");
    assert_eq!(refusal.to_string(), "end your turn by discarding a card from your hand (S11)");
    assert_eq!(play.rule("/2c"), "S11", "only from the hand");
    play.does("/9h");
    let discard = &play.0.public().players[A].discard;
    assert_eq!((text(&discard.face_up).as_str(), discard.face_down), ("2c 9h", 0));
    assert_eq!((play.next().as_str(), play.0.public().seat), ("roll", B));
    assert_eq!(play.0.cards(), cards::PACK.into_iter().collect::<Bag>());
}
