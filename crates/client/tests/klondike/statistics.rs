use client::klondike::{Command, Input, Session, Strength};
use client::shell::Effect;
use client::statistics::{End, Played};
use client::{Settings, answer};
use games::klondike::Config;

use crate::{alone, session, session_with, tap_move};

/// The games that were reported to the statistics.
fn reported(session: &mut Session) -> Vec<Played> {
    let effects = session.take_effects().into_iter();
    effects
        .filter_map(|effect| if let Effect::Count(played) = effect { Some(played) } else { None })
        .collect()
}

fn ends(session: &mut Session) -> Vec<End> {
    reported(session).into_iter().map(|played| played.end).collect()
}

#[test]
fn a_game_counts_once_from_its_first_move() {
    let mut session = session_with(Config::KLONDIKE, 3, alone());
    assert_eq!(ends(&mut session), []);
    session.handle(Input::Game(Command::Draw), 0);
    let first = reported(&mut session);
    assert_eq!((first.len(), first[0].end, first[0].moves), (1, End::Open, 1));
    assert_eq!(first[0].kind.to_string(), "klondike");
    for input in
        [Input::Undo, Input::Redo, Input::Undo, Input::Game(Command::Draw), Input::Game(Command::Draw)]
    {
        session.handle(input, 0);
    }
    assert_eq!(ends(&mut session), []);
    session.handle(Input::Again, 9_000);
    let left = reported(&mut session);
    assert_eq!((left[0].id, left[0].end, left[0].moves), (first[0].id, End::Left, 2));
    assert_eq!(left[0].spent, 9_000);
    // A deal without a move does not count.
    session.handle(Input::Again, 9_000);
    assert_eq!(ends(&mut session), []);
}

#[test]
fn restarted_abandoned_and_resumed_games_differ() {
    let mut session = session_with(Config::KLONDIKE, 3, alone());
    session.handle(Input::Game(Command::Draw), 0);
    let first = reported(&mut session)[0].id;
    session.handle(Input::Restart, 0);
    assert_eq!(ends(&mut session), [End::Restarted]);
    session.handle(Input::Game(Command::Draw), 0);
    let second = reported(&mut session)[0].id;
    assert_ne!(first, second);
    session.handle(Input::Previous, 0);
    let reported: Vec<(u64, End)> =
        reported(&mut session).into_iter().map(|played| (played.id, played.end)).collect();
    assert_eq!(reported, [(second, End::Left), (first, End::Open)]);
}

#[test]
fn a_resumed_game_is_the_same_game() {
    let mut session = session_with(Config::KLONDIKE, 3, alone());
    session.handle(Input::Game(Command::Draw), 0);
    let effects = session.take_effects();
    let counted = |effect: &Effect| if let Effect::Count(played) = effect { Some(played.id) } else { None };
    let id = effects.iter().find_map(counted);
    assert!(effects.contains(&Effect::Save));
    let text = session.saved(0);
    let mut again = Session::resume(&text.unwrap(), alone(), 99).unwrap();
    again.handle(Input::Again, 0);
    assert_eq!(reported(&mut again)[0].id, id.unwrap());
}

#[test]
fn a_win_with_hints_is_reported_with_hints() {
    let mut session = session(Config::KLONDIKE, 2);
    let mut last = None;
    while !session.is_won() {
        session.handle(Input::Game(Command::HintAs(Strength::Nudge)), 0);
        while answer_all(&mut session, &mut last) {}
        let Some(mv) = session.hint().and_then(|hint| hint.moves.first().copied()) else { break };
        tap_move(&mut session, mv);
    }
    answer_all(&mut session, &mut last);
    let last = last.unwrap();
    assert_eq!(last.end, End::Won);
    assert!(last.hints > 10, "{last:?}");
}

/// Answers questions to the solver and remembers the last report to the statistics; returns whether there was
/// a question.
fn answer_all(session: &mut Session, last: &mut Option<Played>) -> bool {
    let mut asked = false;
    for effect in session.take_effects() {
        match effect {
            Effect::Count(played) => *last = Some(played),
            Effect::Ask(ask) => {
                asked = true;
                session.answer(answer(&ask, &mut |_| true), 0);
            }
            _ => {}
        }
    }
    asked
}

#[test]
fn nothing_is_counted_without_statistics() {
    let settings = Settings { statistics: false, ..alone() };
    let mut session = session_with(Config::KLONDIKE, 3, settings);
    session.handle(Input::Game(Command::Draw), 0);
    session.handle(Input::Again, 0);
    assert_eq!(ends(&mut session), []);
}
