//! Every message survives writing and reading, and anything else is an error.

use bots::Level;
use cards::{ChanceKind, DealId};
use games::catalog::GameId;
use games::klondike::{self, Klondike};
use games::savannah::{Config, Move, Savannah};
use proptest::prelude::*;
use table::{BySeat, Eye, Game, Hex, Refusal, Rule, Seat, Seats, Table, Turn, UndoError, View};
use text::{Separator, Text};
use wire::trials::message;
use wire::{
    Commitment, Contribution, EndProposal, FairnessState, KeyShare, Listing, MoveText, Name, NewTable,
    NewTableError, Occupant, Phrase, Pledge, RawJson, RefusalReason, SeatInfo, SeatPlan, SharedSnapshot,
    Snapshot, TableCommand, TableEvent, TableEventKind, TableId, TableInfo, ToClient, ToServer, Void, read,
    write,
};

fn seat() -> impl Strategy<Value = Seat> {
    (0_u8..8).prop_map(|number| Seat::new(number).expect("eight seats"))
}

fn level() -> impl Strategy<Value = Level> {
    proptest::sample::select(Level::ALL.to_vec())
}

fn name() -> impl Strategy<Value = Name> {
    "[a-zA-Zäß\u{4e00}-\u{4e20}.]{1,16}".prop_map(|text| text.parse().expect("a name"))
}

fn table_id() -> impl Strategy<Value = TableId> {
    any::<[u8; TableId::LENGTH]>().prop_map(TableId::from_random)
}

fn config() -> impl Strategy<Value = Config> {
    (2_u8..=8, any::<bool>())
        .prop_map(|(seats, aces)| Config::new(seats).expect("seats").with_ace_on_ace(aces))
}

fn game() -> impl Strategy<Value = GameId> {
    proptest::sample::select(GameId::ALL.to_vec())
}

fn mv() -> impl Strategy<Value = MoveText> {
    proptest::sample::select(Move::all(8)).prop_map(|mv| mv.to_string().parse().expect("short"))
}

fn commitment() -> impl Strategy<Value = Commitment> {
    (any::<[u8; 16]>(), table_id(), seat())
        .prop_map(|(bytes, table, seat)| Contribution::new(bytes).commitment(table, seat))
}

fn fair() -> impl Strategy<Value = FairnessState> {
    let share = (proptest::option::of(commitment()), proptest::option::of(any::<[u8; 16]>()))
        .prop_map(|(commitment, bytes)| KeyShare { commitment, contribution: bytes.map(Contribution::new) });
    let void = (commitment(), proptest::collection::vec(seat(), 1..4))
        .prop_map(|(commitment, silent)| Void { commitment, silent: silent.into_iter().collect() });
    let voids = proptest::collection::vec(void, 0..2);
    (
        commitment(),
        proptest::collection::vec(share, 8),
        voids,
        any::<Option<u32>>(),
        any::<Option<[u8; 32]>>(),
    )
        .prop_map(|(commitment, shares, void, reveal, secret)| FairnessState {
            commitment,
            seats: BySeat::new(8, |seat| shares[seat.number()]),
            void,
            reveal,
            secret: secret.map(Hex),
        })
}

fn command() -> impl Strategy<Value = TableCommand> {
    prop_oneof![
        seat().prop_map(TableCommand::Sit),
        Just(TableCommand::Stand),
        (seat(), proptest::option::of(level())).prop_map(|(seat, level)| TableCommand::Fill { seat, level }),
        proptest::option::of(commitment()).prop_map(TableCommand::Ready),
        any::<[u8; 16]>().prop_map(|bytes| TableCommand::Reveal(Contribution::new(bytes))),
        mv().prop_map(TableCommand::Play),
        mv().prop_map(TableCommand::Auto),
        Just(TableCommand::Undo),
        Just(TableCommand::Redo),
        Just(TableCommand::Resign),
        seat().prop_map(TableCommand::Replace),
        Just(TableCommand::Back),
        seat().prop_map(TableCommand::Remove),
        Just(TableCommand::Allow),
        Just(TableCommand::Close),
        Just(TableCommand::End),
        Just(TableCommand::PlayOn),
        Just(TableCommand::Rematch),
    ]
}

