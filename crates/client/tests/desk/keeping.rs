use client::klondike::{Desk, Input};
use client::{Out, Settings};
use games::klondike::Config;

use crate::{Dice, desk, desk_with, play_along, think};

fn saved(desk: &mut Desk) -> Option<String> {
    desk.take_out().contains(&Out::Save).then(|| desk.saved(0))?
}

fn resume(text: &str) -> Result<Desk, text::Text> {
    Desk::resume(text, Settings::default(), 1)
}

#[test]
fn every_change_is_saved_and_gone_on_with() {
    let mut desk = desk(Config::KLONDIKE_3, 4);
    let mut dice = Dice(4);
    for at in 0..60 {
        match at % 7 {
            5 => desk.handle(Input::Undo, 10),
            6 => desk.handle(Input::Redo, 10),
            _ => play_along(&mut desk, &mut dice, 1),
        }
        let Some(text) = saved(&mut desk) else { panic!("not saved at {at}") };
        let again = resume(&text).unwrap();
        assert_eq!((again.view(), again.record()), (desk.view(), desk.record()));
        assert_eq!((again.can_undo(), again.can_redo()), (desk.can_undo(), desk.can_redo()));
    }
}

#[test]
fn a_game_that_is_left_in_the_middle_of_a_drag_stands_as_before_it() {
    let mut desk = desk(Config::KLONDIKE, 3);
    desk.handle(Input::Draw, 0);
    let text = saved(&mut desk).unwrap();
    desk.handle(Input::Lift(games::klondike::Place::Waste), 0);
    assert_eq!(saved(&mut desk), None);
    assert_eq!(resume(&text).unwrap().view(), desk.view());
}

#[test]
fn a_broken_save_is_an_error() {
    for text in ["", "{}", "null", r#"{"game":{"record":"cardroom record 1\n","spent":0}}"#] {
        assert!(resume(text).is_err(), "{text}");
    }
}

#[test]
fn a_broken_record_changes_nothing_and_says_what_is_wrong() {
    let mut desk = desk(Config::KLONDIKE, 3);
    desk.handle(Input::Draw, 0);
    let (record, whole) = (desk.record(), desk.view().clone());
    desk.take_out();
    let broken = record.replace("A d", "A wf");
    let error = desk.import(&broken, 0).unwrap_err();
    assert!(error.to_string().contains("nothing was changed: line 7: "), "{error}");
    assert_eq!((desk.record(), desk.view()), (record.clone(), &whole));
    assert!(desk.take_out().is_empty() && !desk.has_previous());
    for text in ["", "hello", &record[..record.len() - 1], &record.replace('\n', "\r\n")] {
        assert!(desk.import(text, 0).is_err(), "{text}");
    }
    desk.import(&record, 0).unwrap();
    assert_eq!(desk.record(), record);
}

#[test]
fn a_game_that_is_left_can_be_gone_back_to() {
    let mut desk = desk(Config::KLONDIKE, 3);
    desk.handle(Input::New, 0);
    assert!(!desk.has_previous(), "nothing had begun");
    desk.handle(Input::Draw, 1_000);
    let record = desk.record();
    desk.handle(Input::Restart, 4_000);
    assert!(desk.has_previous() && desk.moves() == 0);
    let text = saved(&mut desk).unwrap();
    let mut desk = resume(&text).unwrap();
    desk.handle(Input::Previous, 9_000);
    assert_eq!((desk.record(), desk.spent(9_000), desk.has_previous()), (record, 3_000, false));
    desk.handle(Input::Previous, 9_000);
    assert_eq!(desk.said().text, "There is no game to go back to.");
}

#[test]
fn a_deal_is_read_as_people_type_it() {
    let name =
        |text: &str| Desk::read_deal(text).map(|deal| deal.to_string()).map_err(|error| error.to_string());
    assert_eq!(name(" 42 "), Ok("v1:42".to_owned()));
    assert_eq!(name("solvitaire:7"), Ok("solvitaire:7".to_owned()));
    let mut pack: Vec<String> = cards::PACK.iter().map(ToString::to_string).collect();
    let all = name(&pack.join(" \n")).unwrap();
    assert_eq!(all, format!("cards:{}", pack.concat()));
    pack[51] = "Ac".to_owned();
    assert!(name(&pack.join(",")).unwrap_err().contains("twice"));
    assert!(name("hello").is_err() && name("").is_err() && name("99999999999999999999").is_err());
}

