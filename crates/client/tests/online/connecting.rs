//! Connections break and heal, and what was asked for happens once.

use client::Catalogue;
use client::online::{Connection, Gone, NewTable, Phrase, SeatPlan, Visit, VisitInput, VisitOutput, Witness};
use games::savannah::Config;
use table::{BySeat, Eye, Seat};
use wire::{NewTableError, RefusalReason, TableCommand, ToClient, ToServer};

use crate::{House, Page, SEED, anna, answers, b, commitment, connects, done, sent, table_id};

/// Anna at a table before its game.
fn seated(house: &House) -> Page {
    let mut page = Page::at(house.id);
    assert!(connects(&page.out));
    page.welcome();
    page.sees(house.seen(Eye::Seat(Seat::A), 0));
    page
}

#[test]
fn nothing_is_asked_before_somebody_has_a_name() {
    let mut page = Page::with(Visit::new(None, Some(table_id(1)), None, SEED));
    assert_eq!((page.visit.connection(), page.out.len()), (Connection::Nameless, 0));
    assert!(connects(&page.hear(VisitInput::Name(anna()))));
    let out = page.welcome();
    assert_eq!(sent(&out), [ToServer::Join { table: table_id(1), since: 0 }]);
}

#[test]
fn a_command_that_was_not_answered_is_sent_again_with_its_number() {
    let house = House::new(2);
    let mut page = seated(&house);
    let first = done(&page.hear(VisitInput::Do(TableCommand::Stand)));
    assert_eq!(first.len(), 1);
    let out = page.hear(VisitInput::Closed);
    assert!(
        matches!(page.visit.connection(), Connection::Broken(0)) && out.contains(&VisitOutput::Disconnect)
    );
    // The connection is made again after a while, and comes to the same table with what is known of it.
    assert!(connects(&page.after(600)));
    let out = page.welcome();
    assert_eq!(sent(&out)[0], ToServer::Join { table: house.id, since: house.version });
    assert_eq!(done(&out), first);
    page.told(&ToClient::Done { id: first[0].0, version: 2 });
    page.hear(VisitInput::Closed);
    page.after(600);
    assert_eq!(done(&page.welcome()), []);
}

#[test]
fn a_command_that_is_made_while_nobody_hears_is_sent_once() {
    let house = House::new(2);
    let mut page = seated(&house);
    page.hear(VisitInput::Offline);
    let out = page.hear(VisitInput::Do(TableCommand::Sit(b())));
    assert_eq!(sent(&out), []);
    // The network is back: nobody waits.
    assert!(connects(&page.hear(VisitInput::Here)));
    let out = page.welcome();
    assert_eq!(done(&out).len(), 1);
    assert_eq!(done(&page.hear(VisitInput::Here)), []);
}

#[test]
fn attempts_become_rarer_and_one_that_hangs_is_given_up() {
    let house = House::new(2);
    let mut page = seated(&house);
    let mut pauses = Vec::new();
    page.hear(VisitInput::Closed);
    for _ in 0..8 {
        let start = page.now;
        while !connects(&page.after(50)) {
            assert!(page.now - start < 30_000, "nobody tries");
        }
        pauses.push(page.now - start);
        assert_eq!(page.hear(VisitInput::Here), [], "one attempt is enough");
        page.hear(VisitInput::Closed);
    }
    assert!(pauses[0] < 500 && pauses[7] > 5_000, "{pauses:?}");
    // The next attempt is neither made nor refused.
    while !connects(&page.after(50)) {}
    assert_eq!(page.after(100), []);
    page.after(8_000);
    while !connects(&page.after(50)) {}
    page.welcome();
    assert_eq!(page.visit.connection(), Connection::There);
}

#[test]
fn a_connection_that_says_nothing_is_taken_for_broken() {
    let house = House::new(2);
    let mut page = seated(&house);
    page.hear(VisitInput::Do(TableCommand::Stand));
    assert_eq!(page.after(4_000), []);
    page.after(4_000);
    assert!(matches!(page.visit.connection(), Connection::Broken(0)));
    // Also where only somebody looks at the page again.
    let mut page = seated(&house);
    assert_eq!(sent(&page.hear(VisitInput::Here)), [ToServer::List]);
    page.told(&ToClient::Tables(Vec::new()));
    page.after(8_000);
    assert_eq!(page.visit.connection(), Connection::There);
    page.hear(VisitInput::Here);
    page.after(8_000);
    assert!(matches!(page.visit.connection(), Connection::Broken(0)));
}

