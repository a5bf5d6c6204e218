use client::klondike::{Desk, Input, Spot};
use client::{Out, Settings, Sound, Tone};
use games::klondike::{Column, Config, Move, Place};
use table::View as _;

use crate::{Dice, alone, desk, ends, opening, play_along, tap_move};

fn column(number: u8) -> Column {
    Column::new(number).unwrap()
}

/// Every card that can be pointed at.
fn places(desk: &Desk) -> Vec<Place> {
    let view = desk.view();
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
        let mut desk = desk(config, number as u64);
        let mut dice = Dice(number as u64);
        for _ in 0..40 {
            play_along(&mut desk, &mut dice, 3);
            let save = desk.record();
            for place in places(&desk) {
                desk.handle(Input::Lift(place), 0);
                let targets = desk.targets();
                desk.handle(Input::Drop(None), 0);
                lit += targets.len();
                for spot in Spot::all().filter(|spot| !matches!(spot, Spot::Foundation(_))) {
                    desk.handle(Input::Lift(place), 0);
                    desk.handle(Input::Drop(Some(spot)), 0);
                    assert_eq!(desk.record() != save, targets.contains(&spot), "{place:?} to {spot}");
                    if desk.record() != save {
                        desk.import(&save, 0).unwrap();
                    }
                }
            }
        }
    }
    assert!(lit > 200, "{lit}");
}

#[test]
fn a_tap_picks_and_another_places() {
    let (mut desk, mv) = opening(alone());
    let (from, to) = ends(desk.view(), mv);
    desk.handle(Input::Tap(from), 0);
    assert_eq!(desk.pick().unwrap().place, from);
    assert!(desk.targets().contains(&to.into()));
    assert!(
        desk.said().text.to_string().starts_with("Picked the ")
            && desk.said().text.to_string().contains(": can go to column ")
    );
    desk.handle(Input::Tap(to), 0);
    assert!(desk.record().contains(&format!("A {mv}\n")));
    assert_eq!((desk.pick(), desk.moves()), (None, 1));
}

#[test]
fn a_second_tap_on_the_card_moves_it_where_it_fits_best() {
    let (mut desk, mv) = opening(alone());
    let (from, _) = ends(desk.view(), mv);
    desk.handle(Input::Tap(from), 0);
    desk.handle(Input::Tap(from), 0);
    assert_eq!(desk.moves(), 1);
    desk.handle(Input::Undo, 0);
    desk.handle(Input::DoubleTap(from), 0);
    assert_eq!(desk.moves(), 1);
}

#[test]
fn one_tap_moves_where_that_is_wished() {
    let settings = Settings { one_tap: true, ..alone() };
    let (mut desk, mv) = opening(settings);
    desk.handle(Input::Tap(ends(desk.view(), mv).0), 0);
    assert_eq!((desk.pick(), desk.moves()), (None, 1));
}

#[test]
fn a_refused_drop_says_why_and_changes_nothing() {
    let mut desk = desk(Config::KLONDIKE, 3);
    let (before, record) = (desk.view().clone(), desk.record());
    let wrong = Column::all()
        .flat_map(|from| Column::all().map(move |to| (from, to)))
        .find(|(from, to)| {
            from != to && !before.legal().contains(&Move::ColumnToColumn { from: *from, to: *to, count: 1 })
        })
        .unwrap();
    desk.take_out();
    desk.handle(Input::Lift(Place::Column(wrong.0, 1)), 0);
    assert!(desk.pick().unwrap().held);
    desk.handle(Input::Drop(Some(Spot::Column(wrong.1))), 0);
    assert_eq!((desk.view(), desk.record(), desk.pick()), (&before, record, None));
    let said = desk.said();
    assert_eq!(said.tone, Tone::Refused);
    assert!(
        said.text.to_string().starts_with("On the ") && said.text.to_string().ends_with("(K19)."),
        "{}",
        said.text
    );
    assert_eq!(said.rule.as_deref(), Some("K19"));
    assert_eq!(desk.take_out(), [Out::Sound(Sound::No)]);
}

#[test]
fn cards_that_are_let_go_over_nothing_or_where_they_were_go_back_without_a_word() {
    let mut desk = desk(Config::KLONDIKE, 3);
    let serial = desk.said().serial;
    for spot in [None, Some(Spot::Column(column(5))), Some(Spot::Stock)] {
        desk.handle(Input::Lift(Place::Column(column(5), 1)), 0);
        desk.handle(Input::Drop(spot), 0);
        assert_eq!((desk.pick(), desk.said().serial), (None, serial));
    }
}

