use client::klondike::{Desk, Input, Standing, Strength};
use client::{Answer, Out, Question, Reply, Settings, Switch, Verdict};
use games::klondike::Config;
use table::View as _;

use crate::{Dice, desk, desk_with, play_along, tap_move, think};

/// A deal that can be won, played badly until it cannot.
fn spoilt() -> Desk {
    for number in 0..100 {
        let mut desk = desk(Config::KLONDIKE, number);
        desk.handle(Input::Verdict, 0);
        think(&mut desk);
        if desk.standing() != Standing::Winnable {
            continue;
        }
        let mut dice = Dice(number);
        for _ in 0..60 {
            play_along(&mut desk, &mut dice, 2);
            desk.handle(Input::Verdict, 0);
            think(&mut desk);
            if desk.standing() == Standing::NoLonger {
                return desk;
            }
        }
    }
    panic!("nobody loses a game");
}

#[test]
fn nothing_is_asked_until_somebody_asks() {
    let mut desk = desk(Config::KLONDIKE, 2);
    assert_eq!(desk.standing(), Standing::Off);
    assert_eq!(think(&mut desk), 0);
    desk.handle(Input::Verdict, 0);
    assert_eq!(desk.standing(), Standing::Thinking);
    assert_eq!(think(&mut desk), 1);
    assert_eq!(desk.standing(), Standing::Winnable);
    desk.handle(Input::Draw, 0);
    assert_eq!(desk.standing(), Standing::Off);
}

#[test]
fn the_switch_keeps_the_verdict_up_to_date() {
    let mut desk = desk(Config::KLONDIKE, 2);
    desk.handle(Input::Turn(Switch::Verdict), 0);
    assert_eq!((think(&mut desk), desk.standing()), (1, Standing::Winnable));
    desk.handle(Input::Hint, 0);
    let mv = desk.hint().unwrap().moves[0];
    tap_move(&mut desk, mv);
    // Along the line that was found nothing has to be asked.
    assert_eq!((think(&mut desk), desk.standing()), (0, Standing::Winnable));
    desk.handle(Input::Undo, 0);
    assert_eq!((think(&mut desk), desk.standing()), (0, Standing::Winnable));
}

#[test]
fn what_never_could_be_won_is_told_from_what_no_longer_can() {
    let lost = (0..200).find(|number| {
        let mut desk = desk(Config::KLONDIKE, *number);
        desk.handle(Input::Verdict, 0);
        think(&mut desk);
        desk.standing() == Standing::Never
    });
    let mut never = desk(Config::KLONDIKE, lost.unwrap());
    never.handle(Input::Draw, 0);
    never.handle(Input::Verdict, 0);
    assert_eq!(think(&mut never), 2, "the position and the deal");
    assert_eq!(never.standing(), Standing::Never);
    never.handle(Input::BackToWinnable, 0);
    think(&mut never);
    assert!(never.said().text.to_string().starts_with("No earlier point is known"), "{}", never.said().text);

    assert_eq!(spoilt().standing(), Standing::NoLonger);
}

#[test]
fn one_press_goes_back_to_where_it_could_be_won() {
    let mut desk = spoilt();
    let (record, moves) = (desk.record(), desk.moves());
    desk.handle(Input::BackToWinnable, 0);
    think(&mut desk);
    assert_eq!(desk.standing(), Standing::Winnable);
    let taken = moves - desk.moves();
    assert!(taken > 0 && desk.said().text.to_string().contains("last point from which it can be won"));
    // It was the last: the next move loses.
    desk.handle(Input::Redo, 0);
    desk.handle(Input::Verdict, 0);
    think(&mut desk);
    assert_eq!(desk.standing(), Standing::NoLonger);
    (1..taken).for_each(|_| desk.handle(Input::Redo, 0));
    assert_eq!(desk.moves(), moves);
    assert!(desk.record().starts_with(&record), "nothing is lost");
}

