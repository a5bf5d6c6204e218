//! Lost connections are restored, and every command is executed once.

use client::Catalogue;
use client::online::{Connection, Gone, NewTable, Phrase, SeatPlan, Visit, VisitInput, VisitOutput, Witness};
use games::savannah::Config;
use table::{BySeat, Eye, Seat};
use wire::{NewTableError, RefusalReason, TableCommand, ToClient, ToServer};

use crate::{FakeServer, Page, SEED, anna, answers, b, commands, commitment, connects, sent, table_id};

/// Anna's page at a table before its game.
fn seated(server: &FakeServer) -> Page {
    let mut page = Page::at(server.id);
    assert!(connects(&page.out));
    page.welcome();
    page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0));
    page
}

#[test]
fn nothing_is_sent_before_the_player_has_a_name() {
    let mut page = Page::with(Visit::new(None, Some(table_id(1)), None, SEED));
    assert_eq!((page.visit.connection(), page.out.len()), (Connection::Nameless, 0));
    assert!(connects(&page.input(VisitInput::Name(anna()))));
    let out = page.welcome();
    assert_eq!(sent(&out), [ToServer::Join { table: table_id(1), since: 0 }]);
}

#[test]
fn an_unanswered_command_is_sent_again_with_its_id() {
    let server = FakeServer::new(2);
    let mut page = seated(&server);
    let first = commands(&page.input(VisitInput::Do(TableCommand::Stand)));
    assert_eq!(first.len(), 1);
    let out = page.input(VisitInput::Closed);
    assert!(
        matches!(page.visit.connection(), Connection::Broken(0)) && out.contains(&VisitOutput::Disconnect)
    );
    // After a while the client reconnects, to the same table and with the version that it knows.
    assert!(connects(&page.after(600)));
    let out = page.welcome();
    assert_eq!(sent(&out)[0], ToServer::Join { table: server.id, since: server.version });
    assert_eq!(commands(&out), first);
    page.receive(&ToClient::Done { id: first[0].0, version: 2 });
    page.input(VisitInput::Closed);
    page.after(600);
    assert_eq!(commands(&page.welcome()), []);
}

#[test]
fn everybody_at_the_table_joins_the_rematch() {
    let server = FakeServer::new(2);
    let rematch = || {
        let mut snapshot = server.snapshot(Eye::Seat(Seat::A), 0);
        snapshot.shared.info.rematch = Some(table_id(2));
        snapshot
    };
    let joins = |out: &[VisitOutput]| {
        out.contains(&VisitOutput::At(table_id(2)))
            && sent(out).contains(&ToServer::Join { table: table_id(2), since: 0 })
    };
    let mut page = seated(&server);
    assert!(joins(&page.receive_snapshot(rematch())));
    // What was on its way from the old table does not bring the player back.
    page.receive_snapshot(rematch());
    assert_eq!((page.visit.at(), page.visit.seen()), (Some(table_id(2)), None));
    // The player who asks for it gets the answer first.
    let mut page = seated(&server);
    let asked = commands(&page.input(VisitInput::Do(TableCommand::Rematch)));
    assert!(!joins(&page.receive_snapshot(rematch())));
    let out = page.receive(&ToClient::Done { id: asked[0].0, version: 2 });
    assert!(joins(&out) && answers(&out).len() == 1);
    // Whoever looks at the old table later stays there until they ask for a rematch, too.
    let mut page = Page::at(server.id);
    page.welcome();
    assert!(!joins(&page.receive_snapshot(rematch())) && !joins(&page.receive_snapshot(rematch())));
    let asked = commands(&page.input(VisitInput::Do(TableCommand::Rematch)));
    assert!(joins(&page.receive(&ToClient::Done { id: asked[0].0, version: 2 })));
}

#[test]
fn a_command_made_while_offline_is_sent_once() {
    let server = FakeServer::new(2);
    let mut page = seated(&server);
    page.input(VisitInput::Offline);
    let out = page.input(VisitInput::Do(TableCommand::Sit(b())));
    assert_eq!(sent(&out), []);
    // The network is back: it reconnects at once.
    assert!(connects(&page.input(VisitInput::Here)));
    let out = page.welcome();
    assert_eq!(commands(&out).len(), 1);
    assert_eq!(commands(&page.input(VisitInput::Here)), []);
}

