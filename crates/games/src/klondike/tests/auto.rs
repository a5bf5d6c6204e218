use cards::{DealId, Key};
use table::{Game, Seat, Table, Turn, View as _};

use super::{Position, at};
use crate::klondike::{Column, Config, Klondike, Move, Moves, Place, Turning, tell};

fn safe(position: Position<'_>) -> Option<String> {
    position.game().seen.safe_move().map(|mv| mv.to_string())
}

#[test]
fn safe_moves_keep_cards_that_a_column_may_need() {
    let five = |foundations| Position {
        columns: ["-5h", "", "", "", "", "", ""],
        foundations,
        ..Position::default()
    };
    assert_eq!(safe(five([4, 0, 4, 4])).as_deref(), Some("1f"), "both black fours are up");
    assert_eq!(safe(five([3, 0, 4, 4])), None, "a black four may need it, and a red three that four");
    assert_eq!(safe(five([3, 2, 4, 3])).as_deref(), Some("1f"), "whatever would lie on it can go up itself");
    assert_eq!(safe(five([2, 2, 4, 3])), None);
    let aces = Position { columns: ["-Ah", "-2s", "", "", "", "", ""], ..Position::default() };
    assert_eq!(safe(aces).as_deref(), Some("1f"));
    assert_eq!(at(aces.game(), "1f").seen.safe_move(), None, "the ace of spades is not up");
}

#[test]
fn with_moves_back_allowed_safe_moves_also_check_the_twin_suit() {
    let five = |foundations| Position {
        config: Config::KLONDIKE_1,
        columns: ["-5h", "", "", "", "", "", ""],
        foundations,
        ..Position::default()
    };
    assert_eq!(safe(five([4, 0, 4, 4])), None);
    assert_eq!(safe(five([4, 2, 4, 4])).as_deref(), Some("1f"));
}

#[test]
fn safe_moves_from_the_waste_require_draw_one() {
    let position = Position { waste: "Ah", ..Position::default() };
    assert_eq!(safe(position).as_deref(), Some("wf"));
    assert_eq!(safe(Position { config: Config::KLONDIKE_3, ..position }), None);
}

#[test]
fn auto_finish_is_offered_only_when_the_win_is_certain() {
    let columns = ["Kh Qs", "Ks Qh", "", "", "", "", ""];
    let position =
        Position { columns, foundations: [13, 11, 11, 11], stock: Some("Kd Qd"), ..Position::default() };
    let mut game = position.game();
    let mut moves = Vec::new();
    while let Some(mv) = game.seen.finish_move() {
        game.play(Seat::A, mv).unwrap();
        moves.push(mv.to_string());
    }
    assert_eq!(game.outcome().unwrap().winners, Seat::A.into());
    assert_eq!(moves, ["1f", "2f", "1f", "2f", "d", "d", "wf", "wf"]);

    let covered = Position { columns: ["-Kh Qs", "Ks Qh", "", "", "", "", ""], ..position };
    assert_eq!(covered.game().seen.finish_move(), None, "a card is face down");
}

#[test]
fn auto_finish_with_draw_three_requires_a_known_stock_that_wins() {
    let columns = ["Kh", "Ks", "", "", "", "", ""];
    let position = Position {
        config: Config::KLONDIKE_3,
        columns,
        foundations: [13, 10, 12, 12],
        stock: Some("Jd Qd Kd"),
        ..Position::default()
    };
    assert_eq!(position.game().seen.finish_move(), None, "nobody has seen the stock");
    let seen = Position { seen: true, ..position };
    assert_eq!(seen.game().seen.finish_move(), None, "the king of diamonds stays on the jack");
    let works = Position { stock: Some("Kd Qd Jd"), ..seen };
    assert!(works.game().seen.finish_move().is_some());
    let once = Config::new(1, 1.try_into().ok(), Moves::Builds, false, Turning::ByHand).unwrap();
    let limited = Position { config: once, ..works };
    assert!(limited.game().seen.finish_move().is_some());
    let blocked = Position { stock: Some("Qd Kd Jd"), ..limited };
    assert_eq!(
        blocked.game().seen.finish_move(),
        None,
        "the king lies on the queen, and there is no second pass"
    );
}

