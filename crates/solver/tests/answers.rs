//! Tests on real deals: known verdicts, replayed lines, limits, and the queries built on verdicts.

#![allow(clippy::unwrap_used)]

use cards::DealId;
use games::klondike::{Config, Klondike, Move};
use solver::{
    DecideError, NoHint, Position, Safety, SearchLimits, Solver, Strength, TurningPoint, UnknownReason,
    Verdict, classify_moves, hint, next_winnable, turning_point,
};
use table::{Game, Seat, Table, View};

fn dealt(config: Config, id: DealId) -> Klondike {
    Table::<Klondike>::new(config, id).unwrap().game().clone()
}

fn verdict(game: &Klondike) -> Verdict {
    Solver::default().solve(game, &mut |_| true).verdict
}

/// The games along a line, from its start to the win.
fn along(game: &Klondike, line: &[Move]) -> Vec<Klondike> {
    let mut games = vec![game.clone()];
    for mv in line {
        let mut next = games[games.len() - 1].clone();
        next.play(Seat::A, *mv).unwrap();
        games.push(next);
    }
    assert_eq!(games[games.len() - 1].outcome().unwrap().winners, Seat::A.into());
    games
}

#[test]
fn sixty_deals_have_their_known_verdicts_under_four_presets() {
    let csv =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/klondike-verdicts.csv"))
            .unwrap();
    let mut decided = 0;
    for row in csv.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let id = DealId::Solvitaire(fields[0].parse().unwrap());
        for ((name, config), known) in Config::PRESETS.into_iter().zip(&fields[1..5]) {
            let game = dealt(config, id.clone());
            match verdict(&game) {
                Verdict::Winnable(line) => {
                    assert_ne!(*known, "lost", "{name} {id}");
                    along(&game, &line);
                }
                Verdict::Lost => assert_ne!(*known, "winnable", "{name} {id}"),
                Verdict::Unknown(unknown) => panic!("{name} {id}: {unknown}"),
            }
            decided += 1;
        }
    }
    assert_eq!(decided, 240);
}

#[test]
fn along_a_winning_line_the_game_stays_winnable() {
    for (_, config) in Config::PRESETS {
        let game = dealt(config, DealId::Solvitaire(2));
        let Verdict::Winnable(line) = verdict(&game) else { panic!("it can be won") };
        for game in along(&game, &line).iter().step_by(7) {
            if game.outcome().is_none() {
                assert!(matches!(verdict(game), Verdict::Winnable(_)));
            }
        }
    }
}

#[test]
fn limits_hold_and_a_search_can_be_stopped() {
    let game = dealt(Config::KLONDIKE, DealId::V1(1824));
    let with = |limits, keep_going: &mut dyn FnMut(&solver::SearchProgress) -> bool| {
        Solver { limits, ..Solver::default() }.solve(&game, keep_going)
    };
    for nodes in [0, 1, 100, 5000] {
        let report = with(SearchLimits { nodes, ..SearchLimits::default() }, &mut |_| true);
        assert_eq!((report.verdict, report.nodes), (Verdict::Unknown(UnknownReason::Nodes), nodes));
    }
    for bytes in [0, 1000, 100_000, 1_000_000] {
        let report = with(SearchLimits { bytes, ..SearchLimits::default() }, &mut |_| true);
        assert_eq!(report.verdict, Verdict::Unknown(UnknownReason::Memory));
        assert!(report.peak_bytes <= bytes, "{} of {bytes}", report.peak_bytes);
    }
    let mut asked = 0;
    let report = with(SearchLimits::default(), &mut |progress| {
        assert!(progress.nodes > 0 && progress.bytes > 0);
        asked += 1;
        asked < 3
    });
    assert_eq!((report.verdict, asked), (Verdict::Unknown(UnknownReason::Stopped), 3));
}

#[test]
fn searches_are_deterministic() {
    for number in 1..40 {
        let game = dealt(Config::KLONDIKE_3, DealId::V1(number));
        let ask = || Solver::default().solve(&game, &mut |_| true);
        assert_eq!(ask(), ask());
    }
}

#[test]
fn a_safe_move_keeps_the_win_and_another_one_loses_it() {
    let game = dealt(Config::KLONDIKE, DealId::Solvitaire(2));
    let moves = classify_moves(&Solver::default(), &game, &mut |_| true);
    assert_eq!(moves.len(), game.sight(Seat::A).legal().len());
    for (mv, safety) in moves {
        let mut after = game.clone();
        after.play(Seat::A, mv).unwrap();
        let expected =
            if matches!(verdict(&after), Verdict::Winnable(_)) { Safety::Keeps } else { Safety::Loses };
        assert_eq!(safety, expected);
    }
    // In some deals the first move can already lose the game.
    let lost = (1..60).any(|number| {
        let game = dealt(Config::ONE_CARD, DealId::Solvitaire(number));
        let safe = classify_moves(&Solver::default(), &game, &mut |_| true);
        safe.iter().any(|(_, safety)| *safety == Safety::Keeps)
            && safe.iter().any(|(_, safety)| *safety == Safety::Loses)
    });
    assert!(lost, "a first move can lose a game that is won");
}

