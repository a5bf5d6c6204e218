//! The protocol client of the browser, the terminal and the load tool, over real sockets.

use std::sync::Arc;
use std::time::Duration;

use games::savannah::Savannah;
use server::store::MemoryStore;
use table::{BySeat, Seat, View};
use transport::{Connection, Driver, TransportError, Visit, VisitInput, VisitOutput, Witness};
use wire::{NewTable, Phrase, RefusalReason, SeatPlan, TableCommand, TableId};

use crate::harness::{Server, folder, limits, seat, short};
use crate::nodes::crashing_node;

struct Guest {
    driver: Driver,
    /// How many times the connection was lost or could not be opened.
    failures: usize,
    /// The output of the visit.
    out: Vec<VisitOutput>,
}

impl Guest {
    async fn new(server: &Server, name: &str, table: Option<TableId>) -> Guest {
        let (endpoint, name) = (server.endpoint(), name.parse().unwrap());
        let pass = endpoint.request_pass(&name, None).await.unwrap();
        let seed = u64::from(name.as_str().as_bytes()[0]);
        let driver = Driver::new(endpoint, pass, Visit::new(Some(name), table, None, seed));
        Guest { driver, failures: 0, out: Vec::new() }
    }

    fn visit(&self) -> &Visit {
        self.driver.visit()
    }

    fn ready(&mut self) {
        let random = self.visit().name().unwrap().as_str().as_bytes()[0];
        self.driver.handle(VisitInput::Ready([random; 16]));
    }

    fn act(&mut self, act: TableCommand) {
        self.driver.handle(VisitInput::Do(act));
    }

    /// Drives the visit until it meets the condition.
    async fn until(&mut self, done: impl Fn(&Visit) -> bool) {
        while !done(self.visit()) {
            match tokio::time::timeout(Duration::from_secs(20), self.driver.next()).await.unwrap() {
                Ok(out) => {
                    if out.contains(&VisitOutput::Draw) {
                        self.ready();
                    }
                    self.out.extend(out);
                }
                Err(_) => self.failures += 1,
            }
        }
    }

    async fn until_answered(&mut self) {
        self.until(|visit| visit.is_current() && !visit.is_busy()).await;
    }

    fn legal(&self) -> Vec<games::savannah::Move> {
        self.visit()
            .seen()
            .and_then(wire::Snapshot::view::<Savannah>)
            .map(|view| view.legal())
            .unwrap_or_default()
    }
}

fn version(visit: &Visit) -> u64 {
    visit.seen().map_or(0, |seen| seen.version)
}

fn has_begun(visit: &Visit) -> bool {
    visit.seen().is_some_and(wire::Snapshot::has_game)
}

fn is_over(visit: &Visit) -> bool {
    let view = visit.seen().and_then(wire::Snapshot::view::<Savannah>);
    view.is_some_and(|view| view.outcome().is_some())
}

/// Two people at a table whose game has started.
async fn two(server: &Server) -> (TableId, [Guest; 2]) {
    two_at(server, server).await
}

/// The same for people at different servers on one store. The first one owns the table.
async fn two_at(server: &Server, other: &Server) -> (TableId, [Guest; 2]) {
    let mut anna = Guest::new(server, "Anna", None).await;
    let seats = BySeat::new(2, |seat| if seat == Seat::A { SeatPlan::Me } else { SeatPlan::Open });
    anna.driver.handle(VisitInput::Open(Box::new(NewTable { seats, ..short(2) })));
    anna.until(Visit::is_current).await;
    let table = anna.visit().at().unwrap();
    assert!(anna.out.contains(&VisitOutput::At(table)));
    let mut bert = Guest::new(other, "Bert", Some(table)).await;
    bert.until(Visit::is_current).await;
    bert.act(TableCommand::Sit(seat('B')));
    bert.until_answered().await;
    anna.ready();
    bert.ready();
    tokio::join!(anna.until(has_begun), bert.until(has_begun));
    (table, [anna, bert])
}

/// Makes the next move; `false` if the game is over.
async fn play(guests: &mut [Guest; 2]) -> bool {
    let Some(turn) = guests.iter().position(|guest| !guest.legal().is_empty()) else { return false };
    let legal = guests[turn].legal();
    let mv = legal[(version(guests[turn].visit()) as usize * 7 + 3) % legal.len()];
    guests[turn].act(crate::harness::play(mv));
    guests[turn].until_answered().await;
    let made = version(guests[turn].visit());
    guests[1 - turn].until(|visit| version(visit) >= made).await;
    true
}

fn moves_done(guest: &Guest) -> usize {
    guest.out.iter().filter(|out| **out == VisitOutput::Done).count()
}

