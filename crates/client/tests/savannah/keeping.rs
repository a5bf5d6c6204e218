use bots::Level;
use client::Settings;
use client::savannah::{Input, Session};
use client::shell::Wait;
use client::statistics::End;
use games::savannah::Config;

use crate::{Room, against, person, usual};

#[test]
fn every_step_is_saved_and_gone_on_with() {
    for players in [against(&[Level::Keen, Level::Casual]), vec![person("Anna"), person("Ben")]] {
        let mut room = Room::new(players, 11);
        for _ in 0..30 {
            if room.session.wait() == Wait::Over {
                break;
            }
            room.step();
            let again = Session::resume(room.saved.as_ref().unwrap(), Settings::default(), 1).unwrap();
            assert_eq!((again.record(), again.players()), (room.session.record(), room.session.players()));
            assert_eq!(again.can_undo(), room.session.can_undo() && again.wait() == room.session.wait());
            let mut again = Room::at(again);
            again.run();
            assert_ne!(again.session.wait(), Wait::Stuck);
        }
    }
}

#[test]
fn a_game_that_is_left_while_others_play_goes_on() {
    let mut room = Room::new(against(&[Level::Keen, Level::Keen]), 12);
    while matches!(room.session.wait(), Wait::Person(_)) {
        let mv = crate::keen(&room.session);
        room.tap(mv);
    }
    let mut again = Room::at(Session::resume(room.saved.as_ref().unwrap(), Settings::default(), 1).unwrap());
    again.run();
    assert!(matches!(again.session.wait(), Wait::Person(_)));
}

#[test]
fn what_cannot_be_read_is_an_error_and_changes_nothing() {
    for text in ["", "{}", "null", r#"{"game":{"record":"cardroom record 1\n","players":[]}}"#] {
        assert!(Session::resume(text, Settings::default(), 1).is_err(), "{text}");
    }
    let mut room = Room::new(against(&[Level::Keen]), 13);
    let before = room.session.record();
    let error = room.session.import("hello", 0).unwrap_err();
    assert!(error.to_string().contains("nothing was changed: line 1: "), "{error}");
    assert_eq!(room.session.record(), before);
    // Who sits there does not fit the record: then it is one person against bots.
    let three = Room::new(against(&[Level::Keen, Level::Strong]), 2).session.record();
    room.session.import(&three, 0).unwrap();
    assert_eq!(room.session.players().len(), 3);
    assert_eq!(room.session.players().iter().filter(|player| player.is_person()).count(), 1);
}

#[test]
fn a_game_that_is_left_for_another_can_be_gone_back_to() {
    let mut room = Room::new(against(&[Level::Keen]), 14);
    room.step();
    let before = room.session.record();
    room.send(Input::New(Box::new(usual(Config::new(5).unwrap()))));
    assert_eq!(room.session.players().len(), 5);
    assert!(room.session.said().text.to_string().contains("kept"), "{}", room.session.said().text);
    let ends = |room: &Room| room.counted.iter().map(|played| played.end).collect::<Vec<_>>();
    assert_eq!(ends(&room), [End::Open, End::Left]);
    room.send(Input::Previous);
    assert_eq!(ends(&room), [End::Open, End::Left, End::Open]);
    room.run();
    assert!(room.session.record().starts_with(&before));
}

#[test]
fn what_may_be_shown_is_a_log_until_the_game_is_over() {
    let mut room = Room::new(against(&[Level::Keen]), 15);
    room.step();
    let log = room.session.public_record();
    assert!(log.starts_with("1A ") && !log.contains("cardroom record"), "{log}");
    while room.session.wait() != Wait::Over {
        room.step();
    }
    assert_eq!(room.session.public_record(), room.session.record());
}

#[test]
fn a_game_counts_from_the_first_move_of_a_person_and_as_what_it_is() {
    let mut room = Room::new(against(&[Level::Keen, Level::Strong]), 12);
    assert_eq!(room.counted, []);
    let mv = crate::keen(&room.session);
    room.tap(mv);
    let [played] = &room.counted[..] else { panic!("{:?}", room.counted) };
    assert_eq!(
        (played.end, played.moves, played.kind.to_string().as_str()),
        (End::Open, 1, "savannah 3 strong")
    );
    let id = played.id;
    // It is the same game when it is gone on with, and another when the deal is begun again.
    let mut again = Room::at(Session::resume(room.saved.as_ref().unwrap(), Settings::default(), 1).unwrap());
    again.send(Input::Restart);
    let ends: Vec<_> = again.counted.iter().map(|played| (played.id, played.end)).collect();
    assert_eq!(ends.last(), Some(&(id, End::Restarted)), "{ends:?}");
    again.run();
    let mv = crate::keen(&again.session);
    again.tap(mv);
    assert!(again.counted.last().is_some_and(|played| played.id != id && played.end == End::Open));
}

#[test]
fn a_game_that_is_over_was_won_or_lost() {
    for deal in 1..=6 {
        let mut room = Room::new(against(&[Level::Beginner]), deal);
        while room.session.wait() != Wait::Over {
            room.step();
            room.run();
        }
        let won = room.session.view().public().outcome.unwrap().winners.has(table::Seat::A);
        let ends: Vec<_> = room.counted.iter().map(|played| played.end).collect();
        assert_eq!(ends, [End::Open, if won { End::Won } else { End::Lost }], "{deal}");
    }
}
