//! Links to deals and games; damaged ones give a clear message.

use client::klondike::{Command, Input, KlondikePlay, NewGame, Session, WinnableSpan};
use client::savannah::SavannahPlay;
use client::shell::{Effect, Point, Setting};
use client::{Address, ParseAddressError, Settings, Switch, answer};
use games::klondike::{Config, Klondike, Place};
use games::savannah::Savannah;
use table::{Game, Sight, Table, Turn};

fn played(draws: usize) -> Session {
    let deal = "v1:42".parse().expect("a deal");
    let settings = Settings { safe_moves: false, turn_for_me: false, ..Settings::default() };
    let game = NewGame::solo(Config::KLONDIKE, Some(deal));
    let mut session = Session::new(game, settings, 1).expect("it can be dealt");
    for _ in 0..draws {
        session.handle(Input::Tap(Place::Stock), 0);
    }
    session
}

/// The game of a link.
fn linked<G: Game>(link: &str) -> Table<G> {
    let Ok(Some(Address::Game { game, record })) = Address::read(link) else { panic!("it is a game") };
    assert_eq!(game.name(), G::NAME);
    Table::load(&record).expect("it holds")
}

#[test]
fn a_link_names_a_deal_with_any_options() {
    for text in
        ["klondike/v1:42", "one-card/v1:7", "draw=3+passes=2+moves=builds+back=no+turn=hand/solvitaire:9"]
    {
        let Ok(Some(Address::Deal { config, deal })) = Address::read(&format!("#{text}")) else {
            panic!("{text} is a deal")
        };
        assert_eq!(Address::of_deal(&config, &deal), text);
    }
    assert!(matches!(Address::read("#klondike%20passes%3D3/v1%3A42"), Ok(Some(Address::Deal { .. }))));
    // Pages of the app are not links to games.
    for other in ["", "#", "#klondike", "#savannah", "#rules/K3"] {
        assert!(matches!(Address::read(other), Ok(None)), "{other}");
    }
    let Err(error) = Address::read("#klondike/v9:1") else { panic!("there is no v9") };
    assert!(error.to_string().starts_with("This link does not name a deal: "), "{error}");
}

#[test]
fn a_query_names_a_deal_too() {
    let read = |game, deal| match Address::read_query(game, deal) {
        Some(Address::Deal { config, deal }) => Some(Address::of_deal(&config, &deal)),
        _ => None,
    };
    assert_eq!(read(Some("one-card"), "v1:7").as_deref(), Some("one-card/v1:7"));
    assert_eq!(read(Some("klondike-3"), "7").as_deref(), Some("klondike-3/v1:7"));
    for other in [None, Some("whist"), Some("savannah")] {
        assert_eq!(read(other, "v1:42").as_deref(), Some("klondike/v1:42"), "{other:?}");
    }
    assert_eq!(read(Some("one-card"), "v9:1"), None);
}

#[test]
fn a_link_contains_a_whole_game() {
    let session = played(60);
    let link = Address::of_game::<KlondikePlay>(session.table().expect("it is here")).expect("it fits");
    assert!(link.len() < 150, "{link}");
    let table: Table<Klondike> = linked(&link);
    assert_eq!(table.view(table::Eye::Seat(table::Seat::A)), *session.view());
    assert_eq!(Address::of_game::<KlondikePlay>(&table).as_ref(), Some(&link));
}

