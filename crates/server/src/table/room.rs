use std::collections::VecDeque;

use games::savannah::{Config, Savannah};
use table::fair::{Proof, Secret};
use table::{BySeat, Origin, Seat, Seats, Table};
use wire::{Commitment, Listing, TableId, Void};

use super::event::{Chair, Event, Person};
use super::key;
use crate::Identity;
use crate::store::{Kind, Stage, Stored};

/// A table with all that is stored of it: who sits where, and the game. Its lines, one after the other, make it what it is, when they are written and when
/// they are read again.
#[derive(Clone)]
pub(crate) struct Room {
    pub(crate) id: TableId,
    /// What the server adds to the key of the game.
    pub(super) secret: Secret,
    /// The version in which it was taken.
    pub(super) secret_since: u64,
    /// What came to nothing before.
    pub(super) void: Vec<Void>,
    pub(crate) config: Config,
    pub(crate) public: bool,
    pub(crate) clock: Option<u32>,
    pub(crate) chairs: BySeat<Chair>,
    pub(crate) game: Option<Table<Savannah>>,
    pub(crate) rematch: Option<TableId>,
    /// How many lines there are.
    pub(crate) version: u64,
    /// The version in which the game changed last.
    pub(crate) moved: u64,
    /// What happened in which version, as far as it is told.
    pub(super) moments: Vec<(u64, Moment)>,
    done: Commands,
}

/// Something that is told.
#[derive(Clone, Copy)]
pub(super) enum Moment {
    /// So many entries of the game's record.
    Entries(usize),
    /// A bot plays for a seat.
    Away(Seat),
    /// The person plays again.
    Back(Seat),
    /// The person has not shown their contribution.
    Silent(Seat),
}

/// The commands that were done last, each with the version that it made: those that come again are known by it.
#[derive(Clone, Default)]
struct Commands(VecDeque<(Identity, u64, u64)>);

impl Commands {
    /// Of a command that is older than that, its version tells that the game has gone on.
    const REMEMBERED: usize = 128;

    fn add(&mut self, who: Identity, command: u64, version: u64) {
        if self.0.len() == Commands::REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((who, command, version));
    }
}

/// What is stored of a table cannot be read, or contradicts itself. Where: the number of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Damage(pub(crate) u64);

impl Room {
    /// A table of which the first line is known.
    pub(super) fn open(id: TableId, secret: Secret, first: Event) -> Option<Room> {
        let Event::Opened { config, public, clock, chairs } = first else { return None };
        (chairs.seats() == config.seats()).then(|| Room {
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
            moved: 0,
            moments: Vec::new(),
            done: Commands::default(),
        })
    }

    /// The table that the store has kept.
    pub(crate) fn fold(id: TableId, stored: Stored) -> Result<Room, Damage> {
        let mut lines = stored.lines.iter();
        let first = lines.next().and_then(|line| serde_json::from_str(&line.text).ok());
        let room = first.and_then(|event| Room::open(id, key::kept(stored.secret), event));
        let mut room = room.ok_or(Damage(1))?;
        let mut parts = Vec::new();
        for line in lines {
            let damage = Damage(room.version + 1);
            match line.kind {
                Kind::Room => {
                    let event = serde_json::from_str(&line.text).map_err(|_| damage)?;
                    room.take(&event).ok_or(damage)?;
                }
                Kind::Record => {
                    parts.push(line.text.as_str());
                    room.recorded(0);
                }
            }
            if let Some((who, command)) = line.command {
                room.remember(who, command);
            }
        }
        if !parts.is_empty() {
            let (game, counts) = room.replayed(&parts).ok_or(Damage(room.version))?;
            room.game = Some(game);
            room.count_entries(counts);
        }
        Ok(room)
    }

    /// What is known of the record's parts once all of it is read: how many entries each has.
    fn count_entries(&mut self, counts: Vec<usize>) {
        let parts = self.moments.iter_mut().filter_map(|(_, moment)| match moment {
            Moment::Entries(count) => Some(count),
            _ => None,
        });
        parts.zip(counts).for_each(|(part, count)| *part = count);
    }

