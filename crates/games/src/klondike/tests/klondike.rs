use cards::{Card, Colour, DealId, PACK, Rank, Suit};
use table::{Game, Seat, Sight, Table, Turn, View as _};

use super::{Position, at, refused};
use crate::klondike::{Column, Config, Klondike, Move, Stock};

fn dealt(number: u64) -> Klondike {
    Table::<Klondike>::new(Config::KLONDIKE, DealId::V1(number)).unwrap().game().clone()
}

fn legal(game: &Klondike) -> Vec<String> {
    game.seen.legal().iter().map(Move::to_string).collect()
}

#[test]
fn k1_the_game_has_one_pack_of_52() {
    let cards = dealt(7).cards();
    assert_eq!(cards.len(), 52);
    assert!(PACK.iter().all(|card| cards.count(*card) == 1));
}

#[test]
fn k3_seven_columns_have_one_to_seven_cards() {
    let sizes: Vec<usize> = dealt(7).seen.columns.iter().map(|(_, pile)| pile.len()).collect();
    assert_eq!(sizes, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn k3_nothing_can_be_played_before_the_deal() {
    let game = Klondike::new(&Config::KLONDIKE);
    assert_eq!(game.turn(), Turn::Chance(cards::ChanceKind::Deal));
    assert_eq!(refused(&game, "d"), "the cards have not been dealt (K3)");
}

#[test]
fn k4_the_top_card_of_each_column_is_face_up() {
    let cards: Box<[Card; 52]> = Box::new(PACK);
    let game = Table::<Klondike>::new(Config::KLONDIKE, DealId::Cards(cards)).unwrap().game().clone();
    for (column, pile) in game.seen.columns.iter() {
        let number = usize::from(column.number());
        assert_eq!((usize::from(pile.face_down), pile.face_up.len()), (number - 1, 1));
        // The top card of column k is card number 1 + 2 + … + k of the deal.
        assert_eq!(pile.top(), Some(PACK[number * (number + 1) / 2 - 1]));
    }
}

#[test]
fn k5_the_other_24_cards_are_the_stock_face_down() {
    assert_eq!(dealt(7).seen.stock, Stock::Unseen(24));
}

#[test]
fn k6_waste_and_foundations_start_empty() {
    let game = dealt(7);
    assert!(game.seen.waste.is_empty());
    assert_eq!(game.seen.foundations.0, [0; 4]);
}

#[test]
fn k7_a_foundation_is_built_from_ace_to_king_in_one_suit() {
    for suit in Suit::ALL {
        let mut game = Position::default().game();
        for rank in Rank::ALL {
            game.seen.waste.push(Card::new(rank, suit));
            game = at(game, "wf");
            assert_eq!(game.seen.foundation_top(suit), Some(Card::new(rank, suit)));
        }
        assert_eq!(game.seen.foundations.0.iter().sum::<u8>(), 13);
    }
}

#[test]
fn k8_the_game_is_won_with_all_cards_on_the_foundations() {
    let position = Position {
        columns: ["Ks", "", "", "", "", "", ""],
        foundations: [13, 13, 13, 12],
        stock: Some(""),
        ..Position::default()
    };
    let game = at(position.game(), "1f");
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.outcome().unwrap().to_string(), "won A by K8");
}

#[test]
fn k9_the_top_card_of_the_stock_goes_on_the_waste() {
    let position = Position { stock: Some("9c 4d"), ..Position::default() };
    let game = at(position.game(), "d");
    assert_eq!(game.seen.waste[..], ["9c".parse().unwrap()]);
    let game = at(game, "d");
    assert_eq!(game.seen.waste.last(), Some(&"4d".parse().unwrap()));
    assert_eq!(refused(&game, "d"), "the stock is empty: the waste can be turned over instead (K9)");
    let empty = Position { stock: Some(""), ..Position::default() }.game();
    assert_eq!(refused(&empty, "d"), "the stock and the waste are empty (K9)");
}

#[test]
fn k10_the_top_of_the_waste_goes_to_a_column() {
    let position =
        Position { columns: ["", "", "8d", "", "", "", ""], waste: "2c 7c", ..Position::default() };
    let game = at(position.game(), "w3");
    assert_eq!(game.seen.columns[Column::new(3).unwrap()].face_up[..], cards("8d 7c"));
    assert_eq!(game.seen.waste[..], cards("2c"));
    assert_eq!(refused(&Position::default().game(), "w3"), "the waste is empty (K10)");
}

#[test]
fn k11_the_top_of_the_waste_goes_to_a_foundation() {
    let game = at(Position { waste: "7c Ah", ..Position::default() }.game(), "wf");
    assert_eq!(game.seen.foundations[Suit::Hearts], 1);
    assert_eq!(game.seen.waste[..], cards("7c"));
    assert_eq!(refused(&Position::default().game(), "wf"), "the waste is empty (K11)");
}

#[test]
fn k12_the_top_of_a_column_goes_to_another_column() {
    let position = Position { columns: ["8d", "-7c", "", "", "", "", ""], ..Position::default() };
    let game = at(position.game(), "21");
    assert_eq!(game.seen.columns[Column::new(1).unwrap()].face_up[..], cards("8d 7c"));
    assert_eq!(
        refused(&position.game(), "11"),
        "the eight of diamonds is already in column 1: choose another column (K12)"
    );
    assert_eq!(refused(&position.game(), "31"), "column 3 is empty (K12)");
}

#[test]
fn k13_a_build_of_any_length_keeps_its_order() {
    let position =
        Position { columns: ["-Jd Tc 9h 8s", "Ts", "Qs", "9d", "", "", ""], ..Position::default() };
    let game = at(position.game(), "12:2");
    assert_eq!(game.seen.columns[Column::new(2).unwrap()].face_up[..], cards("Ts 9h 8s"));
    let game = at(position.game(), "13:4");
    assert_eq!(game.seen.columns[Column::new(3).unwrap()].face_up[..], cards("Qs Jd Tc 9h 8s"));
    assert_eq!(game.seen.columns[Column::new(1).unwrap()].len(), 1);
    let game = at(position.game(), "14");
    assert_eq!(game.seen.columns[Column::new(4).unwrap()].face_up[..], cards("9d 8s"));
    let five = "only 4 cards in column 1 are face up, so you can't move 5 (K13)";
    assert_eq!(refused(&position.game(), "13:5"), five);
    assert_eq!(refused(&position.game(), "13:0"), "you must move at least one card (K13)");
}

#[test]
fn k14_the_top_of_a_column_goes_to_a_foundation() {
    let position = Position { columns: ["2h As", "", "-", "", "", "", ""], ..Position::default() };
    let game = at(position.game(), "1f");
    assert_eq!(game.seen.foundations[Suit::Spades], 1);
    assert_eq!(refused(&game, "2f"), "column 2 is empty (K14)");
    assert_eq!(refused(&game, "3f"), "the top card of column 3 is face down: it must be turned first (K15)");
}

#[test]
fn k15_a_face_down_top_card_is_turned_by_a_move() {
    let position = Position { columns: ["8d", "-7c", "", "", "", "", ""], ..Position::default() };
    let game = at(position.game(), "21");
    assert!(
        game.seen.columns[Column::new(2).unwrap()].has_face_down_top(),
        "it stays face down until it is turned"
    );
    assert!(legal(&game).contains(&"t2".to_owned()));
    let game = at(game, "t2");
    assert_eq!(game.seen.columns[Column::new(2).unwrap()].face_up.len(), 1);
    assert_eq!(game.seen.columns[Column::new(2).unwrap()].face_down, 0);
    assert_eq!(
        refused(&game, "t1"),
        "the top card of column 1, the seven of clubs, is face up already (K15)"
    );
    assert_eq!(refused(&game, "t3"), "column 3 is empty (K15)");
}

#[test]
fn k16_the_waste_is_redealt_in_the_same_order_without_limit() {
    let position = Position { stock: Some("9c 4d Js"), ..Position::default() };
    let mut game = position.game();
    for pass in 1..=50 {
        assert_eq!(game.seen.pass, pass);
        assert!(refused(&game, "r").ends_with("(K16)"));
        for card in cards("9c 4d Js") {
            game = at(game, "d");
            assert_eq!(game.seen.waste.last(), Some(&card));
        }
        game = at(game, "r");
        assert!(game.seen.waste.is_empty());
    }
    let empty = Position { stock: Some(""), ..Position::default() }.game();
    assert_eq!(refused(&empty, "r"), "the waste is empty: there is nothing to turn over (K16)");
}

#[test]
fn k17_illegal_moves_are_refused() {
    let game = dealt(7);
    let legal = game.seen.legal();
    for mv in Move::all() {
        let mut tried = game.clone();
        assert_eq!(tried.play(Seat::A, mv).is_ok(), legal.contains(&mv), "{mv}");
        assert!(legal.contains(&mv) || tried == game, "{mv}");
    }
}

#[test]
fn k17_there_is_no_second_player() {
    let mut game = dealt(7);
    let seat = Seat::new(1).unwrap();
    let refusal = game.play(seat, Move::Draw).unwrap_err();
    assert_eq!(refusal.to_string(), "this is a game for one player: there is no seat B (K17)");
    assert_eq!(game.resign(seat), Err(refusal));
    assert_eq!(game.outcome(), None);
}

#[test]
fn k18_the_game_is_over_when_no_move_can_be_made() {
    let position = Position {
        columns: ["8d", "3h 2s", "-9d 8s", "", "", "", ""],
        waste: "Kh",
        stock: Some(""),
        ..Position::default()
    };
    let game = at(position.game(), "w4");
    assert_eq!(game.outcome(), None, "the king's column can still move to an empty one");
    let columns = ["8d", "3h 2s", "Ks", "Kd", "Kc", "-9d 8s", ""];
    let game = at(Position { columns, waste: "Kh", stock: Some(""), ..Position::default() }.game(), "w7");
    assert_eq!(game.outcome().unwrap().to_string(), "lost by K18");
    assert_eq!(refused(&game, "41"), "the game is over (K18)");
    assert_eq!(legal(&game), [""; 0]);
}

#[test]
fn k19_a_card_goes_on_the_next_higher_card_of_the_other_colour() {
    for card in PACK {
        for top in PACK.into_iter().filter(|top| *top != card) {
            let mut game = Position::default().game();
            game.seen.waste.push(card);
            game.seen.columns[Column::new(4).unwrap()].face_up.push(top);
            // Spelled out for this test: rank by rank, colour by colour.
            let red = |card: Card| matches!(card.suit, Suit::Hearts | Suit::Diamonds);
            let expected = top.rank as i8 - card.rank as i8 == 1 && red(card) != red(top);
            let mv = Move::WasteToColumn { to: Column::new(4).unwrap() };
            assert_eq!((&game.seen).refusal(mv).is_none(), expected, "{card} on {top}");
            assert_eq!(game.seen.legal().contains(&mv), expected, "{card} on {top}");
        }
    }
}

#[test]
fn k19_a_refusal_says_which_card_fits() {
    let columns = ["9h", "Ac", "-", "", "", "", ""];
    let game = Position { columns, waste: "7c", ..Position::default() }.game();
    assert_eq!(
        refused(&game, "w1"),
        "only a black eight can go on the nine of hearts, not the seven of clubs (K19)"
    );
    assert_eq!(refused(&game, "w2"), "nothing goes on the ace of clubs: no rank is lower than an ace (K19)");
    assert_eq!(refused(&game, "w3"), "the top card of column 3 is face down: nothing goes on it (K19)");
}

#[test]
fn k20_a_build_is_placed_by_its_bottom_card() {
    let columns = ["-Td 9c 8h", "Jd", "Jc", "9s", "", "", ""];
    let game = Position { columns, ..Position::default() }.game();
    assert_eq!(legal(&game), ["d", "13:3", "14"]);
    let text =
        "only a black ten can go on the jack of diamonds, not the build from the ten of diamonds down (K20)";
    assert_eq!(refused(&game, "12:3"), text);
    // Every build of every run on every top card: only the bottom card matters.
    for bottom in PACK.into_iter().filter(|card| card.rank >= Rank::Two) {
        for top in PACK.into_iter().filter(|top| *top != bottom) {
            let under = Card::new(
                bottom.rank.below().unwrap(),
                [Suit::Hearts, Suit::Spades][usize::from(bottom.colour() == Colour::Red)],
            );
            if under == top {
                continue;
            }
            let mut game = Position::default().game();
            game.seen.columns[Column::new(1).unwrap()].face_up.extend([bottom, under]);
            game.seen.columns[Column::new(2).unwrap()].face_up.push(top);
            let expected = bottom.rank.above() == Some(top.rank) && bottom.colour() != top.colour();
            assert_eq!(legal(&game).contains(&"12:2".to_owned()), expected, "{bottom} {under} on {top}");
        }
    }
}

#[test]
fn k21_an_empty_column_takes_only_a_king_or_a_build_headed_by_a_king() {
    for card in PACK {
        let mut game = Position::default().game();
        game.seen.waste.push(card);
        assert_eq!(legal(&game).contains(&"w1".to_owned()), card.rank == Rank::King, "{card}");
    }
    let columns = ["-Kd Qc", "-Jd Tc", "", "", "", "", ""];
    let game = Position { columns, ..Position::default() }.game();
    assert!(legal(&game).contains(&"13:2".to_owned()));
    assert_eq!(
        refused(&game, "13"),
        "column 3 is empty: only a king goes there, not the queen of clubs (K21)"
    );
    assert_eq!(
        refused(&game, "23:2"),
        "column 3 is empty: only a king goes there, not the build from the jack of diamonds down (K21)"
    );
}

#[test]
fn k22_a_foundation_takes_the_next_higher_card_of_its_suit() {
    for card in PACK {
        for height in 0..=13 {
            let mut game = Position::default().game();
            game.seen.waste.push(card);
            game.seen.foundations[card.suit] = height;
            let expected = card.rank as u8 == height + 1;
            assert_eq!(legal(&game).contains(&"wf".to_owned()), expected, "{card} on {height}");
            assert_eq!(
                (&game.seen).refusal(Move::WasteToFoundation).is_none(),
                expected,
                "{card} on {height}"
            );
        }
    }
    let game = Position { waste: "5h", foundations: [0, 0, 2, 0], ..Position::default() }.game();
    assert_eq!(
        refused(&game, "wf"),
        "the foundation of hearts takes the three next, not the five of hearts (K22)"
    );
}

fn cards(text: &str) -> Vec<Card> {
    cards::parse_cards(text).unwrap()
}