#[test]
fn what_cannot_be_is_told_and_not_tried_again() {
    let gone = |page: &Page, why| assert_eq!(page.visit.connection(), Connection::Gone(why));
    let mut page = Page::at(table_id(1));
    page.hear(VisitInput::NoServer);
    gone(&page, Gone::NoServer);
    assert_eq!(page.after(60_000), []);
    let mut page = Page::at(table_id(1));
    page.told(&ToClient::Welcome { protocol: wire::PROTOCOL + 1, name: anna() });
    gone(&page, Gone::Outdated);
    let mut page = Page::at(table_id(1));
    page.hear(VisitInput::Heard("{\"new\":1}".to_owned()));
    gone(&page, Gone::Outdated);
    let mut page = Page::at(table_id(1));
    page.welcome();
    page.told(&ToClient::Refused { id: None, version: 0, why: RefusalReason::NoSuchTable });
    gone(&page, Gone::Missing);
    // Where somebody has been before, there is a server: it will be back.
    let mut page = seated(&House::new(2));
    page.hear(VisitInput::Closed);
    page.after(600);
    page.hear(VisitInput::NoServer);
    assert!(matches!(page.visit.connection(), Connection::Broken(1)));
}

#[test]
fn a_german_page_says_in_german_why_no_table_is_opened() {
    let german = Catalogue::new(include_str!("../../languages/de.txt"), String::new());
    for (error, told) in [
        (NewTableError::NoPerson, "ein Tisch braucht einen Platz für eine Person"),
        (
            NewTableError::Clock { shortest: 30 },
            "ein Zug dauert mindestens 30 Sekunden und höchstens eine Woche",
        ),
    ] {
        let mut page = Page::with(Visit::new(Some(anna()), None, None, SEED));
        page.welcome();
        let out =
            page.told(&ToClient::Refused { id: None, version: 0, why: RefusalReason::InvalidTable(error) });
        let [VisitOutput::Answered { command: None, .. }, VisitOutput::Say(text)] = out.as_slice() else {
            panic!("{out:?}")
        };
        assert_eq!(german.say(text), told);
    }
}

#[test]
fn a_table_is_opened_once_and_come_to() {
    let mut page = Page::with(Visit::new(Some(anna()), None, None, SEED));
    assert_eq!(sent(&page.welcome()), [ToServer::List]);
    page.told(&ToClient::Tables(Vec::new()));
    assert_eq!(page.visit.tables(), Some(&[][..]));
    // The list is asked for again and again.
    assert_eq!(sent(&page.after(4_000)), [ToServer::List]);
    let config = Config::new(2).unwrap();
    let seats = BySeat::new(2, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Open });
    let table = NewTable { config, seats, public: true, clock: None };
    let out = sent(&page.hear(VisitInput::Open(Box::new(table))));
    page.hear(VisitInput::Closed);
    page.after(600);
    assert_eq!(sent(&page.welcome()).last(), out.first());
    let ToServer::Create { id, .. } = out[0].clone() else { panic!("{out:?}") };
    let out = page.told(&ToClient::Created { id, table: table_id(1) });
    assert!(out.contains(&VisitOutput::At(table_id(1))));
    assert_eq!(sent(&out), [ToServer::Join { table: table_id(1), since: 0 }]);
}

#[test]
fn what_was_promised_is_shown_when_all_are_ready_also_after_a_reload() {
    let mut house = House::new(2);
    let mut page = seated(&house);
    let out = page.hear(VisitInput::Ready([3; 16]));
    let (id, _, TableCommand::Ready(Some(promise))) = done(&out)[0] else { panic!("{out:?}") };
    let kept = out
        .iter()
        .find_map(|out| if let VisitOutput::Keep(_, Some(text)) = out { Some(text.clone()) } else { None });
    house.fair.seats[Seat::A].commitment = Some(promise);
    house.sitting[Seat::A].ready = true;
    house.version += 1;
    // Nothing is shown before everybody is ready.
    assert_eq!(done(&page.sees(house.seen(Eye::Seat(Seat::A), 0))), []);
    let out = page.told(&ToClient::Done { id, version: 2 });
    assert_eq!((answers(&out), out.len()), (vec![(Some(TableCommand::Ready(Some(promise))), Ok(2))], 1));
    house.fair.reveal = Some(10_000);
    let asked = house.seen(Eye::Seat(Seat::A), 0);
    let shown = done(&page.sees(asked.clone()));
    assert!(matches!(shown[0].2, TableCommand::Reveal(_)));
    assert_eq!(done(&page.sees(asked.clone())), [], "once");

    let again = Visit::new(Some(anna()), Some(house.id), kept.as_deref(), SEED + 1);
    let mut page = Page::with(again);
    page.welcome();
    assert_eq!(done(&page.sees(asked.clone()))[0].2, shown[0].2);
    // Where nothing was kept, nothing can be shown; while there is time, something else is promised.
    let mut page = Page::at(house.id);
    page.welcome();
    assert_eq!(page.sees(asked), []);
    house.fair.reveal = None;
    assert_eq!(page.sees(house.seen(Eye::Seat(Seat::A), 0)), [VisitOutput::Draw]);
    // A server that has changed its own secret meanwhile is shown nothing.
    let mut page = Page::with(Visit::new(Some(anna()), Some(house.id), kept.as_deref(), SEED + 2));
    house.fair.reveal = Some(10_000);
    house.fair.commitment = commitment(8);
    page.welcome();
    assert_eq!(done(&page.sees(house.seen(Eye::Seat(Seat::A), 0))), []);
}

