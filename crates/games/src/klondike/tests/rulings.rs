use cards::{DealId, Suit};
use table::{Entry, Game, Seat, Table, View as _};

use super::{Position, at, refused};
use crate::klondike::{Column, Config, Klondike, Move, Moves, Place, Turning};

fn legal(game: &Klondike) -> Vec<String> {
    game.seen.legal().iter().map(Move::to_string).collect()
}

#[test]
fn r1_a_drawn_card_is_shown_on_the_waste_and_played_from_there() {
    let columns = ["9d", "", "", "", "", "", ""];
    let position =
        Position { config: Config::ONE_CARD, columns, stock: Some("8c 4h"), ..Position::default() };
    let drawn = at(position.game(), "d");
    assert_eq!(drawn.seen.waste.last(), Some(&"8c".parse().unwrap()));
    assert!(legal(&drawn).contains(&"w1".to_owned()), "playing it from there is T11");
    assert!(legal(&drawn).contains(&"d".to_owned()), "leaving it there is T12");
}

#[test]
fn r2_turn_for_me_turns_at_once_and_is_recorded() {
    let mut table = Table::<Klondike>::new(Config::KLONDIKE, DealId::Solvitaire(2)).unwrap();
    assert_eq!(table.game().seen.turn_for_me(), None);
    // Play any move that uncovers a face-down card.
    let uncovering = table
        .game()
        .seen
        .legal()
        .into_iter()
        .find(|mv| at(table.game().clone(), &mv.to_string()).seen.turn_for_me().is_some());
    table.play(Seat::A, uncovering.unwrap()).unwrap();
    let before = table.game().seen.clone();
    let turn = before.turn_for_me().unwrap();
    table.play_auto(Seat::A, turn).unwrap();
    assert!(matches!(table.record().entries.last(), Some(Entry::Move { auto: true, .. })));
    assert!(table.save().contains(&format!("A {turn} auto\n")));
    assert_eq!(table.game().seen.turn_for_me(), None);
    // Undo treats it as part of the step.
    table.undo(Seat::A).unwrap();
    assert_eq!(table.undo_refusal(Seat::A), Some(table::UndoError::NothingToUndo));
    let turned_at_once =
        Position { config: Config::ONE_CARD, columns: ["-", "", "", "", "", "", ""], ..Position::default() };
    assert_eq!(
        turned_at_once.game().seen.turn_for_me(),
        None,
        "where cards turn at once there is nothing to do"
    );
}

#[test]
fn r3_stuck_depends_only_on_seen_cards() {
    // None of these cards fits anywhere: the columns show only black cards of even rank.
    let columns = ["-8s", "-6s", "-4s", "-Ts", "-Qs", "-8c", "-6c"];
    let unseen = Position { columns, stock: Some("2s 2c Tc"), ..Position::default() };
    assert!(!unseen.game().seen.is_stuck(), "the stock has not been seen");
    let drawn = at(unseen.game(), "d d");
    assert!(!drawn.seen.is_stuck(), "one card has not been seen");
    let all = at(drawn, "d");
    assert!(all.seen.is_stuck(), "every card has been on the waste and none goes anywhere");
    assert_eq!(all.outcome(), None, "stuck is a report: the game is not over");
    let again = at(all, "r d");
    assert!(again.seen.is_stuck());
    // One card in the stock that fits is enough: the game is not stuck.
    let fits = Position { columns, stock: Some("2s 7h Tc"), ..Position::default() };
    assert!(!at(fits.game(), "d d d r").seen.is_stuck());
}

