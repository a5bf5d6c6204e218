//! Tables where people meet, without a socket: a card room that answers as the real one does.

#![allow(clippy::unwrap_used)]

mod connecting;
mod playing;

use cards::DealId;
use client::online::{Name, TableId, Visit, VisitInput, VisitOutput};
use games::savannah::{Config, Move, Savannah, View};
use table::{BySeat, Eye, Seat, Seats, Table};
use wire::{
    Commitment, Contribution, FairnessState, KeyShare, Occupant, RefusalReason, SeatInfo, Snapshot,
    TableCommand, TableEvent, ToClient, ToServer, write,
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

/// A table in a card room, with Anna on seat A and somebody on each other.
struct House {
    id: TableId,
    config: Config,
    game: Option<Table<Savannah>>,
    sitting: BySeat<SeatInfo>,
    fair: FairnessState,
    version: u64,
}

impl House {
    fn new(seats: u8) -> House {
        let config = Config::new(seats).unwrap().with_first(Some(Seat::A)).unwrap();
        let names = ["Anna", "Ben", "Cleo", "Dora"];
        let sitting = |seat: Seat| SeatInfo {
            who: Occupant::Person(names[seat.number()].parse().unwrap()),
            present: true,
            ready: false,
            late: false,
            agreed: Seats::NONE,
        };
        House {
            id: table_id(1),
            config,
            game: None,
            sitting: BySeat::new(seats, sitting),
            fair: FairnessState {
                commitment: commitment(9),
                seats: BySeat::new(seats, |_| KeyShare::default()),
                void: Vec::new(),
                reveal: None,
                secret: None,
            },
            version: 1,
        }
    }

    fn deal(&mut self, number: u64) {
        self.game = Some(Table::new(self.config, DealId::V1(number)).unwrap());
        self.version += 1;
    }

    fn view(&self, eye: Eye) -> Option<View> {
        self.game.as_ref().map(|game| game.view(eye))
    }

    /// What an eye is sent, with what happened since so many entries of the record.
    fn seen(&self, eye: Eye, entries: usize) -> Snapshot {
        Snapshot {
            table: self.id,
            version: self.version,
            eye,
            config: self.config,
            public: false,
            seats: self.sitting.clone(),
            watching: 0,
            clock: None,
            left: None,
            view: self.view(eye),
            events: self.game.as_ref().map_or_else(Vec::new, |game| news(game, eye, entries)),
            rematch: None,
            fair: self.fair.clone(),
        }
    }

    /// Plays a move, and says what an eye is sent then.
    fn play(&mut self, seat: Seat, mv: Move, eye: Eye) -> Snapshot {
        let game = self.game.as_mut().unwrap();
        let before = game.record().entries.len();
        game.play(seat, mv).unwrap();
        game.settle().unwrap();
        self.version += 1;
        self.seen(eye, before)
    }
}

/// What happened, as the server tells it.
fn news(table: &Table<Savannah>, eye: Eye, from: usize) -> Vec<TableEvent> {
    let record = table.record();
    let mut past = Table::open(record.config, record.origin.clone());
    let mut all = Vec::new();
    for entry in &record.entries {
        let before = past.view(eye);
        past.enter(entry.clone()).unwrap();
        all.push(TableEvent::of(eye, &before, entry, &past.view(eye)).unwrap());
    }
    all.split_off(from.min(all.len()))
}

/// A visit with a network that does what it is told.
struct Page {
    visit: Visit,
    now: u64,
    out: Vec<VisitOutput>,
}

impl Page {
    /// Anna, who has come to a table.
    fn at(table: TableId) -> Page {
        Page::with(Visit::new(Some(anna()), Some(table), None, SEED))
    }

    fn with(visit: Visit) -> Page {
        let mut page = Page { visit, now: 0, out: Vec::new() };
        page.out = page.visit.take_out();
        page
    }

    fn hear(&mut self, input: VisitInput) -> Vec<VisitOutput> {
        self.visit.handle(input, self.now);
        self.visit.take_out()
    }

    fn told(&mut self, message: &ToClient) -> Vec<VisitOutput> {
        self.hear(VisitInput::Heard(write(message).unwrap()))
    }

    fn welcome(&mut self) -> Vec<VisitOutput> {
        self.told(&ToClient::Welcome { protocol: wire::PROTOCOL, name: anna() })
    }

    fn sees(&mut self, seen: Snapshot) -> Vec<VisitOutput> {
        self.told(&ToClient::Table(Box::new(seen)))
    }

    /// Lets time pass.
    fn after(&mut self, milliseconds: u64) -> Vec<VisitOutput> {
        self.now += milliseconds;
        self.hear(VisitInput::Tick)
    }
}

/// What was sent.
fn sent(out: &[VisitOutput]) -> Vec<ToServer> {
    let texts =
        out.iter().filter_map(|out| if let VisitOutput::Send(text) = out { Some(text) } else { None });
    texts.map(|text| wire::read(text.as_bytes()).unwrap()).collect()
}

/// The answers that came: to which act, and the version or the refusal.
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

/// The commands that were sent: their numbers, versions and what they do.
fn done(out: &[VisitOutput]) -> Vec<(u64, u64, TableCommand)> {
    let acts = sent(out).into_iter().filter_map(|message| match message {
        ToServer::Do { id, version, act } => Some((id, version, act)),
        _ => None,
    });
    acts.collect()
}

fn connects(out: &[VisitOutput]) -> bool {
    out.contains(&VisitOutput::Connect(anna()))
}
