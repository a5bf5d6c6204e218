//! Frames to a viewer do not depend on hidden information: they are equal byte for byte.

use std::time::Duration;

use bots::Bots;
use cards::{Card, ChanceKind, Key, Source};
use games::klondike::{self, Klondike};
use games::savannah::{Chance, Config, Savannah, View};
use table::fair::Secret;
use table::{BySeat, Entry, Eye, Origin, Seat, Table, Turn, View as _};
use tokio::time::Instant;
use wire::{TableId, ToClient};

use super::event::{Chair, Event};
use super::presence::Presence;
use super::snapshot::{InfoText, PresenceInfo, Viewer};
use super::state::TableState;
use crate::{Identity, Limits};

fn table_state<G: Bots>(config: &G::Config, secret: Secret) -> TableState<G> {
    let who = Identity::from_bytes(&[99; 16]).unwrap();
    let chairs = BySeat::new(G::new(config).seats(), |seat| {
        let who = Identity::from_bytes(&[seat.number() as u8; 16]).unwrap();
        Chair::person(who, format!("Player {seat}").parse().unwrap())
    });
    let first = Event::Opened {
        game: G::NAME.to_owned(),
        config: config.to_string(),
        public: false,
        clock: None,
        chairs: Box::new(chairs),
    };
    TableState::open(TableId::from_random([1; TableId::LENGTH]), who, secret, first).unwrap()
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
fn frames<G: Bots>(config: &G::Config, entries: &[Entry<G>], eye: Eye) -> Vec<String> {
    frames_with(Secret::new([9; 32]), config, entries, eye)
}

fn frames_with<G: Bots>(secret: Secret, config: &G::Config, entries: &[Entry<G>], eye: Eye) -> Vec<String> {
    let origin: Origin = format!("key {}", "0".repeat(64)).parse().unwrap();
    let mut state = table_state::<G>(config, secret);
    let limits = Limits { away_timeout: Duration::MAX, ..Limits::default() };
    let presence = Presence::new(&state, &limits, Instant::now());
    let mut frames = Vec::new();
    let mut rest = entries;
    while !rest.is_empty() {
        let is_move = |entry: &Entry<G>| !matches!(entry, Entry::Chance(_));
        let step = rest[1..].iter().position(is_move).map_or(rest.len(), |at| at + 1);
        let since = state.version;
        state.add_record_line();
        let game = state.game.get_or_insert_with(|| Table::open(config.clone(), origin.clone()));
        for entry in &rest[..step] {
            let (before, undone) = (game.game().clone(), game.step_of(entry));
            assert!(game.enter(entry.clone()).is_ok());
            state.round = state.events.add_entry(state.version, &before, entry, game.game(), undone);
        }
        let info = InfoText::new(&state, PresenceInfo::new(&state, &presence, Instant::now())).unwrap();
        let shared = state.shared_snapshot(&info, None).unwrap();
        let viewer = Viewer { eye, is_host: false };
        frames.push(state.snapshot(&shared, viewer, since).unwrap());
        if frames.len() % 8 == 0 {
            frames.push(state.snapshot(&shared, viewer, 0).unwrap());
        }
        rest = &rest[step..];
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
                    frames(&config, entries, eye) == frames(&config, &other, eye),
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
    let config: Config = "seats=2 rounds=20".parse().unwrap();
    let table = game(config, 3, usize::MAX);
    let entries = &table.record().entries;
    let over = |frame: &String| match wire::read(frame.as_bytes()) {
        Ok(ToClient::Table(seen)) => seen.view::<Savannah>().unwrap().outcome().is_some(),
        _ => panic!("a table"),
    };
    for eye in Eye::all(2) {
        let [one, other] = [[1; 32], [2; 32]].map(|bytes| {
            let secret = Secret::new(bytes);
            let commitment = table_state::<Savannah>(&config, secret.clone()).commitment.to_string();
            let frames = frames_with(secret, &config, entries, eye);
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
            assert!(frames(&config, entries, eye) == frames(&config, &other, eye), "deal {deal}");
        }
        assert!(
            frames(&config, entries, Eye::Seat(b)) != frames(&config, &other, Eye::Seat(b)),
            "deal {deal}"
        );
        compared += 1;
    }
    assert!(compared > 5, "{compared}");
}

/// A game of Klondike after random moves, with undo, redo and automatic moves among them.
fn klondike_game(config: klondike::Config, deal: u64, moves: usize) -> Table<Klondike> {
    let mut source = Key::from_number(deal).stream(ChanceKind::Begin, 9);
    let mut table = Table::<Klondike>::new(config, Origin::Secret(Key::from_number(deal))).unwrap();
    for _ in 0..moves {
        let Turn::Seat(seat) = table.turn() else { break };
        match source.below(8) {
            0 => drop(table.undo(seat)),
            1 => drop(table.redo(seat)),
            number => {
                let legal = table.view(Eye::Seat(seat)).legal();
                let mv = legal[source.below(legal.len() as u32) as usize];
                if number == 2 { table.play_auto(seat, mv) } else { table.play(seat, mv) }.unwrap();
            }
        }
    }
    table
}

/// The cards of a Klondike deal that were never seen, also not before an undo.
fn never_seen(table: &Table<Klondike>) -> Vec<Card> {
    let mut unseen: Vec<Card> = cards::PACK.to_vec();
    let mut replay = Table::<Klondike>::open(table.record().config, table.record().origin.clone());
    for entry in &table.record().entries {
        assert!(replay.enter(entry.clone()).is_ok());
        let view = replay.view(Eye::Spectator);
        let seen: Vec<Card> = view.seen_cards().collect();
        unseen.retain(|card| !seen.contains(card));
    }
    unseen
}

#[test]
fn hidden_cards_of_klondike_change_no_frame() {
    let mut changed = 0;
    for (_, config) in klondike::Config::PRESETS {
        for deal in 0..12 {
            let table = klondike_game(config, deal, 60);
            let entries = &table.record().entries;
            let hidden = never_seen(&table);
            let Entry::Chance(dealt) = &entries[0] else { panic!("a deal") };
            let text = dealt.to_string();
            // Each hidden card is exchanged for the next one.
            let cards = text.trim_start_matches("deal ").as_bytes().chunks(2).map(|card| {
                let card: Card = std::str::from_utf8(card).unwrap().parse().unwrap();
                let at = hidden.iter().position(|other| *other == card);
                at.map_or(card, |at| hidden[(at + 1) % hidden.len()]).to_string()
            });
            let mut other = entries.clone();
            other[0] = Entry::Chance(format!("deal {}", cards.collect::<String>()).parse().unwrap());
            changed += usize::from(other != *entries);
            for eye in Eye::all(1) {
                assert!(frames(&config, entries, eye) == frames(&config, &other, eye), "deal {deal}");
            }
        }
    }
    assert!(changed > 20, "the test must have something to change: {changed}");
}

/// A spectator of a game for one gets what the player gets, but for the name of the viewer.
#[test]
fn spectators_of_a_solo_game_see_what_the_player_sees() {
    let table = klondike_game(klondike::Config::KLONDIKE, 5, 80);
    let entries = &table.record().entries;
    let [player, spectator] = [Eye::Seat(Seat::A), Eye::Spectator].map(|eye| {
        let own = wire::write(&eye).unwrap();
        let frames = frames(&klondike::Config::KLONDIKE, entries, eye);
        frames.into_iter().map(move |frame| frame.replace(&own, "?")).collect::<Vec<_>>()
    });
    assert!(player.len() > 50 && player == spectator);
}
