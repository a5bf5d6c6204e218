//! Online tables without a network: a fake server answers like the real one.

#![allow(clippy::unwrap_used)]

mod connecting;
mod playing;

use cards::DealId;
use client::online::{Name, TableId, Visit, VisitInput, VisitOutput};
use games::catalog::GameId;
use games::savannah::{Config, Move, Savannah, View};
use table::{BySeat, Eye, Game as _, Seat, Seats, Table};
use wire::{
    Commitment, Contribution, EndProposal, FairnessState, KeyShare, Occupant, RawJson, RefusalReason,
    SeatInfo, SharedSnapshot, Snapshot, TableCommand, TableEvent, TableInfo, ToClient, ToServer, write,
};

/// The seed of every visit.
const SEED: u64 = 7;

fn b() -> Seat {
    Seat::new(1).unwrap()
}

fn table_id(number: u8) -> TableId {
    TableId::from_random([number; TableId::LENGTH])
}

fn anna() -> Name {
    "Anna".parse().unwrap()
}

fn commitment(number: u8) -> Commitment {
    Contribution::new([number; 16]).commitment(table_id(0), Seat::A)
}

/// A table on a fake server, with Anna in seat A and other people in the other seats.
struct FakeServer {
    id: TableId,
    config: Config,
    game: Option<Table<Savannah>>,
    seats: BySeat<SeatInfo>,
    fair: FairnessState,
    version: u64,
    closed: bool,
    ending: Option<EndProposal>,
}

impl FakeServer {
    fn new(seats: u8) -> FakeServer {
        let config = Config::new(seats).unwrap().with_first(Some(Seat::A)).unwrap();
        let names = ["Anna", "Ben", "Cleo", "Dora"];
        let info = |seat: Seat| SeatInfo {
            who: Occupant::Person(names[seat.number()].parse().unwrap()),
            present: true,
            ready: false,
            late: false,
            agreed: Seats::NONE,
        };
        FakeServer {
            id: table_id(1),
            config,
            game: None,
            seats: BySeat::new(seats, info),
            fair: FairnessState {
                commitment: commitment(9),
                seats: BySeat::new(seats, |_| KeyShare::default()),
                void: Vec::new(),
                reveal: None,
                secret: None,
            },
            version: 1,
            closed: false,
            ending: None,
        }
    }

    fn deal(&mut self, number: u64) {
        self.game = Some(Table::new(self.config, DealId::V1(number)).unwrap());
        self.version += 1;
    }

    fn view(&self, eye: Eye) -> Option<View> {
        self.game.as_ref().map(|game| game.view(eye))
    }

    /// The snapshot for a viewer, with the events since this many entries of the record.
    fn snapshot(&self, eye: Eye, entries: usize) -> Snapshot {
        let info = TableInfo {
            table: self.id,
            game: GameId::Savannah,
            config: self.config.to_string(),
            public: false,
            seats: self.seats.clone(),
            watching: 0,
            clock: None,
            fair: self.fair.clone(),
            rematch: None,
            closed: self.closed,
            removed: 0,
            ending: self.ending,
        };
        let shared = SharedSnapshot {
            version: self.version,
            info,
            left: None,
            undo: 0,
            redo: 0,
            public_view: self.game.as_ref().map(|game| RawJson::new(&game.game().public_part()).unwrap()),
        };
        Snapshot {
            shared,
            eye,
            is_host: false,
            own_view: self
                .game
                .as_ref()
                .map(|game| RawJson::new(&game.game().own_part(eye)).unwrap())
                .filter(|own| own.as_str() != "null"),
            events: self.game.as_ref().map_or_else(Vec::new, |game| events(game, eye, entries)),
        }
    }

    /// Plays a move and returns the snapshot that a viewer gets.
    fn play(&mut self, seat: Seat, mv: Move, eye: Eye) -> Snapshot {
        let game = self.game.as_mut().unwrap();
        let before = game.record().entries.len();
        game.play(seat, mv).unwrap();
        game.settle().unwrap();
        self.version += 1;
        self.snapshot(eye, before)
    }
}

/// The events since an entry, as the server describes them.
fn events(table: &Table<Savannah>, eye: Eye, from: usize) -> Vec<TableEvent> {
    let record = table.record();
    let mut past: Table<Savannah> = Table::open(record.config, record.origin.clone());
    let mut all = Vec::new();
    for entry in &record.entries {
        let before = past.game().clone();
        past.enter(entry.clone()).unwrap();
        all.push(TableEvent::of(eye, &before, entry, past.game(), None).unwrap());
    }
    all.split_off(from.min(all.len()))
}

/// A visit with a network that the test controls.
struct Page {
    visit: Visit,
    now: u64,
    out: Vec<VisitOutput>,
}

impl Page {
    /// Anna's page at a table.
    fn at(table: TableId) -> Page {
        Page::with(Visit::new(Some(anna()), Some(table), None, SEED))
    }

    fn with(visit: Visit) -> Page {
        let mut page = Page { visit, now: 0, out: Vec::new() };
        page.out = page.visit.take_out();
        page
    }

    fn input(&mut self, input: VisitInput) -> Vec<VisitOutput> {
        self.visit.handle(input, self.now);
        self.visit.take_out()
    }

    fn receive(&mut self, message: &ToClient) -> Vec<VisitOutput> {
        self.input(VisitInput::Heard(write(message).unwrap()))
    }

    fn welcome(&mut self) -> Vec<VisitOutput> {
        self.receive(&ToClient::Welcome { protocol: wire::PROTOCOL, name: anna() })
    }

    fn receive_snapshot(&mut self, snapshot: Snapshot) -> Vec<VisitOutput> {
        self.receive(&ToClient::Table(Box::new(snapshot)))
    }

    /// Lets time pass.
    fn after(&mut self, milliseconds: u64) -> Vec<VisitOutput> {
        self.now += milliseconds;
        self.input(VisitInput::Tick)
    }
}

/// The messages that were sent.
fn sent(out: &[VisitOutput]) -> Vec<ToServer> {
    let texts =
        out.iter().filter_map(|out| if let VisitOutput::Send(text) = out { Some(text) } else { None });
    texts.map(|text| wire::read(text.as_bytes()).unwrap()).collect()
}

/// The answers: the command that each is for, and the version or the refusal.
fn answers(out: &[VisitOutput]) -> Vec<(Option<TableCommand>, Result<u64, RefusalReason>)> {
    let answers = out.iter().filter_map(|out| match out {
        VisitOutput::Answered { command, result } => Some((command.as_deref(), result.clone())),
        _ => None,
    });
    let act = |command: Option<&ToServer>| match command {
        Some(ToServer::Do { act, .. }) => Some(*act),
        _ => None,
    };
    answers.map(|(command, result)| (act(command), result)).collect()
}

/// The commands that were sent, with their ids and versions.
fn commands(out: &[VisitOutput]) -> Vec<(u64, u64, TableCommand)> {
    let acts = sent(out).into_iter().filter_map(|message| match message {
        ToServer::Do { id, version, act } => Some((id, version, act)),
        _ => None,
    });
    acts.collect()
}

fn connects(out: &[VisitOutput]) -> bool {
    out.contains(&VisitOutput::Connect(anna()))
}
