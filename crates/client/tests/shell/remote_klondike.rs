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

/// A table on a server, and a session that shows it.
struct Online {
    server: Table<Klondike>,
    session: Session,
}

fn step(view: View, events: Vec<RemoteEvent<Move>>) -> RemoteStep<View, Move> {
    let players = vec![Player::person()];
    RemoteStep { view, players, events, replaced: false, undo: 0, redo: 0, missed: false }
}

impl Online {
    fn new(config: Config, deal: u64) -> Online {
        let server = Table::new(config, DealId::V1(deal)).unwrap();
        let dealt = LogLine { round: 0, seat: None, text: Text::name("the cards are dealt"), reason: None };
        let begin =
            step(server.view(Eye::Seat(Seat::A)), vec![RemoteEvent { line: dealt, mv: None, rolled: false }]);
        let settings = Settings { turn_for_me: false, safe_moves: false, ..Settings::default() };
        let mut session = Session::remote(begin, settings);
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
        self.receive(vec![event]);
    }

    /// The server sends what there is now, and confirms.
    fn receive(&mut self, events: Vec<RemoteEvent<Move>>) {
        let (undo, redo) = (self.server.undo_count() as u32, self.server.redo_count() as u32);
        self.session.receive_step(RemoteStep { undo, redo, ..step(self.view(), events) }, 0);
        self.session.confirmed(0);
    }

    fn scene(&self) -> Scene {
        self.session.scene(Point { x: 1280.0, y: 700.0 })
    }

