use client::klondike::{Command, Input, Session, Strength, WinStatus};
use client::shell::{Effect, Setting};
use client::{Answer, Question, Reply, Settings, Switch, Winnability};
use games::klondike::Config;
use table::View as _;

use crate::{Dice, play_along, session, session_with, tap_move, think};

/// A deal that can be won, played badly until it cannot.
fn spoilt() -> Session {
    for number in 0..100 {
        let mut session = session(Config::KLONDIKE, number);
        session.handle(Input::Game(Command::Verdict), 0);
        think(&mut session);
        if session.win_status() != WinStatus::Winnable {
            continue;
        }
        let mut dice = Dice(number);
        for _ in 0..60 {
            play_along(&mut session, &mut dice, 2);
            session.handle(Input::Game(Command::Verdict), 0);
            think(&mut session);
            if session.win_status() == WinStatus::NoLonger {
                return session;
            }
        }
    }
    panic!("nobody loses a game");
}

#[test]
fn nothing_is_asked_until_somebody_asks() {
    let mut session = session(Config::KLONDIKE, 2);
    assert_eq!(session.win_status(), WinStatus::Off);
    assert_eq!(think(&mut session), 0);
    session.handle(Input::Game(Command::Verdict), 0);
    assert_eq!(session.win_status(), WinStatus::Thinking);
    assert_eq!(think(&mut session), 1);
    assert_eq!(session.win_status(), WinStatus::Winnable);
    session.handle(Input::Game(Command::Draw), 0);
    assert_eq!(session.win_status(), WinStatus::Off);
}

#[test]
fn the_switch_keeps_the_verdict_up_to_date() {
    let mut session = session(Config::KLONDIKE, 2);
    session.handle(Input::Set(Setting::Toggle(Switch::Verdict)), 0);
    assert_eq!((think(&mut session), session.win_status()), (1, WinStatus::Winnable));
    session.handle(Input::Hint, 0);
    let mv = session.hint().unwrap().moves[0];
    tap_move(&mut session, mv);
    // Along the line that was found nothing has to be asked.
    assert_eq!((think(&mut session), session.win_status()), (0, WinStatus::Winnable));
    session.handle(Input::Undo, 0);
    assert_eq!((think(&mut session), session.win_status()), (0, WinStatus::Winnable));
}

#[test]
fn what_never_could_be_won_is_told_from_what_no_longer_can() {
    let lost = (0..200).find(|number| {
        let mut session = session(Config::KLONDIKE, *number);
        session.handle(Input::Game(Command::Verdict), 0);
        think(&mut session);
        session.win_status() == WinStatus::Never
    });
    let mut never = session(Config::KLONDIKE, lost.unwrap());
    never.handle(Input::Game(Command::Draw), 0);
    never.handle(Input::Game(Command::Verdict), 0);
    assert_eq!(think(&mut never), 2, "the position and the deal");
    assert_eq!(never.win_status(), WinStatus::Never);
    never.handle(Input::Game(Command::BackToWinnable), 0);
    think(&mut never);
    assert!(never.said().text.to_string().starts_with("No earlier point is known"), "{}", never.said().text);

    assert_eq!(spoilt().win_status(), WinStatus::NoLonger);
}

#[test]
fn one_press_goes_back_to_where_it_could_be_won() {
    let mut session = spoilt();
    let (record, moves) = (session.record(), session.moves());
    session.handle(Input::Game(Command::BackToWinnable), 0);
    think(&mut session);
    assert_eq!(session.win_status(), WinStatus::Winnable);
    let taken = moves - session.moves();
    assert!(taken > 0 && session.said().text.to_string().contains("last point from which it can be won"));
    // It was the last: the next move loses.
    session.handle(Input::Redo, 0);
    session.handle(Input::Game(Command::Verdict), 0);
    think(&mut session);
    assert_eq!(session.win_status(), WinStatus::NoLonger);
    (1..taken).for_each(|_| session.handle(Input::Redo, 0));
    assert_eq!(session.moves(), moves);
    assert!(session.record().starts_with(&record), "nothing is lost");
}

