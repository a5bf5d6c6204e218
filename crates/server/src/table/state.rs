use std::collections::VecDeque;

use bots::Bots;
use games::catalog::GameId;
use table::fair::{Proof, Secret};
use table::{BySeat, Origin, Seat, Seats, Table};
use wire::{Commitment, Listing, TableEventKind, TableId, Void};

use super::command::Change;
use super::event::{Chair, Event, Person};
use super::event_budget::{EventBudget, Limited};
use super::event_log::{EventLog, Replay};
use super::secret;
use crate::Identity;
use crate::store::{LineKind, StoredTable, TableStage};

/// The stored state of a table: who sits where, and the game. It is changed only by stored lines: by
/// [`commit`](TableState::commit) after they are written, and by [`replay`](TableState::replay) when the
/// table is loaded.
pub(crate) struct TableState<G: Bots> {
    pub(crate) id: TableId,
    /// Who opened the table.
    pub(super) host: Identity,
    /// The server's secret, which is part of the key of the game.
    pub(super) secret: Secret,
    /// The commitment to the secret.
    pub(super) commitment: Commitment,
    /// The version since which this secret is used.
    pub(super) secret_since: u64,
    /// Earlier attempts to start the game that were voided.
    pub(super) void: Vec<Void>,
    /// Their secrets, which are published after the game.
    void_secrets: Vec<Secret>,
    pub(super) game_id: GameId,
    pub(crate) config: G::Config,
    /// The options as text, for snapshots.
    pub(super) config_text: String,
    pub(crate) public: bool,
    pub(crate) clock: Option<u32>,
    pub(crate) chairs: BySeat<Chair>,
    pub(crate) game: Option<Table<G>>,
    /// The current round; 0 before the game, and in games without rounds.
    pub(super) round: u32,
    pub(crate) rematch: Option<TableId>,
    /// Whether the host has closed the table.
    pub(super) closed: bool,
    /// Whom the host has removed.
    pub(super) removed: Vec<Identity>,
    /// What people have done besides the game.
    pub(super) budget: EventBudget,
    /// The number of lines.
    pub(crate) version: u64,
    /// How many of them belong to the game's record.
    pub(super) record_lines: u64,
    /// The version of the last change to the game.
    pub(crate) game_version: u64,
    /// The latest events that viewers are told.
    pub(super) events: EventLog,
    done: Commands,
}

/// The latest commands with the versions that they produced, to recognize repeated ones.
#[derive(Default)]
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

/// The number of the first stored line that cannot be parsed or applied. The running hash has proved that it
/// is as it was written, so another version of the program has written it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnreadableLine(pub(crate) u64);

/// The name of a stored table's game, from its first line.
pub(crate) fn stored_game(stored: &StoredTable) -> Result<String, UnreadableLine> {
    let first = stored.lines.first().and_then(|line| serde_json::from_str(&line.text).ok());
    match first {
        Some(Event::Opened { game, .. }) => Ok(game),
        _ => Err(UnreadableLine(1)),
    }
}

impl<G: Bots> TableState<G> {
    /// The state after the first line.
    pub(super) fn open(id: TableId, host: Identity, secret: Secret, first: Event) -> Option<TableState<G>> {
        let Event::Opened { game, config, public, clock, chairs } = first else { return None };
        let game_id = GameId::from_name(G::NAME).filter(|_| game == G::NAME)?;
        let config: G::Config = config.parse().ok()?;
        (chairs.seats() == G::new(&config).seats()).then(|| TableState {
            id,
            host,
            commitment: secret.commitment(id, &config),
            secret,
            secret_since: 1,
            void: Vec::new(),
            void_secrets: Vec::new(),
            game_id,
            config_text: config.to_string(),
            config,
            public,
            clock,
            chairs: *chairs,
            game: None,
            round: 0,
            rematch: None,
            closed: false,
            removed: Vec::new(),
            budget: EventBudget::default(),
            version: 1,
            record_lines: 0,
            game_version: 0,
            events: EventLog::default(),
            done: Commands::default(),
        })
    }

    /// Replays the lines of a stored table.
    pub(crate) fn replay(id: TableId, stored: &StoredTable) -> Result<TableState<G>, UnreadableLine> {
        let mut lines = stored.lines.iter();
        let first = lines.next().and_then(|line| serde_json::from_str(&line.text).ok());
        let state = first.and_then(|event| {
            TableState::open(id, stored.creator, secret::from_stored(stored.secret), event)
        });
        let mut state: TableState<G> = state.ok_or(UnreadableLine(1))?;
        let records = lines.clone().filter(|line| line.kind == LineKind::Record);
        let parts: Vec<&str> = records.map(|line| line.text.as_str()).collect();
        let unreadable_record = UnreadableLine(stored.lines.len() as u64);
        let game = match parts.is_empty() {
            true => None,
            false => Some(Table::<G>::load_parts(&parts).map_err(|_| unreadable_record)?),
        };
        let mut replay = game.as_ref().map(|(game, counts)| (Replay::new(game.record()), counts.iter()));
        for line in lines {
            match line.kind {
                LineKind::Event => {
                    let unreadable = UnreadableLine(state.version + 1);
                    let event = serde_json::from_str(&line.text).map_err(|_| unreadable)?;
                    if !state.allows(&event) {
                        return Err(unreadable);
                    }
                    state.apply(&event, line.command.map(|(who, _)| who));
                }
                LineKind::Unknown(_) => return Err(UnreadableLine(state.version + 1)),
                LineKind::Record => {
                    state.add_record_line();
                    if let Some((replay, counts)) = &mut replay {
                        let count = counts.next().copied().unwrap_or_default();
                        let round = replay.play(&mut state.events, state.version, count);
                        state.round = round.unwrap_or(state.round);
                    }
                }
            }
            if let Some((who, command)) = line.command {
                state.remember_command(who, command);
            }
        }
        if let Some((game, _)) = game {
            if !state.is_own_record(&game) {
                return Err(unreadable_record);
            }
            state.game = Some(game);
        }
        Ok(state)
    }

