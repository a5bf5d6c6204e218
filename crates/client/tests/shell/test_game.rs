//! High card through the catalogue, as a renderer uses it, and at a table on a server.

use client::catalog::{self, PlayVisitor};
use client::shell::{
    Action, Block, Effect, FormData, Input, LogLine, OverlayKind, Panel, Play as _, Player, PlayerKind,
    Point, Presence, Present as _, RemoteEvent, RemoteStep, Screen, Session, Wait,
};
use client::statistics::Summary;
use client::test_game::{Place, TestGamePlay};
use client::typed::TypedPlay;
use client::{Address, ParseAddressError, Settings};
use games::catalog::{GameId, OFFERS, Offer, offer, pages};
use games::events;
use games::test_game::{Config, Move, TestGame, View};
use table::{Entry, Eye, Refusal, Rule, Seat, Table, Turn, View as _};
use text::Text;

use crate::new_high_card;

const SURFACE: Point = Point { x: 800.0, y: 600.0 };

fn row() -> Offer {
    offer("high-card").unwrap()
}

fn first() -> Box<dyn Screen> {
    catalog::first_session(&row(), Some(cards::DealId::V1(5)), Settings::default(), 1).unwrap()
}

/// Plays the first card of the hand by two taps.
fn play_card(screen: &mut dyn Screen) {
    let version = screen.version();
    screen.tap("hand-0", 0);
    screen.tap("table", 0);
    assert_ne!(screen.version(), version, "{}", screen.said().text);
}

#[test]
fn the_test_game_is_found_by_name_but_not_offered() {
    assert_eq!((row().game, row().game.name()), (GameId::TestGame, "high-card"));
    assert_eq!(GameId::from_name("high-card"), Some(GameId::TestGame));
    assert!(!OFFERS.contains(&row()) && pages().all(|page| page != row()));
}

#[test]
fn the_catalogue_starts_saves_and_resumes_it() {
    let mut screen = first();
    assert_eq!((screen.page(), screen.is_solo()), ("high-card", true));
    assert_eq!(screen.said().text, "The cards are dealt.");
    assert_eq!(catalog::saved_summary(&row(), &screen.saved(0).unwrap()), None, "nothing was done yet");
    play_card(screen.as_mut());
    assert!(screen.said().text.to_string().starts_with("You played the "), "{}", screen.said().text);
    assert!(screen.take_effects().contains(&Effect::Save));

    let saved = screen.saved(0).unwrap();
    assert_eq!(catalog::saved_summary(&row(), &saved).unwrap(), "1 move");
    let mut again = catalog::resume(&row(), &saved, Settings::default(), 1).unwrap();
    assert_eq!((again.saved(0).unwrap(), again.scene(SURFACE).piles.len()), (saved, 3));
    again.act(&Action::Undo, 0);
    assert_eq!(again.moves(), 0);
    again.act(&Action::Redo, 0);
    play_card(again.as_mut());
    play_card(again.as_mut());
    assert_eq!((again.wait(), again.is_over()), (Wait::Over, true));
    let overlay = again.overlay().unwrap();
    assert_eq!(overlay.kind, OverlayKind::Result);
    assert_eq!(overlay.title, if again.is_won() { "You won!" } else { "The game is over." });
    assert_eq!(catalog::saved_summary(&row(), &again.saved(0).unwrap()), None, "it is over");
    assert!(catalog::resume(&row(), "{}", Settings::default(), 1).is_err());
}

#[test]
fn there_is_no_lesson_and_there_are_no_hints() {
    assert!(catalog::lesson(&row(), Settings::default()).is_none());
    let mut screen = first();
    screen.act(&Action::Hint, 0);
    assert_eq!(screen.said().text, "This game has no hints.");
}