#[test]
fn hints_come_in_three_strengths() {
    let mut session = session(Config::KLONDIKE, 2);
    session.handle(Input::Hint, 0);
    assert!(session.hint().is_none() && session.is_thinking());
    think(&mut session);
    let nudge = session.hint().unwrap().clone();
    assert_eq!((nudge.strength, nudge.moves.len()), (Strength::Nudge, 1));
    assert!(
        session.said().text.to_string().starts_with("Hint: ")
            && session.said().text.to_string().ends_with("It keeps the win.")
    );
    session.handle(Input::Hint, 0);
    think(&mut session);
    let safe = session.hint().unwrap().clone();
    assert_eq!(safe.strength, Strength::Safe);
    assert_eq!((safe.moves[0], safe.now().len()), (nudge.moves[0], safe.moves.len()));
    assert!(safe.moves.iter().all(|mv| session.view().legal().contains(mv)));
    session.handle(Input::Hint, 0);
    let line = session.hint().unwrap().clone();
    assert_eq!((line.strength, line.now().len()), (Strength::Line, 1));
    assert_eq!(session.winning_line().len(), line.moves.len());
    session.handle(Input::Escape, 0);
    assert!(session.hint().is_none());
    session.handle(Input::Game(Command::HintAs(Strength::Line)), 0);
    session.handle(Input::Game(Command::Draw), 0);
    assert!(session.hint().is_none(), "a hint is about one position");
}

#[test]
fn a_hint_in_a_lost_game_says_so() {
    let mut session = spoilt();
    session.handle(Input::Hint, 0);
    think(&mut session);
    assert!(session.hint().is_none());
    assert!(
        session.said().text.to_string().starts_with("There is no way to win from here"),
        "{}",
        session.said().text
    );
    assert_eq!(session.win_status(), WinStatus::NoLonger);
}

#[test]
fn an_answer_that_comes_too_late_is_passed_over() {
    let mut session = session(Config::KLONDIKE, 2);
    session.handle(Input::Game(Command::Verdict), 0);
    let effects = session.take_effects();
    let Some(Effect::Ask(ask)) = effects.last() else { panic!("{effects:?}") };
    assert!(matches!(ask.question, Question::Verdict { .. }));
    session.handle(Input::Game(Command::Draw), 0);
    assert!(session.take_effects().contains(&Effect::StopAsking));
    session.handle(Input::Game(Command::Verdict), 0);
    session.answer(Reply { id: ask.id, answer: Answer::Verdict(Winnability::Lost) }, 0);
    assert_eq!(session.win_status(), WinStatus::Thinking);
}

#[test]
fn a_solver_that_gives_up_is_told_as_not_known() {
    let mut session = session(Config::KLONDIKE, 2);
    session.handle(Input::Game(Command::Verdict), 0);
    let effects = session.take_effects();
    let Some(Effect::Ask(ask)) = effects.last() else { panic!("{effects:?}") };
    session.answer(Reply { id: ask.id, answer: Answer::Verdict(Winnability::Unknown) }, 0);
    assert_eq!(session.win_status(), WinStatus::Unknown);
    session.handle(Input::Hint, 0);
    assert!(session.said().text.to_string().starts_with("No safe move is known"), "{}", session.said().text);
}

#[test]
fn the_beginners_game_deals_what_can_be_won_and_keeps_the_proof() {
    let mut session = session_with(Config::ONE_CARD, 1, Settings::default());
    session.handle(Input::Again, 0);
    assert!(session.is_searching());
    assert_eq!(think(&mut session), 1);
    assert!(session.is_certified() && !session.is_searching());
    session.handle(Input::Game(Command::Verdict), 0);
    assert_eq!((session.win_status(), think(&mut session)), (WinStatus::Winnable, 0));
    let kept = session.record();
    session.handle(Input::Game(Command::Draw), 0);
    session.handle(Input::Restart, 0);
    assert!(session.is_certified());
    assert_eq!(session.record(), kept);
}

#[test]
fn a_search_can_be_stopped_and_a_move_stops_it() {
    let mut session = session(Config::ONE_CARD, 1);
    let record = session.record();
    session.handle(Input::Again, 0);
    session.handle(Input::Game(Command::StopSearch), 0);
    assert!(!session.is_searching() && session.record() == record);
    session.handle(Input::Again, 0);
    session.handle(Input::Game(Command::Draw), 0);
    assert!(!session.is_searching() && session.moves() == 1);
}
