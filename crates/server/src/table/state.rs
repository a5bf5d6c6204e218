use std::collections::VecDeque;

use games::savannah::{Config, Savannah};
use table::fair::{Proof, Secret};
use table::{BySeat, Origin, Seat, Seats, Table};
use wire::{Commitment, Listing, TableId, Void};

use super::event::{Chair, Event, Person};
use super::secret;
use crate::Identity;
use crate::store::{LineKind, StoredTable, TableStage};

/// The stored state of a table: who sits where, and the game. It is changed only by applying lines,
/// both when they are written and when the table is loaded.
#[derive(Clone)]
pub(crate) struct TableState {
    pub(crate) id: TableId,
    /// The server's secret, which is part of the key of the game.
    pub(super) secret: Secret,
    /// The version since which this secret is used.
    pub(super) secret_since: u64,
    /// Earlier attempts to start the game that were voided.
    pub(super) void: Vec<Void>,
    pub(crate) config: Config,
    pub(crate) public: bool,
    pub(crate) clock: Option<u32>,
    pub(crate) chairs: BySeat<Chair>,
    pub(crate) game: Option<Table<Savannah>>,
    pub(crate) rematch: Option<TableId>,
    /// The number of lines.
    pub(crate) version: u64,
    /// The version of the last change to the game.
    pub(crate) game_version: u64,
    /// The events that viewers are told, with their versions.
    pub(super) log: Vec<(u64, LogEntry)>,
    done: Commands,
}

/// An event that viewers are told.
#[derive(Clone, Copy)]
pub(super) enum LogEntry {
    /// This many entries of the game's record.
    Entries(usize),
    /// A bot took over a seat.
    Away(Seat),
    /// The person took over again.
    Back(Seat),
    /// The person did not reveal their contribution.
    Silent(Seat),
}

/// The latest commands with the versions that they produced, to recognize repeated ones.
#[derive(Clone, Default)]
struct Commands(VecDeque<(Identity, u64, u64)>);

impl Commands {
    /// An older command is refused anyway, because it is based on an old version.
    const CAPACITY: usize = 128;

    fn add(&mut self, who: Identity, command: u64, version: u64) {
        if self.0.len() == Commands::CAPACITY {
            self.0.pop_front();
        }
        self.0.push_back((who, command, version));
    }
}

/// The number of the first stored line that cannot be parsed or applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DamagedLine(pub(crate) u64);

impl TableState {
    /// The state after the first line.
    pub(super) fn open(id: TableId, secret: Secret, first: Event) -> Option<TableState> {
        let Event::Opened { config, public, clock, chairs } = first else { return None };
        (chairs.seats() == config.seats()).then(|| TableState {
            id,
            secret,
            secret_since: 1,
            void: Vec::new(),
            config,
            public,
            clock,
            chairs: *chairs,
            game: None,
            rematch: None,
            version: 1,
            game_version: 0,
            log: Vec::new(),
            done: Commands::default(),
        })
    }

    /// Replays the lines of a stored table.
    pub(crate) fn replay(id: TableId, stored: StoredTable) -> Result<TableState, DamagedLine> {
        let mut lines = stored.lines.iter();
        let first = lines.next().and_then(|line| serde_json::from_str(&line.text).ok());
        let state = first.and_then(|event| TableState::open(id, secret::from_stored(stored.secret), event));
        let mut state = state.ok_or(DamagedLine(1))?;
        let mut parts = Vec::new();
        for line in lines {
            let damage = DamagedLine(state.version + 1);
            match line.kind {
                LineKind::Event => {
                    let event = serde_json::from_str(&line.text).map_err(|_| damage)?;
                    state.apply(&event).ok_or(damage)?;
                }
                LineKind::Record => {
                    parts.push(line.text.as_str());
                    state.add_record_line(0);
                }
            }
            if let Some((who, command)) = line.command {
                state.remember_command(who, command);
            }
        }
        if !parts.is_empty() {
            let (game, counts) = state.replay_record(&parts).ok_or(DamagedLine(state.version))?;
            state.game = Some(game);
            state.count_entries(counts);
        }
        Ok(state)
    }

    /// Fills in how many entries each part of the record has, which is known only after parsing all
    /// of it.
    fn count_entries(&mut self, counts: Vec<usize>) {
        let parts = self.log.iter_mut().filter_map(|(_, moment)| match moment {
            LogEntry::Entries(count) => Some(count),
            _ => None,
        });
        parts.zip(counts).for_each(|(part, count)| *part = count);
    }

    /// Replays a record. It must have this table's proof, so that all cards and dice are verified.
    fn replay_record(&self, parts: &[&str]) -> Option<(Table<Savannah>, Vec<usize>)> {
        let (table, counts) = Table::<Savannah>::load_parts(parts).ok()?;
        let ours = Origin::Fair(Box::new(self.proof()?));
        let is_ours = table.record().origin == ours && table.record().config == self.config;
        is_ours.then_some((table, counts))
    }

    /// The server's commitment to its secret.
    pub(super) fn commitment(&self) -> Commitment {
        self.secret.commitment(self.id, &self.config)
    }

    /// The proof of the game's key; `None` before everybody has revealed their contribution.
    pub(super) fn proof(&self) -> Option<Proof> {
        let shown = |chair: &Chair| match chair {
            Chair::Nobody => false,
            Chair::Bot(_) => true,
            Chair::Person(person) => person.contribution.is_some(),
        };
        self.chairs.iter().all(|(_, chair)| shown(chair)).then(|| {
            let contribution = |seat| self.chairs[seat].as_person().and_then(|person| person.contribution);
            let contributions = BySeat::new(self.chairs.seats(), contribution);
            Proof::new(self.id, &self.config, self.secret.clone(), self.void.clone(), contributions)
        })
    }