fn plan() -> impl Strategy<Value = SeatPlan> {
    prop_oneof![Just(SeatPlan::Open), Just(SeatPlan::Me), level().prop_map(SeatPlan::Bot)]
}

fn new_table() -> impl Strategy<Value = NewTable> {
    (config(), proptest::collection::vec(plan(), 8), any::<bool>(), any::<Option<u32>>()).prop_map(
        |(config, plans, public, clock)| NewTable {
            game: Savannah::NAME.to_owned(),
            config: config.to_string(),
            seats: BySeat::new(config.seats(), |seat| plans[seat.number()]),
            public,
            clock,
        },
    )
}

fn to_server() -> impl Strategy<Value = ToServer> {
    prop_oneof![
        Just(ToServer::List),
        (any::<u64>(), new_table()).prop_map(|(id, table)| ToServer::Create { id, table }),
        (table_id(), any::<u64>()).prop_map(|(table, since)| ToServer::Join { table, since }),
        Just(ToServer::Leave),
        (any::<u64>(), any::<u64>(), command()).prop_map(|(id, version, act)| ToServer::Do {
            id,
            version,
            act
        }),
        proptest::sample::select(Phrase::ALL.to_vec()).prop_map(ToServer::Say),
        Just(ToServer::Record),
        Just(ToServer::Ping),
    ]
}

fn reason() -> impl Strategy<Value = RefusalReason> {
    prop_oneof![
        (text(), 1_u8..20)
            .prop_map(|(text, number)| RefusalReason::Rule(Refusal::new(Rule::new('S', number), text))),
        prop_oneof![
            Just(NewTableError::SeatCount),
            Just(NewTableError::TwoSeats),
            Just(NewTableError::NoPerson),
            Just(NewTableError::UnknownGame),
            Just(NewTableError::NoSuchBot),
            Just(NewTableError::NoClock),
            text().prop_map(NewTableError::Options),
            any::<u32>().prop_map(|shortest| NewTableError::Clock { shortest }),
        ]
        .prop_map(RefusalReason::InvalidTable),
        text().prop_map(RefusalReason::NotAMove),
        prop_oneof![
            Just(UndoError::NothingToUndo),
            Just(UndoError::NothingToRedo),
            seat().prop_map(UndoError::NotYours),
            text().prop_map(|text| UndoError::Shown(Refusal::new(Rule::new('V', 17), text))),
            Just(UndoError::Chance),
            Just(UndoError::Over),
        ]
        .prop_map(RefusalReason::Undo),
        any::<u32>().prop_map(|seconds| RefusalReason::SitDelay { seconds }),
        proptest::sample::select(vec![
            RefusalReason::Stale,
            RefusalReason::Unreadable,
            RefusalReason::TooFast,
            RefusalReason::NoSuchTable,
            RefusalReason::Damaged,
            RefusalReason::NotAtTable,
            RefusalReason::NotSeated,
            RefusalReason::SeatTaken,
            RefusalReason::AlreadySeated,
            RefusalReason::GameStarted,
            RefusalReason::GameStarting,
            RefusalReason::CommitmentMismatch,
            RefusalReason::NotEverybodyReady,
            RefusalReason::GameNotStarted,
            RefusalReason::GameNotOver,
            RefusalReason::GameOver,
            RefusalReason::NotAway,
            RefusalReason::ReplacedByBot,
            RefusalReason::TooManyTables,
            RefusalReason::OpenedTooMany { minutes: 12 },
            RefusalReason::TooManyNewTables,
            RefusalReason::StoreFull,
            RefusalReason::NotStored,
            RefusalReason::NoUndo,
            RefusalReason::TooLong,
            RefusalReason::NoSuchBot,
            RefusalReason::NotHost,
            RefusalReason::Removed,
            RefusalReason::Closed,
            RefusalReason::TooOften,
            RefusalReason::TooManyVisitors,
            RefusalReason::EndDeclined,
        ]),
    ]
}

