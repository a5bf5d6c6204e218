use cards::DealId;
use client::Settings;
use client::klondike::{Command, Input, KlondikePlay, NewGame, Session};
use client::shell::{Effect, Play as _};
use games::klondike::Config;

use crate::{Dice, play_along, scene, session, session_with, think};

fn saved(session: &mut Session) -> Option<String> {
    session.take_effects().contains(&Effect::Save).then(|| session.saved(0))?
}

fn resume(text: &str) -> Result<Session, text::Text> {
    Session::resume(text, Settings::default(), 1)
}

#[test]
fn every_change_is_saved_and_resumed() {
    let mut session = session(Config::KLONDIKE_3, 4);
    let mut dice = Dice(4);
    for at in 0..60 {
        match at % 7 {
            5 => session.handle(Input::Undo, 10),
            6 => session.handle(Input::Redo, 10),
            _ => play_along(&mut session, &mut dice, 1),
        }
        let Some(text) = saved(&mut session) else { panic!("not saved at {at}") };
        let again = resume(&text).unwrap();
        assert_eq!((again.view(), again.record()), (session.view(), session.record()));
        assert_eq!((again.can_undo(), again.can_redo()), (session.can_undo(), session.can_redo()));
    }
}

#[test]
fn a_drag_is_not_saved() {
    let mut session = session(Config::KLONDIKE, 3);
    session.handle(Input::Game(Command::Draw), 0);
    let text = saved(&mut session).unwrap();
    session.handle(Input::Lift(games::klondike::Place::Waste), 0);
    assert_eq!(saved(&mut session), None);
    assert_eq!(resume(&text).unwrap().view(), session.view());
}

#[test]
fn a_broken_save_is_an_error() {
    for text in ["", "{}", "null", r#"{"game":{"record":"cardroom record 1\n","spent":0}}"#] {
        assert!(resume(text).is_err(), "{text}");
    }
}

#[test]
fn a_broken_record_changes_nothing_and_says_what_is_wrong() {
    let mut session = session(Config::KLONDIKE, 3);
    session.handle(Input::Game(Command::Draw), 0);
    let (record, whole) = (session.record(), session.view().clone());
    session.take_effects();
    let broken = record.replace("A d", "A wf");
    let error = session.import(&broken, 0).unwrap_err();
    assert!(error.to_string().contains("nothing was changed: line 7: "), "{error}");
    assert_eq!((session.record(), session.view()), (record.clone(), &whole));
    assert!(session.take_effects().is_empty() && !session.has_previous());
    for text in ["", "hello", &record[..record.len() - 1], &record.replace('\n', "\r\n")] {
        assert!(session.import(text, 0).is_err(), "{text}");
    }
    session.import(&record, 0).unwrap();
    assert_eq!(session.record(), record);
}

#[test]
fn the_previous_game_can_be_resumed() {
    let mut session = session(Config::KLONDIKE, 3);
    session.handle(Input::Again, 0);
    assert!(!session.has_previous(), "nothing had begun");
    session.handle(Input::Game(Command::Draw), 1_000);
    let record = session.record();
    session.handle(Input::Restart, 4_000);
    assert!(session.has_previous() && session.moves() == 0);
    let text = saved(&mut session).unwrap();
    let mut session = resume(&text).unwrap();
    session.handle(Input::Previous, 9_000);
    assert_eq!((session.record(), session.spent(9_000), session.has_previous()), (record, 3_000, false));
    session.handle(Input::Previous, 9_000);
    assert_eq!(session.said().text, "There is no previous game.");
}

#[test]
fn deals_are_parsed_as_players_type_them() {
    let name = |text: &str| -> Result<String, String> {
        let deal = KlondikePlay::read_deal(text).map_err(|error| error.to_string())?;
        Ok(deal.map_or_else(|| "any".to_owned(), |deal| deal.to_string()))
    };
    assert_eq!(name(""), Ok("any".to_owned()));
    assert_eq!(name(" 42 "), Ok("v1:42".to_owned()));
    assert_eq!(name("solvitaire:7"), Ok("solvitaire:7".to_owned()));
    let mut pack: Vec<String> = cards::PACK.iter().map(ToString::to_string).collect();
    let all = name(&pack.join(" \n")).unwrap();
    assert_eq!(all, format!("cards:{}", pack.concat()));
    pack[51] = "Ac".to_owned();
    assert!(name(&pack.join(",")).unwrap_err().contains("twice"));
    assert!(name("hello").is_err() && name("99999999999999999999").is_err());
}