#[test]
fn attempts_back_off_and_time_out() {
    let server = FakeServer::new(2);
    let mut page = seated(&server);
    let mut pauses = Vec::new();
    page.input(VisitInput::Closed);
    for _ in 0..8 {
        let start = page.now;
        while !connects(&page.after(50)) {
            assert!(page.now - start < 30_000, "nobody tries");
        }
        pauses.push(page.now - start);
        assert_eq!(page.input(VisitInput::Here), [], "one attempt is enough");
        page.input(VisitInput::Closed);
    }
    assert!(pauses[0] < 500 && pauses[7] > 5_000, "{pauses:?}");
    // The next attempt neither succeeds nor fails.
    while !connects(&page.after(50)) {}
    assert_eq!(page.after(100), []);
    page.after(8_000);
    while !connects(&page.after(50)) {}
    page.welcome();
    assert_eq!(page.visit.connection(), Connection::There);
}

/// A server without a database accepts connections and closes them again. Clients come back less and less
/// often, and at once after the first connection that is of use.
#[test]
fn a_server_that_only_welcomes_is_not_asked_all_the_time() {
    let server = FakeServer::new(2);
    let mut page = seated(&server);
    let mut pauses = Vec::new();
    for _ in 0..8 {
        page.input(VisitInput::Closed);
        let start = page.now;
        while !connects(&page.after(50)) {
            assert!(page.now - start < 30_000, "nobody tries");
        }
        pauses.push(page.now - start);
        page.welcome();
    }
    assert!(pauses[0] < 500 && pauses[7] > 5_000, "{pauses:?}");
    page.receive(&ToClient::Tables(Vec::new()));
    page.input(VisitInput::Closed);
    assert_eq!(page.visit.connection(), Connection::Broken(0));
}

#[test]
fn a_silent_connection_counts_as_lost() {
    let server = FakeServer::new(2);
    let mut page = seated(&server);
    page.input(VisitInput::Do(TableCommand::Stand));
    assert_eq!(page.after(4_000), []);
    page.after(4_000);
    assert!(matches!(page.visit.connection(), Connection::Broken(0)));
    // The same when the page becomes visible again.
    let mut page = seated(&server);
    assert_eq!(sent(&page.input(VisitInput::Here)), [ToServer::Ping]);
    page.receive(&ToClient::Pong);
    page.after(8_000);
    assert_eq!(page.visit.connection(), Connection::There);
    page.input(VisitInput::Here);
    page.after(8_000);
    assert!(matches!(page.visit.connection(), Connection::Broken(0)));
}

#[test]
fn a_silent_table_is_asked_for_a_sign_of_life() {
    let server = FakeServer::new(2);
    let mut page = seated(&server);
    let mut pings = 0;
    for _ in 0..20 {
        for message in sent(&page.after(5_000)) {
            assert_eq!(message, ToServer::Ping);
            pings += 1;
            page.receive(&ToClient::Pong);
        }
        assert_eq!(page.visit.connection(), Connection::There);
    }
    assert_eq!(pings, 6, "every 15 seconds");
    // A server that has vanished is noticed.
    assert_eq!(sent(&page.after(5_000)), [ToServer::Ping]);
    page.after(8_000);
    assert!(matches!(page.visit.connection(), Connection::Broken(0)));
}

#[test]
fn permanent_errors_are_reported_and_not_retried() {
    let gone = |page: &Page, why| assert_eq!(page.visit.connection(), Connection::Gone(why));
    let mut page = Page::at(table_id(1));
    page.input(VisitInput::NoServer);
    gone(&page, Gone::NoServer);
    assert_eq!(page.after(60_000), []);
    let mut page = Page::at(table_id(1));
    page.receive(&ToClient::Welcome { protocol: wire::PROTOCOL + 1, name: anna() });
    gone(&page, Gone::Outdated);
    let mut page = Page::at(table_id(1));
    page.input(VisitInput::Heard("{\"new\":1}".to_owned()));
    gone(&page, Gone::Outdated);
    let mut page = Page::at(table_id(1));
    page.welcome();
    page.receive(&ToClient::Refused { id: None, version: 0, why: RefusalReason::NoSuchTable });
    gone(&page, Gone::Missing);
    // After a successful connection there must be a server: keep trying.
    let mut page = seated(&FakeServer::new(2));
    page.input(VisitInput::Closed);
    page.after(600);
    page.input(VisitInput::NoServer);
    assert!(matches!(page.visit.connection(), Connection::Broken(1)));
}

