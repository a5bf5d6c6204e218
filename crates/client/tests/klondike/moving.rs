use client::Settings;
use client::klondike::{Input, Pile, Session};
use client::shell::{Effect, Named as _, Setting, Sound, Tone};
use games::klondike::{Column, Config, Move, Place};
use table::View as _;

use crate::{Dice, alone, ends, opening, play_along, session, tap_move};

fn column(number: u8) -> Column {
    Column::new(number).unwrap()
}

/// Every card that can be pointed at.
fn places(session: &Session) -> Vec<Place> {
    let view = session.view();
    let mut places = vec![Place::Waste];
    places.extend(cards::Suit::ALL.map(Place::Foundation));
    for (column, pile) in view.columns.iter() {
        places.extend((1..=pile.face_up.len() as u8).map(|count| Place::Column(column, count)));
    }
    places
}

#[test]
fn what_lights_up_is_where_a_drop_is_accepted() {
    let mut lit = 0;
    for (number, config) in [Config::KLONDIKE, Config::ONE_CARD, Config::KLONDIKE_3].into_iter().enumerate() {
        let mut session = session(config, number as u64);
        let mut dice = Dice(number as u64);
        for _ in 0..40 {
            play_along(&mut session, &mut dice, 3);
            let save = session.record();
            for place in places(&session) {
                session.handle(Input::Lift(place), 0);
                let targets = session.targets();
                session.handle(Input::Drop(None), 0);
                lit += targets.len();
                for spot in Pile::all().filter(|spot| !matches!(spot, Pile::Foundation(_))) {
                    session.handle(Input::Lift(place), 0);
                    session.handle(Input::Drop(Some(spot)), 0);
                    assert_eq!(session.record() != save, targets.contains(&spot), "{place:?} to {spot}");
                    if session.record() != save {
                        session.import(&save, 0).unwrap();
                    }
                }
            }
        }
    }
    assert!(lit > 200, "{lit}");
}

#[test]
fn a_tap_picks_and_another_places() {
    let (mut session, mv) = opening(alone());
    let (from, to) = ends(session.view(), mv);
    session.handle(Input::Tap(from), 0);
    assert_eq!(session.pick().unwrap().place, from);
    assert!(session.targets().contains(&to.into()));
    assert!(
        session.said().text.to_string().starts_with("Picked the ")
            && session.said().text.to_string().contains(": can go to column ")
    );
    session.handle(Input::Tap(to), 0);
    assert!(session.record().contains(&format!("A {mv}\n")));
    assert_eq!((session.pick(), session.moves()), (None, 1));
}

#[test]
fn a_second_tap_on_the_card_moves_it_where_it_fits_best() {
    let (mut session, mv) = opening(alone());
    let (from, _) = ends(session.view(), mv);
    session.handle(Input::Tap(from), 0);
    session.handle(Input::Tap(from), 0);
    assert_eq!(session.moves(), 1);
    session.handle(Input::Undo, 0);
    session.handle(Input::DoubleTap(from), 0);
    assert_eq!(session.moves(), 1);
}

#[test]
fn one_tap_moves_where_that_is_wished() {
    let settings = Settings { one_tap: true, ..alone() };
    let (mut session, mv) = opening(settings);
    session.handle(Input::Tap(ends(session.view(), mv).0), 0);
    assert_eq!((session.pick(), session.moves()), (None, 1));
}

#[test]
fn a_refused_drop_says_why_and_changes_nothing() {
    let mut session = session(Config::KLONDIKE, 3);
    let (before, record) = (session.view().clone(), session.record());
    let wrong = Column::all()
        .flat_map(|from| Column::all().map(move |to| (from, to)))
        .find(|(from, to)| {
            from != to && !before.legal().contains(&Move::ColumnToColumn { from: *from, to: *to, count: 1 })
        })
        .unwrap();
    session.take_effects();
    session.handle(Input::Lift(Place::Column(wrong.0, 1)), 0);
    assert!(session.pick().unwrap().held);
    session.handle(Input::Drop(Some(Pile::Column(wrong.1))), 0);
    assert_eq!((session.view(), session.record(), session.pick()), (&before, record, None));
    let said = session.said();
    assert_eq!(said.tone, Tone::Refused);
    assert!(
        said.text.to_string().starts_with("Only a ") && said.text.to_string().ends_with("(K19)."),
        "{}",
        said.text
    );
    assert_eq!(said.rule.as_deref(), Some("K19"));
    assert_eq!(session.take_effects(), [Effect::Sound(Sound::Refused)]);
}

