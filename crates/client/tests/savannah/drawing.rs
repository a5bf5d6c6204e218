use bots::savannah::Level;
use client::klondike::Point;
use client::savannah::{Area, Input, Place, Scene, Spot};
use table::Seat;

use crate::{Room, against};

fn overlap(a: Area, b: Area) -> bool {
    let apart = |a: f64, b: f64, wide: f64, other: f64| a + wide <= b + 0.5 || b + other <= a + 0.5;
    !apart(a.at.x, b.at.x, a.size.x, b.size.x) && !apart(a.at.y, b.at.y, a.size.y, b.size.y)
}

/// Everything that is pressed or read, with a name.
fn parts(scene: &Scene) -> Vec<(String, Area)> {
    let layout = &scene.layout;
    let mut parts = Vec::new();
    for slot in scene.slots.iter().filter(|slot| slot.spot != PileName::Hand) {
        parts.push((slot.spot.to_string(), slot.area));
    }
    for at in 0..4 {
        parts.push((format!("hand {at}"), Area { at: layout.in_hand(at), size: layout.card }));
    }
    parts.extend(layout.dice.iter().map(|die| ("die".to_owned(), *die)));
    parts.push(("button".to_owned(), layout.button));
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
            let scene = room.session.scene(width, height);
            let parts = parts(&scene);
            let told = format!("{others} others on {width}×{height}");
            for (at, (name, area)) in parts.iter().enumerate() {
                assert!(area.size.x >= 44.0 || name == "die", "{told}: {name} is {} wide", area.size.x);
                let end = Point { x: area.at.x + area.size.x, y: area.at.y + area.size.y };
                assert!(area.at.x >= 0.0 && end.x <= width, "{told}: {name} is beyond the side: {area:?}");
                assert!(area.at.y >= 0.0 && end.y <= scene.layout.size.y, "{told}: {name}: {area:?}");
                for (other, there) in &parts[at + 1..] {
                    assert!(!overlap(*area, *there), "{told}: {name} lies on {other}");
                }
            }
            // Phones and larger screens show all of it at once.
            if height > 600.0 {
                assert!(scene.layout.size.y <= height, "{told}: {} high", scene.layout.size.y);
            }
        }
    }
}

#[test]
fn a_mirrored_table_has_the_same_places_on_the_other_side() {
    let mut room = Room::new(against(&[Level::Keen, Level::Keen]), 3);
    let before = room.session.scene(1000.0, 700.0);
    room.send(Input::Set(Setting::Toggle(client::Switch::LeftHanded)));
    let after = room.session.scene(1000.0, 700.0);
    for (slot, other) in before.slots.iter().zip(&after.slots) {
        if matches!(slot.spot, PileName::Stock | PileName::Foundation(_)) {
            assert!((slot.area.at.x + other.area.at.x + slot.area.size.x - 1000.0).abs() < 1.0);
        }
    }
}

#[test]
fn a_card_is_dropped_on_the_pile_under_its_middle() {
    let room = Room::new(against(&[Level::Keen, Level::Keen]), 3);
    for (width, height) in SURFACES {
        let scene = room.session.scene(width, height);
        let spots: Vec<Spot> = scene.slots.iter().map(|slot| slot.spot).collect();
        for slot in scene.slots.iter().filter(|slot| slot.spot != PileName::Hand) {
            let Area { at, size } = slot.area;
            let middle = Point { x: at.x + size.x / 2.0, y: at.y + size.y / 2.0 };
            assert_eq!(scene.layout.drop_at(middle, &spots), Some(slot.spot));
        }
        assert_eq!(scene.layout.drop_at(Point { x: -300.0, y: -300.0 }, &spots), None);
    }
}

#[test]
fn names_say_what_lies_where_and_what_it_takes() {
    let room = Room::new(against(&[Level::Keen]), 3);
    let scene = room.session.scene(1280.0, 740.0);
    let names: Vec<String> =
        scene.piles.iter().flatten().filter_map(|laid| laid.name.as_ref()).map(ToString::to_string).collect();
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
    let cursors = scene.piles.iter().flatten().filter(|laid| laid.mark.cursor && laid.name.is_some()).count();
    assert_eq!(cursors, 1, "one stop is in the order of tabs");
}

#[test]
fn arrows_lead_everywhere() {
    use client::klondike::Direction::{Down, First, Last, Left, Right, Up};
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