#[test]
fn hints_come_in_three_strengths() {
    let mut desk = desk(Config::KLONDIKE, 2);
    desk.handle(Input::Hint, 0);
    assert!(desk.hint().is_none() && desk.is_thinking());
    think(&mut desk);
    let nudge = desk.hint().unwrap().clone();
    assert_eq!((nudge.strength, nudge.moves.len()), (Strength::Nudge, 1));
    assert!(
        desk.said().text.to_string().starts_with("Hint: ")
            && desk.said().text.to_string().ends_with("It keeps the win.")
    );
    desk.handle(Input::Hint, 0);
    think(&mut desk);
    let safe = desk.hint().unwrap().clone();
    assert_eq!(safe.strength, Strength::Safe);
    assert_eq!((safe.moves[0], safe.now().len()), (nudge.moves[0], safe.moves.len()));
    assert!(safe.moves.iter().all(|mv| desk.view().legal().contains(mv)));
    desk.handle(Input::Hint, 0);
    let line = desk.hint().unwrap().clone();
    assert_eq!((line.strength, line.now().len()), (Strength::Line, 1));
    assert_eq!(desk.line_in_words().len(), line.moves.len());
    desk.handle(Input::Escape, 0);
    assert!(desk.hint().is_none());
    desk.handle(Input::HintAs(Strength::Line), 0);
    desk.handle(Input::Draw, 0);
    assert!(desk.hint().is_none(), "a hint is about one position");
}

#[test]
fn a_hint_in_a_lost_game_says_so() {
    let mut desk = spoilt();
    desk.handle(Input::Hint, 0);
    think(&mut desk);
    assert!(desk.hint().is_none());
    assert!(
        desk.said().text.to_string().starts_with("There is no way to win from here"),
        "{}",
        desk.said().text
    );
    assert_eq!(desk.standing(), Standing::NoLonger);
}

#[test]
fn an_answer_that_comes_too_late_is_passed_over() {
    let mut desk = desk(Config::KLONDIKE, 2);
    desk.handle(Input::Verdict, 0);
    let out = desk.take_out();
    let Some(Out::Ask(ask)) = out.last() else { panic!("{out:?}") };
    assert!(matches!(ask.question, Question::Verdict { .. }));
    desk.handle(Input::Draw, 0);
    assert!(desk.take_out().contains(&Out::StopAsking));
    desk.handle(Input::Verdict, 0);
    desk.answer(Reply { id: ask.id, answer: Answer::Verdict(Verdict::Lost) }, 0);
    assert_eq!(desk.standing(), Standing::Thinking);
}

#[test]
fn a_solver_that_gives_up_is_told_as_not_known() {
    let mut desk = desk(Config::KLONDIKE, 2);
    desk.handle(Input::Verdict, 0);
    let out = desk.take_out();
    let Some(Out::Ask(ask)) = out.last() else { panic!("{out:?}") };
    desk.answer(Reply { id: ask.id, answer: Answer::Verdict(Verdict::Unknown) }, 0);
    assert_eq!(desk.standing(), Standing::NotKnown);
    desk.handle(Input::Hint, 0);
    assert!(desk.said().text.to_string().starts_with("No safe move is known"), "{}", desk.said().text);
}

#[test]
fn the_beginners_game_deals_what_can_be_won_and_keeps_the_proof() {
    let mut desk = desk_with(Config::ONE_CARD, 1, Settings::default());
    desk.handle(Input::New, 0);
    assert!(desk.is_searching());
    assert_eq!(think(&mut desk), 1);
    assert!(desk.is_certified() && !desk.is_searching());
    desk.handle(Input::Verdict, 0);
    assert_eq!((desk.standing(), think(&mut desk)), (Standing::Winnable, 0));
    let kept = desk.record();
    desk.handle(Input::Draw, 0);
    desk.handle(Input::Restart, 0);
    assert!(desk.is_certified());
    assert_eq!(desk.record(), kept);
}

#[test]
fn a_search_can_be_stopped_and_a_move_stops_it() {
    let mut desk = desk(Config::ONE_CARD, 1);
    let record = desk.record();
    desk.handle(Input::New, 0);
    desk.handle(Input::StopSearch, 0);
    assert!(!desk.is_searching() && desk.record() == record);
    desk.handle(Input::New, 0);
    desk.handle(Input::Draw, 0);
    assert!(!desk.is_searching() && desk.moves() == 1);
}
