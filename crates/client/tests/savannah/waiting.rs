use bots::Level;
use client::savannah::{Command, Input, NewGame, Session};
use client::shell::{Effect, Wait};
use client::{Pace, Settings, answer};
use games::savannah::{Config, Move};
use table::Seat;

use crate::{Room, against, keen, usual};

/// The times that a session asks to be woken after, and how often it asks a bot, until a person is wanted.
fn beats(session: &mut Session, mut now: u64) -> (Vec<u32>, usize) {
    let (mut beats, mut asked) = (Vec::new(), 0);
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
                    beats.push(after);
                    waits = true;
                    now += u64::from(after);
                    session.tick(now);
                }
                _ => {}
            }
        }
        if !waits {
            return (beats, asked);
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
        let mut room = Room { session, now: 0, saved: None, counted: Vec::new() };
        let mv = keen(&room.session);
        if matches!(mv, Move::Discard(_)) && !room.session.is_discarding() {
            room.session.handle(Input::Game(Command::EndTurn), 0);
        }
        match mv {
            Move::Discard(card) => {
                let at = room.session.view().hand().unwrap().iter().position(|held| *held == card).unwrap();
                room.session.handle(Input::Tap(client::savannah::Place::Hand(at as u8)), 0);
            }
            mv => room.tap(mv),
        }
        session = room.session;
    }
    session
}

#[test]
fn what_others_do_can_be_looked_at_one_thing_after_the_other() {
    for pace in [Pace::Slow, Pace::Normal, Pace::Fast] {
        let mut session = end_turn(pace);
        let (beats, asked) = beats(&mut session, 0);
        assert_eq!(session.wait(), Wait::Person(Seat::A));
        assert!(asked >= 3, "each of the three plays at least once");
        assert!(beats.len() >= asked + 3, "each move and each roll has its time");
        assert!(beats.iter().all(|beat| u64::from(*beat) <= pace.beat()));
        assert!(beats.iter().any(|beat| u64::from(*beat) == pace.beat()));
    }
    let mut session = end_turn(Pace::AtOnce);
    assert_eq!(beats(&mut session, 0).0, Vec::<u32>::new());
    assert_eq!(session.wait(), Wait::Person(Seat::A));
}

#[test]
fn a_tap_takes_the_waiting_away_until_it_is_a_persons_turn() {
    let mut session = end_turn(Pace::Slow);
    session.take_effects();
    session.handle(Input::Skip, 1);
    assert_eq!(beats(&mut session, 1).0, Vec::<u32>::new());
    assert_eq!(session.wait(), Wait::Person(Seat::A));
    // The next time there is something to look at again.
    let version = session.version();
    let mut room = Room { session, now: 10_000, saved: None, counted: Vec::new() };
    room.step();
    assert!(room.session.version() > version);
}

#[test]
fn a_late_or_foolish_answer_does_no_harm() {
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
fn the_limit_of_rounds_is_told_before_it_bites() {
    let config = Config::new(2).unwrap().with_rounds(Some(20)).unwrap();
    let mut told = 0;
    for deal in 1..60 {
        let game =
            NewGame { deal: Some(cards::DealId::V1(deal)), players: against(&[Level::Beginner]), config };
        let settings = Settings { pace: Pace::AtOnce, ..Settings::default() };
        let mut room = Room::at(Session::new(game, settings, 1).unwrap());
        while let Wait::Person(_) = room.session.wait() {
            let hand = room.session.view().hand().unwrap().to_vec();
            room.tap(hand.first().map_or(Move::End, |card| Move::Discard(*card)));
            told += usize::from(
                room.session.said().text.to_string().contains("this is the last round")
                    || room.session.said().text.to_string().contains("This is the last round"),
            );
            room.run();
        }
        if told > 0 {
            assert!(
                room.session.said().text.to_string().contains("(V14)")
                    || room.session.said().text.to_string().contains("(S18)")
            );
            return;
        }
    }
    panic!("no game came to its last round");
}