#[test]
fn damaged_and_overlong_links_differ() {
    let link = Address::of_game::<KlondikePlay>(played(5).table().expect("it is here")).expect("it fits");
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
fn a_replay_goes_back_and_forth_and_describes_each_move() {
    let mut session = played(3);
    let mut replay = Session::replay(session.table().expect("it is here"), Settings::default());
    assert_eq!(replay.replay_position(), Some((0, 3)));
    assert_eq!(replay.said().text, "The cards are dealt.");
    replay.go_to(1);
    assert_eq!(replay.said().text, "Drew the four of hearts.");
    replay.go_to(99);
    assert_eq!(replay.replay_position(), Some((3, 3)));
    // Compare both without animations and with the cursor at the same place.
    replay.go_to(3);
    session.handle(Input::Focus(Place::Stock), 0);
    let surface = Point { x: 1000.0, y: 700.0 };
    assert_eq!(replay.scene(surface).piles, session.scene(surface).piles);
    replay.ask_span();
    let effects = replay.take_effects();
    let [Effect::Ask(ask)] = &effects[..] else { panic!("the solver has to be asked") };
    assert_eq!(replay.span(), WinnableSpan::Thinking);
    replay.answer(answer(ask, &mut |_| true), 0);
    assert_eq!(replay.span(), WinnableSpan::Known { winnable: Some(3), lost: None });
    assert_eq!(replay.take_effects(), []);
}

#[test]
fn nothing_is_played_in_a_replay() {
    // A card can be turned up, so that every automatic move would have something to do.
    let waits = |table: &Table<Klondike>| table.game().sight(table::Seat::A).turn_for_me().is_some();
    let game = (0..).find_map(|number| {
        let deal = cards::DealId::V1(number);
        let table = Table::<Klondike>::new(Config::KLONDIKE, deal).expect("it can be dealt");
        let mut legal = Vec::new();
        table.game().sight(table::Seat::A).legal_into(&mut legal);
        legal.into_iter().find_map(|mv| {
            let mut table = table.clone();
            table.play(table::Seat::A, mv).ok()?;
            waits(&table).then_some(table)
        })
    });
    let settings = Settings { turn_for_me: false, ..Settings::default() };
    let mut replay = Session::replay(&game.expect("there are deals enough"), settings);
    replay.go_to(usize::MAX);
    replay.take_effects();
    let before = replay.view().clone();
    for input in [
        Input::Set(Setting::Toggle(Switch::TurnForMe)),
        Input::Game(Command::Draw),
        Input::Game(Command::Finish),
        Input::Tap(Place::Stock),
        Input::Enter,
        Input::Undo,
        Input::Hint,
    ] {
        replay.handle(input, 0);
    }
    assert_eq!(replay.view(), &before);
    let effects = replay.take_effects();
    assert!(effects.iter().all(|effect| matches!(effect, Effect::SaveSettings(_))), "{effects:?}");
}

/// A game of Savannah, played with arbitrary legal moves.
fn savannah_game(seats: u8, resigns: bool) -> Table<Savannah> {
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
fn a_link_to_savannah_is_replayed_step_by_step() {
    use client::savannah::Session;
    use client::shell::Wait;
    for (seats, resigns) in [(2, false), (5, false), (2, true)] {
        let game = savannah_game(seats, resigns);
        assert!(game.outcome().is_some());
        let link = Address::of_game::<SavannahPlay>(&game).expect("it fits");
        assert!(link.len() < 2_000, "{}", link.len());
        let again: Table<Savannah> = linked(&link);
        assert_eq!(again.record().to_string(), game.record().to_string());
        let mut session = Session::replay(&again, Settings::default());
        let (at, steps) = session.replay_position().expect("it is a replay");
        assert_eq!((at, steps), (0, game.record().entries.len() - 1));
        assert_eq!(session.wait(), Wait::Replay);
        let mut told = Vec::new();
        for step in 0..=steps {
            session.go_to(step);
            told.push(session.said().text.to_string());
        }
        assert!(told.iter().all(|text| text.ends_with('.')), "{told:?}");
        assert_eq!(*session.view(), game.view(table::Eye::Seat(table::Seat::A)));
        session.go_to(0);
        assert_eq!(session.view().public().round, 0);
        session.go_to(usize::MAX);
        assert_eq!(session.replay_position(), Some((steps, steps)));
        assert!(session.take_effects().is_empty(), "nothing is saved or counted");
        // A link of another game or a damaged link is refused.
        assert!(Address::read(&link.replace("watch/", "replay/")).is_err());
        assert!(Address::read(&link[..link.len() - 1]).is_err());
    }
}