#[test]
fn r3_a_game_with_a_card_to_turn_or_move_is_not_stuck() {
    let stuck = ["-8s", "-6s", "-4s", "-Ts", "-Qs", "-8c", "-6c"];
    let with =
        |columns: [&'static str; 7]| Position { columns, stock: Some(""), ..Position::default() }.game();
    // With an empty stock and only moves that change nothing, the game is stuck. With no move at
    // all it is over instead.
    let mut columns = stuck;
    columns[6] = "-";
    assert!(!with(columns).seen.is_stuck(), "a card can be turned");
    columns[6] = "-7h";
    assert!(!with(columns).seen.is_stuck(), "a card can go on another");
    columns[6] = "-Ah";
    assert!(!with(columns).seen.is_stuck(), "a card can go up");
}

#[test]
fn r3_only_cards_that_can_reach_the_top_of_the_waste_count() {
    let columns = ["-8s", "-6s", "-4s", "-Ts", "-Qs", "-8c", "-6c"];
    let config = Config::new(3, None, Moves::Builds, false, Turning::ByHand).unwrap();
    // The red seven fits, but when drawing three it is never on top.
    let never = Position { config, columns, stock: Some("7h 2s 2c Tc"), ..Position::default() };
    assert!(at(never.game(), "d d").seen.is_stuck());
    let third = Position { config, columns, stock: Some("2s 2c 7h Tc"), ..Position::default() };
    assert!(!at(third.game(), "d d").seen.is_stuck());
    // On the last pass only the remaining cards count.
    let config = Config::new(1, 2.try_into().ok(), Moves::Builds, false, Turning::ByHand).unwrap();
    let last = Position {
        config,
        columns,
        stock: Some("Tc"),
        waste: "7h 2s",
        seen: true,
        pass: 2,
        ..Position::default()
    };
    assert!(last.game().seen.is_stuck());
    let first = Position { pass: 1, ..last };
    assert!(!first.game().seen.is_stuck());
}

#[test]
fn r3_moves_back_from_a_foundation_count_where_allowed() {
    let columns = ["-8s", "-6s", "-4s", "-Ts", "-Qs", "-8c", "-6c"];
    let foundations = [0, 0, 5, 0];
    let position =
        Position { columns, foundations, stock: Some("2s"), seen: true, pass: 2, ..Position::default() };
    assert!(position.game().seen.is_stuck());
    let back = Position { config: Config::KLONDIKE_1, ..position };
    assert!(!back.game().seen.is_stuck(), "the five of hearts can come back to a six");
}

/// A second implementation of stuck that follows R3 literally: it draws and redeals until nothing
/// new appears, and tries every move.
fn stuck_by_exhaustive_search(game: &Klondike) -> bool {
    let seen: Vec<cards::Card> = game.seen.seen_cards().collect();
    let mut game = game.clone();
    // Two passes show every card that drawing can bring up.
    for _ in 0..60 {
        let legal = game.seen.legal();
        let waits = |mv: &Move| matches!(mv, Move::Draw | Move::Redeal) || game.seen.changes_nothing(*mv);
        if !legal.iter().all(waits) || game.seen.waste.last().is_some_and(|card| !seen.contains(card)) {
            return false;
        }
        match legal.into_iter().find(|mv| matches!(mv, Move::Draw | Move::Redeal)) {
            Some(mv) => game.play_unchecked(Seat::A, mv),
            None => break,
        }
    }
    true
}

#[test]
fn r3_stuck_agrees_with_exhaustive_search() {
    let (mut stuck, mut not) = (0, 0);
    let limited = [
        "klondike passes=1",
        "draw=3 passes=2 moves=builds back=no turn=once",
        "draw=2 passes=3 moves=one back=yes turn=once",
    ];
    let configs = Config::PRESETS
        .map(|(_, config)| config)
        .into_iter()
        .chain(limited.map(|text| text.parse().unwrap()));
    for config in configs {
        for number in 0..120 {
            let mut game = Table::<Klondike>::new(config, DealId::V1(number)).unwrap().game().clone();
            let mut source = cards::Key::from_number(number).stream(cards::ChanceKind::Roll, 0);
            for _ in 0..250 {
                if game.outcome().is_some() {
                    break;
                }
                let expected = stuck_by_exhaustive_search(&game);
                assert_eq!(game.seen.is_stuck(), expected, "{config} v1:{number}");
                *(if expected { &mut stuck } else { &mut not }) += 1;
                // Greedy play gets stuck soon.
                let legal = game.seen.legal();
                let placing = legal.iter().find(|mv| {
                    !matches!(
                        mv,
                        Move::Draw
                            | Move::Redeal
                            | Move::ColumnToColumn { .. }
                            | Move::FoundationToColumn { .. }
                    )
                });
                let any = legal[cards::Source::below(&mut source, legal.len() as u32) as usize];
                game.play_unchecked(Seat::A, placing.copied().unwrap_or(any));
            }
        }
    }
    assert!(stuck > 1000 && not > 10_000, "{stuck} stuck, {not} not");
}

#[test]
fn r4_drawing_several_cards_leaves_the_last_one_on_top() {
    let config = Config::KLONDIKE_3;
    let position = Position { config, stock: Some("9c 4d Js 2h 5s"), ..Position::default() };
    let game = at(position.game(), "d");
    assert_eq!(game.seen.waste[..], cards::parse_cards("9c 4d Js").unwrap());
    let game = at(game, "d");
    assert_eq!(game.seen.waste.last(), Some(&"5s".parse().unwrap()), "fewer if fewer are left");
    assert!(game.seen.stock.is_empty());
    let game = at(game, "r d");
    assert_eq!(game.seen.waste[..], cards::parse_cards("9c 4d Js").unwrap());
}

#[test]
fn r4_an_option_limits_the_passes() {
    let config = Config::new(1, 2.try_into().ok(), Moves::Builds, false, Turning::ByHand).unwrap();
    let position = Position {
        config,
        columns: ["Ah", "", "", "", "", "", ""],
        stock: Some("9c 4d"),
        ..Position::default()
    };
    let game = at(position.game(), "d d r d d");
    for mv in ["r", "d"] {
        assert_eq!(refused(&game, mv), "the stock is empty, and pass 2 was the last one (R4)");
    }
    let columns = ["8d", "", "", "", "", "", ""];
    let game =
        Position { config, columns, stock: Some("9h"), pass: 2, seen: true, ..Position::default() }.game();
    assert_eq!(at(game, "d").outcome().unwrap().to_string(), "lost by K18");
}

#[test]
fn r4_an_option_allows_moves_back_from_a_foundation() {
    let columns = ["7s", "7d", "", "", "", "", ""];
    let position =
        Position { config: Config::KLONDIKE_1, columns, foundations: [0, 0, 6, 0], ..Position::default() };
    let game = position.game();
    assert!(legal(&game).contains(&"fh1".to_owned()));
    let back = at(game.clone(), "fh1");
    assert_eq!(back.seen.foundations[Suit::Hearts], 5);
    assert_eq!(back.seen.columns[Column::new(1).unwrap()].top(), Some("6h".parse().unwrap()));
    assert_eq!(
        refused(&game, "fh2"),
        "only a black six can go on the seven of diamonds, not the six of hearts (K19)"
    );
    assert_eq!(refused(&game, "fs1"), "the foundation of spades is empty (R4)");
    let never = Position { config: Config::KLONDIKE, ..position }.game();
    assert_eq!(refused(&never, "fh1"), "in this game, cards can't be moved back from a foundation (R4)");
}

#[test]
fn r4_presets_have_the_documented_options() {
    let words = |config: Config| {
        let passes = config.passes().is_none();
        (
            config.draw(),
            passes,
            config.moves() == Moves::Builds,
            config.back(),
            config.turn() == Turning::ByHand,
        )
    };
    assert_eq!(words(Config::KLONDIKE), (1, true, true, false, true));
    assert_eq!(words(Config::ONE_CARD), (1, true, false, false, false));
    assert_eq!(words(Config::KLONDIKE_1), (1, true, true, true, false));
    assert_eq!(words(Config::KLONDIKE_3), (3, true, true, true, false));
    for (name, config) in Config::PRESETS {
        assert_eq!(name.parse(), Ok(config));
        assert_eq!(config.to_string(), name);
    }
}

#[test]
fn r4_every_set_of_options_round_trips() {
    for draw in 1..=3 {
        for passes in [None, 1.try_into().ok(), 3.try_into().ok()] {
            for moves in [Moves::Builds, Moves::One] {
                for back in [false, true] {
                    for turn in [Turning::ByHand, Turning::AtOnce] {
                        let config = Config::new(draw, passes, moves, back, turn).unwrap();
                        assert_eq!(config.to_string().parse(), Ok(config));
                    }
                }
            }
        }
    }
    assert_eq!(
        "klondike passes=3".parse::<Config>().unwrap().to_string(),
        "draw=1 passes=3 moves=builds back=no turn=hand"
    );
    for text in [
        "",
        "patience",
        "draw=4",
        "draw=0",
        "passes=0",
        "passes=70000",
        "moves=two",
        "back",
        "draw=1 klondike",
        "x=1",
    ] {
        assert!(text.parse::<Config>().is_err(), "{text}");
    }
    assert_eq!(Config::new(4, None, Moves::Builds, false, Turning::ByHand), None);
}

#[test]
fn r5_a_foundation_belongs_to_its_suit_from_the_start() {
    let columns = ["As", "Ac", "Ah", "Ad", "", "", ""];
    let game = at(Position { columns, ..Position::default() }.game(), "1f 2f 3f 4f");
    assert_eq!(game.seen.foundations.0, [1, 1, 1, 1]);
    let order: Vec<char> = game.seen.foundations.iter().map(|(suit, _)| suit.symbol()).collect();
    assert_eq!(order, ['♣', '♦', '♥', '♠']);
}

#[test]
fn r6_moving_a_whole_column_from_a_king_is_legal_but_never_chosen() {
    let columns = ["Kd Qc", "", "-Kc", "", "", "", ""];
    let game = Position { columns, stock: Some("2s"), seen: true, ..Position::default() }.game();
    assert!(legal(&game).contains(&"12:2".to_owned()), "K21 allows it");
    assert!(game.seen.changes_nothing("12:2".parse().unwrap()));
    assert_eq!(game.seen.tap(Place::Column(Column::new(1).unwrap(), 2)), None);
    assert!(!game.seen.changes_nothing("32".parse().unwrap()), "a card under it is freed");
    assert_eq!(game.seen.tap(Place::Column(Column::new(3).unwrap(), 1)), "32".parse().ok());
    let columns = ["Kd", "", "-8c", "-6c", "-4c", "-Tc", "-6s"];
    let game = Position { columns, stock: Some("2s"), seen: true, ..Position::default() }.game();
    assert!(legal(&game).contains(&"12".to_owned()));
    assert!(game.seen.is_stuck(), "such a move does not count");
}

#[test]
fn r7_in_one_card_klondike_nothing_leaves_a_foundation_and_the_stock_keeps_its_order() {
    let columns = ["3c", "", "", "", "", "", ""];
    let foundations = [0, 2, 0, 0];
    let stock = "9c 4d Js 8h";
    let one_card = Position { columns, foundations, stock: Some(stock), ..Position::default() };
    let one_card = Position { config: Config::ONE_CARD, ..one_card };
    let mut game = one_card.game();
    assert!(!legal(&game).iter().any(|mv| mv.starts_with('f')));
    assert_eq!(refused(&game, "fd1"), "in this game, cards can't be moved back from a foundation (R7)");
    let back = Config::new(1, None, Moves::One, true, Turning::AtOnce).unwrap();
    assert!(legal(&Position { config: back, ..one_card }.game()).contains(&"fd1".to_owned()));
    for _ in 0..3 {
        for card in cards::parse_cards(stock).unwrap() {
            game = at(game, "d");
            assert_eq!(game.seen.waste.last(), Some(&card));
        }
        game = at(game, "r");
    }
}