fn event_kind() -> impl Strategy<Value = TableEventKind> {
    prop_oneof![
        proptest::sample::select(vec![
            TableEventKind::Chance(ChanceKind::Deal),
            TableEventKind::Chance(ChanceKind::Begin),
            TableEventKind::Chance(ChanceKind::Roll),
            TableEventKind::Chance(ChanceKind::Reshuffle),
            TableEventKind::Undo,
            TableEventKind::Redo,
            TableEventKind::Resign,
            TableEventKind::End,
            TableEventKind::Removed,
            TableEventKind::Away,
            TableEventKind::Back,
            TableEventKind::Silent
        ]),
        mv().prop_map(TableEventKind::Move),
    ]
}

fn text() -> impl Strategy<Value = Text> {
    let leaf = prop_oneof!["[ -~ä]{0,40}".prop_map(Text::name), any::<u8>().prop_map(Text::player)];
    leaf.prop_recursive(4, 16, 3, |text| {
        let several = proptest::collection::vec(text.clone(), 0..3);
        prop_oneof![
            several.clone().prop_map(|texts| Text::with("{1}: {}", texts)),
            several.prop_map(|texts| Text::row(texts, Separator::Semicolon)),
            text.prop_map(Text::sentence),
        ]
    })
}

fn event() -> impl Strategy<Value = TableEvent> {
    (any::<u32>(), proptest::option::of(seat()), event_kind(), text(), proptest::option::of(text()))
        .prop_map(|(round, seat, kind, text, why)| TableEvent { round, seat, kind, text, why })
}

fn occupant() -> impl Strategy<Value = Occupant> {
    prop_oneof![
        Just(Occupant::Nobody),
        name().prop_map(Occupant::Person),
        level().prop_map(Occupant::Bot),
        (name(), level()).prop_map(|(name, level)| Occupant::Away(name, level)),
    ]
}

/// Snapshots of real games after a few moves.
fn snapshot() -> impl Strategy<Value = Snapshot> {
    let sitting = (occupant(), any::<[bool; 3]>(), proptest::collection::vec(seat(), 0..3));
    let there = (any::<u32>(), any::<Option<u32>>(), any::<Option<u32>>(), proptest::option::of(table_id()));
    (table_id(), config(), 0_u64..50, 0_usize..60, 0_u8..9, proptest::collection::vec(sitting, 8), there)
        .prop_flat_map(|parts| (Just(parts), proptest::collection::vec(event(), 0..4), fair()))
        .prop_map(|((table, config, deal, moves, eye, chairs, there), news, fair)| {
            let mut game = Table::<Savannah>::new(config, DealId::V1(deal)).expect("a number deals");
            for _ in 0..moves {
                if let Turn::Seat(seat) = game.turn() {
                    let mv = game.view(Eye::Seat(seat)).legal()[0];
                    game.play(seat, mv).expect("a legal move");
                }
            }
            let eye = Seat::new(eye).filter(|seat| seat.number() < usize::from(config.seats()));
            let eye = eye.map_or(Eye::Spectator, Eye::Seat);
            let (watching, clock, left, rematch) = there;
            let info = TableInfo {
                table,
                game: GameId::Savannah,
                config: config.to_string(),
                public: moves % 2 == 0,
                seats: BySeat::new(config.seats(), |seat| {
                    let (who, [present, ready, late], agreed) = chairs[seat.number()].clone();
                    SeatInfo { who, present, ready, late, agreed: agreed.into_iter().collect::<Seats>() }
                }),
                watching,
                clock,
                fair,
                rematch,
                closed: moves % 3 == 0,
                removed: moves as u32 % 4,
                ending: (moves % 5 == 0)
                    .then_some(EndProposal { agreed: Seats::NONE, missing: Seat::A.into() }),
            };
            let shared = SharedSnapshot {
                version: game.version(),
                info,
                left,
                undo: 0,
                redo: 0,
                public_view: (moves > 5).then(|| RawJson::new(&game.game().public_part()).expect("written")),
            };
            Snapshot {
                shared,
                eye,
                is_host: moves % 2 == 1,
                own_view: (moves > 5)
                    .then(|| RawJson::new(&game.game().own_part(eye)).expect("written"))
                    .filter(|own| own.as_str() != "null"),
                events: news,
            }
        })
}

