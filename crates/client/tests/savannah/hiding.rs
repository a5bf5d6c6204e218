//! Nothing that is drawn, said or listed tells what the person at the screen may not know.

use std::collections::HashSet;

use bots::savannah::Level;
use cards::{Card, ChanceKind, Key};
use client::savannah::{Desk, Player, Wait};
use games::savannah::Savannah;
use table::{Eye, Game, Table};

use crate::{Room, person};

/// All that can be seen or heard of a desk.
fn everything(desk: &Desk) -> String {
    let scene = desk.scene(1280.0, 700.0);
    format!("{scene:?} {:?} {:?} {} {:?}", desk.said(), desk.story(), desk.shown_record(), desk.question())
}

/// The cards that are drawn face up.
fn faces(desk: &Desk) -> Vec<Card> {
    desk.scene(360.0, 600.0).piles.into_iter().flatten().filter_map(|laid| laid.face).collect()
}

fn tables() -> [Vec<Player>; 3] {
    [
        vec![person("Anna"), person("Ben"), person("Cleo")],
        vec![person("Anna"), Player::bot(Level::Keen), person("Ben"), Player::bot(Level::Strong)],
        vec![Player::bot(Level::Keen), person("Anna")],
    ]
}

#[test]
fn only_cards_that_the_eye_may_see_are_drawn() {
    for players in tables() {
        let mut room = Room::new(players, 21);
        let mut covers = 0;
        while room.desk.wait() != Wait::Over {
            let truth: Table<Savannah> = Table::load(&room.desk.record()).unwrap();
            let view = truth.view(room.desk.eye());
            let public = view.public();
            let mut seen: HashSet<Card> = public.foundations.0.iter().flatten().copied().collect();
            for (_, player) in public.players.iter() {
                seen.extend(player.reserve.top);
                seen.extend(&player.discard.face_up);
            }
            seen.extend(view.hand().unwrap_or_default());
            assert!(faces(&room.desk).iter().all(|card| seen.contains(card)));
            if matches!(room.desk.wait(), Wait::Cover(_)) {
                covers += 1;
                assert_eq!(room.desk.eye(), Eye::Spectator);
            }
            room.step();
        }
        let people = room.desk.players().iter().filter(|player| player.is_person()).count();
        assert_eq!(covers > 10, people > 1);
    }
}

#[test]
fn what_is_said_names_only_what_the_listener_drew() {
    for players in tables() {
        let mut room = Room::new(players, 22);
        while room.desk.wait() != Wait::Over {
            for line in room.desk.story() {
                let named = line.told.to_string().contains("drew the ");
                assert!(!named || line.told.to_string().contains("you "), "{}", line.told);
            }
            if let Eye::Spectator = room.desk.eye() {
                assert!(
                    !everything(&room.desk).contains("you drew")
                        && !everything(&room.desk).contains("drew the ")
                );
                assert!(!everything(&room.desk).contains("and drew the"));
            }
            room.step();
        }
    }
}

/// A game in which all that the eye never saw lies otherwise looks the same to it, to the letter.
#[test]
fn another_world_that_looks_the_same_is_drawn_the_same() {
    let mut source = Key::from_number(5).stream(ChanceKind::Deal, 3);
    let mut others = 0;
    for players in tables() {
        let mut room = Room::new(players, 23);
        for _ in 0..60 {
            if room.desk.wait() == Wait::Over {
                break;
            }
            let truth: Table<Savannah> = Table::load(&room.desk.record()).unwrap();
            let other = Savannah::imagine(&truth.view(room.desk.eye()), &mut source);
            others += usize::from(other != *truth.game());
            // What the desk draws is made of its view, and the view is the same in both worlds.
            assert_eq!(other.view(room.desk.eye()), *room.desk.view());
            room.step();
        }
    }
    assert!(others > 60, "{others}");
}