#[test]
fn every_offered_auto_finish_wins() {
    let mut offered = 0;
    for (_, config) in Config::PRESETS {
        for number in 0..150 {
            let mut table = Table::<Klondike>::new(config, DealId::V1(number)).unwrap();
            let mut source = Key::from_number(number).stream(cards::ChanceKind::Roll, 0);
            for _ in 0..400 {
                if table.turn() == Turn::Over {
                    break;
                }
                if table.game().seen.finish_move().is_some() {
                    offered += 1;
                    finish(&mut table);
                    break;
                }
                let view = &table.game().seen;
                // Prefer moves to foundations and turns, so that some games are won.
                let legal = view.legal();
                let good = |mv: &&Move| {
                    matches!(
                        mv,
                        Move::Turn { .. }
                            | Move::ColumnToFoundation { .. }
                            | Move::WasteToFoundation
                            | Move::WasteToColumn { .. }
                    )
                };
                let mv = match legal.iter().find(good) {
                    Some(mv) => *mv,
                    None => legal[cards::Source::below(&mut source, legal.len() as u32) as usize],
                };
                table.play(Seat::A, mv).unwrap();
            }
        }
    }
    assert!(offered > 20, "{offered} games came to a finish");
}

fn finish(table: &mut Table<Klondike>) {
    for _ in 0..1000 {
        let Some(mv) = table.game().seen.finish_move() else { break };
        table.play_auto(Seat::A, mv).unwrap();
    }
    assert_eq!(table.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("won A by K8"));
}

#[test]
fn a_tap_chooses_one_move() {
    let column = |number| Column::new(number).unwrap();
    let columns = ["8d", "9d", "Kc", "", "-", "2h", "-9h 8c"];
    let position = Position {
        columns,
        waste: "8s",
        foundations: [0, 0, 1, 0],
        stock: Some("4c"),
        ..Position::default()
    };
    let view = position.game().seen;
    let tap = |place| view.tap(place).map(|mv| mv.to_string());
    assert_eq!(tap(Place::Stock).as_deref(), Some("d"));
    assert_eq!(tap(Place::Waste).as_deref(), Some("w2"));
    assert_eq!(tap(Place::Column(column(5), 1)).as_deref(), Some("t5"));
    assert_eq!(tap(Place::Column(column(6), 1)).as_deref(), Some("6f"), "up goes first");
    assert_eq!(tap(Place::Column(column(7), 1)).as_deref(), Some("72"));
    assert_eq!(tap(Place::Column(column(7), 2)), None, "no ten is there");
    assert_eq!(tap(Place::Column(column(3), 1)), None, "the king's column is settled (R6)");
    assert_eq!(tap(Place::Foundation(cards::Suit::Hearts)), None);
    assert_eq!(at(position.game(), "d").seen.tap(Place::Stock), Some(Move::Redeal));
}

#[test]
fn moves_are_described() {
    let columns = ["-8d", "9c", "--Jd Tc 9h", "Qs", "", "", ""];
    let position = Position {
        config: Config::KLONDIKE_1,
        columns,
        waste: "Kc",
        stock: Some("4c"),
        foundations: [0, 0, 8, 0],
        ..Position::default()
    };
    let game = position.game();
    let told = |game: &Klondike, mv: &str| tell(&game.seen, mv.parse().unwrap(), &at(game.clone(), mv).seen);
    assert_eq!(
        told(&game, "12"),
        "moved the eight of diamonds to the nine of clubs on column 2; turned up the ace of clubs on column 1"
    );
    assert_eq!(
        told(&game, "34:3"),
        "moved the jack of diamonds and the 2 cards on it to the queen of spades on column 4; turned up the three of clubs on column 3"
    );
    assert_eq!(told(&game, "w5"), "moved the king of clubs to empty column 5");
    assert_eq!(
        told(&game, "fh2"),
        "moved the eight of hearts to the nine of clubs on column 2, back from its foundation"
    );
    assert_eq!(told(&game, "3f"), "moved the nine of hearts to its foundation");
    assert_eq!(told(&game, "d"), "drew the four of clubs");
    assert_eq!(told(&at(game, "d"), "r"), "turned the waste over: 2 cards in the stock, pass 2");
}