    /// Whether the game is about to start: no seat is free, everybody is ready, and contributions
    /// are being revealed. Seats cannot change then, or somebody who has seen the other
    /// contributions could prevent an unwelcome deal.
    pub(crate) fn is_starting(&self) -> bool {
        let ready = |chair: &Chair| match chair {
            Chair::Nobody => false,
            Chair::Bot(_) => true,
            Chair::Person(person) => person.commitment.is_some(),
        };
        self.game.is_none() && self.chairs.iter().all(|(_, chair)| ready(chair))
    }

    /// The people who have not revealed their contributions.
    pub(super) fn unrevealed(&self) -> Seats {
        let silent = |chair: &Chair| chair.as_person().is_some_and(|person| person.contribution.is_none());
        self.chairs.iter().filter(|(_, chair)| silent(chair)).map(|(seat, _)| seat).collect()
    }

    /// Applies an event; `None` if it is not possible in this state.
    pub(super) fn apply(&mut self, event: &Event) -> Option<()> {
        match event {
            Event::Opened { .. } => return None,
            Event::Sat { seat, who, name } => {
                *self.chair(*seat)? = Chair::person(*who, name.clone());
            }
            Event::Stood(seat) => *self.chair(*seat)? = Chair::Nobody,
            Event::Filled { seat, level } => {
                *self.chair(*seat)? = level.map_or(Chair::Nobody, Chair::Bot);
            }
            Event::Ready { seat, commitment } => self.person_mut(*seat)?.commitment = *commitment,
            Event::Revealed { seat, contribution } => {
                let table = self.id;
                let person = self.person_mut(*seat)?;
                if person.commitment != Some(contribution.commitment(table, *seat)) {
                    return None;
                }
                person.contribution = Some(*contribution);
            }
            Event::Void { silent, secret } => {
                self.void.push(Void { commitment: self.commitment(), silent: *silent });
                self.secret = secret.0.clone();
                self.secret_since = self.version + 1;
                for (seat, chair) in self.chairs.iter_mut() {
                    match chair {
                        Chair::Person(_) if silent.has(seat) => {
                            *chair = Chair::Nobody;
                            self.log.push((self.secret_since, LogEntry::Silent(seat)));
                        }
                        Chair::Person(person) => (person.commitment, person.contribution) = (None, None),
                        Chair::Nobody | Chair::Bot(_) => {}
                    }
                }
            }
            Event::Left(seat) => self.person_mut(*seat)?.left = true,
            Event::Away { seat, level } => {
                self.person_mut(*seat)?.bot = Some(*level);
                self.log.push((self.version + 1, LogEntry::Away(*seat)));
            }
            Event::Back(seat) => {
                let person = self.person_mut(*seat)?;
                (person.bot, person.left) = (None, false);
                self.log.push((self.version + 1, LogEntry::Back(*seat)));
            }
            Event::Rematch(table) => self.rematch = Some(*table),
        }
        self.version += 1;
        Some(())
    }

    /// Notes a new line of the game's record.
    pub(super) fn add_record_line(&mut self, entries: usize) {
        self.version += 1;
        self.game_version = self.version;
        self.log.push((self.version, LogEntry::Entries(entries)));
    }

    /// Notes the command that produced the last line.
    pub(super) fn remember_command(&mut self, who: Identity, command: u64) {
        self.done.add(who, command, self.version);
    }

    /// The version that a command produced, if it was executed.
    pub(crate) fn version_after(&self, who: Identity, command: u64) -> Option<u64> {
        let same = |(by, id, _): &&(Identity, u64, u64)| (*by, *id) == (who, command);
        self.done.0.iter().rev().find(same).map(|(_, _, version)| *version)
    }

    fn chair(&mut self, seat: Seat) -> Option<&mut Chair> {
        if self.chairs.has(seat) { Some(&mut self.chairs[seat]) } else { None }
    }

    fn person_mut(&mut self, seat: Seat) -> Option<&mut Person> {
        match self.chair(seat)? {
            Chair::Person(person) => Some(person),
            Chair::Nobody | Chair::Bot(_) => None,
        }
    }

    /// The seat of a person.
    pub(crate) fn seat_of(&self, who: Identity) -> Option<Seat> {
        let sits = |chair: &Chair| chair.as_person().is_some_and(|person| person.who == who);
        self.chairs.iter().find(|(_, chair)| sits(chair)).map(|(seat, _)| seat)
    }

    /// The seats of people.
    pub(crate) fn people(&self) -> Seats {
        self.chairs.iter().filter(|(_, chair)| chair.as_person().is_some()).map(|(seat, _)| seat).collect()
    }

    /// Whether the game has started or is over.
    pub(crate) fn stage(&self) -> TableStage {
        match &self.game {
            None => TableStage::Open,
            Some(game) if game.outcome().is_none() => TableStage::Running,
            Some(_) => TableStage::Over,
        }
    }

    /// The table's entry in the list of open tables, if it belongs there.
    pub(crate) fn listing(&self) -> Option<Listing> {
        let free = self.chairs.iter().filter(|(_, chair)| **chair == Chair::Nobody).count() as u8;
        (self.public && free > 0 && self.game.is_none()).then(|| Listing {
            table: self.id,
            config: self.config,
            people: self
                .chairs
                .iter()
                .filter_map(|(_, chair)| Some(chair.as_person()?.name.clone()))
                .collect(),
            free,
            clock: self.clock,
        })
    }
}