#[test]
fn cards_that_are_let_go_over_nothing_or_where_they_were_go_back_without_a_word() {
    let mut session = session(Config::KLONDIKE, 3);
    let serial = session.said().serial;
    for spot in [None, Some(Pile::Column(column(5))), Some(Pile::Stock)] {
        session.handle(Input::Lift(Place::Column(column(5), 1)), 0);
        session.handle(Input::Drop(spot), 0);
        assert_eq!((session.pick(), session.said().serial), (None, serial));
    }
}

#[test]
fn a_build_that_a_beginner_drags_says_that_one_card_moves() {
    let mut session = session(Config::ONE_CARD, 5);
    let mut dice = Dice(5);
    while session.view().columns.0.iter().all(|pile| pile.face_up.len() < 2) {
        play_along(&mut session, &mut dice, 1);
    }
    let (from, _) = session.view().columns.iter().find(|(_, pile)| pile.face_up.len() > 1).unwrap();
    let to = Column::all().find(|to| *to != from).unwrap();
    session.handle(Input::Lift(Place::Column(from, 2)), 0);
    session.handle(Input::Drop(Some(Pile::Column(to))), 0);
    assert!(session.said().text.to_string().ends_with("(T1)."), "{}", session.said().text);
    session.handle(Input::Lift(Place::Column(from, 2)), 0);
    session.handle(Input::Drop(Some(Pile::Foundation(cards::Suit::Clubs))), 0);
    assert!(
        session.said().text.to_string().starts_with("Only the top card of column"),
        "{}",
        session.said().text
    );
}

#[test]
fn no_card_comes_back_from_a_foundation_and_the_tap_says_so() {
    let mut session = session(Config::KLONDIKE, 1);
    session.handle(Input::Tap(Place::Foundation(cards::Suit::Hearts)), 0);
    assert_eq!(session.said().text, "In this game, cards can't be moved back from a foundation (R4).");
    assert_eq!(session.pick(), None);
}

#[test]
fn a_step_is_taken_back_with_all_that_followed_by_itself() {
    let mut followed = 0;
    for number in 0..30 {
        let mut session = session(Config::KLONDIKE, number);
        let mut dice = Dice(number);
        for _ in 0..60 {
            let Some(mv) = (!session.view().legal().is_empty()).then(|| {
                let legal = session.view().legal();
                legal[dice.below(legal.len())]
            }) else {
                break;
            };
            let before = session.view().clone();
            tap_move(&mut session, mv);
            let after = session.view().clone();
            if session.is_won() {
                break;
            }
            followed += session.step().len() - 1;
            session.handle(Input::Undo, 0);
            assert_eq!(*session.view(), before);
            session.handle(Input::Redo, 0);
            assert_eq!(*session.view(), after);
        }
    }
    assert!(followed > 50, "{followed}");
}

#[test]
fn automatic_moves_before_the_first_one_are_part_of_the_deal() {
    let mut checked = 0;
    for number in 0..30 {
        let mut session = session(Config::KLONDIKE, number);
        if !session.record().contains("auto") {
            continue;
        }
        checked += 1;
        let dealt = (session.view().clone(), session.record());
        assert_eq!((session.moves(), session.can_undo(), session.step().len()), (0, false, 0));
        assert_eq!(session.said().text, format!("Klondike, deal v1:{number}: the cards are dealt.").as_str());
        session.handle(Input::Undo, 0);
        assert_eq!((session.view(), session.record()), (&dealt.0, dealt.1.clone()));
        session.handle(Input::Tap(Place::Stock), 0);
        session.handle(Input::Restart, 0);
        assert_eq!((session.view(), session.record()), (&dealt.0, dealt.1));
    }
    assert!(checked > 5, "{checked}");
}

