use bots::Level;
use client::savannah::{Command, Input, NewGame, Session};
use client::shell::{Effect, Wait};
use client::{Pace, Settings, answer};
use games::savannah::{Config, Move};
use table::Seat;

use crate::{TestTable, against, keen, usual};

/// The timers that a session sets and how often it asks a bot, until it is a person's turn.
fn timers(session: &mut Session, mut now: u64) -> (Vec<u32>, usize) {
    let (mut timers, mut asked) = (Vec::new(), 0);
    loop {
        let mut waits = false;
        for effect in session.take_effects() {
            match effect {
                Effect::Ask(ask) => {
                    asked += 1;
                    waits = true;
                    session.answer(answer(&ask, &mut |_| true), now);
                }
                Effect::Wake(after) => {
                    timers.push(after);
                    waits = true;
                    now += u64::from(after);
                    session.tick(now);
                }
                _ => {}
            }
        }
        if !waits {
            return (timers, asked);
        }
    }
}

fn end_turn(pace: Pace) -> Session {
    let config = Config::new(4).unwrap().with_first(Some(Seat::A)).unwrap();
    let game = NewGame { deal: Some(cards::DealId::V1(4)), ..usual(config) };
    let settings = Settings { pace, ..Settings::default() };
    let mut session = Session::new(game, settings, 1).unwrap();
    session.take_effects();
    while let Wait::Person(_) = session.wait() {
        let mut test = TestTable { session, now: 0, saved: None, counted: Vec::new() };
        let mv = keen(&test.session);
        if matches!(mv, Move::Discard(_)) && !test.session.is_discarding() {
            test.session.handle(Input::Game(Command::EndTurn), 0);
        }
        match mv {
            Move::Discard(card) => {
                let at = test.session.view().hand().unwrap().iter().position(|held| *held == card).unwrap();
                test.session.handle(Input::Tap(client::savannah::Place::Hand(at as u8)), 0);
            }
            mv => test.tap(mv),
        }
        session = test.session;
    }
    session
}

#[test]
fn the_steps_of_others_are_shown_one_by_one() {
    for pace in [Pace::Slow, Pace::Normal, Pace::Fast] {
        let mut session = end_turn(pace);
        let (timers, asked) = timers(&mut session, 0);
        assert_eq!(session.wait(), Wait::Person(Seat::A));
        assert!(asked >= 3, "each of the three plays at least once");
        assert!(timers.len() >= asked + 3, "each move and each roll has its time");
        assert!(timers.iter().all(|beat| u64::from(*beat) <= pace.beat()));
        assert!(timers.iter().any(|beat| u64::from(*beat) == pace.beat()));
    }
    let mut session = end_turn(Pace::AtOnce);
    assert_eq!(timers(&mut session, 0).0, Vec::<u32>::new());
    assert_eq!(session.wait(), Wait::Person(Seat::A));
}

#[test]
fn a_tap_skips_ahead_to_the_next_persons_turn() {
    let mut session = end_turn(Pace::Slow);
    session.take_effects();
    session.handle(Input::Skip, 1);
    assert_eq!(timers(&mut session, 1).0, Vec::<u32>::new());
    assert_eq!(session.wait(), Wait::Person(Seat::A));
    // Later turns are shown at their pace again.
    let version = session.version();
    let mut test = TestTable { session, now: 10_000, saved: None, counted: Vec::new() };
    test.step();
    assert!(test.session.version() > version);
}

#[test]
fn late_or_illegal_answers_do_no_harm() {
    let mut session = end_turn(Pace::AtOnce);
    let out = session.take_effects();
    let ask =
        out.into_iter().find_map(|out| if let Effect::Ask(ask) = out { Some(ask) } else { None }).unwrap();
    let version = session.version();
    session.answer(client::Reply { id: ask.id + 100, answer: client::Answer::Unreadable }, 0);
    assert_eq!(session.version(), version);
    session.answer(client::Reply { id: ask.id, answer: client::Answer::Move(Some("Ah>1".to_owned())) }, 0);
    assert!(session.version() > version, "a legal move was made in its place");
}

#[test]
fn the_round_limit_is_announced_in_time() {
    let config = Config::new(2).unwrap().with_rounds(Some(20)).unwrap();
    let mut told = 0;
    for deal in 1..60 {
        let game =
            NewGame { deal: Some(cards::DealId::V1(deal)), players: against(&[Level::Beginner]), config };
        let settings = Settings { pace: Pace::AtOnce, ..Settings::default() };
        let mut test = TestTable::at(Session::new(game, settings, 1).unwrap());
        while let Wait::Person(_) = test.session.wait() {
            let hand = test.session.view().hand().unwrap().to_vec();
            test.tap(hand.first().map_or(Move::End, |card| Move::Discard(*card)));
            told += usize::from(
                test.session.said().text.to_string().contains("this is the last round")
                    || test.session.said().text.to_string().contains("This is the last round"),
            );
            test.run();
        }
        if told > 0 {
            assert!(
                test.session.said().text.to_string().contains("(V14)")
                    || test.session.said().text.to_string().contains("(S18)")
            );
            return;
        }
    }
    panic!("no game came to its last round");
}
