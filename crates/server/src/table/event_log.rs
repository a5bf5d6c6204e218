//! The latest events at a table, described for each viewer.
//!
//! An event is described once, when it happens. Most viewers read the same text, so an event has one text for
//! everybody and others only for the seats that it addresses. The log is bounded: the cost of a join does not
//! grow with the length of the game.

use std::collections::VecDeque;

use bots::Bots;
use cards::Key;
use games::events;
use table::{Entry, Eye, KeyHash, Origin, Record, Seat, Table};
use text::Text;
use wire::{Name, TableEvent, TableEventKind};

/// The latest events.
#[derive(Default)]
pub(super) struct EventLog(VecDeque<LoggedEvent>);

/// An event, with its serialized descriptions.
struct LoggedEvent {
    version: u64,
    /// What most viewers read.
    text: Box<str>,
    /// What the players on some seats read.
    own: Vec<(Seat, Box<str>)>,
}

impl EventLog {
    /// The most events that a snapshot contains. Nobody would read more.
    pub(super) const CAPACITY: usize = 100;

    /// Adds an entry of the game's record. Returns the round in which it happened.
    pub(super) fn add_entry<G: Bots>(
        &mut self,
        version: u64,
        before: &G,
        entry: &Entry<G>,
        after: &G,
        step: Option<G::Move>,
    ) -> u32 {
        // A step is described by its first move, without the automatic moves after it.
        let mut moved = None;
        let (from, to) = match (entry, step) {
            (Entry::Undo(seat), Some(mv)) => {
                let moved = moved.insert(after.clone());
                moved.play_unchecked(*seat, mv);
                (&*moved, after)
            }
            (Entry::Redo(seat), Some(mv)) => {
                let moved = moved.insert(before.clone());
                moved.play_unchecked(*seat, mv);
                (before, &*moved)
            }
            _ => (before, after),
        };
        let Some(usual) = TableEvent::of(Eye::Spectator, from, entry, to, step) else { return 0 };
        let addressed = events::addressed(before, entry);
        let own = Seat::all(before.seats()).filter_map(|seat| {
            let eye = Eye::Seat(seat);
            let event = match entry {
                _ if addressed.has(seat) => TableEvent::of(eye, from, entry, to, step)?,
                // The reason addresses its reader where it would name them otherwise.
                Entry::Move { mv, .. } if usual.why.as_ref()?.names_player(seat.number()) => {
                    TableEvent { why: G::reason(from.view_ref(eye), *mv, Some(seat)), ..usual.clone() }
                }
                _ => return None,
            };
            (event != usual).then_some((seat, event))
        });
        self.add(version, &usual, own.collect());
        usual.round
    }

    /// Adds an event that concerns a seat.
    pub(super) fn add_seat_event(&mut self, version: u64, round: u32, seat: Seat, kind: TableEventKind) {
        let (own, text) = match kind {
            TableEventKind::Away => (
                Some(Text::of("a bot is playing for you")),
                Text::with("a bot is playing for {}", [seat.into()]),
            ),
            // A person who lost the seat is no longer its viewer.
            TableEventKind::Silent => (
                None,
                Text::with(
                    "{} was not there when the game was about to start and lost the seat",
                    [seat.into()],
                ),
            ),
            _ => (Some(Text::of("you are playing again")), Text::with("{} is playing again", [seat.into()])),
        };
        let event = |text| TableEvent { round, seat: Some(seat), kind, text, why: None };
        self.add(version, &event(text), own.map(|text| (seat, event(text))).into_iter().collect());
    }

    /// Adds that the host removed somebody from a seat. It says the name, because the seat is free now.
    pub(super) fn add_removal(&mut self, version: u64, seat: Seat, name: &Name) {
        let text = Text::with("the host has removed {} from the table", [Text::name(name)]);
        let event = TableEvent { round: 0, seat: Some(seat), kind: TableEventKind::Removed, text, why: None };
        self.add(version, &event, Vec::new());
    }

    fn add(&mut self, version: u64, usual: &TableEvent, own: Vec<(Seat, TableEvent)>) {
        match LoggedEvent::new(version, usual, &own) {
            Ok(event) => {
                if self.0.len() == EventLog::CAPACITY {
                    self.0.pop_front();
                }
                self.0.push_back(event);
            }
            Err(error) => tracing::error!(%error, "an event cannot be written"),
        }
    }

    /// The serialized events after a version, oldest first, as a viewer reads them.
    pub(super) fn since(&self, version: u64, eye: Eye) -> Vec<&str> {
        let from = self.0.partition_point(|event| event.version <= version);
        self.0.range(from..).map(|event| event.text_for(eye)).collect()
    }
}

impl LoggedEvent {
    fn new(
        version: u64,
        usual: &TableEvent,
        own: &[(Seat, TableEvent)],
    ) -> Result<LoggedEvent, wire::Unwritable> {
        let mut texts = Vec::with_capacity(own.len());
        for (seat, event) in own {
            texts.push((*seat, wire::write(event)?.into_boxed_str()));
        }
        Ok(LoggedEvent { version, text: wire::write(usual)?.into_boxed_str(), own: texts })
    }

    fn text_for(&self, eye: Eye) -> &str {
        let own = self.own.iter().find(|(seat, _)| eye == Eye::Seat(*seat));
        own.map_or(&self.text, |(_, text)| text)
    }
}

/// Replays a valid record to describe its latest entries.
pub(super) struct Replay<'a, G: Bots> {
    table: Table<G>,
    entries: &'a [Entry<G>],
}

impl<'a, G: Bots> Replay<'a, G> {
    pub(super) fn new(record: &'a Record<G>) -> Replay<'a, G> {
        // The outcomes of chance come from the record, so the key is not needed.
        let unknown_key = Origin::Hash(KeyHash::of(&Key::new([0; 32])));
        Replay { table: Table::open(record.config.clone(), unknown_key), entries: &record.entries }
    }

    /// Replays some entries, which belong to this version. Those that the log has room for are added to it.
    /// Returns the round of the last one that was added.
    pub(super) fn play(&mut self, log: &mut EventLog, version: u64, count: usize) -> Option<u32> {
        let mut round = None;
        for _ in 0..count {
            let (entry, rest) = self.entries.split_first()?;
            self.entries = rest;
            let wanted = rest.len() < EventLog::CAPACITY;
            let before = wanted.then(|| (self.table.game().clone(), self.table.step_of(entry)));
            // The record is valid, so the entry is accepted.
            let _ = self.table.enter(entry.clone());
            if let Some((before, step)) = before {
                round = Some(log.add_entry(version, &before, entry, self.table.game(), step));
            }
        }
        round
    }
}