#[test]
fn every_panel_and_form_works_with_defaults() {
    assert_eq!(catalog::about(&row()).0, "High card");
    let mut screen = first();
    assert_eq!(screen.bar().title, "High card");
    for panel in Panel::ALL {
        let blocks = screen.panel(panel);
        assert_eq!(blocks.is_empty(), matches!(panel, Panel::SeenCards | Panel::WinningLine), "{panel:?}");
    }
    assert_eq!(screen.panel(Panel::Rules), [Block::Rules("high-card")]);
    assert!(games::rulebook::page("high-card").is_some());
    for command in 0..3 {
        screen.act(&Action::Command(command), 0);
    }
    let form = |config: &str| FormData(vec![("config".to_owned(), config.to_owned())]);
    assert!(screen.start_new_game(&form("seats=3"), 0).is_err());
    screen.start_new_game(&form("seats=2"), 0).unwrap();
    assert_eq!((screen.is_solo(), screen.wait()), (false, Wait::Handover(Seat::A)));
}

#[test]
fn its_games_are_counted() {
    let mut screen = first();
    for _ in 0..3 {
        play_card(screen.as_mut());
    }
    let mut counted = screen.take_effects().into_iter().filter_map(|effect| match effect {
        Effect::Count(played) => Some(played),
        _ => None,
    });
    let last = counted.next_back().unwrap();
    assert_eq!((last.kind.to_string(), last.moves), ("high-card".to_owned(), 3));
    assert_eq!(last.to_string().parse(), Ok(last.clone()));
    assert_eq!(last.kind.title(), "High card");
    assert_eq!(Summary::of([&last]).played, 1);
}

#[test]
fn people_who_share_a_screen_see_one_hand_at_a_time() {
    let mut session = new_high_card(Config::TWO, 3);
    for turn in 0..6 {
        let seat = if turn % 2 == 0 { Seat::A } else { Seat::A.next(2) };
        assert_eq!((session.wait(), session.eye()), (Wait::Handover(seat), Eye::Spectator));
        assert!(session.scene(SURFACE).cards().all(|card| !card.place.starts_with("hand")));
        session.handle(Input::Show, 0);
        assert_eq!((session.wait(), session.view().hand.len()), (Wait::Person(seat), 3 - turn / 2));
        // Before the end, nothing shows a card of the other hand.
        let shown = TestGamePlay::record_text(&session).1;
        let own: Vec<_> = session.view().hand.iter().chain(&session.view().public.laid).copied().collect();
        for card in cards::PACK.into_iter().filter(|card| !own.contains(card)) {
            assert!(!shown.contains(&card.name().to_string()), "{shown}");
        }
        session.handle(Input::Tap(Place::Hand(0)), 0);
        session.handle(Input::Tap(Place::Table), 0);
    }
    assert_eq!(session.wait(), Wait::Over);
    assert_eq!(TestGamePlay::record_text(&session).1, session.record());
}

/// A table for two on a server, and a session in seat A that shows it.
struct Online {
    server: Table<TestGame>,
    session: client::test_game::Session,
}

impl Online {
    fn new() -> Online {
        let server = Table::<TestGame>::new(Config::TWO, cards::DealId::V1(9)).unwrap();
        let begin = step(server.view(Eye::Seat(Seat::A)), Vec::new());
        Online { session: Session::remote(begin, Settings::default()), server }
    }

    /// Plays a move on the server and sends it to the session.
    fn play(&mut self, seat: Seat, mv: Move) {
        let viewer = Eye::Seat(Seat::A);
        let before = self.server.view(viewer);
        self.server.play(seat, mv).unwrap();
        let (after, entry) = (self.server.view(viewer), Entry::Move { seat, mv, auto: false });
        let text = events::describe::<TestGame>(viewer, &before, &entry, &after, None).text;
        let line = LogLine { round: 0, seat: Some(seat), text, reason: None };
        let event = RemoteEvent { line, mv: Some((seat, mv)), rolled: false };
        self.session.receive_step(step(after, vec![event]), 0);
        self.session.confirmed(0);
        self.session.tick(100_000);
    }
}