#[test]
fn a_german_page_says_in_german_why_a_table_cannot_be_opened() {
    let german = Catalogue::new(include_str!("../../languages/de.txt"), String::new());
    for (error, expected) in [
        (NewTableError::NoPerson, "mindestens ein Platz muss für eine Person sein"),
        (
            NewTableError::Clock { shortest: 30 },
            "die Zeit pro Zug muss zwischen 30 Sekunden und einer Woche liegen",
        ),
    ] {
        let mut page = Page::with(Visit::new(Some(anna()), None, None, SEED));
        page.welcome();
        let out = page.receive(&ToClient::Refused {
            id: None,
            version: 0,
            why: RefusalReason::InvalidTable(error),
        });
        let [VisitOutput::Answered { command: None, .. }, VisitOutput::Say(text)] = out.as_slice() else {
            panic!("{out:?}")
        };
        assert_eq!(german.say(text), expected);
    }
}

#[test]
fn a_table_is_opened_once_and_joined() {
    let mut page = Page::with(Visit::new(Some(anna()), None, None, SEED));
    assert_eq!(sent(&page.welcome()), [ToServer::List]);
    page.receive(&ToClient::Tables(Vec::new()));
    assert_eq!(page.visit.tables(), Some(&[][..]));
    // The list is requested regularly.
    assert_eq!(sent(&page.after(4_000)), [ToServer::List]);
    let (game, config) = ("savannah".to_owned(), Config::new(2).unwrap().to_string());
    let seats = BySeat::new(2, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Open });
    let table = NewTable { game, config, seats, public: true, clock: None };
    let out = sent(&page.input(VisitInput::Open(Box::new(table))));
    page.input(VisitInput::Closed);
    page.after(600);
    assert_eq!(sent(&page.welcome()).last(), out.first());
    let ToServer::Create { id, .. } = out[0].clone() else { panic!("{out:?}") };
    let out = page.receive(&ToClient::Created { id, table: table_id(1) });
    assert!(out.contains(&VisitOutput::At(table_id(1))));
    assert_eq!(sent(&out), [ToServer::Join { table: table_id(1), since: 0 }]);
}

#[test]
fn the_contribution_is_revealed_when_all_are_ready_even_after_a_reload() {
    let mut server = FakeServer::new(2);
    let mut page = seated(&server);
    let out = page.input(VisitInput::Ready([3; 16]));
    let (id, _, TableCommand::Ready(Some(committed))) = commands(&out)[0] else { panic!("{out:?}") };
    let kept = out
        .iter()
        .find_map(|out| if let VisitOutput::Keep(_, Some(text)) = out { Some(text.clone()) } else { None });
    server.fair.seats[Seat::A].commitment = Some(committed);
    server.seats[Seat::A].ready = true;
    server.version += 1;
    // Nothing is revealed before everybody is ready.
    assert_eq!(commands(&page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0))), []);
    let out = page.receive(&ToClient::Done { id, version: 2 });
    assert_eq!((answers(&out), out.len()), (vec![(Some(TableCommand::Ready(Some(committed))), Ok(2))], 1));
    server.fair.reveal = Some(10_000);
    let asked = server.snapshot(Eye::Seat(Seat::A), 0);
    let shown = commands(&page.receive_snapshot(asked.clone()));
    assert!(matches!(shown[0].2, TableCommand::Reveal(_)));
    assert_eq!(commands(&page.receive_snapshot(asked.clone())), [], "once");

    let again = Visit::new(Some(anna()), Some(server.id), kept.as_deref(), SEED + 1);
    let mut page = Page::with(again);
    page.welcome();
    assert_eq!(commands(&page.receive_snapshot(asked.clone()))[0].2, shown[0].2);
    // If the contribution is lost, it cannot be revealed; while there is time, the client commits to a new
    // one.
    let mut page = Page::at(server.id);
    page.welcome();
    assert_eq!(page.receive_snapshot(asked), []);
    server.fair.reveal = None;
    assert_eq!(page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0)), [VisitOutput::Draw]);
    // Nothing is revealed to a server that has changed its own secret.
    let mut page = Page::with(Visit::new(Some(anna()), Some(server.id), kept.as_deref(), SEED + 2));
    server.fair.reveal = Some(10_000);
    server.fair.commitment = commitment(8);
    page.welcome();
    assert_eq!(commands(&page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0))), []);
}

#[test]
fn phrases_are_shown_with_the_speakers_name() {
    let mut page = seated(&FakeServer::new(2));
    assert_eq!(sent(&page.input(VisitInput::Say(Phrase::Hello))), [ToServer::Say(Phrase::Hello)]);
    let out = page.receive(&ToClient::Said { seat: b(), phrase: Phrase::Thanks });
    let [VisitOutput::Said { seat, phrase: Phrase::Thanks, text }] = out.as_slice() else {
        panic!("{out:?}")
    };
    assert_eq!((*seat, text.to_string().as_str()), (b(), "Ben: Thank you!"));
}