#[test]
fn what_somebody_says_is_heard_by_name() {
    let mut page = seated(&House::new(2));
    assert_eq!(sent(&page.hear(VisitInput::Say(Phrase::Hello))), [ToServer::Say(Phrase::Hello)]);
    let out = page.told(&ToClient::Said { seat: b(), phrase: Phrase::Thanks });
    let [VisitOutput::Said { seat, phrase: Phrase::Thanks, text }] = out.as_slice() else {
        panic!("{out:?}")
    };
    assert_eq!((*seat, text.to_string().as_str()), (b(), "Ben: Thank you!"));
}

#[test]
fn every_answer_names_its_command_as_it_was_sent() {
    let house = House::new(2);
    let mut page = seated(&house);
    let sent_first = sent(&page.hear(VisitInput::Do(TableCommand::Stand)));
    let ids: Vec<u64> = [
        done(&page.hear(VisitInput::Do(TableCommand::Sit(b())))),
        done(&page.hear(VisitInput::Do(TableCommand::Resign))),
    ]
    .iter()
    .map(|sent| sent[0].0)
    .collect();
    // Answers come in any order, also after the connection was made again.
    page.hear(VisitInput::Closed);
    page.after(600);
    page.welcome();
    let out =
        page.told(&ToClient::Refused { id: Some(ids[1]), version: 1, why: RefusalReason::GameNotStarted });
    assert_eq!(answers(&out), [(Some(TableCommand::Resign), Err(RefusalReason::GameNotStarted))]);
    assert!(matches!(&out[1..], [VisitOutput::Say(_)]), "{out:?}");
    assert_eq!(
        answers(&page.told(&ToClient::Done { id: ids[0], version: 3 })),
        [(Some(TableCommand::Sit(b())), Ok(3))]
    );
    let ToServer::Do { id, .. } = sent_first[0] else { panic!("{sent_first:?}") };
    let out = page.told(&ToClient::Done { id, version: 2 });
    let [VisitOutput::Answered { command: Some(command), result: Ok(2) }] = out.as_slice() else {
        panic!("{out:?}")
    };
    assert_eq!(**command, sent_first[0]);
    // The same answer again belongs to nothing any more.
    assert_eq!(answers(&page.told(&ToClient::Done { id, version: 2 })), []);
    // What has no id is refused, too.
    let out = page.told(&ToClient::Refused { id: None, version: 2, why: RefusalReason::NotSeated });
    assert_eq!(answers(&out), [(None, Err(RefusalReason::NotSeated))]);
}

#[test]
fn a_table_that_cannot_be_opened_is_answered() {
    let mut page = Page::with(Visit::new(Some(anna()), None, None, SEED));
    page.welcome();
    let seats = BySeat::new(2, |_| SeatPlan::Open);
    let table = NewTable { config: Config::new(2).unwrap(), seats, public: false, clock: None };
    let out = sent(&page.hear(VisitInput::Open(Box::new(table))));
    let ToServer::Create { id, .. } = out[0] else { panic!("{out:?}") };
    let refused =
        page.told(&ToClient::Refused { id: Some(id), version: 0, why: RefusalReason::TooManyTables });
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
fn what_is_known_is_current_once_the_table_has_come_over_the_connection() {
    let house = House::new(2);
    let mut page = Page::at(house.id);
    page.welcome();
    assert!(!page.visit.is_current());
    page.sees(house.seen(Eye::Seat(Seat::A), 0));
    assert!(page.visit.is_current());
    page.hear(VisitInput::Closed);
    assert!(!page.visit.is_current());
    page.after(600);
    page.welcome();
    assert!(!page.visit.is_current(), "the table may have changed");
    page.sees(house.seen(Eye::Seat(Seat::A), 0));
    assert!(page.visit.is_current());
    page.hear(VisitInput::Go(table_id(2)));
    assert!(!page.visit.is_current());
}

#[test]
fn a_record_is_compared_with_what_was_promised() {
    let mut house = House::new(2);
    let mut page = seated(&house);
    assert_eq!(page.visit.witness(""), Witness::Unknown);
    page.hear(VisitInput::Ready([3; 16]));
    let contribution = wire::Contribution::new([3; 16]);
    let promise = contribution.commitment(house.id, Seat::A);
    let record = format!(
        "table {}\ncommitment {}\nseat A {promise} {contribution}\n",
        house.id, house.fair.commitment
    );
    assert_eq!(page.visit.witness(&record), Witness::Confirmed);
    assert_eq!(page.visit.witness(&record.replace("seat A", "seat B")), Witness::Contradicted);
    // Another table has other promises.
    house.id = table_id(2);
    page.sees(house.seen(Eye::Seat(Seat::A), 0));
    assert_eq!(page.visit.witness(&record), Witness::Unknown);
}