#[tokio::test]
async fn clients_play_through_a_restart_and_a_rematch() {
    let folder = folder("visits");
    let server = Server::new(&folder).await;
    let (table, mut guests) = two(&server).await;
    for _ in 0..10 {
        assert!(play(&mut guests).await);
    }
    // A move that is made while the server is down is sent after the reconnect and executed once.
    server.stop().await;
    let turn = guests.iter().position(|guest| !guest.legal().is_empty()).unwrap();
    let (before, legal) = (moves_done(&guests[turn]), guests[turn].legal());
    let known = version(guests[turn].visit());
    for guest in &mut guests {
        guest.until(|visit| !visit.is_current()).await;
    }
    guests[turn].act(crate::harness::play(legal[0]));
    let server = Server::new(&folder).await;
    for guest in &mut guests {
        guest.driver.set_endpoint(server.endpoint());
        guest.until_answered().await;
        assert!(guest.failures >= 1);
    }
    assert_eq!((moves_done(&guests[turn]), version(guests[turn].visit())), (before + 1, known + 1));
    // The other may have come back before the move was made.
    guests[1 - turn].until(|visit| version(visit) > known).await;
    while play(&mut guests).await {}
    let [anna, bert] = &mut guests;
    for guest in [&mut *anna, bert] {
        guest.until(is_over).await;
        guest.driver.handle(VisitInput::Record);
        let records = |guest: &Guest| {
            let record = |out: &VisitOutput| {
                if let VisitOutput::Record(text, _) = out { Some(text.clone()) } else { None }
            };
            guest.out.iter().find_map(record)
        };
        while records(guest).is_none() {
            let out = guest.driver.next().await.unwrap();
            guest.out.extend(out);
        }
        assert_eq!(guest.visit().witness(&records(guest).unwrap()), Witness::Confirmed);
    }
    // The person who asks for a rematch is ready for it; the others go there, too.
    anna.act(TableCommand::Rematch);
    let carried = |visit: &Visit| visit.is_current() && visit.at() != Some(table);
    tokio::join!(anna.until(carried), bert.until(carried));
    assert_eq!(anna.visit().at(), bert.visit().at());
    bert.ready();
    tokio::join!(anna.until(has_begun), bert.until(has_begun));
    for guest in guests {
        guest.driver.close().await;
    }
    server.stop().await;
}

/// A server crashes. Its clients reconnect to another one, as behind a proxy. They and the clients that were
/// relayed to it wait there for the end of its lease, with their moves, and play on.
#[tokio::test]
async fn clients_play_on_when_the_server_of_their_table_has_crashed() {
    let store = Arc::new(MemoryStore::default());
    let (one, runtime) = crashing_node(&store, limits()).await;
    let (two, _link) = Server::node(&store, limits()).await;
    let (table, mut guests) = two_at(&one, &two).await;
    for _ in 0..6 {
        assert!(play(&mut guests).await);
    }
    let turn = guests.iter().position(|guest| !guest.legal().is_empty()).unwrap();
    let (known, legal) = (version(guests[turn].visit()), guests[turn].legal());
    guests[0].driver.set_endpoint(two.endpoint());
    let start = std::time::Instant::now();
    runtime.shutdown_background();
    guests[turn].act(crate::harness::play(legal[0]));
    let [anna, bert] = &mut guests;
    let moved = |visit: &Visit| visit.is_current() && version(visit) > known;
    tokio::join!(anna.until(moved), bert.until(moved));
    let took = start.elapsed();
    assert!(took < Duration::from_secs(15), "{took:?}");
    println!("back after {took:?}, with {} and {} failures", anna.failures, bert.failures);
    for guest in &mut guests {
        guest.until_answered().await;
        assert_eq!(guest.visit().at(), Some(table));
    }
    while play(&mut guests).await {}
}

#[tokio::test]
async fn a_client_gets_phrases_refusals_and_missing_tables() {
    let server = Server::new(&folder("told")).await;
    let (_, [mut anna, mut bert]) = two(&server).await;
    bert.driver.handle(VisitInput::Say(Phrase::Luck));
    bert.act(TableCommand::Rematch);
    bert.until_answered().await;
    let refused = |out: &VisitOutput| {
        matches!(out, VisitOutput::Answered { command: Some(_), result: Err(RefusalReason::GameNotOver) })
    };
    assert!(bert.out.iter().any(refused), "{:?}", bert.out);
    let said = |out: &VisitOutput| matches!(out, VisitOutput::Said { seat, phrase: Phrase::Luck, .. } if *seat == Seat::A.next(2));
    while !anna.out.iter().any(said) {
        let out = anna.driver.next().await.unwrap();
        anna.out.extend(out);
    }
    let missing = TableId::from_random([7; TableId::LENGTH]);
    let mut lost = Guest::new(&server, "Lost", Some(missing)).await;
    lost.until(|visit| matches!(visit.connection(), Connection::Gone(_))).await;
}

#[tokio::test]
async fn a_refused_pass_is_reported() {
    let server = Server::new(&folder("no-pass")).await;
    let visit = Visit::new(Some("Eve".parse().unwrap()), None, None, 1);
    let mut driver = Driver::new(server.endpoint(), "forged".to_owned(), visit);
    assert!(matches!(driver.next().await, Err(TransportError::Refused(401))));
    // The client tries again after a while.
    while driver.next().await.is_ok() {}
}
