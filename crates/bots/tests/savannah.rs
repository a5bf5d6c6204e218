//! The simple opponent of Savannah: it plays legal and sensible moves, sees only what its seat
//! sees, and every game ends.

#![allow(clippy::unwrap_used)]

use bots::{Bot, savannah::Simple};
use cards::{ChanceKind, DealId, Key, Source, packs};
use games::savannah::{Config, Move, Savannah};
use table::{Entry, Eye, Game, Seat, Sight, SightOf, Table, Turn};

/// Plays a game to its end. As at a table, the key determines all cards and dice.
fn play(config: &Config, key: &Key, mut choose: impl FnMut(SightOf<'_, Savannah>) -> Move) -> Savannah {
    let mut game = Savannah::new(config);
    let mut ordinals = [0; ChanceKind::COUNT];
    loop {
        match game.turn() {
            Turn::Chance(kind) => {
                let ordinal = &mut ordinals[kind as usize];
                game.settle(game.draw(&mut key.stream(kind, *ordinal))).unwrap();
                *ordinal += 1;
            }
            Turn::Seat(seat) => {
                let mv = choose(game.sight(seat));
                game.play(seat, mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
            }
            Turn::Over => return game,
        }
    }
}

fn simple(sight: SightOf<'_, Savannah>) -> Move {
    Simple::pick(sight).unwrap()
}

/// Plays the first card that fits: from the reserve, the discard, the hand, or another player's
/// discard.
fn greedy(sight: SightOf<'_, Savannah>) -> Move {
    let mut moves = Vec::new();
    sight.legal_into(&mut moves);
    moves[0]
}

/// Plays ten thousand games: all end by a rule, and no card is lost.
fn ten_thousand_games(seats: u8) {
    let config = Config::new(seats).unwrap();
    let all = packs(config.packs().into()).into_iter().collect();
    let mut source = Key::from_number(seats.into()).stream(ChanceKind::Deal, 0);
    let (mut by_rule, mut by_limit) = (0, 0);
    for _ in 0..10_000 {
        let mut game = Savannah::new(&config);
        loop {
            match game.turn() {
                Turn::Chance(_) => {
                    let chance = game.draw(&mut source);
                    game.settle(chance).unwrap();
                }
                Turn::Seat(seat) => game.play(seat, simple(game.sight(seat))).unwrap(),
                Turn::Over => break,
            }
            if source.below(128) == 0 {
                assert_eq!(game.cards(), all);
            }
        }
        assert_eq!(game.cards(), all);
        let outcome = game.outcome().unwrap().to_string();
        let winners = game.outcome().unwrap().winners;
        match outcome.split_once(" by ") {
            Some((_, "S18")) => {
                assert_eq!(winners.count(), 1);
                assert!(winners.iter().all(|seat| game.public().players[seat].left() == 0));
                by_rule += 1;
            }
            Some((_, "V14")) => {
                assert_eq!(game.public().round, 100);
                by_limit += 1;
            }
            _ => panic!("{outcome}"),
        }
    }
    assert!(by_limit <= 500, "{by_limit} of {} games went to the last round", by_rule + by_limit);
}

#[test]
fn ten_thousand_games_of_2_end_by_rule() {
    ten_thousand_games(2);
}

#[test]
fn ten_thousand_games_of_3_end_by_rule() {
    ten_thousand_games(3);
}

#[test]
fn ten_thousand_games_of_4_end_by_rule() {
    ten_thousand_games(4);
}

#[test]
fn ten_thousand_games_of_5_end_by_rule() {
    ten_thousand_games(5);
}

#[test]
fn ten_thousand_games_of_6_end_by_rule() {
    ten_thousand_games(6);
}

#[test]
fn ten_thousand_games_of_7_end_by_rule() {
    ten_thousand_games(7);
}

#[test]
fn ten_thousand_games_of_8_end_by_rule() {
    ten_thousand_games(8);
}

/// The expected values come from a prototype, with similar players and without a limit of rounds.
#[test]
fn a_game_takes_about_the_expected_number_of_turns() {
    for (seats, expected) in (2..=8).zip([29.0, 28.0, 24.0, 21.0, 18.0, 18.0, 17.0]) {
        let config = Config::new(seats).unwrap().with_rounds(None).unwrap();
        let games = 1500;
        let rounds = (0..games).map(|deal| play(&config, &Key::from_number(deal), simple).public().round);
        let mean = f64::from(rounds.sum::<u32>()) / games as f64;
        println!("{seats} seats: {mean:.1} turns, about {expected}");
        assert!((mean / expected - 1.0).abs() < 0.2, "{seats} seats: {mean:.1} turns, not about {expected}");
    }
}

#[test]
fn it_beats_a_greedy_player() {
    let config = Config::new(2).unwrap();
    let deals = 1000;
    let mut won = 0.0;
    for deal in 0..deals {
        for seat in Seat::all(2) {
            let key = Key::from_number(deal);
            let game =
                play(&config, &key, |sight| if sight.seat() == seat { simple(sight) } else { greedy(sight) });
            let winners = game.outcome().unwrap().winners;
            won += if winners.has(seat) { 1.0 / winners.count() as f64 } else { 0.0 };
        }
    }
    let share = won / (2 * deals) as f64;
    println!("simple wins {share:.3} of {} games", 2 * deals);
    assert!(share > 0.67, "{share}");
}

#[test]
fn its_move_depends_on_its_view_only() {
    for seats in 2..=8 {
        for deal in 0..15 {
            let mut table = Table::<Savannah>::new(Config::new(seats).unwrap(), DealId::V1(deal)).unwrap();
            let mut source = Key::from_number(deal).stream(ChanceKind::Roll, u64::MAX);
            for _ in 0..150 {
                let Turn::Seat(seat) = table.turn() else { break };
                let view = table.view(Eye::Seat(seat));
                let mv = Simple.choose(&view, &mut source, &mut || false).unwrap();
                let other = Savannah::imagine(&view, &mut source);
                assert_eq!(Simple::pick(other.sight(seat)), Some(mv), "other hidden cards, another move");
                assert_eq!(Simple.choose(&other.view(Eye::Seat(seat)), &mut source, &mut || false), Some(mv));
                table.play(seat, mv).unwrap();
            }
        }
    }
}

#[test]
fn it_has_no_move_when_it_is_not_its_turn() {
    let table = Table::<Savannah>::new(Config::new(3).unwrap(), DealId::V1(1)).unwrap();
    let mut source = Key::from_number(1).stream(ChanceKind::Roll, 0);
    let Turn::Seat(seat) = table.turn() else { panic!("the dice are rolled") };
    assert!(Simple.choose(&table.view(Eye::Seat(seat)), &mut source, &mut || false).is_some());
    assert_eq!(Simple.choose(&table.view(Eye::Seat(seat.next(3))), &mut source, &mut || false), None);
    assert_eq!(Simple.choose(&table.view(Eye::Spectator), &mut source, &mut || false), None);
    assert_eq!(Simple::pick(Savannah::new(&Config::quick()).sight(Seat::A)), None, "not dealt");
}

/// A bot replaces a player in the middle of the game, with nothing but the seat's view, and the
/// player returns later. The record shows moves of the seat, whoever made them.
#[test]
fn v16_a_bot_takes_over_a_seat_and_the_player_returns() {
    let away = Seat::new(1).unwrap();
    let mut table = Table::<Savannah>::new(Config::new(3).unwrap(), DealId::V1(7)).unwrap();
    let mut source = Key::from_number(7).stream(ChanceKind::Roll, u64::MAX);
    let (mut by_bot, mut by_player) = (0, 0);
    while let Turn::Seat(seat) = table.turn() {
        let round = table.game().public().round;
        let view = table.view(Eye::Seat(seat));
        let mv = if seat == away && (4..9).contains(&round) {
            by_bot += 1;
            Simple.choose(&view, &mut source, &mut || false).unwrap()
        } else {
            by_player += u32::from(seat == away);
            greedy(table.game().sight(seat))
        };
        table.play(seat, mv).unwrap();
        if round == 12 {
            break;
        }
    }
    assert!(by_bot >= 5 && by_player >= 5, "{by_bot} and {by_player}");
    let moves = |entry: &&Entry<Savannah>| matches!(entry, Entry::Move { seat, .. } if *seat == away);
    assert_eq!(table.record().entries.iter().filter(moves).count() as u32, by_bot + by_player);
    let again = Table::<Savannah>::load(&table.save()).unwrap_or_else(|error| panic!("{error}"));
    assert!(again == table);
}