fn to_client() -> impl Strategy<Value = ToClient> {
    let listing =
        (table_id(), game(), proptest::collection::vec(name(), 0..4), any::<u8>(), any::<Option<u32>>())
            .prop_map(|(table, game, people, free, clock)| Listing {
                table,
                game,
                config: "any options".to_owned(),
                people,
                free,
                clock,
            });
    prop_oneof![
        (any::<u16>(), name()).prop_map(|(protocol, name)| ToClient::Welcome { protocol, name }),
        proptest::collection::vec(listing, 0..4).prop_map(ToClient::Tables),
        (any::<u64>(), table_id()).prop_map(|(id, table)| ToClient::Created { id, table }),
        snapshot().prop_map(|seen| ToClient::Table(Box::new(seen))),
        (any::<u64>(), any::<u64>()).prop_map(|(id, version)| ToClient::Done { id, version }),
        (any::<Option<u64>>(), any::<u64>(), reason()).prop_map(|(id, version, why)| ToClient::Refused {
            id,
            version,
            why
        }),
        (seat(), proptest::sample::select(Phrase::ALL.to_vec()))
            .prop_map(|(seat, phrase)| ToClient::Said { seat, phrase }),
        "[ -~\n]{0,200}".prop_map(ToClient::Record),
        Just(ToClient::Pong),
    ]
}

/// A value that cannot be serialized.
struct Broken;

impl serde::Serialize for Broken {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("broken"))
    }
}

#[test]
fn a_value_that_cannot_be_serialized_is_an_error() {
    assert_eq!(write(&Broken).unwrap_err().to_string(), "this message cannot be written: broken");
}

