//! Klondike at a table on a server: the session has views only, so it never holds a hidden card.

use std::collections::{BTreeSet, HashSet};

use cards::{Card, DealId};
use client::klondike::{Command, Input, Pile, Session};
use client::shell::{
    Effect, LogLine, Player, PlayerKind, Point, Presence, RemoteEvent, RemoteStep, Scene, Setting, Tone, Wait,
};
use client::{Answer, Ask, Question, Settings, Switch, Winnability, answer};
use games::klondike::{Config, Klondike, Move, Place, View, tell};
use table::{Eye, Refusal, Rule, Seat, Table, View as _};
use text::Text;

/// A table as a server has it, and a session that is told of it.
struct Online {
    server: Table<Klondike>,
    session: Session,
}

fn step(view: View, events: Vec<RemoteEvent<Move>>) -> RemoteStep<View, Move> {
    RemoteStep { view, players: vec![Player::person()], events, replaced: false, missed: false }
}

impl Online {
    fn new(config: Config, deal: u64) -> Online {
        let server = Table::new(config, DealId::V1(deal)).unwrap();
        let dealt = LogLine { round: 0, seat: None, text: Text::name("the cards are dealt"), reason: None };
        let begin =
            step(server.view(Eye::Seat(Seat::A)), vec![RemoteEvent { line: dealt, mv: None, rolled: false }]);
        let mut session = Session::remote(begin, Settings::default());
        assert_eq!(session.take_effects(), []);
        Online { server, session }
    }

    fn view(&self) -> View {
        self.server.view(Eye::Seat(Seat::A))
    }

    /// Makes a move by taps; returns the moves that were sent.
    fn tap(&mut self, mv: Move) -> Vec<Move> {
        use client::shell::Play as _;
        let (from, to) = client::klondike::KlondikePlay::ends(&self.session, mv).unwrap();
        let sent = self.tap_place(from);
        if sent.is_empty() { self.tap_place(to) } else { sent }
    }

    fn tap_place(&mut self, place: Place) -> Vec<Move> {
        self.session.handle(Input::Tap(place), 0);
        self.sent()
    }

    fn sent(&mut self) -> Vec<Move> {
        let moves = self.session.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::SendMove(mv) => Some(mv.parse().unwrap()),
            Effect::Sound(_) | Effect::SaveSettings(_) => None,
            other => panic!("{other:?}"),
        });
        moves.collect()
    }

    /// The server plays a move that was sent, sends the new view and confirms.
    fn play(&mut self, mv: Move) {
        let before = self.view();
        self.server.play(Seat::A, mv).unwrap();
        let text = tell(&before, mv, &self.view());
        let line = LogLine { round: 0, seat: Some(Seat::A), text, reason: None };
        let event = RemoteEvent { line, mv: Some((Seat::A, mv)), rolled: false };
        self.session.receive_step(step(self.view(), vec![event]), 0);
        self.session.confirmed(0);
    }

    fn scene(&self) -> Scene {
        self.session.scene(Point { x: 1280.0, y: 700.0 })
    }

    /// Nothing that the session has or draws goes beyond what the player has seen.
    fn check(&self) {
        assert!(self.session.table().is_none() && self.session.is_remote());
        assert_eq!((self.session.saved(0), self.session.record()), (None, String::new()));
        let seen: BTreeSet<Card> = self.view().seen_cards().collect();
        let scene = self.scene();
        assert!(scene.cards().filter_map(|card| card.face).all(|card| seen.contains(&card)));
        let keys: BTreeSet<&str> = scene.cards().map(|card| card.key.as_str()).collect();
        assert_eq!(keys.len(), scene.cards().count());
    }
}

/// The names of the piles, each with the keys of its cards.
fn lying(scene: &Scene) -> Vec<(String, Vec<String>)> {
    let keys = |cards: &[client::shell::SceneCard]| cards.iter().map(|card| card.key.clone()).collect();
    scene.piles.iter().map(|pile| (pile.name.clone(), keys(&pile.cards))).collect()
}