    /// Whether a record has this table's proof, so that all its cards and dice are verified.
    fn is_own_record(&self, game: &Table<G>) -> bool {
        let Some(proof) = self.proof() else { return false };
        // Earlier versions did not write down the secrets of voided attempts.
        let is_own = matches!(&game.record().origin, Origin::Fair(stored) if stored.has_same_key(&proof));
        is_own && game.record().config == self.config
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
                .with_void_secrets(self.void_secrets.iter().cloned())
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

    /// Whether an event is possible in this state.
    pub(super) fn allows(&self, event: &Event) -> bool {
        match event {
            Event::Opened { .. } => false,
            Event::Sat { seat, .. } | Event::Stood(seat) | Event::Filled { seat, .. } => {
                self.chairs.has(*seat)
            }
            Event::Ready { seat, .. }
            | Event::Removed(seat)
            | Event::Left(seat)
            | Event::Away { seat, .. }
            | Event::Back(seat) => self.person(*seat).is_some(),
            Event::Revealed { seat, contribution } => self
                .person(*seat)
                .is_some_and(|person| person.commitment == Some(contribution.commitment(self.id, *seat))),
            Event::Void { .. } | Event::Allowed | Event::Closed | Event::Rematch(_) => true,
        }
    }

    /// Applies an event that the state [allows](TableState::allows), and that somebody's command led to.
    fn apply(&mut self, event: &Event, by: Option<Identity>) {
        self.version += 1;
        if let Some((who, what)) = self.limited(event, by) {
            self.budget.count(who, what);
        }
        match event {
            Event::Opened { .. } => {}
            Event::Removed(seat) => {
                if let Some((who, name)) = self.person(*seat).map(|person| (person.who, person.name.clone()))
                {
                    self.removed.push(who);
                    self.events.add_removal(self.version, *seat, &name);
                }
                change_chairs(&mut self.chairs, event);
            }
            Event::Allowed => self.removed.clear(),
            Event::Closed => self.closed = true,
            Event::Sat { .. } | Event::Stood(_) | Event::Filled { .. } => {
                change_chairs(&mut self.chairs, event);
            }
            Event::Ready { seat, commitment } => {
                self.change_person(*seat, |person| person.commitment = *commitment);
            }
            Event::Revealed { seat, contribution } => {
                self.change_person(*seat, |person| person.contribution = Some(*contribution));
            }
            Event::Void { silent, secret } => {
                self.void.push(Void { commitment: self.commitment, silent: *silent });
                self.void_secrets.push(std::mem::replace(&mut self.secret, secret.0.clone()));
                self.commitment = self.secret.commitment(self.id, &self.config);
                self.secret_since = self.version;
                let people = self.people();
                for seat in silent.iter().filter(|seat| people.has(*seat)) {
                    if let Some(who) = self.person(seat).map(|person| person.who) {
                        self.budget.count_silence(who);
                    }
                    self.events.add_seat_event(self.version, self.round, seat, TableEventKind::Silent);
                }
                change_chairs(&mut self.chairs, event);
                for seat in self.people().iter() {
                    self.change_person(seat, |person| {
                        (person.commitment, person.contribution) = (None, None);
                    });
                }
            }
            Event::Left(seat) => self.change_person(*seat, |person| person.left = true),
            Event::Away { seat, level } => {
                self.change_person(*seat, |person| person.bot = Some(*level));
                self.events.add_seat_event(self.version, self.round, *seat, TableEventKind::Away);
            }
            Event::Back(seat) => {
                self.change_person(*seat, |person| (person.bot, person.left) = (None, false));
                self.events.add_seat_event(self.version, self.round, *seat, TableEventKind::Back);
            }
            Event::Rematch(table) => self.rematch = Some(*table),
        }
    }

    /// What is limited of an event, and to whom it counts.
    pub(super) fn limited(&self, event: &Event, by: Option<Identity>) -> Option<(Identity, Limited)> {
        match event {
            Event::Sat { who, .. } if *who == self.host => Some((*who, Limited::HostSits)),
            Event::Sat { who, .. } => Some((*who, Limited::GuestSits)),
            Event::Filled { .. } => Some((by?, Limited::Change)),
            // To get ready costs nothing. Otherwise whoever makes others get ready again would use up what
            // they may do.
            Event::Ready { seat, .. } => {
                let person = self.person(*seat).filter(|person| person.commitment.is_some())?;
                Some((person.who, Limited::Change))
            }
            Event::Back(seat) => Some((self.person(*seat)?.who, Limited::Return)),
            _ => None,
        }
    }

    /// Makes a change that was decided for this version and is stored now. This cannot fail.
    pub(super) fn commit(&mut self, change: Change<G>, command: Option<(Identity, u64)>) {
        match change {
            Change::Event(event) => self.apply(&event, command.map(|(who, _)| who)),
            Change::Deal(game) => {
                self.add_record_line();
                let entries = game.record().entries.len();
                let round = Replay::new(game.record()).play(&mut self.events, self.version, entries);
                self.round = round.unwrap_or_default();
                self.game = Some(*game);
            }
            Change::Game(change) => {
                self.add_record_line();
                if let Some(game) = &mut self.game {
                    let mut before = game.game();
                    for (entry, after) in change.steps() {
                        self.round = self.events.add_entry(self.version, before, entry, after, change.step());
                        before = after;
                    }
                    game.apply(*change);
                }
            }
        }
        if let Some((who, command)) = command {
            self.remember_command(who, command);
        }
    }

    /// Counts a new line of the game's record.
    pub(super) fn add_record_line(&mut self) {
        self.version += 1;
        self.record_lines += 1;
        self.game_version = self.version;
    }

    /// How many lines are events besides the game.
    pub(super) fn event_count(&self) -> u64 {
        self.version - self.record_lines
    }

    /// Remembers the command that produced the last line.
    fn remember_command(&mut self, who: Identity, command: u64) {
        self.done.add(who, command, self.version);
    }

    /// The version that a command produced, if it was executed.
    pub(crate) fn version_after(&self, who: Identity, command: u64) -> Option<u64> {
        let same = |(by, id, _): &&(Identity, u64, u64)| (*by, *id) == (who, command);
        self.done.0.iter().rev().find(same).map(|(_, _, version)| *version)
    }

    fn change_person(&mut self, seat: Seat, change: impl FnOnce(&mut Person)) {
        if self.chairs.has(seat)
            && let Chair::Person(person) = &mut self.chairs[seat]
        {
            change(person);
        }
    }

    pub(super) fn person(&self, seat: Seat) -> Option<&Person> {
        self.chairs.get(seat)?.as_person()
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
            None if self.closed => TableStage::Closed,
            None => TableStage::Open,
            Some(game) => stage_of(game.game()),
        }
    }

