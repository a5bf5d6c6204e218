//! Nothing that is drawn, said or listed tells what the person at the screen may not know.

use std::collections::HashSet;

use bots::Level;
use cards::{Card, ChanceKind, Key};
use client::savannah::Session;
use client::shell::{Player, Wait};
use games::savannah::Savannah;
use table::{Eye, Game, Table};

use crate::{Room, person, scene};

/// All that can be seen or heard of a session.
fn everything(session: &Session) -> String {
    let scene = scene(session, 1280.0, 700.0);
    format!(
        "{scene:?} {:?} {:?} {} {:?}",
        session.said(),
        session.story(),
        session.public_record(),
        session.question()
    )
}

/// The cards that are drawn face up.
fn faces(session: &Session) -> Vec<Card> {
    scene(session, 360.0, 600.0).cards().filter_map(|card| card.face).collect()
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
        while room.session.wait() != Wait::Over {
            let truth: Table<Savannah> = Table::load(&room.session.record()).unwrap();
            let view = truth.view(room.session.eye());
            let public = view.public();
            let mut seen: HashSet<Card> = public.foundations.0.iter().flatten().copied().collect();
            for (_, player) in public.players.iter() {
                seen.extend(player.reserve.top);
                seen.extend(&player.discard.face_up);
            }
            seen.extend(view.hand().unwrap_or_default());
            assert!(faces(&room.session).iter().all(|card| seen.contains(card)));
            if matches!(room.session.wait(), Wait::Handover(_)) {
                covers += 1;
                assert_eq!(room.session.eye(), Eye::Spectator);
            }
            room.step();
        }
        let people = room.session.players().iter().filter(|player| player.is_person()).count();
        assert_eq!(covers > 10, people > 1);
    }
}

#[test]
fn what_is_said_names_only_what_the_listener_drew() {
    for players in tables() {
        let mut room = Room::new(players, 22);
        while room.session.wait() != Wait::Over {
            for line in room.session.story() {
                let named = line.text.to_string().contains("drew the ");
                assert!(!named || line.text.to_string().contains("you "), "{}", line.text);
            }
            if let Eye::Spectator = room.session.eye() {
                assert!(
                    !everything(&room.session).contains("you drew")
                        && !everything(&room.session).contains("drew the ")
                );
                assert!(!everything(&room.session).contains("and drew the"));
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
            if room.session.wait() == Wait::Over {
                break;
            }
            let truth: Table<Savannah> = Table::load(&room.session.record()).unwrap();
            let other = Savannah::imagine(&truth.view(room.session.eye()), &mut source);
            others += usize::from(other != *truth.game());
            // What the session draws is made of its view, and the view is the same in both worlds.
            assert_eq!(other.view(room.session.eye()), *room.session.view());
            room.step();
        }
    }
    assert!(others > 60, "{others}");
}
