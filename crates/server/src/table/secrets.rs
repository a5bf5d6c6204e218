//! What is sent does not change with what its eye cannot see: byte for byte.

use std::time::{Duration, Instant};

use cards::{Card, ChanceKind, Key, Source};
use games::savannah::{Chance, Config, Savannah, View};
use table::fair::Secret;
use table::{BySeat, Entry, Eye, Origin, Seat, Table, Turn, View as _};
use wire::{TableId, ToClient};

use super::event::{Chair, Event};
use super::news;
use super::presence::Presence;
use super::room::Room;
use super::show::There;
use crate::{Identity, Limits};

fn room(config: Config, secret: Secret) -> Room {
    let chairs = BySeat::new(config.seats(), |seat| {
        let who = Identity::from_bytes(&[seat.number() as u8; 16]).unwrap();
        Chair::person(who, format!("Player {seat}").parse().unwrap())
    });
    let first = Event::Opened { config, public: false, clock: None, chairs: Box::new(chairs) };
    Room::open(TableId::from_random([1; TableId::LENGTH]), secret, first).unwrap()
}

/// A game at random, as its record has it, and as far as these many moves go.
fn game(config: Config, deal: u64, moves: usize) -> Table<Savannah> {
    let mut source = Key::from_number(deal).stream(ChanceKind::Begin, 9);
    let mut table = Table::<Savannah>::new(config, Origin::Secret(Key::from_number(deal))).unwrap();
    for _ in 0..moves {
        let Turn::Seat(seat) = table.turn() else { break };
        let legal = table.view(Eye::Seat(seat)).legal();
        table.play(seat, legal[source.below(legal.len() as u32) as usize]).unwrap();
    }
    table
}

/// Every frame that an eye is sent while these entries happen: what changes, and now and then all of it, to whoever comes at that moment.
fn frames(config: Config, entries: &[Entry<Savannah>], eye: Eye) -> Vec<String> {
    frames_with(Secret::new([9; 32]), config, entries, eye)
}

fn frames_with(secret: Secret, config: Config, entries: &[Entry<Savannah>], eye: Eye) -> Vec<String> {
    let origin: Origin = format!("key {}", "0".repeat(64)).parse().unwrap();
    let mut room = room(config, secret);
    let limits = Limits { patience: Duration::MAX, ..Limits::default() };
    let presence = Presence::new(&room, &limits, Instant::now());
    let mut frames = Vec::new();
    let mut rest = entries;
    while !rest.is_empty() {
        let is_move = |entry: &Entry<Savannah>| !matches!(entry, Entry::Chance(_));
        let step = rest[1..].iter().position(is_move).map_or(rest.len(), |at| at + 1);
        let mut next = room.clone();
        let game = next.game.get_or_insert_with(|| Table::open(config, origin.clone()));
        rest[..step].iter().for_each(|entry| game.enter(entry.clone()).unwrap());
        next.recorded(step);
        let there = There::new(&next, &presence, Instant::now());
        let mut told = vec![news::since(&next, room.version, Some(&room), eye)];
        if frames.len() % 8 == 0 {
            told.push(news::since(&next, 0, None, eye));
        }
        for news in told {
            frames.push(wire::write(&ToClient::Table(Box::new(next.seen(eye, &there, news)))).unwrap());
        }
        (room, rest) = (next, &rest[step..]);
    }
    frames
}

/// The cards of the last shuffle, to be changed.
fn last_shuffle(entries: &mut [Entry<Savannah>]) -> &mut Vec<Card> {
    let cards = entries.iter_mut().rev().find_map(|entry| match entry {
        Entry::Chance(Chance::Deal(cards) | Chance::Reshuffle(cards)) => Some(cards),
        _ => None,
    });
    cards.unwrap()
}

fn stock(view: &View) -> usize {
    view.public().stock.into()
}

