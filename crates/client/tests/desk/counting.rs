use client::klondike::{Desk, Input, Strength};
use client::statistics::{End, Kind, Played};
use client::{Out, Settings, answer};
use games::klondike::Config;

use crate::{alone, desk, desk_with, tap_move};

/// What the statistics were told.
fn told(desk: &mut Desk) -> Vec<Played> {
    let out = desk.take_out().into_iter();
    out.filter_map(|out| if let Out::Count(played) = out { Some(played) } else { None }).collect()
}

fn ends(desk: &mut Desk) -> Vec<End> {
    told(desk).into_iter().map(|played| played.end).collect()
}

#[test]
fn a_game_counts_once_and_from_its_first_move_on() {
    let mut desk = desk_with(Config::KLONDIKE, 3, alone());
    assert_eq!(ends(&mut desk), []);
    desk.handle(Input::Draw, 0);
    let first = told(&mut desk);
    assert_eq!((first.len(), first[0].end, first[0].moves), (1, End::Open, 1));
    assert_eq!(first[0].kind, Kind::Klondike(Config::KLONDIKE));
    for input in [Input::Undo, Input::Redo, Input::Undo, Input::Draw, Input::Draw] {
        desk.handle(input, 0);
    }
    assert_eq!(ends(&mut desk), []);
    desk.handle(Input::New, 9_000);
    let left = told(&mut desk);
    assert_eq!((left[0].id, left[0].end, left[0].moves), (first[0].id, End::Left, 2));
    assert_eq!(left[0].spent, 9_000);
    // A deal that nobody played was not played.
    desk.handle(Input::New, 9_000);
    assert_eq!(ends(&mut desk), []);
}

#[test]
fn a_restart_is_told_from_a_game_that_was_left_and_gone_on_with() {
    let mut desk = desk_with(Config::KLONDIKE, 3, alone());
    desk.handle(Input::Draw, 0);
    let first = told(&mut desk)[0].id;
    desk.handle(Input::Restart, 0);
    assert_eq!(ends(&mut desk), [End::Restarted]);
    desk.handle(Input::Draw, 0);
    let second = told(&mut desk)[0].id;
    assert_ne!(first, second);
    desk.handle(Input::Previous, 0);
    let told: Vec<(u64, End)> = told(&mut desk).into_iter().map(|played| (played.id, played.end)).collect();
    assert_eq!(told, [(second, End::Left), (first, End::Open)]);
}

#[test]
fn a_game_that_goes_on_after_a_reload_is_the_same_game() {
    let mut desk = desk_with(Config::KLONDIKE, 3, alone());
    desk.handle(Input::Draw, 0);
    let out = desk.take_out();
    let id = out.iter().find_map(|out| if let Out::Count(played) = out { Some(played.id) } else { None });
    assert!(out.contains(&Out::Save));
    let text = desk.saved(0);
    let mut again = Desk::resume(&text.unwrap(), alone(), 99).unwrap();
    again.handle(Input::New, 0);
    assert_eq!(told(&mut again)[0].id, id.unwrap());
}

#[test]
fn a_win_with_hints_is_told_as_one() {
    let mut desk = desk(Config::KLONDIKE, 2);
    let mut last = None;
    while !desk.is_won() {
        desk.handle(Input::HintAs(Strength::Nudge), 0);
        while answer_all(&mut desk, &mut last) {}
        let Some(mv) = desk.hint().and_then(|hint| hint.moves.first().copied()) else { break };
        tap_move(&mut desk, mv);
    }
    answer_all(&mut desk, &mut last);
    let last = last.unwrap();
    assert_eq!(last.end, End::Won);
    assert!(last.hints > 10, "{last:?}");
}

/// Lets the solver answer what it is asked, and keeps what the statistics were told last; tells whether it was asked.
fn answer_all(desk: &mut Desk, last: &mut Option<Played>) -> bool {
    let mut asked = false;
    for wish in desk.take_out() {
        match wish {
            Out::Count(played) => *last = Some(played),
            Out::Ask(ask) => {
                asked = true;
                desk.answer(answer(&ask, &mut |_| true), 0);
            }
            _ => {}
        }
    }
    asked
}

#[test]
fn who_wants_no_statistics_is_not_counted() {
    let settings = Settings { statistics: false, ..alone() };
    let mut desk = desk_with(Config::KLONDIKE, 3, settings);
    desk.handle(Input::Draw, 0);
    desk.handle(Input::New, 0);
    assert_eq!(ends(&mut desk), []);
}
