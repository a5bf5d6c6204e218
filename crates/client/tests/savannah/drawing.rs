use bots::savannah::Level;
use client::savannah::{Input, Pile, Place};
use client::shell::{Area, Named as _, Point, Scene, Setting};
use table::Seat;

use crate::{Room, against, scene};

fn overlap(a: Area, b: Area) -> bool {
    let apart = |a: f64, b: f64, wide: f64, other: f64| a + wide <= b + 0.5 || b + other <= a + 0.5;
    !apart(a.at.x, b.at.x, a.size.x, b.size.x) && !apart(a.at.y, b.at.y, a.size.y, b.size.y)
}

/// Everything that is pressed or read, with a name.
fn parts(scene: &Scene) -> Vec<(String, Area)> {
    let mut parts = Vec::new();
    for pile in &scene.piles {
        if pile.kind == "hand" {
            assert_eq!(pile.cards.len(), 4);
            let card = |at: Point| Area { at, size: scene.card };
            parts.extend(pile.cards.iter().map(|held| (format!("hand {}", held.place), card(held.at))));
        } else {
            parts.push((pile.name.clone(), pile.area));
        }
    }
    parts.extend(scene.dice.iter().flat_map(|dice| dice.areas).map(|die| ("die".to_owned(), die)));
    parts.extend(scene.button.map(|button| ("button".to_owned(), button)));
    parts
}

/// The surfaces of a session, a tablet, a phone upright and lying, and of a page at four times its size.
const SURFACES: [(f64, f64); 7] = [
    (1280.0, 740.0),
    (1920.0, 1000.0),
    (768.0, 964.0),
    (360.0, 618.0),
    (390.0, 700.0),
    (740.0, 312.0),
    (320.0, 150.0),
];

#[test]
fn nothing_lies_on_anything_else_and_all_of_it_on_the_table() {
    for (width, height) in SURFACES {
        for others in 1..=7 {
            let room = Room::new(against(&vec![Level::Keen; others]), 3);
            let scene = scene(&room.session, width, height);
            let parts = parts(&scene);
            let told = format!("{others} others on {width}×{height}");
            for (at, (name, area)) in parts.iter().enumerate() {
                assert!(area.size.x >= 44.0 || name == "die", "{told}: {name} is {} wide", area.size.x);
                let end = Point { x: area.at.x + area.size.x, y: area.at.y + area.size.y };
                assert!(area.at.x >= 0.0 && end.x <= width, "{told}: {name} is beyond the side: {area:?}");
                assert!(area.at.y >= 0.0 && end.y <= scene.size.y, "{told}: {name}: {area:?}");
                for (other, there) in &parts[at + 1..] {
                    assert!(!overlap(*area, *there), "{told}: {name} lies on {other}");
                }
            }
            // Phones and larger screens show all of it at once.
            if height > 600.0 {
                assert!(scene.size.y <= height, "{told}: {} high", scene.size.y);
            }
        }
    }
}

#[test]
fn a_mirrored_table_has_the_same_places_on_the_other_side() {
    let mut room = Room::new(against(&[Level::Keen, Level::Keen]), 3);
    let before = scene(&room.session, 1000.0, 700.0);
    room.send(Input::Set(Setting::Toggle(client::Switch::LeftHanded)));
    let after = scene(&room.session, 1000.0, 700.0);
    for (pile, other) in before.piles.iter().zip(&after.piles) {
        if matches!(Pile::from_name(&pile.name).unwrap(), Pile::Stock | Pile::Foundation(_)) {
            assert!((pile.area.at.x + other.area.at.x + pile.area.size.x - 1000.0).abs() < 1.0);
        }
    }
}

#[test]
fn a_card_is_dropped_on_the_pile_under_its_middle() {
    let room = Room::new(against(&[Level::Keen, Level::Keen]), 3);
    for (width, height) in SURFACES {
        let scene = scene(&room.session, width, height);
        let found = |point: Point| scene.pile_at(point).map(|pile| pile.name.clone());
        for pile in scene.piles.iter().filter(|pile| pile.kind != "hand") {
            assert_eq!(found(pile.area.middle()), Some(pile.name.clone()));
        }
        assert_eq!(found(Point { x: -300.0, y: -300.0 }), None);
    }
}

#[test]
fn names_say_what_lies_where_and_what_it_takes() {
    let room = Room::new(against(&[Level::Keen]), 3);
    let scene = scene(&room.session, 1280.0, 740.0);
    let names: Vec<String> =
        scene.cards().filter_map(|card| card.spoken.as_ref()).map(ToString::to_string).collect();
    let b = Seat::new(1).unwrap();
    let has = |text: &str| names.iter().any(|name| name.contains(text));
    for text in [
        "B's reserve, 10 cards",
        "B's discard, 3 cards",
        "stock, ",
        "foundation 1, takes ",
        "your reserve, 10 cards",
    ] {
        assert!(has(text), "{text}: {names:?}");
    }
    assert!(has("1 of 4, your hand") && has("4 of 4, your hand"));
    assert_eq!(scene.seats.len(), 1);
    assert_eq!((scene.seats[0].seat, scene.seats[0].about.to_string().as_str()), (b, "Keen bot"));
    let cursors = scene.cards().filter(|card| card.mark.cursor && card.spoken.is_some()).count();
    assert_eq!(cursors, 1, "one stop is in the order of tabs");
}

#[test]
fn arrows_lead_everywhere() {
    use client::shell::Direction::{Down, First, Last, Left, Right, Up};
    let mut room = Room::new(against(&[Level::Keen, Level::Keen, Level::Keen]), 3);
    let mut seen = std::collections::HashSet::new();
    for direction in
        [First, Right, Right, Right, Right, Right, Down, Left, Left, Left, Left, Right, Right, Right]
    {
        room.send(Input::Walk(direction));
        seen.insert(room.session.cursor());
    }
    for direction in
        [Down, Left, Left, Left, Left, Left, Left, Right, Right, Right, Right, Right, Last, Up, Up]
    {
        room.send(Input::Walk(direction));
        seen.insert(room.session.cursor());
    }
    // Six piles of the others, the middle, the own two and the hand.
    assert_eq!(seen.len(), 6 + 4 + 2 + 4, "{seen:?}");
    room.send(Input::Focus(Place::Hand(3)));
    assert_eq!(room.session.cursor(), Place::Hand(3));
}