#[test]
fn another_deal_by_name_and_by_options() {
    let mut desk = desk(Config::KLONDIKE, 3);
    desk.handle(Input::Deal(Config::KLONDIKE_3, Desk::read_deal("7").unwrap()), 0);
    assert_eq!((desk.deal_name().to_string(), desk.view().config), ("v1:7".to_owned(), Config::KLONDIKE_3));
    desk.handle(Input::NewGame(Config::ONE_CARD), 0);
    think(&mut desk);
    assert_eq!(desk.view().config, Config::ONE_CARD);
    // Whoever draws it knows that these are other cards, and not the same ones moved.
    let game = desk.scene(800.0, 600.0).game;
    desk.handle(Input::Draw, 0);
    assert_eq!(desk.scene(800.0, 600.0).game, game);
    desk.handle(Input::Restart, 0);
    assert_ne!(desk.scene(800.0, 600.0).game, game);
}

#[test]
fn the_clock_runs_from_the_first_move_and_while_somebody_looks() {
    let mut desk = desk(Config::KLONDIKE, 3);
    desk.handle(Input::Here, 500);
    assert_eq!(desk.spent(9_000), 0);
    desk.handle(Input::Draw, 10_000);
    desk.handle(Input::Away, 15_000);
    assert_eq!(desk.spent(99_000), 5_000);
    desk.handle(Input::Here, 100_000);
    assert_eq!(desk.spent(101_000), 6_000);
}

/// A game in which all that is left can go up by itself.
fn nearly_won() -> Desk {
    let settings = Settings { safe_moves: false, ..Settings::default() };
    let mut desk = desk_with(Config::KLONDIKE, 2, settings);
    while !desk.can_finish() {
        desk.handle(Input::Hint, 0);
        think(&mut desk);
        let mv = desk.hint().unwrap().moves[0];
        crate::tap_move(&mut desk, mv);
    }
    desk
}

#[test]
fn a_finish_gets_faster_down_to_eighty_milliseconds() {
    let mut desk = nearly_won();
    assert!(
        desk.said().text.to_string().ends_with("All that is left can go up by itself."),
        "{}",
        desk.said().text
    );
    desk.take_out();
    desk.handle(Input::Finish, 0);
    let (mut now, mut pauses) = (0, Vec::new());
    loop {
        let wake = desk
            .take_out()
            .into_iter()
            .find_map(|out| if let Out::Wake(pause) = out { Some(pause) } else { None });
        let Some(pause) = wake else { break };
        pauses.push(pause);
        // Woken too early, it waits on.
        desk.tick(now + u64::from(pause) - 1);
        assert_eq!(desk.take_out(), [Out::Wake(1)]);
        now += u64::from(pause);
        desk.tick(now);
    }
    assert!(desk.is_won() && !desk.is_finishing());
    assert_eq!(pauses[..4], [250, 225, 203, 183]);
    assert!(pauses.is_sorted_by(|one, next| one >= next) && pauses.last().is_none_or(|last| *last >= 80));
}

#[test]
fn a_finish_is_one_step_and_is_skipped_by_any_key() {
    let mut desk = nearly_won();
    let moves = desk.moves();
    desk.handle(Input::Finish, 0);
    assert!(desk.is_finishing());
    desk.handle(Input::Escape, 10);
    assert!(desk.is_won());
    assert_eq!(desk.moves(), moves + 1);
    assert!(desk.record().contains("outcome won A by K8"));
}

#[test]
fn no_finish_before_it_is_certain() {
    let mut desk = desk(Config::KLONDIKE, 3);
    desk.handle(Input::Finish, 0);
    assert_eq!((desk.said().text.to_string().as_str(), desk.moves()), ("A finish is not certain yet.", 0));
}
