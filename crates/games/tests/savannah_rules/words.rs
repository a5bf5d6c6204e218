//! Checks the log and the descriptions of events.

use cards::{DealId, Key};
use games::events::{self, Describe};
use games::savannah::{Chance, Config, Savannah, TurnLog};
use table::{Entry, Eye, Game, KeyHash, Origin, Table, Turn, View as _};

use crate::scene::{A, B, Play, Scene};

const TIGHT: &str = "seats=2 reserve=20 discard=0 first=A";

/// A table where the test decides about chance.
fn table(scene: &Scene, config: &str) -> Table<Savannah> {
    let config: Config = config.parse().unwrap();
    let mut table = Table::open(config, Origin::Hash(KeyHash::of(&Key::from_number(5))));
    enter(&mut table, &scene.deal().to_string());
    table
}

/// Enters lines of a record. A move without a seat is made by the player whose turn it is.
fn enter(table: &mut Table<Savannah>, lines: &str) {
    for line in lines.split(", ") {
        let entry = match (line.parse::<Chance>(), table.turn()) {
            (Ok(chance), _) => Entry::Chance(chance),
            (Err(_), Turn::Seat(seat)) => Entry::Move { seat, mv: line.parse().unwrap(), auto: false },
            (Err(error), _) => panic!("{line}: {error}"),
        };
        if let Err(fault) = table.enter(entry) {
            panic!("{line}: {fault}");
        }
    }
}

#[test]
fn a_log_has_one_line_per_turn() {
    let config = "seats=2 reserve=5 discard=2 first=B";
    let scene = Scene::new(config)
        .reserve(B, "9d 3d")
        .discard(B, "8h 7s")
        .foundations("Ac 6d Kh")
        .stock("Kd 7c 2s Ah 9h 5c Jd 3c Ts");
    let mut table = table(&scene, config);
    enter(&mut table, "roll 43, 2s>1, R>1, /7c, roll 66, DB>2, 3c>3");
    assert_eq!(
        TurnLog::of(&table, Eye::Seat(B)).to_string(),
        "1B 43 +Kd7c2sAh 2s>1 R>1=9d /7c\n1A 66 +4 DB>2 3c>3\n"
    );
    assert_eq!(
        TurnLog::of(&table, Eye::Seat(A)).turns(),
        ["1B 43 +4 2s>1 R>1=9d /7c", "1A 66 +9h5cJd3c DB>2 3c>3"]
    );
    assert_eq!(TurnLog::of(&table, Eye::Spectator).turns()[1], "1A 66 +4 DB>2 3c>3");
    enter(&mut table, "/Jd, roll 34, D>2");
    assert_eq!(TurnLog::of(&table, Eye::Seat(A)).turns()[2], "2B 34 +2 D>2=8h", "a face-down card came up");
    table.resign(A).unwrap();
    assert_eq!(
        TurnLog::of(&table, Eye::Spectator).to_string(),
        "1B 43 +Kd7c2sAh 2s>1 R>1=9d /7c\n1A 66 +9h5cJd3c DB>2 3c>3 /Jd\n2B 34 +TsTd D>2=8h\n2A !resign\n",
        "all is shown when the game is over"
    );
}

#[test]
fn a_log_omits_undone_moves() {
    let config = "seats=2 reserve=5 discard=2 first=A";
    let scene = Scene::new(config).foundations("Kc 6d Kh").stock("8d 9s 9c 9h 7c");
    let mut table = table(&scene, config);
    enter(&mut table, "roll 12, /8d, roll 12, /7c");
    enter(&mut table, "roll 12");
    let line = |table: &Table<Savannah>| TurnLog::of(table, Eye::Spectator).turns()[2].clone();
    enter(&mut table, "D>1");
    assert_eq!(line(&table), "2A 12 +1 D>1");
    table.undo(A).unwrap();
    assert_eq!(line(&table), "2A 12 +1");
    table.redo(A).unwrap();
    assert_eq!(line(&table), "2A 12 +1 D>1");
    table.undo(A).unwrap();
    enter(&mut table, "D>3");
    assert_eq!(line(&table), "2A 12 +1 D>3");
}