#[test]
fn every_answer_contains_its_command() {
    let server = FakeServer::new(2);
    let mut page = seated(&server);
    let sent_first = sent(&page.input(VisitInput::Do(TableCommand::Stand)));
    let ids: Vec<u64> = [
        commands(&page.input(VisitInput::Do(TableCommand::Sit(b())))),
        commands(&page.input(VisitInput::Do(TableCommand::Resign))),
    ]
    .iter()
    .map(|sent| sent[0].0)
    .collect();
    // Answers may come in any order, even after a reconnect.
    page.input(VisitInput::Closed);
    page.after(600);
    page.welcome();
    let out =
        page.receive(&ToClient::Refused { id: Some(ids[1]), version: 1, why: RefusalReason::GameNotStarted });
    assert_eq!(answers(&out), [(Some(TableCommand::Resign), Err(RefusalReason::GameNotStarted))]);
    assert!(matches!(&out[1..], [VisitOutput::Say(_)]), "{out:?}");
    assert_eq!(
        answers(&page.receive(&ToClient::Done { id: ids[0], version: 3 })),
        [(Some(TableCommand::Sit(b())), Ok(3))]
    );
    let ToServer::Do { id, .. } = sent_first[0] else { panic!("{sent_first:?}") };
    let out = page.receive(&ToClient::Done { id, version: 2 });
    let [VisitOutput::Answered { command: Some(command), result: Ok(2) }] = out.as_slice() else {
        panic!("{out:?}")
    };
    assert_eq!(**command, sent_first[0]);
    // A repeated answer belongs to no command.
    assert_eq!(answers(&page.receive(&ToClient::Done { id, version: 2 })), []);
    // A message without an id can be refused, too.
    let out = page.receive(&ToClient::Refused { id: None, version: 2, why: RefusalReason::NotSeated });
    assert_eq!(answers(&out), [(None, Err(RefusalReason::NotSeated))]);
}

#[test]
fn a_refused_table_is_reported() {
    let mut page = Page::with(Visit::new(Some(anna()), None, None, SEED));
    page.welcome();
    let seats = BySeat::new(2, |_| SeatPlan::Open);
    let (game, config) = ("savannah".to_owned(), Config::new(2).unwrap().to_string());
    let table = NewTable { game, config, seats, public: false, clock: None };
    let out = sent(&page.input(VisitInput::Open(Box::new(table))));
    let ToServer::Create { id, .. } = out[0] else { panic!("{out:?}") };
    let refused =
        page.receive(&ToClient::Refused { id: Some(id), version: 0, why: RefusalReason::TooManyTables });
    let [
        VisitOutput::Answered { command: Some(command), result: Err(RefusalReason::TooManyTables) },
        VisitOutput::Say(_),
    ] = refused.as_slice()
    else {
        panic!("{refused:?}")
    };
    assert_eq!(**command, out[0]);
    assert!(!page.visit.is_busy());
}

#[test]
fn a_visit_is_current_once_the_table_was_received_over_the_connection() {
    let server = FakeServer::new(2);
    let mut page = Page::at(server.id);
    page.welcome();
    assert!(!page.visit.is_current());
    page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0));
    assert!(page.visit.is_current());
    page.input(VisitInput::Closed);
    assert!(!page.visit.is_current());
    page.after(600);
    page.welcome();
    assert!(!page.visit.is_current(), "the table may have changed");
    page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0));
    assert!(page.visit.is_current());
    page.input(VisitInput::Go(table_id(2)));
    assert!(!page.visit.is_current());
}

#[test]
fn a_record_is_compared_with_the_commitments() {
    let mut server = FakeServer::new(2);
    let mut page = seated(&server);
    assert_eq!(page.visit.witness(""), Witness::Unknown);
    page.input(VisitInput::Ready([3; 16]));
    let contribution = wire::Contribution::new([3; 16]);
    let committed = contribution.commitment(server.id, Seat::A);
    let record = format!(
        "table {}\ncommitment {}\nseat A {committed} {contribution}\n",
        server.id, server.fair.commitment
    );
    assert_eq!(page.visit.witness(&record), Witness::Confirmed);
    assert_eq!(page.visit.witness(&record.replace("seat A", "seat B")), Witness::Contradicted);
    // Another table has another commitment.
    server.id = table_id(2);
    page.input(VisitInput::Go(server.id));
    page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0));
    assert_eq!(page.visit.witness(&record), Witness::Unknown);
}
