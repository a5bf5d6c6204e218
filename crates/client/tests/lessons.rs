//! Each lesson can be followed to its end by doing what its arrow shows, and by nothing else.

use client::klondike::{self, Mark};
use client::{Course, Out, Settings, Tone, savannah};
use games::klondike::Place;

/// The places that the arrow joins, on a table of any size.
fn shown(desk: &klondike::Desk) -> Vec<Place> {
    let scene = desk.scene(1000.0, 700.0);
    let hinted = |mark: Mark| mark.hinted;
    let cards = scene.piles.iter().flatten().filter(|laid| hinted(laid.mark)).map(|laid| laid.place);
    let slots = scene.slots.iter().filter(|slot| hinted(slot.mark)).filter_map(|slot| slot.place);
    assert_eq!(scene.arrows.len(), 1);
    cards.chain(slots).collect()
}

#[test]
fn the_lessons_of_klondike_follow_their_arrows() {
    for course in [Course::Klondike, Course::OneCard] {
        let mut desk = klondike::Desk::lesson(course, Settings::default()).unwrap();
        while let Some(lesson) = desk.given().filter(|lesson| !lesson.is_over()) {
            let places = shown(&desk);
            assert!((1..=2).contains(&places.len()), "{course:?}: {places:?}");
            for from in places.iter().filter(|_| desk.given() == Some(lesson)).copied().collect::<Vec<_>>() {
                for to in &places {
                    if desk.given() == Some(lesson) {
                        desk.handle(klondike::Input::Escape, 0);
                        desk.handle(klondike::Input::Tap(from), 0);
                        if desk.given() == Some(lesson) && *to != from {
                            desk.handle(klondike::Input::Tap(*to), 0);
                        }
                    }
                }
            }
            assert_ne!(desk.given(), Some(lesson), "{course:?}: {}", lesson.text());
        }
        assert!(desk.moves() > 8);
        // Nothing of it is kept or counted.
        let out = desk.take_out();
        assert!(
            !out.iter().any(|out| matches!(out, Out::Save | Out::Count(_) | Out::SaveSettings(_))),
            "{out:?}"
        );
    }
}

#[test]
fn what_can_be_played_and_is_not_taught_yet_waits() {
    let mut desk = klondike::Desk::lesson(Course::Klondike, Settings::default()).unwrap();
    let before = desk.view().clone();
    desk.handle(klondike::Input::Draw, 0);
    assert_eq!((desk.view(), desk.said().tone), (&before, Tone::Note));
    desk.handle(klondike::Input::New, 0);
    assert_eq!(desk.view(), &before);
    // What the rules refuse is refused by the rules.
    desk.handle(klondike::Input::Lift(Place::Column(games::klondike::Column::all().nth(6).unwrap(), 1)), 0);
    desk.handle(
        klondike::Input::Drop(Some(klondike::Spot::Column(games::klondike::Column::all().next().unwrap()))),
        0,
    );
    assert_eq!(desk.said().tone, Tone::Refused);
}

#[test]
fn the_lesson_of_savannah_follows_its_arrow() {
    let mut desk = savannah::Desk::lesson(Settings::default()).unwrap();
    let mut now = 0;
    while let Some(lesson) = desk.given().filter(|lesson| !lesson.is_over()) {
        for _ in 0..100 {
            now += 1000;
            desk.tick(now);
        }
        let scene = desk.scene(1000.0, 700.0);
        assert!(scene.arrow.is_some(), "{}", lesson.text());
        let cards = scene.piles.iter().flatten().filter(|laid| laid.mark.hinted).map(|laid| laid.place);
        let places: Vec<_> = cards.collect();
        for (from, to) in [(0, 1), (1, 0)] {
            if desk.given() == Some(lesson) {
                desk.handle(savannah::Input::Escape, now);
                desk.handle(savannah::Input::Tap(places[from]), now);
                if desk.given() == Some(lesson) {
                    desk.handle(savannah::Input::Tap(places[to]), now);
                }
            }
        }
        assert_ne!(desk.given(), Some(lesson), "{}: {places:?}, {}", lesson.text(), desk.said().text);
    }
    assert!(!desk.take_out().iter().any(|out| matches!(out, Out::Save | Out::Count(_))));
}