#[test]
fn a_log_marks_shuffles_aces_wins_and_the_last_round() {
    let scene = Scene::new(TIGHT).foundations("3c 6d 9h").stock("4c 7d Th Kc Qc Qd Qh Qs Js");
    let mut table = table(&scene, TIGHT);
    enter(&mut table, "roll 11, 4c>1, 7d>2, Th>3, /Kc, roll 11, /Qc, roll 11, reshuffle 9h3c6d");
    let line = |at: usize| TurnLog::of(&table, Eye::Seat(A)).turns()[at].clone();
    assert_eq!(line(2), "2A 11 +Js ~ +9h3c6d");
    assert_eq!(TurnLog::of(&table, Eye::Seat(B)).turns()[2], "2A 11 +1 ~ +3");

    let config = "seats=2 reserve=5 discard=0 first=A";
    let scene =
        Scene::new(config).reserve(A, "8c 7c 6c 5c 4c").foundations("3c Ad Ah").stock("As 9s 9d 9c 4s 5s 6s");
    let mut table = self::table(&scene, config);
    enter(&mut table, "roll 12, R>1, R>1, R>1, R>1, R>1");
    assert_eq!(
        TurnLog::of(&table, Eye::Spectator).turns(),
        ["1A 12 +As9s9d9c R>1=5c R>1=6c R>1=7c R>1=8c R>1#"]
    );
    let mut table = self::table(&scene, config);
    enter(&mut table, "roll 12, As>1");
    assert_eq!(TurnLog::of(&table, Eye::Spectator).turns(), ["1A 12 +4 As>1 *4s5s6s"]);
}

#[test]
fn a_log_marks_a_game_that_reached_the_round_limit() {
    let config: Config = "seats=2 rounds=20".parse().unwrap();
    let mut table = Table::<Savannah>::new(config, DealId::V1(3)).unwrap();
    while let Turn::Seat(seat) = table.turn() {
        let end = *table.view(Eye::Seat(seat)).legal().last().unwrap();
        table.play(seat, end).unwrap();
    }
    let log = TurnLog::of(&table, Eye::Spectator);
    assert_eq!(log.turns().len(), 40);
    assert!(log.turns()[39].ends_with(" !cap"), "{log}");
    assert!(log.turns().iter().any(|turn| turn.ends_with(" /-")), "the hands run dry: {log}");
}

/// A game, with the description of each event for any viewer.
struct Told {
    play: Play,
}

impl Told {
    fn chance(&mut self, line: &str, eye: Eye) -> String {
        let before = self.play.0.view(eye);
        self.play.chance(line);
        let after = self.play.0.view(eye);
        let (before, after) = (Savannah::borrow_view(&before), Savannah::borrow_view(&after));
        Savannah::describe_chance(before, &line.parse().ok().unwrap(), after).to_string()
    }

    fn does(&mut self, mv: &str, eye: Eye) -> String {
        let before = self.play.0.view(eye);
        let seat = self.play.0.public().seat;
        self.play.does(mv);
        let after = self.play.0.view(eye);
        let (before, after) = (Savannah::borrow_view(&before), Savannah::borrow_view(&after));
        Savannah::describe_move(before, seat, mv.parse().unwrap(), after).to_string()
    }
}

