use cards::{Card, DealId, PACK, Rank, Suit};
use table::{Game, Seat, Table, Turn, View as _};

use super::{Position, at, refused};
use crate::klondike::{Column, Config, Klondike, Move};

const ONE: Config = Config::ONE_CARD;

fn legal(game: &Klondike) -> Vec<String> {
    game.seen.legal().iter().map(Move::to_string).collect()
}

fn top(game: &Klondike, column: u8) -> Option<String> {
    game.seen.columns[Column::new(column).unwrap()].top().map(|card| card.to_string())
}

#[test]
fn t1_only_a_top_card_moves_and_never_a_build() {
    let columns = ["-9c 8h 7s", "9s", "8d", "", "", "", ""];
    let game = Position { config: ONE, columns, ..Position::default() }.game();
    assert_eq!(legal(&game), ["d", "32", "13"]);
    assert_eq!(
        refused(&game, "12:2"),
        "only the top card of column 1 can be moved, the seven of spades (T1)"
    );
    assert_eq!(refused(&game, "51"), "column 5 is empty (T1)");
    // In every position of random games, every legal move between columns is of one card.
    for number in 0..50 {
        let mut game = Table::<Klondike>::new(ONE, DealId::V1(number)).unwrap().game().clone();
        for turn in 0..200 {
            let legal = game.seen.legal();
            assert!(legal.iter().all(|mv| !matches!(mv, Move::ColumnToColumn { count: 2.., .. })));
            game.play_unchecked(Seat::A, legal[(turn * 7 + 3) % legal.len()]);
        }
    }
}

#[test]
fn t2_the_card_under_a_moved_card_becomes_the_top_card() {
    let columns = ["9c 8h", "9s", "", "", "", "", ""];
    let game = at(Position { config: ONE, columns, ..Position::default() }.game(), "12");
    assert_eq!(top(&game, 1).as_deref(), Some("9c"));
}

#[test]
fn t3_cards_under_the_top_card_are_locked() {
    let columns = ["-Td 9c 8h", "Jc", "9s", "", "", "", ""];
    let game = Position { config: ONE, columns, ..Position::default() }.game();
    assert!(refused(&game, "12:3").ends_with("(T1)"));
    assert_eq!(refused(&game, "12:0"), "you must move at least one card (T3)");
    let game = at(game, "13");
    assert!(refused(&game, "12:2").ends_with("(T1)"), "the ten is still under the nine");
}

#[test]
fn t4_a_face_down_card_is_turned_up_at_once() {
    let columns = ["--8h", "9s", "", "", "", "", ""];
    let game = at(Position { config: ONE, columns, ..Position::default() }.game(), "12");
    let pile = &game.seen.columns[Column::new(1).unwrap()];
    assert_eq!((pile.face_down, pile.face_up.len()), (1, 1));
    assert!(refused(&game, "t1").ends_with("is face up already (T4)"));
    assert!(legal(&game).iter().all(|mv| !mv.starts_with('t')));
}

#[test]
fn t5_colours_differ_on_a_column() {
    let game =
        Position { config: ONE, columns: ["9h", "", "", "", "", "", ""], waste: "8d", ..Position::default() }
            .game();
    assert_eq!(
        refused(&game, "w1"),
        "only a black eight can go on the nine of hearts, not the eight of diamonds (T5)"
    );
    all_pairs(|card, top| (card.rank.above() == Some(top.rank)).then_some(card.colour() != top.colour()));
}

#[test]
fn t6_the_moved_card_is_one_rank_lower() {
    let game =
        Position { config: ONE, columns: ["9h", "", "", "", "", "", ""], waste: "7c", ..Position::default() }
            .game();
    assert_eq!(
        refused(&game, "w1"),
        "only a black eight can go on the nine of hearts, not the seven of clubs (T6)"
    );
    all_pairs(|card, top| (card.colour() != top.colour()).then_some(card.rank.above() == Some(top.rank)));
}

/// Checks all pairs of cards for which the rule decides.
fn all_pairs(expected: impl Fn(Card, Card) -> Option<bool>) {
    for card in PACK {
        for top in PACK.into_iter().filter(|top| *top != card) {
            let mut game = Position { config: ONE, ..Position::default() }.game();
            game.seen.columns[Column::new(1).unwrap()].face_up.push(card);
            game.seen.columns[Column::new(2).unwrap()].face_up.push(top);
            if let Some(expected) = expected(card, top) {
                assert_eq!(legal(&game).contains(&"12".to_owned()), expected, "{card} on {top}");
            }
        }
    }
}

#[test]
fn t7_an_empty_column_is_filled_by_a_king() {
    for card in PACK {
        let mut game = Position { config: ONE, ..Position::default() }.game();
        game.seen.waste.push(card);
        assert_eq!(legal(&game).contains(&"w3".to_owned()), card.rank == Rank::King, "{card}");
    }
    let game = Position { config: ONE, waste: "Qh", ..Position::default() }.game();
    assert_eq!(
        refused(&game, "w3"),
        "column 3 is empty: only a king goes there, not the queen of hearts (T7)"
    );
}

#[test]
fn t8_a_black_eight_goes_on_the_nine_of_diamonds() {
    let takes: Vec<String> = PACK
        .into_iter()
        .filter(|card| {
            let mut game =
                Position { config: ONE, columns: ["9d", "", "", "", "", "", ""], ..Position::default() }
                    .game();
            game.seen.waste.push(*card);
            legal(&game).contains(&"w1".to_owned())
        })
        .map(|card| card.to_string())
        .collect();
    assert_eq!(takes, ["8c", "8s"]);
}

