//! Each lesson can be followed to its end by doing what its arrow shows, and by nothing else.

#![allow(clippy::unwrap_used)]

use client::klondike::{self, KlondikePlay};
use client::savannah::{self, SavannahPlay};
use client::shell::{Effect, Named as _, Play, Point, Session, Tone};
use client::{Settings, klondike::Command};
use games::klondike::{Column, Place};

fn lesson<P: Play>(preset: &str) -> Session<P> {
    Session::lesson(P::lesson(preset).unwrap(), Settings::default()).unwrap()
}

/// The places that the arrow joins.
fn shown<P: Play>(session: &Session<P>) -> Vec<P::Place> {
    let scene = session.scene(Point { x: 1000.0, y: 700.0 });
    let cards = scene.cards().filter(|card| card.mark.hinted).map(|card| &card.place);
    let empty = scene.piles.iter().filter(|pile| pile.mark.hinted).filter_map(|pile| pile.place.as_ref());
    assert_eq!(scene.arrows.len(), 1);
    cards.chain(empty).map(|place| P::Place::from_name(place).unwrap()).collect()
}

/// Does what the arrow shows, from either end, and asserts that it leads to the next step.
fn follow<P: Play>(session: &mut Session<P>, now: u64) {
    use client::shell::Input;
    let lesson = session.current_lesson();
    let places = shown(session);
    assert!((1..=2).contains(&places.len()), "{places:?}");
    for from in &places {
        for to in &places {
            if session.current_lesson() == lesson {
                session.handle(Input::Escape, now);
                session.handle(Input::Tap(*from), now);
            }
            if session.current_lesson() == lesson && to != from {
                session.handle(Input::Tap(*to), now);
            }
        }
    }
    let text = lesson.unwrap().text();
    assert_ne!(session.current_lesson(), lesson, "{text}: {places:?}, {}", session.said().text);
}

fn is_over<P: Play>(session: &Session<P>) -> bool {
    session.current_lesson().unwrap().is_over()
}

/// Asserts that nothing was saved or counted.
fn assert_nothing_is_kept<P: Play>(session: &mut Session<P>) {
    let effects = session.take_effects();
    let is_kept =
        |effect: &Effect| matches!(effect, Effect::Save | Effect::Count(_) | Effect::SaveSettings(_));
    assert!(!effects.iter().any(is_kept), "{effects:?}");
    assert_eq!(session.saved(0), None);
}

#[test]
fn the_lessons_of_klondike_follow_their_arrows() {
    for preset in ["klondike", "one-card"] {
        let mut session = lesson::<KlondikePlay>(preset);
        while !is_over(&session) {
            follow(&mut session, 0);
        }
        assert!(session.moves() > 8);
        assert_nothing_is_kept(&mut session);
    }
}

#[test]
fn what_can_be_played_and_is_not_taught_yet_waits() {
    let mut session = lesson::<KlondikePlay>("klondike");
    let before = session.view().clone();
    session.handle(klondike::Input::Game(Command::Draw), 0);
    assert_eq!((session.view(), session.said().tone), (&before, Tone::Note));
    session.handle(klondike::Input::Again, 0);
    assert_eq!(session.view(), &before);
    // What the rules refuse is refused by the rules.
    session.handle(klondike::Input::Lift(Place::Column(Column::new(7).unwrap(), 1)), 0);
    session.handle(klondike::Input::Drop(Some(klondike::Pile::Column(Column::new(1).unwrap()))), 0);
    assert_eq!(session.said().tone, Tone::Refused);
}

#[test]
fn the_lesson_of_savannah_follows_its_arrow() {
    let mut session: savannah::Session = lesson::<SavannahPlay>("savannah");
    let mut now = 0;
    while !is_over(&session) {
        for _ in 0..100 {
            now += 1000;
            session.tick(now);
        }
        follow(&mut session, now);
    }
    assert_nothing_is_kept(&mut session);
}
