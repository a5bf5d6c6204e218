use std::collections::HashSet;

use client::klondike::{Command, Input, Pile, Session};
use client::shell::{Named as _, Player, RemoteStep, ScenePile, Setting};
use client::{Settings, Switch};
use games::klondike::{Column, ColumnCards, Config, Place, View};
use proptest::prelude::*;

use crate::{Dice, alone, play_along, scene, session, session_with};

#[test]
fn only_cards_that_the_player_knows_are_drawn_and_each_once() {
    for (number, (_, config)) in Config::PRESETS.into_iter().enumerate() {
        let mut session = session(config, number as u64);
        let mut dice = Dice(number as u64);
        for _ in 0..60 {
            play_along(&mut session, &mut dice, 2);
            let scene = scene(&session, 390.0, 700.0);
            let laid: Vec<_> = scene.cards().collect();
            let keys: HashSet<&str> = laid.iter().map(|card| card.key.as_str()).collect();
            assert_eq!(keys.len(), laid.len());
            let seen: HashSet<_> = session.view().seen_cards().collect();
            assert!(laid.iter().filter_map(|card| card.face).all(|card| seen.contains(&card)));
            let down: usize = session.view().columns.0.iter().map(|pile| usize::from(pile.face_down)).sum();
            let backs = scene.piles[6..]
                .iter()
                .flat_map(|pile| &pile.cards)
                .filter(|card| card.face.is_none())
                .count();
            assert_eq!(backs, down);
        }
    }
}

#[test]
fn cards_are_named_as_they_are_spoken() {
    let mut session = session_with(Config::KLONDIKE, 42, alone());
    let names = |session: &Session| -> Vec<String> {
        let scene = scene(session, 800.0, 600.0);
        let cards = scene.cards().filter_map(|card| card.spoken.clone());
        let empty = scene.piles.iter().filter(|pile| pile.place.is_some()).map(|pile| pile.spoken.clone());
        cards.chain(empty).map(|name| name.to_string()).collect()
    };
    let said = names(&session);
    assert!(said.contains(&"stock, 24 cards".to_owned()), "{said:?}");
    assert!(said.contains(&"6 cards face down, column 7".to_owned()));
    assert!(said.contains(&"1 card face down, column 2".to_owned()));
    assert!(
        said.contains(&"waste, empty".to_owned()) && said.contains(&"foundation of hearts, empty".to_owned())
    );
    assert!(said.iter().any(|name| name.ends_with(", 1 of 1, column 7")));
    session.handle(Input::Game(Command::Draw), 0);
    session.handle(Input::Game(Command::Draw), 0);
    assert!(names(&session).iter().any(|name| name.ends_with(", waste, 2 cards")));
    (0..22).for_each(|_| session.handle(Input::Game(Command::Draw), 0));
    assert!(names(&session).contains(&"stock, empty, turn the waste over".to_owned()));
}

#[test]
fn what_is_picked_is_marked_with_all_that_lies_on_it() {
    let mut session = session_with(Config::KLONDIKE, 3, Settings::default());
    let mut dice = Dice(3);
    while session.view().columns.0.iter().all(|pile| pile.face_up.len() < 3) {
        play_along(&mut session, &mut dice, 1);
    }
    let (column, _) = session.view().columns.iter().find(|(_, pile)| pile.face_up.len() > 2).unwrap();
    session.handle(Input::Lift(Place::Column(column, 2)), 0);
    let scene = scene(&session, 800.0, 600.0);
    let held: Vec<_> = scene.cards().filter(|card| card.mark.held).map(|card| card.place.clone()).collect();
    assert_eq!(held, [Place::Column(column, 2).to_string(), Place::Column(column, 1).to_string()]);
    let targets: HashSet<Pile> = session.targets().into_iter().collect();
    let is_lit = |pile: &&ScenePile| pile.mark.target || pile.cards.iter().any(|card| card.mark.target);
    let lit = scene.piles.iter().filter(is_lit).map(|pile| Pile::from_name(&pile.name).unwrap());
    assert_eq!(lit.collect::<HashSet<Pile>>(), targets);
}

#[test]
fn on_a_phone_a_card_is_as_wide_as_a_fingertip() {
    let session = session(Config::KLONDIKE, 3);
    for width in [360.0, 390.0, 414.0] {
        let card = scene(&session, width, 600.0).card;
        assert!(card.x >= 44.0, "{width}: {}", card.x);
    }
    assert!(scene(&session, 1280.0, 740.0).card.x >= 115.0);
}

#[test]
fn the_mirror_mirrors() {
    let mut session = session(Config::KLONDIKE, 3);
    let before = scene(&session, 800.0, 600.0);
    session.handle(Input::Set(Setting::Toggle(Switch::LeftHanded)), 0);
    let after = scene(&session, 800.0, 600.0);
    for (one, other) in before.piles.iter().zip(&after.piles) {
        let mirrored = 800.0 - other.area.at.x - before.card.x;
        assert!((one.area.at.x - mirrored).abs() <= 1.0 && one.area.at.y == other.area.at.y, "{}", one.name);
    }
}

/// A table in any state, as a server could send it.
fn shown(view: View, settings: Settings) -> Session {
    let players = vec![Player::person()];
    Session::remote(
        RemoteStep { view, players, events: Vec::new(), replaced: false, missed: false },
        settings,
    )
}

proptest! {
    #[test]
    fn no_column_is_ever_cut_off(width in 280.0..2600.0f64, height in 260.0..1600.0f64, down in 0u8..7, up in 0usize..=13, mirrored: bool) {
        let mut view = session(Config::KLONDIKE, 3).view().clone();
        let pile = ColumnCards { face_down: down, face_up: cards::PACK[..13].iter().rev().copied().take(up).collect() };
        Column::all().for_each(|column| view.columns[column] = pile.clone());
        let scene = scene(&shown(view, Settings { left_handed: mirrored, ..alone() }), width, height);
        for column in &scene.piles[6..] {
            prop_assert_eq!(column.cards.len(), pile.len());
            for card in &column.cards {
                prop_assert!(card.at.x >= 0.0 && card.at.x + scene.card.x <= width + 0.5);
                // A message below the columns covers no card.
                let message = (height * 0.11).min(82.0);
                prop_assert!(card.at.y + scene.card.y <= height - message + 0.5, "{card:?}");
            }
            prop_assert!(column.cards.windows(2).all(|pair| pair[0].at.y <= pair[1].at.y));
        }
    }

    #[test]
    fn a_card_let_go_where_it_lies_is_over_its_pile(width in 320.0..2000.0f64, height in 300.0..1400.0f64, mirrored: bool) {
        let session = session_with(Config::KLONDIKE, 3, Settings { left_handed: mirrored, ..alone() });
        let scene = scene(&session, width, height);
        for pile in &scene.piles {
            let found = scene.pile_at(pile.area.middle()).map(|pile| &pile.name);
            prop_assert_eq!(found, Some(&pile.name));
        }
    }
}