/// A line that wins the deal.
fn winning_line(table: &Table<Klondike>) -> Vec<Move> {
    let ask = Ask { id: 1, question: Question::Verdict { record: table.save() } };
    match answer(&ask, &mut |_| true).answer {
        Answer::Verdict(Winnability::Winnable(line)) => line,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_whole_game_is_won_by_taps() {
    let mut online = Online::new(Config::KLONDIKE, 2);
    assert_eq!(online.session.said().text, "The cards are dealt.");
    let line = winning_line(&online.server);
    for (at, mv) in line.iter().copied().enumerate() {
        online.check();
        assert_eq!(online.session.wait(), Wait::Person(Seat::A));
        let before = online.session.view().clone();
        assert_eq!(online.tap(mv), [mv], "move {at}: {}", online.session.said().text);
        // Nothing but the card on the screen changes, and nothing more is sent, before the server has
        // answered.
        assert_eq!(online.session.view(), &before);
        assert_eq!((online.session.wait(), online.session.sent()), (Wait::Other(Seat::A), Some(mv)));
        online.check();
        assert_eq!(online.tap(mv), []);
        online.session.handle(Input::Game(Command::Draw), 0);
        assert_eq!(online.sent(), []);
        online.play(mv);
        assert_eq!((online.session.view(), online.session.sent()), (&online.view(), None));
        assert_eq!(online.session.story().len(), at + 2);
    }
    assert!(online.session.is_won() && online.server.outcome().is_some());
    assert_eq!(online.session.wait(), Wait::Over);
    online.check();
}

#[test]
fn cards_lie_where_they_were_put_until_the_server_answers() {
    let mut checked = HashSet::new();
    let mut online = Online::new(Config::KLONDIKE, 2);
    for mv in winning_line(&online.server) {
        let before = online.scene();
        online.tap(mv);
        let sent = online.scene();
        let marked = |scene: &Scene| scene.cards().filter(|card| card.mark.sent).count();
        let faces = |scene: &Scene| scene.cards().filter_map(|card| card.face).collect::<BTreeSet<_>>();
        let target = match mv {
            Move::ColumnToColumn { to, .. } | Move::WasteToColumn { to } => Some(Pile::Column(to)),
            Move::ColumnToFoundation { .. } | Move::WasteToFoundation => None,
            // Nobody knows which card comes: nothing moves before the server says so.
            Move::Draw | Move::Redeal | Move::Turn { .. } | Move::FoundationToColumn { .. } => {
                assert_eq!((marked(&sent), lying(&sent)), (0, lying(&before)), "{mv}");
                online.play(mv);
                continue;
            }
        };
        let count = if let Move::ColumnToColumn { count, .. } = mv { usize::from(count) } else { 1 };
        let pile = sent.piles.iter().find(|pile| pile.cards.iter().any(|card| card.mark.sent)).unwrap();
        let is_target = target.map_or(pile.kind == "foundation", |target| target.to_string() == pile.name);
        assert!(is_target, "{mv} lies on {}", pile.name);
        let on_top = pile.cards.iter().rev().take(count);
        assert!(on_top.clone().all(|card| card.mark.sent) && marked(&sent) == count, "{mv}");
        assert!(faces(&sent).is_superset(&faces(&before)), "no card is lost");
        // The server refuses it: all cards are back, and the reason is said.
        let refusal = Refusal::new(Rule::new('K', 19), Text::name("it does not fit"));
        online.session.refused(Some(&refusal), refusal.text(), 0);
        assert_eq!((marked(&online.scene()), lying(&online.scene())), (0, lying(&before)), "{mv}");
        let said = online.session.said();
        assert_eq!((said.tone, said.text.to_string().as_str()), (Tone::Refused, "It does not fit (K19)."));
        assert_eq!(online.session.wait(), Wait::Person(Seat::A));
        // The second time it is played, and lies where it was put already.
        let keys: Vec<String> = on_top.map(|card| card.key.clone()).collect();
        let name = pile.name.clone();
        online.session.take_effects();
        assert_eq!(online.tap(mv), [mv]);
        online.play(mv);
        let after = online.scene();
        let pile = after.piles.iter().find(|pile| pile.name == name).unwrap();
        assert!(pile.cards.iter().rev().map(|card| &card.key).take(count).eq(&keys), "{mv}");
        assert_eq!(marked(&after), 0);
        online.session.take_effects();
        checked.insert((std::mem::discriminant(&mv), count > 1));
    }
    assert_eq!(checked.len(), 5, "to columns and foundations, and builds");
}

#[test]
fn there_is_no_undo_and_there_are_no_hints() {
    let mut online = Online::new(Config::KLONDIKE, 2);
    assert_eq!(online.tap(Move::Draw), [Move::Draw]);
    online.play(Move::Draw);
    let before = online.session.view().clone();
    for (input, said) in [
        (Input::Undo, "At a table with others a move stands."),
        (Input::Redo, "At a table with others a move stands."),
        (Input::Hint, "At a table with others there are no hints."),
        (Input::Game(Command::Verdict), "At a table with others there are no hints."),
        (Input::Game(Command::BackToWinnable), "At a table with others a move stands."),
    ] {
        online.session.handle(input, 0);
        assert_eq!(online.session.said().text, said);
        assert_eq!((online.sent(), online.session.view()), (vec![], &before), "nothing is asked or sent");
    }
    assert!(!online.session.can_undo() && !online.session.can_redo() && online.session.hint().is_none());
    // New games are not started here either; all who sit there want another one together.
    online.session.handle(Input::Restart, 0);
    online.session.handle(Input::Previous, 0);
    assert_eq!((online.sent(), online.session.view()), (vec![], &before));
    online.session.handle(Input::Again, 0);
    assert_eq!(online.session.take_effects(), [Effect::Send(wire::TableCommand::Rematch)]);
}

#[test]
fn the_end_of_a_won_game_is_sent_card_by_card() {
    let mut online = Online::new(Config::KLONDIKE, 2);
    let line = winning_line(&online.server);
    let mut line = line.into_iter();
    while !online.session.can_finish() {
        let mv = line.next().unwrap();
        assert_eq!(online.tap(mv), [mv]);
        online.play(mv);
    }
    while !online.session.is_won() {
        online.session.handle(Input::Game(Command::Finish), 0);
        let sent = online.sent();
        assert_eq!(sent.len(), 1, "{sent:?}");
        online.play(sent[0]);
    }
}

#[test]
fn a_setting_plays_no_move() {
    let mut online = Online::new(Config::KLONDIKE, 2);
    let mut line = winning_line(&online.server).into_iter();
    while online.session.view().turn_for_me().is_none() {
        let mv = line.next().unwrap();
        online.tap(mv);
        online.play(mv);
    }
    for _ in 0..2 {
        online.session.handle(Input::Set(Setting::Toggle(Switch::TurnForMe)), 0);
        assert_eq!((online.sent(), online.session.view()), (vec![], &online.view()));
    }
}

#[test]
fn a_spectator_moves_nothing() {
    let online = Online::new(Config::KLONDIKE, 2);
    let other = Player { name: "Anna".to_owned(), kind: PlayerKind::Guest(Presence::Here) };
    let step = RemoteStep { players: vec![other], ..step(online.view(), Vec::new()) };
    let mut session = Session::remote(step, Settings::default());
    assert_eq!((session.eye(), session.wait()), (Eye::Spectator, Wait::Other(Seat::A)));
    let legal = session.view().legal();
    for place in [Place::Stock, Place::Waste] {
        session.handle(Input::Tap(place), 0);
        session.handle(Input::DoubleTap(place), 0);
    }
    session.handle(Input::Game(Command::Draw), 0);
    assert!(session.take_effects().iter().all(|effect| !matches!(effect, Effect::SendMove(_))));
    assert_eq!(session.view().legal(), legal);
}