#[test]
fn t9_a_king_from_any_column_fills_an_empty_one_and_frees_the_card_under_it() {
    let columns = ["--Kd", "", "-Kc Qd", "", "", "", ""];
    let game = at(Position { config: ONE, columns, ..Position::default() }.game(), "12");
    assert_eq!(top(&game, 2).as_deref(), Some("Kd"));
    assert_eq!(game.seen.columns[Column::new(1).unwrap()].face_up.len(), 1, "the card under it is turned up");
    assert!(!legal(&game).contains(&"34:2".to_owned()), "a king under another card is locked");
}

#[test]
fn t10_a_card_may_be_drawn_at_any_time() {
    let mut game = Table::<Klondike>::new(ONE, DealId::V1(3)).unwrap().game().clone();
    for turn in 0..300 {
        let legal = game.seen.legal();
        let expected = if game.seen.stock.is_empty() { Move::Redeal } else { Move::Draw };
        assert!(legal.contains(&expected) || game.seen.waste.is_empty());
        game.play_unchecked(Seat::A, legal[(turn * 5 + 1) % legal.len()]);
    }
    let empty = Position { config: ONE, stock: Some(""), ..Position::default() }.game();
    assert_eq!(refused(&empty, "d"), "the stock and the waste are empty (T10)");
}

#[test]
fn t11_the_drawn_card_may_go_to_a_column_if_it_fits() {
    let position = Position {
        config: ONE,
        columns: ["9d", "", "", "", "", "", ""],
        stock: Some("8c 4h"),
        ..Position::default()
    };
    let game = at(position.game(), "d w1");
    assert_eq!(top(&game, 1).as_deref(), Some("8c"));
    assert!(refused(&at(game, "d"), "w1").ends_with("(T6)"));
}

#[test]
fn t12_a_drawn_card_that_is_not_placed_lies_face_up_on_the_waste() {
    let position = Position {
        config: ONE,
        columns: ["9d", "", "", "", "", "", ""],
        stock: Some("8c 4h"),
        ..Position::default()
    };
    let game = at(position.game(), "d d");
    assert_eq!(game.seen.waste[..], cards::parse_cards("8c 4h").unwrap());
}

#[test]
fn t13_the_waste_becomes_the_new_stock() {
    let position = Position { config: ONE, stock: Some("8c 4h"), ..Position::default() };
    let game = at(position.game(), "d d r");
    assert!(game.seen.waste.is_empty(), "a new waste begins");
    assert_eq!(game.seen.stock.len(), 2);
    assert_eq!(at(game, "d").seen.waste[..], ["8c".parse().unwrap()]);
    assert!(refused(&position.game(), "r").ends_with("(T13)"));
}

#[test]
fn t14_the_top_of_the_waste_may_be_played() {
    let position = Position {
        config: ONE,
        columns: ["9d", "", "", "", "", "", ""],
        waste: "8c 4h As",
        ..Position::default()
    };
    let game = position.game();
    assert!(legal(&game).contains(&"wf".to_owned()));
    let game = at(game, "wf");
    assert!(!legal(&game).contains(&"w1".to_owned()), "the eight is under the four");
    assert_eq!(
        refused(&Position { config: ONE, ..Position::default() }.game(), "wf"),
        "the waste is empty (T14)"
    );
}

#[test]
fn t15_cards_may_go_to_the_foundations_at_any_time() {
    let position = Position {
        config: ONE,
        columns: ["Ah", "-2h", "", "", "", "", ""],
        waste: "3h",
        ..Position::default()
    };
    let game = at(position.game(), "1f 2f wf");
    assert_eq!(game.seen.foundations[Suit::Hearts], 3);
}

#[test]
fn t16_a_foundation_runs_from_ace_to_king_without_a_gap() {
    for height in 0..13 {
        for rank in Rank::ALL {
            let mut game =
                Position { config: ONE, foundations: [0, 0, height, 0], ..Position::default() }.game();
            game.seen.waste.push(Card::new(rank, Suit::Hearts));
            assert_eq!(legal(&game).contains(&"wf".to_owned()), rank.number() == height + 1);
        }
    }
    let game = Position { config: ONE, waste: "2h", ..Position::default() }.game();
    assert_eq!(
        refused(&game, "wf"),
        "the foundation of hearts takes the ace next, not the two of hearts (T16)"
    );
}

#[test]
fn t17_a_foundation_has_only_one_suit() {
    let game = Position { config: ONE, waste: "2d", foundations: [0, 0, 1, 0], ..Position::default() }.game();
    assert_eq!(
        refused(&game, "wf"),
        "the foundation of diamonds takes the ace next, not the two of diamonds (T16)"
    );
    let game = at(
        Position { config: ONE, waste: "2d Ad", foundations: [0, 0, 1, 0], ..Position::default() }.game(),
        "wf wf",
    );
    assert_eq!(game.seen.foundations.0, [0, 2, 1, 0]);
}

#[test]
fn t18_four_complete_foundations_win_the_game() {
    let position = Position {
        config: ONE,
        columns: ["Kh Qs", "", "", "", "", "", ""],
        waste: "Ks",
        foundations: [13, 13, 12, 11],
        stock: Some(""),
        ..Position::default()
    };
    let game = at(position.game(), "1f wf");
    assert_eq!(game.turn(), Turn::Seat(Seat::A), "one card is missing");
    let game = at(game, "1f");
    assert_eq!(game.outcome().unwrap().winners, Seat::A.into());
}
