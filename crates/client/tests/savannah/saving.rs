use bots::Level;
use client::Settings;
use client::savannah::{Input, Session};
use client::shell::Wait;
use client::statistics::End;
use games::savannah::Config;

use crate::{TestTable, against, person, usual};

#[test]
fn every_step_is_saved_and_resumed() {
    for players in [against(&[Level::Keen, Level::Casual]), vec![person("Anna"), person("Ben")]] {
        let mut test = TestTable::new(players, 11);
        for _ in 0..30 {
            if test.session.wait() == Wait::Over {
                break;
            }
            test.step();
            let again = Session::resume(test.saved.as_ref().unwrap(), Settings::default(), 1).unwrap();
            assert_eq!((again.record(), again.players()), (test.session.record(), test.session.players()));
            assert_eq!(again.can_undo(), test.session.can_undo() && again.wait() == test.session.wait());
            let mut again = TestTable::at(again);
            again.run();
            assert_ne!(again.session.wait(), Wait::Stuck);
        }
    }
}

#[test]
fn a_game_saved_during_others_turns_is_resumed() {
    let mut test = TestTable::new(against(&[Level::Keen, Level::Keen]), 12);
    while matches!(test.session.wait(), Wait::Person(_)) {
        let mv = crate::keen(&test.session);
        test.tap(mv);
    }
    let mut again =
        TestTable::at(Session::resume(test.saved.as_ref().unwrap(), Settings::default(), 1).unwrap());
    again.run();
    assert!(matches!(again.session.wait(), Wait::Person(_)));
}

#[test]
fn invalid_input_is_an_error_and_changes_nothing() {
    for text in ["", "{}", "null", r#"{"game":{"record":"cardroom record 1\n","players":[]}}"#] {
        assert!(Session::resume(text, Settings::default(), 1).is_err(), "{text}");
    }
    let mut test = TestTable::new(against(&[Level::Keen]), 13);
    let before = test.session.record();
    let error = test.session.import("hello", 0).unwrap_err();
    assert!(error.to_string().contains("nothing was changed: line 1: "), "{error}");
    assert_eq!(test.session.record(), before);
    // If the players do not match the record, it is one person against bots.
    let three = TestTable::new(against(&[Level::Keen, Level::Strong]), 2).session.record();
    test.session.import(&three, 0).unwrap();
    assert_eq!(test.session.players().len(), 3);
    assert_eq!(test.session.players().iter().filter(|player| player.is_person()).count(), 1);
}

#[test]
fn the_previous_game_can_be_resumed() {
    let mut test = TestTable::new(against(&[Level::Keen]), 14);
    test.step();
    let before = test.session.record();
    test.send(Input::New(Box::new(usual(Config::new(5).unwrap()))));
    assert_eq!(test.session.players().len(), 5);
    assert!(test.session.said().text.to_string().contains("kept"), "{}", test.session.said().text);
    let ends = |test: &TestTable| test.counted.iter().map(|played| played.end).collect::<Vec<_>>();
    assert_eq!(ends(&test), [End::Open, End::Left]);
    test.send(Input::Previous);
    assert_eq!(ends(&test), [End::Open, End::Left, End::Open]);
    test.run();
    assert!(test.session.record().starts_with(&before));
}

#[test]
fn the_record_is_shown_only_after_the_game() {
    let mut test = TestTable::new(against(&[Level::Keen]), 15);
    test.step();
    let log = test.session.public_record();
    assert!(log.starts_with("1A ") && !log.contains("cardroom record"), "{log}");
    while test.session.wait() != Wait::Over {
        test.step();
    }
    assert_eq!(test.session.public_record(), test.session.record());
}

#[test]
fn a_game_counts_from_a_persons_first_move_under_its_kind() {
    let mut test = TestTable::new(against(&[Level::Keen, Level::Strong]), 12);
    assert_eq!(test.counted, []);
    let mv = crate::keen(&test.session);
    test.tap(mv);
    let [played] = &test.counted[..] else { panic!("{:?}", test.counted) };
    assert_eq!(
        (played.end, played.moves, played.kind.to_string().as_str()),
        (End::Open, 1, "savannah 3 strong")
    );
    let id = played.id;
    // A resumed game is the same game; a restarted one is another.
    let mut again =
        TestTable::at(Session::resume(test.saved.as_ref().unwrap(), Settings::default(), 1).unwrap());
    again.send(Input::Restart);
    let ends: Vec<_> = again.counted.iter().map(|played| (played.id, played.end)).collect();
    assert_eq!(ends.last(), Some(&(id, End::Restarted)), "{ends:?}");
    again.run();
    let mv = crate::keen(&again.session);
    again.tap(mv);
    assert!(again.counted.last().is_some_and(|played| played.id != id && played.end == End::Open));
}

#[test]
fn a_finished_game_counts_as_won_or_lost() {
    for deal in 1..=6 {
        let mut test = TestTable::new(against(&[Level::Beginner]), deal);
        while test.session.wait() != Wait::Over {
            test.step();
            test.run();
        }
        let won = test.session.view().public().outcome.unwrap().winners.has(table::Seat::A);
        let ends: Vec<_> = test.counted.iter().map(|played| played.end).collect();
        assert_eq!(ends, [End::Open, if won { End::Won } else { End::Lost }], "{deal}");
    }
}
