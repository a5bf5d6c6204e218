//! Nothing that is drawn, said or listed reveals what the person at the screen may not know.

use std::collections::HashSet;

use bots::Level;
use cards::{Card, ChanceKind, Key};
use client::savannah::Session;
use client::shell::{Player, Wait};
use games::savannah::Savannah;
use table::{Eye, Game, Table};

use crate::{TestTable, person, scene};

/// Everything that can be seen or heard of a session.
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
fn only_cards_that_the_viewer_may_see_are_drawn() {
    for players in tables() {
        let mut test = TestTable::new(players, 21);
        let mut covers = 0;
        while test.session.wait() != Wait::Over {
            let truth: Table<Savannah> = Table::load(&test.session.record()).unwrap();
            let view = truth.view(test.session.eye());
            let public = view.public();
            let mut seen: HashSet<Card> = public.foundations.0.iter().flatten().copied().collect();
            for (_, player) in public.players.iter() {
                seen.extend(player.reserve.top);
                seen.extend(&player.discard.face_up);
            }
            seen.extend(view.hand().unwrap_or_default());
            assert!(faces(&test.session).iter().all(|card| seen.contains(card)));
            if matches!(test.session.wait(), Wait::Handover(_)) {
                covers += 1;
                assert_eq!(test.session.eye(), Eye::Spectator);
            }
            test.step();
        }
        let people = test.session.players().iter().filter(|player| player.is_person()).count();
        assert_eq!(covers > 10, people > 1);
    }
}

#[test]
fn announcements_name_only_the_viewers_own_draws() {
    for players in tables() {
        let mut test = TestTable::new(players, 22);
        while test.session.wait() != Wait::Over {
            for line in test.session.story() {
                let named = line.text.to_string().contains("drew the ");
                assert!(!named || line.text.to_string().contains("you "), "{}", line.text);
            }
            if let Eye::Spectator = test.session.eye() {
                assert!(
                    !everything(&test.session).contains("you drew")
                        && !everything(&test.session).contains("drew the ")
                );
                assert!(!everything(&test.session).contains("and drew the"));
            }
            test.step();
        }
    }
}

/// A game that differs only in cards that the viewer never saw looks exactly the same to the viewer.
#[test]
fn sampled_games_are_drawn_the_same() {
    let mut source = Key::from_number(5).stream(ChanceKind::Deal, 3);
    let mut others = 0;
    for players in tables() {
        let mut test = TestTable::new(players, 23);
        for _ in 0..60 {
            if test.session.wait() == Wait::Over {
                break;
            }
            let truth: Table<Savannah> = Table::load(&test.session.record()).unwrap();
            let other = Savannah::imagine(&truth.view(test.session.eye()), &mut source);
            others += usize::from(other != *truth.game());
            // The scene is built from the view, which is the same in both games.
            assert_eq!(other.view(test.session.eye()), *test.session.view());
            test.step();
        }
    }
    assert!(others > 60, "{others}");
}