#[test]
fn a_new_game_by_deal_and_options() {
    let mut session = session(Config::KLONDIKE, 3);
    session.handle(Input::New(Box::new(NewGame::solo(Config::KLONDIKE_3, Some(DealId::V1(7))))), 0);
    assert_eq!(
        (session.deal_name().to_string(), session.view().config),
        ("v1:7".to_owned(), Config::KLONDIKE_3)
    );
    session.handle(Input::New(Box::new(NewGame::solo(Config::ONE_CARD, None))), 0);
    think(&mut session);
    assert_eq!(session.view().config, Config::ONE_CARD);
    // The renderer can tell that these are other cards, not the same ones moved.
    let game = scene(&session, 800.0, 600.0).game;
    session.handle(Input::Game(Command::Draw), 0);
    assert_eq!(scene(&session, 800.0, 600.0).game, game);
    session.handle(Input::Restart, 0);
    assert_ne!(scene(&session, 800.0, 600.0).game, game);
}

#[test]
fn the_clock_runs_from_the_first_move_while_the_table_is_visible() {
    let mut session = session(Config::KLONDIKE, 3);
    session.handle(Input::Here, 500);
    assert_eq!(session.spent(9_000), 0);
    session.handle(Input::Game(Command::Draw), 10_000);
    session.handle(Input::Away, 15_000);
    assert_eq!(session.spent(99_000), 5_000);
    session.handle(Input::Here, 100_000);
    assert_eq!(session.spent(101_000), 6_000);
}

/// A game that can be finished automatically.
fn nearly_won() -> Session {
    let settings = Settings { safe_moves: false, ..Settings::default() };
    let mut session = session_with(Config::KLONDIKE, 2, settings);
    while !session.can_finish() {
        session.handle(Input::Hint, 0);
        think(&mut session);
        let mv = session.hint().unwrap().moves[0];
        crate::tap_move(&mut session, mv);
    }
    session
}

#[test]
fn auto_finish_gets_faster_down_to_eighty_milliseconds() {
    let mut session = nearly_won();
    assert!(
        session.said().text.to_string().ends_with("All remaining cards can go up automatically."),
        "{}",
        session.said().text
    );
    session.take_effects();
    session.handle(Input::Game(Command::Finish), 0);
    let (mut now, mut pauses) = (0, Vec::new());
    loop {
        let wake = session
            .take_effects()
            .into_iter()
            .find_map(|effect| if let Effect::Wake(pause) = effect { Some(pause) } else { None });
        let Some(pause) = wake else { break };
        pauses.push(pause);
        // A timer that comes too early changes nothing.
        session.tick(now + u64::from(pause) - 1);
        assert_eq!(session.take_effects(), [Effect::Wake(1)]);
        now += u64::from(pause);
        session.tick(now);
    }
    assert!(session.is_won() && !session.is_finishing());
    assert_eq!(pauses[..4], [250, 225, 203, 183]);
    assert!(pauses.is_sorted_by(|one, next| one >= next) && pauses.last().is_none_or(|last| *last >= 80));
}

#[test]
fn auto_finish_is_one_step_and_any_key_skips_it() {
    let mut session = nearly_won();
    let moves = session.moves();
    session.handle(Input::Game(Command::Finish), 0);
    assert!(session.is_finishing());
    session.handle(Input::Escape, 10);
    assert!(session.is_won());
    assert_eq!(session.moves(), moves + 1);
    assert!(session.record().contains("outcome won A by K8"));
}

#[test]
fn auto_finish_is_refused_until_it_is_certain() {
    let mut session = session(Config::KLONDIKE, 3);
    session.handle(Input::Game(Command::Finish), 0);
    assert_eq!(
        (session.said().text.to_string().as_str(), session.moves()),
        ("Can't finish automatically yet: a card is face down.", 0)
    );
    // When drawing three, unseen cards of the stock may be out of reach.
    let mut view = crate::session(Config::KLONDIKE_3, 3).view().clone();
    view.columns.0.iter_mut().for_each(|pile| pile.face_down = 0);
    let mut session = crate::scene::shown(view, Settings::default());
    session.handle(Input::Game(Command::Finish), 0);
    assert_eq!(session.said().text, "Can't finish automatically yet: the win is not certain.");
}