fn step(view: View, events: Vec<RemoteEvent<Move>>) -> RemoteStep<View, Move> {
    let guest = Player { name: "Anna".to_owned(), kind: PlayerKind::Guest(Presence::Here) };
    let players = vec![Player::person(), guest];
    RemoteStep { view, players, events, replaced: false, undo: 0, redo: 0, missed: false }
}

#[test]
fn a_game_on_a_server_is_played_from_views() {
    let (mut online, other) = (Online::new(), Seat::A.next(2));
    for round in 0..3 {
        let session = &mut online.session;
        assert_eq!((session.wait(), session.saved(0)), (Wait::Person(Seat::A), None));
        assert!(session.table().is_none() && session.is_remote());
        let mv = session.view().legal()[0];
        let (from, to) = TestGamePlay::ends(session, mv).unwrap();
        for attempt in 0..2 {
            session.take_effects();
            session.handle(Input::Tap(from), 0);
            session.handle(Input::Tap(to), 0);
            assert!(session.take_effects().contains(&Effect::SendMove(mv.to_string())), "{attempt}");
            assert_eq!((session.sent(), session.wait()), (Some(mv), Wait::Other(Seat::A)));
            assert_eq!(session.scene(SURFACE).cards().filter(|card| card.mark.sent).count(), 1);
            if attempt == 0 {
                // A refused card is back in the hand and can be played again.
                let refusal = Refusal::new(Rule::new('X', 2), Text::name("not now"));
                session.refused(Some(&refusal), refusal.text(), 0);
                assert_eq!((session.sent(), session.wait()), (None, Wait::Person(Seat::A)));
            }
        }
        online.play(Seat::A, mv);
        assert_eq!(online.session.wait(), Wait::Other(other));
        let mv = online.server.view(Eye::Seat(other)).legal()[0];
        online.play(other, mv);
        assert_eq!(online.session.view(), &online.server.view(Eye::Seat(Seat::A)));
        assert_eq!(online.session.story().len(), 2 * (round + 1));
        let latest = online.session.latest().unwrap().text.to_string();
        assert!(latest.contains("Anna played the "), "{latest}");
    }
    assert_eq!(online.session.wait(), Wait::Over);
    online.session.handle(Input::Again, 0);
    assert!(online.session.take_effects().contains(&Effect::Send(wire::TableCommand::Rematch)));
}

#[test]
fn a_link_holds_a_whole_game_in_its_notation() {
    for config in [Config::ONE, Config::TWO] {
        let mut table = Table::<TestGame>::new(config, cards::DealId::V1(4)).unwrap();
        let mut links = vec![Address::of_game::<TestGamePlay>(&table).unwrap()];
        while let Turn::Seat(seat) = table.turn() {
            let mv = table.view(Eye::Seat(seat)).legal()[0];
            // Automatic moves stay automatic.
            if links.len() == 2 { table.play_auto(seat, mv) } else { table.play(seat, mv) }.unwrap();
            links.push(Address::of_game::<TestGamePlay>(&table).unwrap());
        }
        for link in &links {
            let Ok(Some(Address::Game { game, record })) = Address::read(link) else { panic!("{link}") };
            assert_eq!(game, GameId::TestGame);
            let again = Table::<TestGame>::load(&record).unwrap();
            assert_eq!(Address::of_game::<TestGamePlay>(&again).as_ref(), Some(link));
        }
        let last = links.last().unwrap();
        assert_eq!(Address::read(&last[..last.len() - 4]), Err(ParseAddressError::Damaged));
    }
}

#[test]
fn links_of_two_games_are_never_confused() {
    struct Names;
    impl PlayVisitor for Names {
        type Output = (&'static str, u8);
        fn visit<P: TypedPlay>(self) -> Self::Output {
            (P::PREFIX, P::ID)
        }
    }
    let names: Vec<_> = GameId::ALL.into_iter().map(|game| catalog::visit(game, Names)).collect();
    for (at, (prefix, id)) in names.iter().enumerate() {
        let is_other = |(other, number): &(&str, u8)| other != prefix && number != id;
        assert!(names[..at].iter().all(is_other), "{prefix} {id}");
    }
}