#[test]
fn a_build_that_a_beginner_drags_says_that_one_card_moves() {
    let mut desk = desk(Config::ONE_CARD, 5);
    let mut dice = Dice(5);
    while desk.view().columns.0.iter().all(|pile| pile.face_up.len() < 2) {
        play_along(&mut desk, &mut dice, 1);
    }
    let (from, _) = desk.view().columns.iter().find(|(_, pile)| pile.face_up.len() > 1).unwrap();
    let to = Column::all().find(|to| *to != from).unwrap();
    desk.handle(Input::Lift(Place::Column(from, 2)), 0);
    desk.handle(Input::Drop(Some(Spot::Column(to))), 0);
    assert!(desk.said().text.to_string().ends_with("(T1)."), "{}", desk.said().text);
    desk.handle(Input::Lift(Place::Column(from, 2)), 0);
    desk.handle(Input::Drop(Some(Spot::Foundation(cards::Suit::Clubs))), 0);
    assert!(desk.said().text.to_string().starts_with("Only the top card of column"), "{}", desk.said().text);
}

#[test]
fn no_card_comes_back_from_a_foundation_and_the_tap_says_so() {
    let mut desk = desk(Config::KLONDIKE, 1);
    desk.handle(Input::Tap(Place::Foundation(cards::Suit::Hearts)), 0);
    assert_eq!(desk.said().text, "In this game no card comes back from a foundation (R4).");
    assert_eq!(desk.pick(), None);
}

#[test]
fn a_step_is_taken_back_with_all_that_followed_by_itself() {
    let mut followed = 0;
    for number in 0..30 {
        let mut desk = desk(Config::KLONDIKE, number);
        let mut dice = Dice(number);
        for _ in 0..60 {
            let Some(mv) = (!desk.view().legal().is_empty()).then(|| {
                let legal = desk.view().legal();
                legal[dice.below(legal.len())]
            }) else {
                break;
            };
            let before = desk.view().clone();
            tap_move(&mut desk, mv);
            let after = desk.view().clone();
            if desk.is_won() {
                break;
            }
            followed += desk.step().len() - 1;
            desk.handle(Input::Undo, 0);
            assert_eq!(*desk.view(), before);
            desk.handle(Input::Redo, 0);
            assert_eq!(*desk.view(), after);
        }
    }
    assert!(followed > 50, "{followed}");
}

#[test]
fn undo_and_redo_say_when_there_is_nothing() {
    let mut desk = desk(Config::KLONDIKE, 1);
    desk.handle(Input::Undo, 0);
    assert_eq!(desk.said().text, "There is nothing to take back.");
    desk.handle(Input::Redo, 0);
    assert_eq!(desk.said().text, "There is nothing to make again.");
}

#[test]
fn a_card_that_was_taken_back_from_a_foundation_is_not_sent_up_again() {
    let mut tried = 0;
    for number in 0..40 {
        let mut desk = desk(Config::KLONDIKE_1, number);
        let mut dice = Dice(number);
        for _ in 0..150 {
            let back =
                desk.view().legal().into_iter().find(|mv| matches!(mv, Move::FoundationToColumn { .. }));
            if let Some(mv @ Move::FoundationToColumn { from, .. }) = back {
                let card = desk.view().foundation_top(from).unwrap();
                tap_move(&mut desk, mv);
                assert!(desk.view().foundation_top(from) != Some(card), "{number}");
                tried += 1;
                break;
            }
            play_along(&mut desk, &mut dice, 1);
        }
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn turning_by_hand_is_a_tap_and_the_switch_turns_what_waits() {
    let (mut desk, mv) = opening(alone());
    let Move::ColumnToColumn { from, .. } = mv else { unreachable!() };
    tap_move(&mut desk, mv);
    assert!(desk.view().columns[from].to_turn());
    desk.handle(Input::Tap(Place::Column(from, 1)), 0);
    assert!(desk.said().text.to_string().starts_with("Turned up the "), "{}", desk.said().text);
    desk.handle(Input::Undo, 0);
    desk.handle(Input::Turn(client::Switch::TurnForMe), 0);
    assert!(!desk.view().columns[from].to_turn());
    desk.handle(Input::Undo, 0);
    assert!(!desk.view().columns[from].to_turn() && desk.moves() == 0, "turning belongs to the step");
}

#[test]
fn what_happened_is_told_in_one_line() {
    let (mut desk, mv) = opening(Settings { safe_moves: false, ..Settings::default() });
    tap_move(&mut desk, mv);
    let text = desk.said().text.to_string();
    assert!(text.starts_with("Moved the ") && text.contains("; turned up the "), "{text}");
    assert_eq!(desk.said().tone, Tone::Done);
}

#[test]
fn stuck_is_told_when_it_is_proved() {
    let config: Config = "klondike-3 passes=2".parse().unwrap();
    let mut stuck = 0;
    for number in 0..40 {
        let mut desk = desk(config, number);
        let mut dice = Dice(number);
        for _ in 0..300 {
            play_along(&mut desk, &mut dice, 1);
            assert_eq!(
                desk.said().text.to_string().contains("(R3)"),
                desk.view().is_stuck(),
                "{}",
                desk.said().text
            );
            if desk.view().is_stuck() {
                stuck += 1;
                break;
            }
        }
    }
    assert!(stuck > 0);
}