#[test]
fn events_are_described_from_the_viewers_seat() {
    let scene = Scene::new("seats=2 reserve=5 discard=2 first=B")
        .reserve(B, "9d 3d")
        .discard(B, "8h 7s")
        .foundations("Ac 6d Kh")
        .stock("Kd 7c 2s Ah 9h 5c Jd 3c Ts");
    let deal = scene.deal().to_string();
    let [a, b] = [Eye::Seat(A), Eye::Seat(B)];
    let config: Config = "seats=2 reserve=5 discard=2 first=B".parse().unwrap();
    let mut told = Told { play: Play(Savannah::new(&config)) };
    assert_eq!(
        told.chance(&deal, a),
        "the cards were dealt: the foundations begin with the ace of clubs, the six of diamonds and the king of hearts"
    );
    let mut other = Told { play: Play(told.play.0.clone()) };
    assert_eq!(told.chance("roll 43", a), "B rolled 4 and 3 (7) and drew four cards");
    assert_eq!(
        other.chance("roll 43", b),
        "you rolled 4 and 3 (7) and drew the king of diamonds, the seven of clubs, the two of spades and the ace of hearts"
    );
    assert_eq!(told.does("2s>1", a), "B played the two of spades from B's hand to foundation 1");
    assert_eq!(
        told.does("R>1", b),
        "you played the three of diamonds from your reserve to foundation 1; your reserve now shows the nine of diamonds"
    );
    assert_eq!(told.does("/7c", Eye::Spectator), "B discarded the seven of clubs");
    assert_eq!(told.chance("roll 66", b), "A rolled doubles, 6 and 6 (12) and drew four cards");
    assert_eq!(
        told.does("DB>2", b),
        "A played the seven of clubs from your discard to foundation 2; your discard now shows the seven of spades"
    );
}

#[test]
fn descriptions_include_automatic_effects() {
    let scene = Scene::new(TIGHT).foundations("3c 6d 9h").stock("4c 7d Th Kc Qc Qd Qh Qs Js");
    let mut told = Told { play: scene.start() };
    let [a, b] = [Eye::Seat(A), Eye::Seat(B)];
    told.play.chance("roll 11").does("4c>1 7d>2 Th>3 /Kc").passes("11", "/Qc");
    assert_eq!(
        told.chance("roll 11", b),
        "A rolled doubles, 1 and 1 (2) and drew one card; the stock ran out"
    );
    assert_eq!(
        told.chance("reshuffle 9h3c6d", a),
        "the 3 covered foundation cards were shuffled into a new stock; \
         you drew the nine of hearts, the three of clubs and the six of diamonds"
    );

    let scene = Scene::new("seats=2 reserve=5 discard=1 first=A");
    let scene = scene.foundations("3c Ad Ah").stock("4c 5c 6c As 9c 9d 9h Tc Td Th Ts Jc");
    let mut told = Told { play: scene.start() };
    told.play.chance("roll 12").does("4c>1 5c>1 6c>1");
    assert_eq!(
        told.does("As>1", b),
        "A played the ace of spades from A's hand to foundation 1; \
         dealt onto the three aces: the nine of clubs, the nine of diamonds and the nine of hearts; drew four cards"
    );

    let mut told = Told { play: Scene::new("seats=3").start() };
    assert_eq!(
        told.chance("begin 66 34 66 11 65", a),
        "you rolled 12, B 7, C 12; you rolled 2, C 11; C begins"
    );
}

#[test]
fn descriptions_name_no_hidden_card() {
    let config = Config::new(3).unwrap();
    for deal in 0..20 {
        let mut table = Table::<Savannah>::new(config, DealId::V1(deal)).unwrap();
        for _ in 0..60 {
            let Turn::Seat(seat) = table.turn() else { break };
            let moves = table.view(Eye::Seat(seat)).legal();
            table.play(seat, moves[0]).unwrap();
        }
        for eye in Eye::all(3) {
            check_descriptions(&table, eye);
        }
    }
}

fn check_descriptions(table: &Table<Savannah>, eye: Eye) {
    let record = table.record();
    let mut past = Table::open(record.config, record.origin.clone());
    for entry in &record.entries {
        let before = past.view(eye);
        past.enter(entry.clone()).unwrap();
        let after = past.view(eye);
        let text = events::describe(eye, &before, entry, &after, None).text;
        let seen = |card: &cards::Card| {
            let public = after.public();
            let hand = after.hand().is_some_and(|hand| hand.contains(card));
            let piles = public.players.iter().any(|(_, player)| {
                player.reserve.top == Some(*card) || player.discard.face_up.contains(card)
            });
            hand || piles || public.foundations.iter().any(|(_, pile)| pile.contains(card))
        };
        for card in cards::PACK {
            let named = text.to_string().contains(&card.name().to_string());
            assert!(!named || seen(&card), "{eye:?} is told: {text}");
        }
    }
}