#[test]
fn a_hint_of_any_strength_keeps_the_win() {
    let solver = Solver::default();
    let game = dealt(Config::ONE_CARD, DealId::Solvitaire(5));
    let ask = |game: &Klondike, strength| hint(&solver, game, strength, &mut |_| true).map(|hint| hint.moves);
    let line = ask(&game, Strength::Line).unwrap();
    along(&game, &line);
    assert_eq!(ask(&game, Strength::Nudge).unwrap(), line[..1]);
    // All safe moves and no others, starting with the nudge.
    let mut told = ask(&game, Strength::Safe).unwrap();
    assert_eq!(told[0], line[0]);
    let mut safe: Vec<Move> = classify_moves(&solver, &game, &mut |_| true)
        .into_iter()
        .filter_map(|(mv, safety)| (safety == Safety::Keeps).then_some(mv))
        .collect();
    told.sort_by_key(Move::to_string);
    safe.sort_by_key(Move::to_string);
    assert_eq!(told, safe);

    let lost = (1..).map(|number| dealt(Config::ONE_CARD, DealId::V1(number)));
    let lost = lost.into_iter().find(|game| verdict(game) == Verdict::Lost).unwrap();
    assert_eq!(ask(&lost, Strength::Nudge), Err(NoHint::Lost));
    let hurried = Solver { limits: SearchLimits { nodes: 3, ..SearchLimits::default() }, ..solver };
    let unknown = hint(&hurried, &lost, Strength::Safe, &mut |_| true);
    assert_eq!(unknown, Err(NoHint::Unknown(UnknownReason::Nodes)));
}

/// The solver visits about 150,000 states in a tenth of a second; in a browser on a slow machine, at
/// most half as many.
#[test]
fn a_small_budget_decides_nearly_every_deal() {
    let hurried = Solver { limits: SearchLimits { nodes: 60_000, bytes: 64 << 20 }, ..Solver::default() };
    let decided = |config, deals: u64| {
        let known = |number: &u64| {
            let report = hurried.solve(&dealt(config, DealId::V1(*number)), &mut |_| true);
            !matches!(report.verdict, Verdict::Unknown(_))
        };
        (1..=deals).filter(known).count() as f64 / deals as f64
    };
    let share = decided(Config::KLONDIKE, 4000);
    assert!(share >= 0.995, "klondike: {share}");
    let share = decided(Config::ONE_CARD, 100);
    assert!(share >= 0.6, "one-card: {share}");
}

#[test]
fn the_move_that_lost_a_game_is_found() {
    let solver = Solver::default();
    let mut found = 0;
    for number in 2..30 {
        let start = dealt(Config::KLONDIKE, DealId::Solvitaire(number));
        // Careless play: any card that can go to a foundation or a column goes there.
        let mut game = start.clone();
        let mut moves = Vec::new();
        while game.outcome().is_none() && moves.len() < 150 {
            let legal = game.sight(Seat::A).legal();
            let careless =
                |mv: &&Move| !matches!(mv, Move::Draw | Move::Redeal | Move::ColumnToColumn { .. });
            let mv = *legal.iter().find(careless).unwrap_or(&legal[moves.len() * 7 % legal.len()]);
            game.play(Seat::A, mv).unwrap();
            moves.push(mv);
        }
        let found_at = turning_point(&solver, &start, &moves, &mut |_| true);
        let after = |count: usize| {
            let mut game = start.clone();
            moves[..count].iter().for_each(|mv| game.play(Seat::A, *mv).unwrap());
            matches!(verdict(&game), Verdict::Winnable(_))
        };
        match found_at {
            TurningPoint { winnable: Some(winnable), lost: Some(lost) } => {
                assert_eq!(lost, winnable + 1);
                assert!(after(winnable) && !after(lost));
                found += 1;
            }
            TurningPoint { winnable: None, lost } => assert!(lost == Some(0) && !after(0)),
            TurningPoint { winnable: Some(winnable), lost: None } => assert_eq!(winnable, moves.len()),
        }
    }
    assert!(found > 3, "{found} games were lost on the branch");
}

#[test]
fn the_next_winnable_deal_comes_with_a_winning_line() {
    let mut from = 1;
    for _ in 0..20 {
        let found = next_winnable(&Solver::default(), Config::KLONDIKE, from, &mut |_| true).unwrap();
        for number in from..found.number {
            assert_eq!(verdict(&dealt(Config::KLONDIKE, DealId::V1(number))), Verdict::Lost);
        }
        along(&dealt(Config::KLONDIKE, DealId::V1(found.number)), &found.line);
        from = found.number + 1;
    }
}

#[test]
fn an_impossible_position_is_refused() {
    let position = Position::from(&dealt(Config::KLONDIKE, DealId::V1(1)));
    assert_eq!(position.check(), Ok(()));
    let refused = |change: &dyn Fn(&mut Position)| {
        let mut bad = position.clone();
        change(&mut bad);
        match Solver::default().decide(&bad) {
            Err(DecideError::BadPosition(reason)) => reason.to_string(),
            _ => panic!("it was not refused"),
        }
    };
    let first = position.stock[0].name();
    assert!(
        refused(&|bad| bad.stock = bad.stock[1..].to_vec()).ends_with(&format!("the {first} is missing"))
    );
    assert!(refused(&|bad| bad.foundations.0[0] = 14).contains("clubs has 14 cards"));
    assert!(refused(&|bad| bad.foundations.0[0] = 1).ends_with("the ace of clubs is there twice"));
    assert!(
        refused(&|bad| {
            let run = bad.columns[1].up.clone();
            bad.columns[0].up.extend(run);
        })
        .contains(" lies on the ")
    );
    assert!(refused(&|bad| bad.pass = 0).ends_with("this is pass 0"));
    assert!(refused(&|bad| bad.ranks = 12).contains("is not in a pack of 12 ranks"));
    assert!(refused(&|bad| bad.columns.clear()).contains("0 columns"));
    assert!(refused(&|bad| bad.waste = bad.stock.clone()).contains("have 48 cards"));
}
