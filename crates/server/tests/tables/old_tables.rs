//! Tables that an earlier version of the server stored can still be joined (`tests/data/README.md`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bots::Level;
use games::savannah::Savannah;
use server::Limits;
use server::store::{SqliteStore, Store};
use sqlx::{ConnectOptions, Connection};
use table::{Eye, Seats, Table, View};
use wire::{Contribution, Occupant, Pledge, TableCommand, TableId, ToClient, ToServer};

use crate::harness::{Player, Server, begun, folder, limits, seat};

/// The id of the last command at the table `waiting`.
const LAST_COMMAND: u64 = 1000010;

/// The passes and tables of the fixture, by name.
struct Fixture {
    server: Server,
    folder: PathBuf,
    passes: BTreeMap<String, String>,
    tables: BTreeMap<String, TableId>,
    pledge: Pledge,
}

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read_to_string(path).unwrap()
}

impl Fixture {
    /// A server that starts with the stored tables.
    async fn new(test: &str) -> Fixture {
        Fixture::changed(test, "").await
    }

    /// The same, after this change of the old database.
    async fn changed(test: &str, change: &'static str) -> Fixture {
        let folder = folder(test);
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("cardroom.sqlite"));
        let mut database = options.create_if_missing(true).connect().await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(data("tables.sql"))).execute(&mut database).await.unwrap();
        sqlx::raw_sql(change).execute(&mut database).await.unwrap();
        database.close().await.unwrap();
        let (mut passes, mut tables, mut pledge) = (BTreeMap::new(), BTreeMap::new(), None);
        for line in data("people.txt").lines() {
            match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
                ["pass", cookie, name] => drop(passes.insert(name.to_owned(), cookie.to_owned())),
                ["table", id, name] => drop(tables.insert(name.to_owned(), id.parse().unwrap())),
                ["pledge", text] => pledge = Some(wire::read(text.as_bytes()).unwrap()),
                _ => panic!("{line}"),
            }
        }
        let long = Duration::from_secs(3600);
        let server =
            Server::with(&folder, Limits { away_timeout: long, reveal_timeout: long, ..limits() }).await;
        Fixture { server, folder, passes, tables, pledge: pledge.unwrap() }
    }

    async fn join(&self, name: &str, table: &str) -> Player {
        let mut player = Player::back(&self.server, self.passes[name].clone()).await;
        player.join(self.tables[table]).await.unwrap();
        player
    }
}

fn person(name: &str) -> Occupant {
    Occupant::Person(name.parse().unwrap())
}

/// Who sits where, from seat A on.
fn seated(player: &Player) -> Vec<Occupant> {
    player.seen().seats.iter().map(|(_, sitting)| sitting.who.clone()).collect()
}

fn ready(player: &Player) -> Seats {
    player.seen().seats.iter().filter(|(_, sitting)| sitting.ready).map(|(seat, _)| seat).collect()
}

/// The record that the server sends when the game is over.
async fn record(player: &mut Player) -> String {
    player.say(ToServer::Record).await;
    loop {
        if let ToClient::Record(record) = player.hear().await.unwrap() {
            return record;
        }
    }
}

#[tokio::test]
async fn a_table_that_waits_for_players() {
    let fixture = Fixture::new("old-waiting").await;
    let mut anna = fixture.join("Anna", "waiting").await;
    let seen = anna.seen();
    assert_eq!((seen.eye, seen.version, seen.public, seen.clock), (Eye::Seat(seat('A')), 9, true, Some(60)));
    assert_eq!(seen.config.to_string(), "seats=4 reserve=8 discard=2 aces=no first=B");
    assert_eq!(
        seated(&anna),
        [person("Anna"), Occupant::Bot(Level::Strong), person("Ben"), Occupant::Nobody]
    );
    assert_eq!(ready(&anna), Seats::from(seat('C')));
    // The last command was stored with its id: sent again, it is answered and changes nothing.
    assert_eq!(anna.act_as(LAST_COMMAND, 8, TableCommand::Ready(None)).await, Ok(9));

    let empty = fixture.join("Ben", "empty").await;
    assert_eq!((empty.seen().eye, seated(&empty)), (Eye::Spectator, vec![Occupant::Nobody; 8]));
}

