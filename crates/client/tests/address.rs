//! Links lead to deals and games, and a damaged one to a clear word.

use client::klondike::{Along, Desk, Input, Replay};
use client::{Address, ParseAddressError, Settings, answer};
use games::klondike::{Config, Place};
use games::savannah::Savannah;
use table::{Game, Sight, Table, Turn};

fn played(draws: usize) -> Desk {
    let deal = "v1:42".parse().expect("a deal");
    let settings = Settings { safe_moves: false, turn_for_me: false, ..Settings::default() };
    let mut desk = Desk::new(Config::KLONDIKE, deal, settings, 1).expect("it can be dealt");
    for _ in 0..draws {
        desk.handle(Input::Tap(Place::Stock), 0);
    }
    desk
}

#[test]
fn a_link_leads_to_a_deal_by_any_options() {
    for text in
        ["klondike/v1:42", "one-card/v1:7", "draw=3+passes=2+moves=builds+back=no+turn=hand/solvitaire:9"]
    {
        let Ok(Some(address @ Address::Deal(..))) = Address::read(&format!("#{text}")) else {
            panic!("{text} is a deal")
        };
        assert_eq!(address.to_string(), text);
    }
    assert!(matches!(Address::read("#klondike%20passes%3D3/v1%3A42"), Ok(Some(Address::Deal(..)))));
    // Pages of the app are none of ours.
    for other in ["", "#", "#klondike", "#savannah", "#rules/K3"] {
        assert!(matches!(Address::read(other), Ok(None)), "{other}");
    }
    let Err(error) = Address::read("#klondike/v9:1") else { panic!("there is no v9") };
    assert!(error.to_string().starts_with("This link leads to no deal: "), "{error}");
}

#[test]
fn a_link_holds_a_whole_game() {
    let desk = played(60);
    let link = Address::of_game(desk.table()).expect("it fits");
    assert!(link.len() < 150, "{link}");
    let Ok(Some(Address::Replay(table))) = Address::read(&link) else { panic!("it is a game") };
    assert_eq!(table.view(table::Eye::Seat(table::Seat::A)), *desk.view());
    assert_eq!(Address::of_game(&table).as_ref(), Some(&link));
}

#[test]
fn a_damaged_link_is_told_from_a_long_one() {
    let link = Address::of_game(played(5).table()).expect("it fits");
    for at in "replay/".len()..link.len() {
        let other = if link.as_bytes()[at] == b'A' { "B" } else { "A" };
        let damaged = format!("{}{other}{}", &link[..at], &link[at + 1..]);
        let errors = [Address::read(&damaged).err(), Address::read(&link[..at]).err()];
        assert_eq!(errors, [Some(ParseAddressError::Damaged), Some(ParseAddressError::Damaged)], "{at}");
    }
    let long = format!("replay/{}", "A".repeat(9_000));
    assert_eq!(Address::read(&long).err(), Some(ParseAddressError::TooLong));
}

#[test]
fn a_replay_goes_back_and_forth_and_tells_each_move() {
    let desk = played(3);
    let mut replay = Replay::new(desk.table().clone(), Settings::default());
    assert_eq!(
        (replay.at(), replay.moves(), replay.told().to_string().as_str()),
        (0, 3, "The cards are dealt.")
    );
    replay.go(1);
    assert_eq!(replay.told(), "Drew the four of hearts.");
    replay.go(99);
    assert_eq!(replay.at(), 3);
    assert_eq!(replay.scene(1000.0, 700.0).piles, desk_scene(&desk).piles);
    let ask = replay.question().expect("nobody knows yet whether it could be won");
    replay.answer(&answer(&ask, &mut |_| true));
    assert_eq!(replay.verdict(), Along::Known { winnable: Some(3), lost: None });
    assert_eq!(replay.question(), None);
}

fn desk_scene(desk: &Desk) -> client::klondike::Scene {
    desk.scene(1000.0, 700.0)
}

/// A game of Savannah that is played by whatever comes last among what can be done.
fn raced(seats: u8, resigns: bool) -> Table<Savannah> {
    let config = format!("seats={seats} rounds=20").parse().expect("options");
    let mut table =
        Table::<Savannah>::new(config, "v1:7".parse::<cards::DealId>().expect("a deal")).expect("dealt");
    for count in 0.. {
        let Turn::Seat(seat) = table.turn() else { break };
        if resigns && count == 30 {
            table.resign(seat).expect("two may");
            break;
        }
        let mut legal = Vec::new();
        table.game().sight(seat).legal_into(&mut legal);
        table.play(seat, legal[count * 5 % legal.len()]).expect("legal");
    }
    table
}

#[test]
fn a_link_holds_a_whole_game_of_savannah_and_shows_it_step_by_step() {
    use client::savannah::{Desk, Wait};
    for (seats, resigns) in [(2, false), (5, false), (2, true)] {
        let game = raced(seats, resigns);
        assert!(game.outcome().is_some());
        let link = Address::of_savannah(&game).expect("it fits");
        assert!(link.len() < 2_000, "{}", link.len());
        let Ok(Some(Address::Watch(again))) = Address::read(&link) else { panic!("it is a game") };
        assert_eq!(again.record().to_string(), game.record().to_string());
        let mut desk = Desk::watch(&again, Settings::default());
        let (at, steps) = desk.watched().expect("it is watched");
        assert_eq!((at, steps), (0, game.record().entries.len() - 1));
        assert_eq!(desk.wait(), Wait::Past);
        let mut told = Vec::new();
        for step in 0..=steps {
            desk.go(step);
            told.push(desk.said().text.to_string());
        }
        assert!(told.iter().all(|text| text.ends_with('.')), "{told:?}");
        assert_eq!(*desk.view(), game.view(table::Eye::Seat(table::Seat::A)));
        desk.go(0);
        assert_eq!(desk.view().public().round, 0);
        desk.go(usize::MAX);
        assert_eq!(desk.watched(), Some((steps, steps)));
        assert!(desk.take_out().is_empty(), "nothing is saved or counted");
        // A link of another game, or a damaged one, is none.
        assert!(Address::read(&link.replace("watch/", "replay/")).is_err());
        assert!(Address::read(&link[..link.len() - 1]).is_err());
    }
}