proptest! {
    #[test]
    fn messages_of_clients_round_trip(said in to_server()) {
        prop_assert_eq!(read::<ToServer>(write(&said).unwrap().as_bytes()), Ok(said));
    }

    #[test]
    fn messages_of_the_server_round_trip(said in to_client()) {
        let text = write(&said).unwrap();
        prop_assert_eq!(read::<ToClient>(text.as_bytes()), Ok(said));
    }

    #[test]
    fn a_corrupted_message_is_an_error_or_another_message(
        said in to_server(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()
    ) {
        let mut bytes = write(&said).unwrap().into_bytes();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        message(&bytes);
    }

    #[test]
    fn any_bytes_can_be_read_safely(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        message(&bytes);
    }
}

proptest! {
    /// A client reveals its contribution only when asked, and only if the server has kept its commitment.
    #[test]
    fn a_contribution_is_revealed_only_under_the_same_commitment(seen in snapshot(), random in any::<[u8; 16]>(), other in commitment()) {
        let Some(pledge) = Pledge::new(&seen, random) else {
            prop_assert_eq!(seen.eye, Eye::Spectator);
            return Ok(());
        };
        let (Eye::Seat(seat), TableCommand::Ready(Some(commitment))) = (seen.eye, pledge.ready()) else { panic!("ready") };
        prop_assert_eq!(commitment, Contribution::new(random).commitment(seen.table, seat));
        let mut asked = seen.clone();
        asked.shared.info.fair.reveal = Some(20_000);
        asked.shared.info.fair.seats[seat] = KeyShare { commitment: Some(commitment), contribution: None };
        prop_assert_eq!(pledge.reveal(&asked), Some(TableCommand::Reveal(Contribution::new(random))));
        let line = format!("seat {seat} {commitment} {}", Contribution::new(random));
        let voids: String = seen.fair.void.iter().map(|void| format!("{void}\n")).collect();
        let record = format!("table {}\ncommitment {}\n{voids}{line}\n", seen.table, seen.fair.commitment);
        prop_assert!(pledge.matches_record(&record));
        prop_assert!(voids.is_empty() || !pledge.matches_record(&record.replace(&voids, "")), "none is hidden");
        prop_assert!(!pledge.matches_record(&record.replace(&line, &line.replace("seat", "void"))));
        let changes: [fn(&mut Snapshot, Seat, Commitment); 4] = [
            |seen, _, other| seen.shared.info.fair.commitment = other,
            |seen, _, _| seen.shared.info.fair.reveal = None,
            |seen, seat, other| seen.shared.info.fair.seats[seat].commitment = Some(other),
            |seen, seat, _| seen.shared.info.fair.seats[seat].contribution = Some(Contribution::new([0; 16])),
        ];
        for change in changes {
            let mut seen = asked.clone();
            change(&mut seen, seat, other);
            prop_assert_eq!(pledge.reveal(&seen), None);
        }
    }
}

#[test]
fn too_many_seats_deep_and_huge_messages_are_errors() {
    let deep = "[".repeat(100_000);
    let nested = format!("{{\"do\":{}", "{\"do\":".repeat(50_000));
    let huge = format!("{{\"join\":{{\"table\":\"{}\",\"since\":0}}}}", "a".repeat(1 << 20));
    let number = "{\"join\":{\"table\":\"abcdefghjkmnpqrstuvw\",\"since\":1e400}}".to_owned();
    let seats = ["\"open\""; 9].join(",");
    let crowd = format!(
        "{{\"create\":{{\"id\":1,\"table\":{{\"game\":\"savannah\",\"config\":\"seats=8\",\"seats\":[{seats}],\"public\":true,\"clock\":null}}}}}}"
    );
    let more = "{\"do\":{\"id\":1,\"version\":1,\"act\":\"stand\",\"seat\":\"A\"}}".to_owned();
    for text in
        [deep, nested, huge, number, crowd, more, String::new(), "null".to_owned(), "\"do\"".to_owned()]
    {
        assert!(!message(text.as_bytes()), "{}", &text[..text.len().min(80)]);
    }
    assert!(!message(&[0xff, 0xfe, 0x00]));
    assert!(message(b"\"list\"") && message(b"{\"say\":\"hello\"}"));
}

/// Clients of other versions and stored pages rely on these names: they never change.
#[test]
fn names_on_the_wire_are_pinned() {
    let reasons = [
        (RefusalReason::Stale, "stale"),
        (RefusalReason::Unreadable, "unreadable"),
        (RefusalReason::TooFast, "fast"),
        (RefusalReason::NoSuchTable, "missing"),
        (RefusalReason::Damaged, "damaged"),
        (RefusalReason::NotAtTable, "nowhere"),
        (RefusalReason::NotSeated, "seatless"),
        (RefusalReason::SeatTaken, "taken"),
        (RefusalReason::AlreadySeated, "seated"),
        (RefusalReason::GameStarted, "begun"),
        (RefusalReason::GameStarting, "beginning"),
        (RefusalReason::CommitmentMismatch, "misfit"),
        (RefusalReason::NotEverybodyReady, "early"),
        (RefusalReason::GameNotStarted, "waiting"),
        (RefusalReason::GameNotOver, "running"),
        (RefusalReason::GameOver, "over"),
        (RefusalReason::NotAway, "here"),
        (RefusalReason::ReplacedByBot, "away"),
        (RefusalReason::TooManyTables, "tables"),
        (RefusalReason::TooManyNewTables, "crowded"),
        (RefusalReason::StoreFull, "quota"),
        (RefusalReason::NotStored, "unstored"),
        (RefusalReason::NoUndo, "noundo"),
        (RefusalReason::TooLong, "toolong"),
        (RefusalReason::NoSuchBot, "nosuchbot"),
        (RefusalReason::NotHost, "host"),
        (RefusalReason::Removed, "removed"),
        (RefusalReason::Closed, "closed"),
        (RefusalReason::TooOften, "often"),
        (RefusalReason::TooManyVisitors, "crowd"),
        (RefusalReason::EndDeclined, "declined"),
    ];
    for (reason, name) in reasons {
        assert_eq!(write(&reason).unwrap(), format!("\"{name}\""));
    }
    assert_eq!(write(&RefusalReason::SitDelay { seconds: 30 }).unwrap(), r#"{"wait":{"seconds":30}}"#);
    assert_eq!(write(&RefusalReason::OpenedTooMany { minutes: 12 }).unwrap(), r#"{"opened":{"minutes":12}}"#);
    let refused = |error| write(&RefusalReason::InvalidTable(error)).unwrap();
    assert_eq!(refused(NewTableError::SeatCount), r#"{"options":"seats"}"#);
    assert_eq!(refused(NewTableError::TwoSeats), r#"{"options":"twoseats"}"#);
    assert_eq!(refused(NewTableError::NoPerson), r#"{"options":"noperson"}"#);
    assert_eq!(refused(NewTableError::Clock { shortest: 30 }), r#"{"options":{"clock":{"shortest":30}}}"#);
    assert_eq!(refused(NewTableError::UnknownGame), r#"{"options":"game"}"#);
    assert_eq!(refused(NewTableError::NoSuchBot), r#"{"options":"bot"}"#);
    assert_eq!(refused(NewTableError::NoClock), r#"{"options":"noclock"}"#);
    assert_eq!(write(&RefusalReason::Undo(UndoError::Over)).unwrap(), r#"{"undo":"over"}"#);
    assert_eq!(write(&ToServer::Leave).unwrap(), r#""part""#);
    let auto = ToServer::Do { id: 1, version: 2, act: TableCommand::Auto("t3".parse().unwrap()) };
    assert_eq!(write(&auto).unwrap(), r#"{"do":{"id":1,"version":2,"act":{"auto":"t3"}}}"#);
    let stand = ToServer::Do { id: 1, version: 2, act: TableCommand::Stand };
    assert_eq!(write(&stand).unwrap(), r#"{"do":{"id":1,"version":2,"act":"stand"}}"#);
    let (text, kind) = (Text::name("hi"), TableEventKind::Away);
    let event = TableEvent { round: 3, seat: None, kind, text: text.clone(), why: Some(text) };
    let event = write(&event).unwrap();
    assert!(event.starts_with(r#"{"round":3,"seat":null,"what":"away","told":"#), "{event}");
    assert!(event.contains(r#","why":"#), "{event}");
}

proptest! {
    #[test]
    fn fields_of_a_snapshot_are_pinned(seen in snapshot()) {
        let text = write(&ToClient::Table(Box::new(seen))).unwrap();
        let keys = [
            r#"{"table":{"shared":{"version":"#, r#","info":{"table":"#, r#","eye":"#, r#","config":"#, r#","public":"#,
            r#","seats":"#, r#","watching":"#, r#","clock":"#, r#","left":"#, r#","view":"#, r#","news":"#,
            r#","game":"savannah""#, r#","undo":"#, r#","redo":"#, r#","own":"#,
            r#","fair":{"commitment":"#, r#","void":"#, r#","reveal":"#, r#","secret":"#, r#","rematch":"#,
        ];
        for key in keys {
            prop_assert!(text.contains(key), "{}", key);
        }
    }
}

proptest! {
    /// What a server writes in parts is the message that a client reads.
    #[test]
    fn a_snapshot_written_in_parts_is_the_same_message(seen in snapshot()) {
        let events: Vec<String> = seen.events.iter().map(|event| write(event).unwrap()).collect();
        let events: Vec<&str> = events.iter().map(String::as_str).collect();
        let text = seen.shared.write().unwrap().for_viewer(seen.eye, seen.is_host, seen.own_view.as_ref(), &events).unwrap();
        prop_assert_eq!(&text, &write(&ToClient::Table(Box::new(seen.clone()))).unwrap());
        prop_assert_eq!(read::<ToClient>(text.as_bytes()), Ok(ToClient::Table(Box::new(seen))));
    }
}

#[test]
fn a_view_is_read_by_its_own_game_only() {
    let table = Table::<Klondike>::new(klondike::Config::KLONDIKE, DealId::V1(1)).unwrap();
    let game = table.game();
    let text = format!(
        r#"{{"shared":{{"version":1,"info":{{"table":"{}","game":"klondike","config":"klondike","public":false,"seats":[],
        "watching":0,"clock":null,"fair":{{"commitment":"{}","seats":[],"void":[],"reveal":null,"secret":null}},
        "rematch":null}},"left":null,"undo":0,"redo":0,"view":{}}},"eye":"spectator","own":{},"news":[]}}"#,
        TableId::from_random([1; TableId::LENGTH]),
        "0".repeat(64),
        write(&game.public_part()).unwrap(),
        write(&game.own_part(Eye::Spectator)).unwrap()
    );
    let seen: Snapshot = read(text.as_bytes()).unwrap();
    assert_eq!(seen.view::<Klondike>(), Some(game.view(Eye::Spectator)));
    assert_eq!(seen.view::<Savannah>(), None);
}
