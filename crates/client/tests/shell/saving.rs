//! Saved games are described, and imported games are counted correctly.

use cards::Key;
use client::klondike::{self, KlondikePlay};
use client::savannah::SavannahPlay;
use client::shell::{Effect, Input, Play, Session, summary};
use games::klondike::{Config, Klondike};
use games::savannah::Savannah;
use table::{Origin, Table};

use crate::any_game::{end_turn, play_random_move};
use crate::{Dice, new_klondike, new_savannah, run};

#[test]
fn a_saved_game_is_described() {
    let mut session = new_klondike(Config::KLONDIKE, 42);
    assert_eq!(summary::<KlondikePlay>(&session.saved(0).unwrap()), None);
    session.handle(Input::Game(klondike::Command::Draw), 0);
    let text = summary::<KlondikePlay>(&session.saved(0).unwrap());
    assert_eq!(text.unwrap(), "Klondike, deal v1:42, 1 move");

    let session = new_savannah(4, 1);
    assert_eq!(summary::<SavannahPlay>(&session.saved(0).unwrap()).unwrap(), "4 players, round 1");
    assert_eq!((summary::<KlondikePlay>("{}"), summary::<SavannahPlay>("{}")), (None, None));
}

#[test]
fn an_imported_game_does_not_count() {
    fn check<P: Play>(
        mut session: Session<P>,
        mut other: Session<P>,
        play: impl Fn(&mut Session<P>, &mut u64),
    ) {
        let mut now = 0;
        let is_count = |effect: &Effect| matches!(effect, Effect::Count(_));
        run(&mut session, &mut now);
        for _ in 0..5 {
            play(&mut session, &mut now);
        }
        run(&mut other, &mut now);
        other.import(&session.record(), now).unwrap();
        run(&mut other, &mut now);
        play(&mut other, &mut now);
        other.handle(Input::Again, now);
        assert!(!run(&mut other, &mut now).iter().any(is_count));
        // The next game counts.
        play(&mut other, &mut now);
        assert!(other.take_effects().iter().any(is_count));
    }
    check(new_klondike(Config::KLONDIKE, 3), new_klondike(Config::KLONDIKE, 4), |session, now| {
        run(session, now);
        session.handle(Input::Game(klondike::Command::Draw), *now);
    });
    check(new_savannah(2, 2), new_savannah(2, 7), |session, now| {
        run(session, now);
        play_random_move(session, &mut Dice(1), *now, end_turn);
    });
}

#[test]
fn a_secret_deal_can_be_restarted_if_chance_only_deals() {
    let origin = || Origin::Secret(Key::from_number(5));
    let mut session = new_klondike(Config::KLONDIKE, 3);
    let table = Table::<Klondike>::new(Config::KLONDIKE, origin()).unwrap();
    session.import(&table.save(), 0).unwrap();
    session.handle(Input::Game(klondike::Command::Draw), 0);
    session.handle(Input::Restart, 0);
    assert_eq!((session.record(), session.has_previous()), (table.save(), true));
    assert!(
        session.said().text.to_string().ends_with("Restarted with the same cards."),
        "{}",
        session.said().text
    );

    // The dice of the next turns are not known here.
    let mut session = new_savannah(2, 3);
    let table = Table::<Savannah>::new(session.config(), origin()).unwrap();
    session.import(&table.save(), 0).unwrap();
    session.handle(Input::Restart, 0);
    assert_eq!((session.record(), session.has_previous()), (table.save(), false));
    assert!(session.said().text.to_string().contains("is secret"), "{}", session.said().text);
}
