use std::collections::HashSet;

use client::klondike::{Input, KlondikePlay, Session};
use client::shell::{Direction, KeyBinding, Named as _, Press, Setting};
use client::{Settings, Switch};
use games::klondike::{Config, Move, Place};
use table::View as _;

use crate::{Dice, alone, ends, opening, play_along, scene, session, session_with, think};

fn press(key: &str) -> Input {
    match (Press { key, control: false, shift: false }).key::<KlondikePlay>() {
        Some(KeyBinding::Input(input)) => input,
        other => panic!("{key}: {other:?}"),
    }
}

/// All places that the arrows lead to.
fn reached(session: &mut Session) -> HashSet<Place> {
    let mut seen = HashSet::from([session.cursor()]);
    let mut open = vec![session.cursor()];
    while let Some(place) = open.pop() {
        for direction in [Direction::Left, Direction::Right, Direction::Up, Direction::Down] {
            session.handle(Input::Focus(place), 0);
            session.handle(Input::Walk(direction), 0);
            if seen.insert(session.cursor()) {
                open.push(session.cursor());
            }
        }
    }
    seen
}

#[test]
fn arrows_come_to_every_card_and_every_empty_place() {
    let mut session = session(Config::KLONDIKE, 8);
    let mut dice = Dice(8);
    for _ in 0..10 {
        play_along(&mut session, &mut dice, 10);
        let scene = scene(&session, 1280.0, 700.0);
        let cards = scene.cards().filter(|card| card.spoken.is_some()).map(|card| &card.place);
        let empty = scene.piles.iter().filter_map(|pile| pile.place.as_ref());
        let all: HashSet<Place> = cards.chain(empty).map(|place| Place::from_name(place).unwrap()).collect();
        assert_eq!(reached(&mut session), all);
    }
}

#[test]
fn left_is_left_as_it_is_seen() {
    let mut session = session(Config::KLONDIKE, 8);
    session.handle(Input::Focus(Place::Stock), 0);
    session.handle(press("ArrowRight"), 0);
    assert_eq!(session.cursor(), Place::Waste);
    session.handle(Input::Set(Setting::Toggle(Switch::LeftHanded)), 0);
    session.handle(press("ArrowRight"), 0);
    assert_eq!(session.cursor(), Place::Stock);
}

#[test]
fn digits_move_as_many_cards_as_fit() {
    let mut session = session_with(Config::KLONDIKE, 3, alone());
    let mut dice = Dice(3);
    let mut done = 0;
    for _ in 0..200 {
        let builds = session.view().legal().into_iter().find(|mv| matches!(mv, Move::ColumnToColumn { .. }));
        if let Some(Move::ColumnToColumn { from, to, count }) = builds {
            session.handle(press(&from.to_string()), 0);
            session.handle(press(&to.to_string()), 0);
            let mv = Move::ColumnToColumn { from, to, count };
            assert!(session.record().ends_with(&format!("A {mv}\n")));
            session.handle(Input::Undo, 0);
            done += 1;
        }
        play_along(&mut session, &mut dice, 1);
    }
    assert!(done > 10, "{done}");
}

#[test]
fn a_whole_game_is_won_by_keys_alone() {
    let settings = Settings { safe_moves: false, ..Settings::default() };
    let mut session = session_with(Config::KLONDIKE, 2, settings);
    let mut moves = 0;
    while !session.is_won() {
        session.handle(press("h"), 0);
        think(&mut session);
        let mv = session.hint().unwrap_or_else(|| panic!("{}", session.said().text)).moves[0];
        let keys: Vec<String> = match mv {
            Move::Draw | Move::Redeal => vec!["d".to_owned()],
            Move::WasteToColumn { to } => vec!["w".to_owned(), to.to_string()],
            Move::WasteToFoundation => vec!["w".to_owned(), "f".to_owned()],
            Move::ColumnToColumn { from, to, .. } => vec![from.to_string(), to.to_string()],
            Move::ColumnToFoundation { from } => vec![from.to_string(), "f".to_owned()],
            Move::Turn { column } => vec![column.to_string()],
            Move::FoundationToColumn { .. } => panic!("no card comes back"),
        };
        let before = session.version();
        for key in &keys {
            session.handle(press(key), 0);
        }
        assert_ne!(session.version(), before, "{mv} by {keys:?}: {}", session.said().text);
        moves += 1;
        assert!(moves < 500);
    }
    assert!(session.said().text.to_string().ends_with("you have won!"), "{}", session.said().text);
}

#[test]
fn enter_picks_and_places_at_the_cursor_and_escape_puts_back() {
    let (mut session, mv) = opening(alone());
    let (from, to) = ends(session.view(), mv);
    session.handle(Input::Focus(from), 0);
    session.handle(press("Enter"), 0);
    assert!(session.pick().is_some());
    session.handle(press("Escape"), 0);
    assert_eq!((session.pick(), session.said().text.to_string().as_str()), (None, "Put back."));
    session.handle(press("Enter"), 0);
    session.handle(Input::Focus(to), 0);
    session.handle(press("Enter"), 0);
    assert_eq!(session.moves(), 1);
}

#[test]
fn a_column_key_on_nothing_says_so() {
    let mut session = session(Config::KLONDIKE, 3);
    session.handle(press("w"), 0);
    assert_eq!(session.said().text, "The waste is empty.");
    session.handle(press("f"), 0);
    assert_eq!(session.said().text, "The waste is empty.");
}
