use std::collections::HashSet;

use client::klondike::{Input, Layout, Point, Spot};
use client::{Settings, Switch};
use games::klondike::{Column, Config, Pile, Place};
use proptest::prelude::*;

use crate::{Dice, alone, play_along, session, session_with};

#[test]
fn only_cards_that_the_player_knows_are_drawn_and_each_once() {
    for (number, (_, config)) in Config::PRESETS.into_iter().enumerate() {
        let mut session = session(config, number as u64);
        let mut dice = Dice(number as u64);
        for _ in 0..60 {
            play_along(&mut session, &mut dice, 2);
            let scene = session.scene(390.0, 700.0);
            let laid: Vec<_> = scene.piles.iter().flatten().collect();
            let keys: HashSet<u16> = laid.iter().map(|card| card.key).collect();
            assert_eq!(keys.len(), laid.len());
            let seen: HashSet<_> = session.view().seen_cards().collect();
            assert!(laid.iter().filter_map(|card| card.face).all(|card| seen.contains(&card)));
            let down: usize = session.view().columns.0.iter().map(|pile| usize::from(pile.face_down)).sum();
            let backs = scene.piles[6..].iter().flatten().filter(|card| card.face.is_none()).count();
            assert_eq!(backs, down);
        }
    }
}

#[test]
fn cards_are_named_as_they_are_spoken() {
    let mut session = session_with(Config::KLONDIKE, 42, alone());
    let names = |session: &client::klondike::Desk| -> Vec<String> {
        let scene = session.scene(800.0, 600.0);
        let cards = scene.piles.into_iter().flatten().filter_map(|card| card.name);
        cards
            .chain(scene.slots.into_iter().filter(|slot| slot.place.is_some()).map(|slot| slot.name))
            .map(|name| name.to_string())
            .collect()
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
    let scene = session.scene(800.0, 600.0);
    let held: Vec<_> =
        scene.piles.iter().flatten().filter(|card| card.mark.held).map(|card| card.place).collect();
    assert_eq!(held, [Place::Column(column, 2), Place::Column(column, 1)]);
    let targets: HashSet<Spot> = session.targets().into_iter().collect();
    let cards =
        scene.piles.iter().flatten().filter(|card| card.mark.target).map(|card| PileName::from(card.place));
    let slots = scene.slots.iter().filter(|slot| slot.mark.target).map(|slot| slot.spot);
    assert_eq!(cards.chain(slots).collect::<HashSet<_>>(), targets);
}

#[test]
fn on_a_phone_a_card_is_as_wide_as_a_fingertip() {
    for width in [360.0, 390.0, 414.0] {
        let layout = Layout::new(width, 600.0, false);
        assert!(layout.card.x >= 44.0, "{width}: {}", layout.card.x);
    }
    assert!(Layout::new(1280.0, 740.0, false).card.x >= 115.0);
}

#[test]
fn the_mirror_mirrors() {
    let mut session = session(Config::KLONDIKE, 3);
    let before = session.scene(800.0, 600.0);
    session.handle(Input::Set(Setting::Toggle(Switch::LeftHanded)), 0);
    let after = session.scene(800.0, 600.0);
    for (one, other) in before.slots.iter().zip(&after.slots) {
        let mirrored = 800.0 - other.at.x - before.layout.card.x;
        assert!((one.at.x - mirrored).abs() <= 1.0 && one.at.y == other.at.y, "{}", one.spot);
    }
}

proptest! {
    #[test]
    fn no_column_is_ever_cut_off(width in 280.0..2600.0f64, height in 260.0..1600.0f64, down in 0u8..7, up in 0usize..=13, mirrored: bool) {
        let layout = Layout::new(width, height, mirrored);
        let pile = Pile { face_down: down, face_up: cards::PACK[..13].iter().rev().copied().take(up).collect() };
        for column in Column::all() {
            let points = layout.fan(column, &pile);
            prop_assert_eq!(points.len(), pile.len());
            for point in &points {
                prop_assert!(point.x >= 0.0 && point.x + layout.card.x <= width + 0.5);
                // A message below the columns covers no card.
                let message = (height * 0.11).min(82.0);
                prop_assert!(point.y + layout.card.y <= height - message + 0.5, "{point:?} {layout:?}");
            }
            prop_assert!(points.windows(2).all(|pair| pair[0].y <= pair[1].y));
        }
    }

    #[test]
    fn a_card_let_go_where_it_lies_is_over_its_pile(width in 320.0..2000.0f64, height in 300.0..1400.0f64, mirrored: bool) {
        let layout = Layout::new(width, height, mirrored);
        for spot in PileName::all() {
            let at = layout.spot(spot);
            let middle = Point { x: at.x + layout.card.x / 2.0, y: at.y + layout.card.y / 2.0 };
            prop_assert_eq!(layout.drop_at(middle), Some(spot));
        }
    }
}
