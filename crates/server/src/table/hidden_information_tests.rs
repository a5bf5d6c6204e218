//! Frames to a viewer do not depend on hidden information: they are equal byte for byte.

use std::time::{Duration, Instant};

use cards::{Card, ChanceKind, Key, Source};
use games::savannah::{Chance, Config, Savannah, View};
use table::fair::Secret;
use table::{BySeat, Entry, Eye, Origin, Seat, Table, Turn, View as _};
use wire::{TableId, ToClient};

use super::event::{Chair, Event};
use super::event_log;
use super::presence::Presence;
use super::snapshot::PresenceInfo;
use super::state::TableState;
use crate::{Identity, Limits};

fn table_state(config: Config, secret: Secret) -> TableState {
    let chairs = BySeat::new(config.seats(), |seat| {
        let who = Identity::from_bytes(&[seat.number() as u8; 16]).unwrap();
        Chair::person(who, format!("Player {seat}").parse().unwrap())
    });
    let first = Event::Opened { config, public: false, clock: None, chairs: Box::new(chairs) };
    TableState::open(TableId::from_random([1; TableId::LENGTH]), secret, first).unwrap()
}

/// A game after this many random moves.
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

/// Every frame that a viewer gets during these entries, and now and then the frame for somebody who
/// joins at that moment.
fn frames(config: Config, entries: &[Entry<Savannah>], eye: Eye) -> Vec<String> {
    frames_with(Secret::new([9; 32]), config, entries, eye)
}

fn frames_with(secret: Secret, config: Config, entries: &[Entry<Savannah>], eye: Eye) -> Vec<String> {
    let origin: Origin = format!("key {}", "0".repeat(64)).parse().unwrap();
    let mut state = table_state(config, secret);
    let limits = Limits { away_timeout: Duration::MAX, ..Limits::default() };
    let presence = Presence::new(&state, &limits, Instant::now());
    let mut frames = Vec::new();
    let mut rest = entries;
    while !rest.is_empty() {
        let is_move = |entry: &Entry<Savannah>| !matches!(entry, Entry::Chance(_));
        let step = rest[1..].iter().position(is_move).map_or(rest.len(), |at| at + 1);
        let mut next = state.clone();
        let game = next.game.get_or_insert_with(|| Table::open(config, origin.clone()));
        rest[..step].iter().for_each(|entry| game.enter(entry.clone()).unwrap());
        next.add_record_line(step);
        let info = PresenceInfo::new(&next, &presence, Instant::now());
        let mut told = vec![event_log::events_since(&next, state.version, Some(&state), eye)];
        if frames.len() % 8 == 0 {
            told.push(event_log::events_since(&next, 0, None, eye));
        }
        for events in told {
            frames.push(wire::write(&ToClient::Table(Box::new(next.snapshot(eye, &info, events)))).unwrap());
        }
        (state, rest) = (next, &rest[step..]);
    }
    frames
}

/// The cards of the last shuffle.
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
            // Rotate the cards in the stock, and the face-down cards of the reserves unless there
            // was a reshuffle.
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

/// Until the game is over, only the commitment to the server's secret is sent.
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
            let commitment = table_state(config, secret.clone()).commitment().to_string();
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
