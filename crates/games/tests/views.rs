//! What viewers are sent: the parts of views, and who reads a description of their own.

#![allow(clippy::unwrap_used)]

use cards::{ChanceKind, DealId, Key, Source};
use games::events::{self, Describe};
use games::klondike::{self, Klondike};
use games::savannah::{self, Savannah};
use games::test_game::{self, TestGame};
use table::{Entry, Eye, Game, Table, Turn, View};

/// Plays random moves. Calls `check` with the game before and after each entry.
fn play<G: Game>(config: &G::Config, deal: u64, moves: usize, mut check: impl FnMut(&G, &Entry<G>, &G)) {
    let mut source = Key::from_number(deal).stream(ChanceKind::Roll, u64::MAX);
    let mut table = Table::<G>::open(config.clone(), DealId::V1(deal).into());
    let mut replay = table.clone();
    table.settle().unwrap();
    for _ in 0..moves {
        for entry in &table.record().entries[replay.record().entries.len()..] {
            let before = replay.game().clone();
            assert!(replay.enter(entry.clone()).is_ok());
            check(&before, entry, replay.game());
        }
        let Turn::Seat(seat) = table.turn() else { return };
        let legal = table.view(Eye::Seat(seat)).legal();
        table.play(seat, legal[source.below(legal.len() as u32) as usize]).unwrap();
    }
}

fn check_parts<G: Game>(game: &G) {
    let public = serde_json::to_string(&game.public_part()).unwrap();
    for eye in Eye::all(game.seats()) {
        let own = serde_json::to_string(&game.own_part(eye)).unwrap();
        let (public, own) = (serde_json::from_str(&public).unwrap(), serde_json::from_str(&own).unwrap());
        assert_eq!(G::View::from_parts(eye, public, own), Some(game.view(eye)));
    }
}

/// Returns how many descriptions differed from the one for spectators.
fn check_addressed<G: Describe>(before: &G, entry: &Entry<G>, after: &G) -> usize {
    let text = |eye| events::describe(eye, &before.view(eye), entry, &after.view(eye), None).text;
    let (usual, addressed) = (text(Eye::Spectator), events::addressed(before, entry));
    let differ = |eye: &Eye| text(*eye) != usual;
    let differing: Vec<Eye> = Eye::all(before.seats()).filter(differ).collect();
    for eye in &differing {
        let is_addressed = eye.seat().is_some_and(|seat| addressed.has(seat));
        assert!(is_addressed, "{eye:?} reads another text than spectators: {}", text(*eye));
    }
    differing.len()
}

#[test]
fn the_parts_of_a_view_give_the_view() {
    for deal in 0..4 {
        for (_, config) in klondike::Config::PRESETS {
            play::<Klondike>(&config, deal, 100, |_, _, after| check_parts(after));
        }
        for seats in 2..=8 {
            let config = savannah::Config::new(seats).unwrap().with_rounds(Some(20)).unwrap();
            play::<Savannah>(&config, deal, usize::MAX, |_, _, after| check_parts(after));
        }
        for config in [test_game::Config::ONE, test_game::Config::TWO] {
            play::<TestGame>(&config, deal, 10, |_, _, after| check_parts(after));
        }
    }
}

/// A server may get anything from a client that pretends to be one.
#[test]
fn parts_that_do_not_fit_give_no_view() {
    let table = Table::<Savannah>::new(savannah::Config::new(2).unwrap(), DealId::V1(1)).unwrap();
    let public = serde_json::to_string(&table.game().public_part()).unwrap();
    let seat = table.game().public().seat;
    let (a, b) = (Eye::Seat(seat), Eye::Seat(seat.next(2)));
    for (eye, own) in [(a, "null"), (a, r#"["Ah","Ah","Ah","Ah"]"#), (a, "[]"), (Eye::Spectator, r#"["Ah"]"#)]
    {
        let (public, own) = (serde_json::from_str(&public).unwrap(), serde_json::from_str(own).unwrap());
        assert_eq!(savannah::View::from_parts(eye, public, own), None, "{eye:?}");
    }
    let hand = serde_json::to_string(&table.game().own_part(a)).unwrap();
    let (public, own) = (serde_json::from_str(&public).unwrap(), serde_json::from_str(&hand).unwrap());
    assert_ne!(savannah::View::from_parts(b, public, own), Some(table.view(b)));
}

#[test]
fn only_addressed_seats_read_a_description_of_their_own() {
    let mut differing = 0;
    for deal in 0..10 {
        for (_, config) in klondike::Config::PRESETS {
            play::<Klondike>(&config, deal, 100, |before, entry, after| {
                assert_eq!(check_addressed(before, entry, after), 0);
            });
        }
        for seats in 2..=8 {
            let config = savannah::Config::new(seats).unwrap();
            play::<Savannah>(&config, deal, 300, |before, entry, after| {
                differing += check_addressed(before, entry, after);
            });
        }
        play::<TestGame>(&test_game::Config::TWO, deal, 10, |before, entry, after| {
            differing += check_addressed(before, entry, after);
        });
    }
    assert!(differing > 1000, "{differing}");
}