#[tokio::test]
async fn a_table_whose_game_is_about_to_begin() {
    let fixture = Fixture::new("old-revealing").await;
    let mut players = [fixture.join("Anna", "revealing").await, fixture.join("Ben", "revealing").await];
    let fair = &players[0].seen().fair;
    assert!(fair.reveal.is_some() && fair.seats[seat('A')].contribution.is_none());
    assert_eq!(fair.seats[seat('B')].contribution, Some(Contribution::new([2; 16])));
    players[0].act(TableCommand::Reveal(Contribution::new([1; 16]))).await.unwrap();
    begun(&mut players).await;
}

#[tokio::test]
async fn a_table_where_somebody_did_not_reveal_in_time() {
    let fixture = Fixture::new("old-void").await;
    let mut anna = fixture.join("Anna", "void").await;
    assert_eq!(anna.seen().fair.void.len(), 1);
    assert_eq!(anna.seen().fair.void[0].silent, Seats::from(seat('C')));
    assert_eq!(seated(&anna), [person("Anna"), person("Ben"), Occupant::Nobody]);
    assert_eq!(ready(&anna), Seats::from(seat('B')));
    anna.ready().await.unwrap();
}

#[tokio::test]
async fn an_unfinished_game_with_bots() {
    let fixture = Fixture::new("old-playing").await;
    let mut anna = fixture.join("Anna", "playing").await;
    let bots = [Occupant::Bot(Level::Casual), Occupant::Bot(Level::Beginner)];
    assert_eq!(seated(&anna)[..2], [person("Anna"), person("Ben")]);
    assert_eq!(seated(&anna)[2..], bots);
    let view = anna.view();
    let public = view.public();
    assert_eq!((anna.seen().version, public.round, public.seat), (74, 7, seat('B')));
    let mut ben = fixture.join("Ben", "playing").await;
    assert_eq!(ben.play(1).await, 1);
    anna.until(|seen| seen.version > 74).await;
}

#[tokio::test]
async fn a_game_in_which_a_bot_plays_for_somebody() {
    let fixture = Fixture::new("old-away").await;
    let zoe = fixture.join("Zoë <&>", "away").await;
    let away = Occupant::Away("Ben".parse().unwrap(), Level::Keen);
    assert_eq!(seated(&zoe), [person("Anna"), away, person("Zoë <&>")]);
    assert!(zoe.seen().version >= 33 && zoe.seen().clock == Some(600));
    let mut ben = fixture.join("Ben", "away").await;
    ben.act(TableCommand::Back).await.unwrap();
    assert_eq!(seated(&ben)[1], person("Ben"));
}

#[tokio::test]
async fn finished_games_and_their_records() {
    let fixture = Fixture::new("old-over").await;
    let mut anna = fixture.join("Anna", "over").await;
    let text = record(&mut anna).await;
    assert!(fixture.pledge.matches_record(&text));
    assert!(games::verify::verify(&text).is_ok());
    let game = Table::<Savannah>::load(&text).unwrap();
    assert_eq!(game.outcome(), anna.view().outcome());
    assert!(text.contains("\noutcome won A by V14\n") && text.contains("\nvoid "));
    assert_eq!(anna.seen().rematch, Some(fixture.tables["rematch"]));
    let mut ben = fixture.join("Ben", "rematch").await;
    assert_eq!(ben.seen().config.to_string(), "seats=2 rounds=20 first=B");
    ben.ready().await.unwrap();

    let mut resigned = fixture.join("Ben", "resigned").await;
    assert!(record(&mut resigned).await.contains("\nB !resign\noutcome won A by resignation of B\n"));
    // `cardroom dice` reads them in the order in which they ended.
    let finished = SqliteStore::open_read_only(&fixture.folder).await.unwrap().finished(0, 9).await.unwrap();
    assert_eq!(finished.len(), 2);
    assert!(finished[0].record == text && finished[1].record.contains("resignation of B"));
}

/// Before the third version of the schema, finished games had no numbers.
#[tokio::test]
async fn finished_games_of_the_oldest_databases_are_counted() {
    let fixture = Fixture::changed("old-dice", "UPDATE tables SET over = NULL").await;
    let page = crate::guests::ask(&fixture.server, "GET", "/dice", &[], "").await;
    assert!(page.contains("Finished games with dice: 2."), "{page}");
}