    /// Checks that the session neither holds nor draws anything that the player has not seen.
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
        // Before the server answers, only the card on the screen changes, and nothing more is sent.
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
fn cards_stay_at_their_target_until_the_server_answers() {
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
            // It is unknown which card comes, so nothing moves before the server answers.
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
        // The server refuses it: all cards go back, and the reason is shown.
        let refusal = Refusal::new(Rule::new('K', 19), Text::name("it does not fit"));
        online.session.refused(Some(&refusal), refusal.text(), 0);
        assert_eq!((marked(&online.scene()), lying(&online.scene())), (0, lying(&before)), "{mv}");
        let said = online.session.said();
        assert_eq!((said.tone, said.text.to_string().as_str()), (Tone::Refused, "It does not fit (K19)."));
        assert_eq!(online.session.wait(), Wait::Person(Seat::A));
        // The second time the server accepts it, and the card stays where it is.
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
fn hints_that_need_hidden_cards_are_not_available() {
    let mut online = Online::new(Config::KLONDIKE, 2);
    assert_eq!(online.tap(Move::Draw), [Move::Draw]);
    online.play(Move::Draw);
    let before = online.session.view().clone();
    for input in [Input::Hint, Input::Game(Command::Verdict), Input::Game(Command::BackToWinnable)] {
        online.session.handle(input, 0);
        let said = "Hints need the hidden cards, and online only the server knows them.";
        assert_eq!(online.session.said().text, said);
        assert_eq!((online.sent(), online.session.view()), (vec![], &before), "nothing is asked or sent");
    }
    assert!(online.session.hint().is_none());
    // New games are not started here either: all players agree to a rematch.
    online.session.handle(Input::Restart, 0);
    online.session.handle(Input::Previous, 0);
    assert_eq!((online.sent(), online.session.view()), (vec![], &before));
    online.session.handle(Input::Again, 0);
    assert_eq!(online.session.take_effects(), [Effect::Send(wire::TableCommand::Rematch)]);
}

/// Undo and redo are the server's: the session asks for one at a time, as far as the server has steps.
#[test]
fn undo_and_redo_are_sent() {
    let mut online = Online::new(Config::KLONDIKE, 2);
    online.session.handle(Input::Undo, 0);
    assert_eq!((online.sent(), online.session.said().text.to_string()), (vec![], "Nothing to undo.".into()));
    let start = online.session.view().clone();
    for _ in 0..2 {
        assert_eq!(online.tap(Move::Draw), [Move::Draw]);
        online.play(Move::Draw);
    }
    assert!(online.session.can_undo() && !online.session.can_redo());
    assert_eq!(online.session.moves(), 2);
    for left in [1, 0] {
        online.session.handle(Input::Undo, 0);
        assert_eq!(online.session.take_effects(), [Effect::Send(wire::TableCommand::Undo)]);
        // Nothing more is sent before the server has answered.
        online.session.handle(Input::Undo, 0);
        assert_eq!((online.tap(Move::Draw), online.session.take_effects()), (vec![], vec![]));
        online.server.undo(Seat::A).unwrap();
        online.receive(Vec::new());
        assert_eq!((online.session.moves(), online.session.can_redo()), (left, true));
    }
    assert_eq!(online.session.view(), &start);
    online.session.handle(Input::Redo, 0);
    assert_eq!(online.session.take_effects(), [Effect::Send(wire::TableCommand::Redo)]);
    // The server refuses: the session goes on.
    online.session.refused(None, Text::name("not now"), 0);
    assert_eq!(online.session.wait(), Wait::Person(Seat::A));
}

/// A card is turned by the client, as a part of the step before it, and not after an undo.
#[test]
fn r2_cards_are_turned_for_the_player_as_a_part_of_the_step() {
    let mut online = Online::new(Config::KLONDIKE, 2);
    online.session.handle(Input::Set(Setting::Toggle(Switch::TurnForMe)), 0);
    online.session.take_effects();
    let mut line = winning_line(&online.server).into_iter();
    let mut turned = 0;
    while turned < 3 {
        let mv = line.next().unwrap();
        if matches!(mv, Move::Turn { .. }) {
            continue;
        }
        let before = online.view();
        assert_eq!(online.tap(mv), [mv]);
        online.play(mv);
        let Some(turn) = online.view().turn_for_me() else { continue };
        turned += 1;
        let sent = online.session.take_effects();
        assert_eq!(sent, [Effect::SendAutomaticMove(turn.to_string())]);
        online.server.play_auto(Seat::A, turn).unwrap();
        online.receive(Vec::new());
        assert_eq!((online.session.take_effects(), online.session.view()), (vec![], &online.view()));
        // One undo takes both back, and nothing is turned again by itself.
        online.session.handle(Input::Undo, 0);
        assert_eq!(online.session.take_effects(), [Effect::Send(wire::TableCommand::Undo)]);
        online.server.undo(Seat::A).unwrap();
        online.receive(Vec::new());
        assert_eq!((online.session.take_effects(), online.session.view()), (vec![], &before));
        online.session.handle(Input::Redo, 0);
        online.session.take_effects();
        online.server.redo(Seat::A).unwrap();
        online.receive(Vec::new());
        assert_eq!(online.session.take_effects(), []);
    }
}

/// Plays until the rest is certain, presses *Finish* and lets the server confirm the first card.
fn finishing() -> Online {
    let mut online = Online::new(Config::KLONDIKE, 2);
    let mut line = winning_line(&online.server).into_iter();
    while !online.session.can_finish() {
        let mv = line.next().unwrap();
        assert_eq!(online.tap(mv), [mv]);
        online.play(mv);
    }
    online.session.take_effects();
    online.session.handle(Input::Game(Command::Finish), 0);
    let mv = online.session.sent().unwrap();
    assert!(online.session.take_effects().contains(&Effect::SendMove(mv.to_string())));
    // Nothing more is sent before the server has confirmed it.
    online.session.tick(1_000);
    online.session.handle(Input::Game(Command::Finish), 1_000);
    assert!(next_card(&mut online).is_none() && online.session.is_finishing());
    online.play(mv);
    online
}

/// The automatic move that was sent, if one was.
fn next_card(online: &mut Online) -> Option<Move> {
    let sent: Vec<String> = online.session.take_effects().into_iter().filter_map(automatic).collect();
    assert!(sent.len() <= 1, "{sent:?}");
    sent.first().map(|mv| mv.parse().unwrap())
}

fn automatic(effect: Effect) -> Option<String> {
    match effect {
        Effect::SendAutomaticMove(mv) => Some(mv),
        Effect::Wake(_) | Effect::Sound(_) => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn auto_finish_sends_the_next_card_when_the_last_one_is_confirmed() {
    let mut online = finishing();
    let (mut now, mut cards) = (2_000, 0);
    while online.session.is_finishing() {
        // The visible pace is that of a local table, which is also below the server's limit.
        now += 80;
        assert!(now < 60_000, "it never ends");
        online.session.tick(now);
        let Some(mv) = next_card(&mut online) else { continue };
        online.session.tick(now + 500);
        assert!(next_card(&mut online).is_none(), "it is not confirmed yet");
        online.server.play_auto(Seat::A, mv).unwrap();
        online.receive(Vec::new());
        cards += 1;
    }
    assert!(online.session.is_won() && cards > 5, "{cards}");
    assert_eq!(online.session.wait(), Wait::Over);
}

#[test]
fn auto_finish_ends_when_the_player_does_something_else_or_the_server_refuses() {
    let mut online = finishing();
    online.session.handle(Input::Undo, 1_000);
    assert!(online.session.take_effects().contains(&Effect::Send(wire::TableCommand::Undo)));
    assert!(!online.session.is_finishing());
    online.server.undo(Seat::A).unwrap();
    online.receive(Vec::new());
    online.session.tick(5_000);
    assert_eq!(next_card(&mut online), None);

    let mut online = finishing();
    online.session.tick(2_000);
    assert!(next_card(&mut online).is_some());
    online.session.refused(None, Text::name("it could not be stored"), 2_000);
    assert!(!online.session.is_finishing());
    online.session.take_effects();
    online.session.tick(5_000);
    assert_eq!(next_card(&mut online), None);
    // It can be tried again.
    online.session.handle(Input::Game(Command::Finish), 5_000);
    assert!(online.session.sent().is_some() && online.session.is_finishing());
}

#[test]
fn a_setting_makes_no_move() {
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
fn a_spectator_cannot_move() {
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
