use bots::savannah::Level;
use client::savannah::{Desk, Input, NewGame, Wait};
use client::{Out, Pace, Settings, answer};
use games::savannah::{Config, Move};
use table::Seat;

use crate::{Room, against, keen};

/// The times that a desk asks to be woken after, and how often it asks a bot, until a person is wanted.
fn beats(desk: &mut Desk, mut now: u64) -> (Vec<u32>, usize) {
    let (mut beats, mut asked) = (Vec::new(), 0);
    loop {
        let out = desk.take_out();
        let mut waits = false;
        for out in out {
            match out {
                Out::Ask(ask) => {
                    asked += 1;
                    waits = true;
                    desk.answer(answer(&ask, &mut |_| true), now);
                }
                Out::Wake(after) => {
                    beats.push(after);
                    waits = true;
                    now += u64::from(after);
                    desk.tick(now);
                }
                _ => {}
            }
        }
        if !waits {
            return (beats, asked);
        }
    }
}

fn end_turn(pace: Pace) -> Desk {
    let config = Config::new(4).unwrap().with_first(Some(Seat::A)).unwrap();
    let game = NewGame { deal: Some(cards::DealId::V1(4)), ..NewGame::usual(config) };
    let settings = Settings { pace, ..Settings::default() };
    let mut desk = Desk::new(game, settings, 1).unwrap();
    desk.take_out();
    while let Wait::Person(_) = desk.wait() {
        let mut room = Room { desk, now: 0, saved: None, counted: Vec::new() };
        let mv = keen(&room.desk);
        if matches!(mv, Move::Discard(_)) && !room.desk.discards() {
            room.desk.handle(Input::EndTurn, 0);
        }
        match mv {
            Move::Discard(card) => {
                let at = room.desk.view().hand().unwrap().iter().position(|held| *held == card).unwrap();
                room.desk.handle(Input::Tap(client::savannah::Place::Hand(at as u8)), 0);
            }
            mv => room.tap(mv),
        }
        desk = room.desk;
    }
    desk
}

#[test]
fn what_others_do_can_be_looked_at_one_thing_after_the_other() {
    for pace in [Pace::Slow, Pace::Normal, Pace::Fast] {
        let mut desk = end_turn(pace);
        let (beats, asked) = beats(&mut desk, 0);
        assert_eq!(desk.wait(), Wait::Person(Seat::A));
        assert!(asked >= 3, "each of the three plays at least once");
        assert!(beats.len() >= asked + 3, "each move and each roll has its time");
        assert!(beats.iter().all(|beat| u64::from(*beat) <= pace.beat()));
        assert!(beats.iter().any(|beat| u64::from(*beat) == pace.beat()));
    }
    let mut desk = end_turn(Pace::AtOnce);
    assert_eq!(beats(&mut desk, 0).0, Vec::<u32>::new());
    assert_eq!(desk.wait(), Wait::Person(Seat::A));
}

#[test]
fn a_tap_takes_the_waiting_away_until_it_is_a_persons_turn() {
    let mut desk = end_turn(Pace::Slow);
    desk.take_out();
    desk.handle(Input::Skip, 1);
    assert_eq!(beats(&mut desk, 1).0, Vec::<u32>::new());
    assert_eq!(desk.wait(), Wait::Person(Seat::A));
    // The next time there is something to look at again.
    let version = desk.version();
    let mut room = Room { desk, now: 10_000, saved: None, counted: Vec::new() };
    room.step();
    assert!(room.desk.version() > version);
}

#[test]
fn a_late_or_foolish_answer_does_no_harm() {
    let mut desk = end_turn(Pace::AtOnce);
    let out = desk.take_out();
    let ask = out.into_iter().find_map(|out| if let Out::Ask(ask) = out { Some(ask) } else { None }).unwrap();
    let version = desk.version();
    desk.answer(client::Reply { id: ask.id + 100, answer: client::Answer::Unreadable }, 0);
    assert_eq!(desk.version(), version);
    desk.answer(client::Reply { id: ask.id, answer: client::Answer::Turn("Ah>1".parse().ok()) }, 0);
    assert!(desk.version() > version, "a legal move was made in its place");
}

#[test]
fn the_limit_of_rounds_is_told_before_it_bites() {
    let config = Config::new(2).unwrap().with_rounds(Some(20)).unwrap();
    let mut told = 0;
    for deal in 1..60 {
        let game =
            NewGame { deal: Some(cards::DealId::V1(deal)), players: against(&[Level::Beginner]), config };
        let settings = Settings { pace: Pace::AtOnce, ..Settings::default() };
        let mut room = Room::at(Desk::new(game, settings, 1).unwrap());
        while let Wait::Person(_) = room.desk.wait() {
            let hand = room.desk.view().hand().unwrap().to_vec();
            room.tap(hand.first().map_or(Move::End, |card| Move::Discard(*card)));
            told += usize::from(
                room.desk.said().text.to_string().contains("this is the last round")
                    || room.desk.said().text.to_string().contains("This is the last round"),
            );
            room.run();
        }
        if told > 0 {
            assert!(
                room.desk.said().text.to_string().contains("(V14)")
                    || room.desk.said().text.to_string().contains("(S18)")
            );
            return;
        }
    }
    panic!("no game came to its last round");
}