    /// The game of a record. It is of this table's proof, and so every card and every roll is known to be as it was.
    fn replayed(&self, parts: &[&str]) -> Option<(Table<Savannah>, Vec<usize>)> {
        let (table, counts) = Table::<Savannah>::load_parts(parts).ok()?;
        let ours = Origin::Fair(Box::new(self.proof()?));
        let is_ours = table.record().origin == ours && table.record().config == self.config;
        is_ours.then_some((table, counts))
    }

    /// The server's commitment to its secret.
    pub(super) fn commitment(&self) -> Commitment {
        self.secret.commitment(self.id, &self.config)
    }

    /// Where the key of the game comes from, once everybody has shown their contribution; `None` while somebody is waited for.
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

    /// Whether the game is about to begin: no seat is free, every person is ready, and they show their contributions. Nobody can change anything
    /// around the table then, or whoever saw the others' would decide whether the game is dealt so.
    pub(crate) fn beginning(&self) -> bool {
        let ready = |chair: &Chair| match chair {
            Chair::Nobody => false,
            Chair::Bot(_) => true,
            Chair::Person(person) => person.commitment.is_some(),
        };
        self.game.is_none() && self.chairs.iter().all(|(_, chair)| ready(chair))
    }

    /// Those who are waited for.
    pub(super) fn silent(&self) -> Seats {
        let silent = |chair: &Chair| chair.as_person().is_some_and(|person| person.contribution.is_none());
        self.chairs.iter().filter(|(_, chair)| silent(chair)).map(|(seat, _)| seat).collect()
    }

    /// Lets something happen that is a line; `None`, and nothing happens, if it cannot.
    pub(super) fn take(&mut self, event: &Event) -> Option<()> {
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
                            self.moments.push((self.secret_since, Moment::Silent(seat)));
                        }
                        Chair::Person(person) => (person.commitment, person.contribution) = (None, None),
                        Chair::Nobody | Chair::Bot(_) => {}
                    }
                }
            }
            Event::Left(seat) => self.person_mut(*seat)?.left = true,
            Event::Away { seat, level } => {
                self.person_mut(*seat)?.bot = Some(*level);
                self.moments.push((self.version + 1, Moment::Away(*seat)));
            }
            Event::Back(seat) => {
                let person = self.person_mut(*seat)?;
                (person.bot, person.left) = (None, false);
                self.moments.push((self.version + 1, Moment::Back(*seat)));
            }
            Event::Rematch(table) => self.rematch = Some(*table),
        }
        self.version += 1;
        Some(())
    }

    /// A line was added to the game's record.
    pub(super) fn recorded(&mut self, entries: usize) {
        self.version += 1;
        self.moved = self.version;
        self.moments.push((self.version, Moment::Entries(entries)));
    }

    /// The last line comes from a command.
    pub(super) fn remember(&mut self, who: Identity, command: u64) {
        self.done.add(who, command, self.version);
    }

    /// The version that a command has made, if it was done.
    pub(crate) fn done(&self, who: Identity, command: u64) -> Option<u64> {
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

    /// Where somebody sits.
    pub(crate) fn seat_of(&self, who: Identity) -> Option<Seat> {
        let sits = |chair: &Chair| chair.as_person().is_some_and(|person| person.who == who);
        self.chairs.iter().find(|(_, chair)| sits(chair)).map(|(seat, _)| seat)
    }

    /// The seats of persons.
    pub(crate) fn people(&self) -> Seats {
        self.chairs.iter().filter(|(_, chair)| chair.as_person().is_some()).map(|(seat, _)| seat).collect()
    }

    /// Whether the game has begun, or is over.
    pub(crate) fn stage(&self) -> Stage {
        match &self.game {
            None => Stage::Open,
            Some(game) if game.outcome().is_none() => Stage::Running,
            Some(_) => Stage::Over,
        }
    }

    /// What the list of open tables tells, if the table is one of them.
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