#[test]
fn what_nobody_has_seen_changes_no_frame() {
    let mut changed = 0;
    for seats in 2..=8 {
        for deal in 0..3 {
            let config = Config::new(seats).unwrap();
            let table = game(config, deal, 25);
            let entries = &table.record().entries;
            let mut other = entries.clone();
            let view = table.view(Eye::Spectator);
            // What still lies in the stock, in another order, and with it what lies at the bottom of the reserves, if both were dealt.
            let cards = last_shuffle(&mut other);
            let mut places: Vec<usize> = (cards.len() - stock(&view)..cards.len()).collect();
            if entries.iter().all(|entry| !matches!(entry, Entry::Chance(Chance::Reshuffle(_)))) {
                let each = usize::from(config.reserve() + config.discard());
                for (seat, player) in view.public().players.iter() {
                    let first = seat.number() * each;
                    places.extend(first..first + usize::from(player.reserve.face_down));
                }
            }
            let hidden: Vec<Card> = places.iter().map(|place| cards[*place]).collect();
            for (place, card) in places.iter().zip(hidden.iter().cycle().skip(1)) {
                cards[*place] = *card;
            }
            changed += usize::from(other != *entries);
            for eye in Eye::all(seats) {
                assert!(
                    frames(config, entries, eye) == frames(config, &other, eye),
                    "{seats} seats, deal {deal}"
                );
            }
        }
    }
    assert!(changed > 15, "the test must have something to change: {changed}");
}

/// Of the server's secret nothing is sent but its commitment, until the game is over.
#[test]
fn another_secret_changes_its_commitment_only_and_is_shown_in_the_end() {
    let config = "seats=2 rounds=20".parse().unwrap();
    let table = game(config, 3, usize::MAX);
    let entries = &table.record().entries;
    let over = |frame: &String| match wire::read(frame.as_bytes()) {
        Ok(ToClient::Table(seen)) => seen.view.is_some_and(|view| view.outcome().is_some()),
        _ => panic!("a table"),
    };
    for eye in Eye::all(2) {
        let [one, other] = [[1; 32], [2; 32]].map(|bytes| {
            let secret = Secret::new(bytes);
            let commitment = room(config, secret.clone()).commitment().to_string();
            let frames = frames_with(secret, config, entries, eye);
            assert!(frames.iter().all(|frame| frame.contains(&commitment)));
            frames
                .into_iter()
                .map(move |frame| frame.replace(&commitment, &"0".repeat(64)))
                .collect::<Vec<_>>()
        });
        let end = one.iter().position(over).unwrap();
        assert!(end > 50 && one[..end] == other[..end]);
        assert!(one[end..].iter().all(|frame| frame.contains(&"01".repeat(32))));
        assert!(other[end..].iter().all(|frame| frame.contains(&"02".repeat(32))));
    }
}

#[test]
fn another_hand_changes_the_frames_of_its_owner_only() {
    let mut compared = 0;
    for deal in 0..80 {
        let config = Config::new(2).unwrap();
        let table = game(config, deal, 25);
        let (a, b) = (Seat::A, Seat::A.next(2));
        let view = table.view(Eye::Seat(b));
        let (hand, backs) = (view.hand().unwrap(), &view.public().players[b].hand);
        let drawn = hand.iter().zip(backs).find(|(_, back)| **back == view.public().shuffle);
        let (Some((card, _)), true) = (drawn, stock(&view) > 0) else { continue };
        let mut other = table.record().entries.clone();
        let cards = last_shuffle(&mut other);
        let (at, last) = (cards.iter().position(|other| other == card).unwrap(), cards.len() - 1);
        cards.swap(at, last);
        let entries = &table.record().entries;
        for eye in [Eye::Seat(a), Eye::Spectator] {
            assert!(frames(config, entries, eye) == frames(config, &other, eye), "deal {deal}");
        }
        assert!(frames(config, entries, Eye::Seat(b)) != frames(config, &other, Eye::Seat(b)), "deal {deal}");
        compared += 1;
    }
    assert!(compared > 5, "{compared}");
}