#[test]
fn undo_and_redo_say_how_many_moves_they_concern() {
    let (mut session, mv) = opening(Settings { safe_moves: false, ..Settings::default() });
    tap_move(&mut session, mv);
    session.handle(Input::Undo, 0);
    assert_eq!(session.said().text, "Took 2 moves back: the last one and what followed from it.");
    session.handle(Input::Redo, 0);
    assert_eq!(session.said().text, "Made 2 moves again.");
    session.handle(Input::Undo, 0);
    session.handle(Input::Tap(Place::Stock), 0);
    session.handle(Input::Undo, 0);
    assert_eq!(session.said().text, "Took the last move back.");
    session.handle(Input::Redo, 0);
    assert_eq!(session.said().text, "Made the move again.");
}

#[test]
fn undo_and_redo_say_when_there_is_nothing() {
    let mut session = session(Config::KLONDIKE, 1);
    session.handle(Input::Undo, 0);
    assert_eq!(session.said().text, "Nothing to undo.");
    session.handle(Input::Redo, 0);
    assert_eq!(session.said().text, "Nothing to redo.");
}

#[test]
fn a_card_that_was_taken_back_from_a_foundation_is_not_sent_up_again() {
    let mut tried = 0;
    for number in 0..40 {
        let mut session = session(Config::KLONDIKE_1, number);
        let mut dice = Dice(number);
        for _ in 0..150 {
            let back =
                session.view().legal().into_iter().find(|mv| matches!(mv, Move::FoundationToColumn { .. }));
            if let Some(mv @ Move::FoundationToColumn { from, .. }) = back {
                let card = session.view().foundation_top(from).unwrap();
                tap_move(&mut session, mv);
                assert!(session.view().foundation_top(from) != Some(card), "{number}");
                tried += 1;
                break;
            }
            play_along(&mut session, &mut dice, 1);
        }
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn turning_by_hand_is_a_tap_and_the_switch_turns_what_waits() {
    let (mut session, mv) = opening(alone());
    let Move::ColumnToColumn { from, .. } = mv else { unreachable!() };
    tap_move(&mut session, mv);
    assert!(session.view().columns[from].has_face_down_top());
    session.handle(Input::Tap(Place::Column(from, 1)), 0);
    assert!(session.said().text.to_string().starts_with("Turned up the "), "{}", session.said().text);
    session.handle(Input::Undo, 0);
    session.handle(Input::DoubleTap(Place::Column(from, 1)), 0);
    assert!(session.said().text.to_string().starts_with("Turned up the "), "{}", session.said().text);
    session.handle(Input::Undo, 0);
    session.handle(Input::Set(Setting::Toggle(client::Switch::TurnForMe)), 0);
    assert!(!session.view().columns[from].has_face_down_top());
    session.handle(Input::Undo, 0);
    assert!(
        !session.view().columns[from].has_face_down_top() && session.moves() == 0,
        "turning belongs to the step"
    );
}

#[test]
fn what_happened_is_told_in_one_line() {
    let (mut session, mv) = opening(Settings { safe_moves: false, ..Settings::default() });
    tap_move(&mut session, mv);
    let text = session.said().text.to_string();
    assert!(text.starts_with("Moved the ") && text.contains("; turned up the "), "{text}");
    assert_eq!(session.said().tone, Tone::Done);
}

#[test]
fn stuck_is_told_when_it_is_proved() {
    let config: Config = "klondike-3 passes=2".parse().unwrap();
    let mut stuck = 0;
    for number in 0..40 {
        let mut session = session(config, number);
        let mut dice = Dice(number);
        for _ in 0..300 {
            play_along(&mut session, &mut dice, 1);
            assert_eq!(
                session.said().text.to_string().contains("(R3)"),
                session.view().is_stuck(),
                "{}",
                session.said().text
            );
            if session.view().is_stuck() {
                stuck += 1;
                break;
            }
        }
    }
    assert!(stuck > 0);
}
