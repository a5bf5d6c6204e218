//! The first moves of winning lines, and the lines that turn up a card.

#![allow(clippy::unwrap_used)]

use cards::DealId;
use games::klondike::{Config, Klondike, View};
use solver::{SearchLimits, Solver, UnknownReason, Verdict};
use table::{Game, Seat, Table};

fn face_down(view: &View) -> u8 {
    view.columns.0.iter().map(|pile| pile.face_down).sum()
}

fn games() -> impl Iterator<Item = Klondike> {
    let limits = SearchLimits { nodes: 20_000, ..SearchLimits::default() };
    let games = Config::PRESETS.into_iter().flat_map(|(_, config)| {
        (1..=12).map(move |deal| Table::<Klondike>::new(config, DealId::V1(deal)).unwrap().game().clone())
    });
    games.filter(move |game| {
        let report = Solver { limits, ..Solver::default() }.solve(game, &mut |_| true);
        matches!(report.verdict, Verdict::Winnable(_))
    })
}

#[test]
fn an_opening_is_the_beginning_of_the_line() {
    let mut count = 0;
    for game in games() {
        let Verdict::Winnable(line) = Solver::default().solve(&game, &mut |_| true).verdict else { panic!() };
        let down = face_down(game.sight(Seat::A));
        let opening =
            Solver::default().solve_opening(&game, &mut |view| face_down(view) < down, &mut |_| true);
        let moves = opening.moves.unwrap().unwrap();
        assert!(line.starts_with(&moves) && moves.len() < line.len());
        let nothing = Solver::default().solve_opening(&game, &mut |_| true, &mut |_| true);
        assert_eq!(nothing.moves, Ok(Some(Vec::new())));
        let mut after = game;
        for (at, mv) in moves.iter().enumerate() {
            assert_eq!(face_down(after.sight(Seat::A)), down, "move {at}");
            after.play(Seat::A, *mv).unwrap();
        }
        assert_eq!(face_down(after.sight(Seat::A)), down - 1);
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn an_opening_keeps_to_its_limit() {
    let game = Table::<Klondike>::new(Config::KLONDIKE_3, DealId::V1(1)).unwrap().game().clone();
    let limits = SearchLimits { nodes: 3, ..SearchLimits::default() };
    let opening = Solver { limits, ..Solver::default() }.solve_opening(&game, &mut |_| false, &mut |_| true);
    assert_eq!((opening.moves, opening.nodes), (Err(UnknownReason::Nodes), 3));
}

#[test]
fn lines_to_reveals_end_with_the_card_that_they_turn_up() {
    let mut lines = 0;
    for game in games() {
        let down = face_down(game.sight(Seat::A));
        for line in Solver::default().lines_to_reveals(&game, 20) {
            let mut after = game.clone();
            for (at, mv) in line.iter().enumerate() {
                assert_eq!(face_down(after.sight(Seat::A)), down, "move {at}");
                after.play(Seat::A, *mv).unwrap();
            }
            assert_eq!(face_down(after.sight(Seat::A)), down - 1);
            lines += 1;
        }
        assert!(Solver::default().lines_to_reveals(&game, 0).len() <= 1, "only what goes up by itself");
    }
    assert!(lines > 100, "{lines}");
}