    /// The stage after a change.
    pub(super) fn stage_after(&self, change: &Change<G>) -> TableStage {
        match change {
            Change::Event(Event::Closed) => TableStage::Closed,
            Change::Event(_) => self.stage(),
            Change::Deal(game) => stage_of(game.game()),
            Change::Game(change) => stage_of(change.game()),
        }
    }

    /// The table's entry in the list of open tables, if it belongs there.
    pub(crate) fn listing(&self) -> Option<Listing> {
        self.listing_with(&self.chairs).filter(|_| self.game.is_none() && !self.closed)
    }

    /// The entry after a change.
    pub(super) fn listing_after(&self, change: &Change<G>) -> Option<Listing> {
        let Change::Event(event) = change else { return None };
        if !self.public || self.game.is_some() || self.closed || *event == Event::Closed {
            return None;
        }
        let mut chairs = self.chairs.clone();
        change_chairs(&mut chairs, event);
        self.listing_with(&chairs)
    }

    fn listing_with(&self, chairs: &BySeat<Chair>) -> Option<Listing> {
        let free = chairs.iter().filter(|(_, chair)| **chair == Chair::Nobody).count() as u8;
        (self.public && free > 0).then(|| Listing {
            table: self.id,
            game: self.game_id,
            config: self.config_text.clone(),
            people: chairs.iter().filter_map(|(_, chair)| Some(chair.as_person()?.name.clone())).collect(),
            free,
            clock: self.clock,
        })
    }
}

/// Changes who sits where.
fn change_chairs(chairs: &mut BySeat<Chair>, event: &Event) {
    let mut set = |seat: Seat, chair: Chair| {
        if chairs.has(seat) {
            chairs[seat] = chair;
        }
    };
    match event {
        Event::Sat { seat, who, name } => set(*seat, Chair::person(*who, name.clone())),
        Event::Stood(seat) | Event::Removed(seat) => set(*seat, Chair::Nobody),
        Event::Filled { seat, level } => set(*seat, level.map_or(Chair::Nobody, Chair::Bot)),
        Event::Void { silent, .. } => silent.iter().for_each(|seat| set(seat, Chair::Nobody)),
        _ => {}
    }
}

fn stage_of<G: Bots>(game: &G) -> TableStage {
    if game.outcome().is_none() { TableStage::Running } else { TableStage::Over }
}
