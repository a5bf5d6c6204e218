use table::Seat;
use text::Text;
use wire::{
    Listing, Name, Occupant, Pledge, ProtocolVersions, RefusalReason, Snapshot, TableCommand, TableEventKind,
    TableId, ToClient, ToServer,
};

use super::connection::pause;
use super::seated::{self, LobbySeat};
use super::verify::{Witness, verify};
use super::{Connection, Gone, VisitInput, VisitOutput};
use crate::random::random;
use crate::words::online as words;

/// The timeout for an answer, in milliseconds. After that, the connection is considered lost.
const ANSWER_TIMEOUT: u64 = 8_000;
/// A table that is silent for this many milliseconds is asked whether the connection still works. Without
/// this, a page would not notice a server that vanishes without closing its connections.
const MAX_SILENCE: u64 = 15_000;
/// A wake-up may be this many milliseconds early.
const CHECK_TOLERANCE: u64 = 100;
/// The interval between requests for the list of open tables, in milliseconds.
const LIST_INTERVAL: u32 = 4_000;

/// A command that is not answered yet.
struct Pending {
    id: u64,
    command: ToServer,
    /// When it was last sent.
    since: u64,
}

impl Pending {
    fn act(&self) -> Option<TableCommand> {
        match self.command {
            ToServer::Do { act, .. } => Some(act),
            _ => None,
        }
    }
}

/// The client's connection to a server: see the [module](super) docs.
pub struct Visit {
    connection: Connection,
    name: Option<Name>,
    /// The current table; `None` in the lobby.
    at: Option<TableId>,
    tables: Option<Vec<Listing>>,
    seen: Option<Box<Snapshot>>,
    /// Whether a session shows the game.
    playing: bool,
    /// Whether the next snapshot contains events that happened while the connection was lost.
    missed: bool,
    pending: Vec<Pending>,
    /// The contribution to the table's key. It is revealed when all are ready, and must occur in the record.
    pledge: Option<Pledge>,
    /// Whether the player has asked for a rematch and is therefore ready for it.
    again: bool,
    /// When a connection check was sent that is not answered yet.
    asked: Option<u64>,
    /// When the last message came from the server.
    last_heard: u64,
    /// When the next check for silence is due.
    next_check: u64,
    /// The end of the time for the current turn.
    deadline: Option<u64>,
    /// When the next attempt to connect starts, or when the current one times out.
    retry: u64,
    /// Whether an attempt to connect is running.
    attempts: bool,
    /// How many connections have failed since the last one that was of use.
    failures: u32,
    seed: u64,
    now: u64,
    out: Vec<VisitOutput>,
}

impl Visit {
    /// A visit to a table, or to the lobby if `at` is `None`. `kept` is the text of [`VisitOutput::Keep`] for
    /// the table. The seed must be random, because the ids of commands are made from it.
    #[must_use]
    pub fn new(name: Option<Name>, at: Option<TableId>, kept: Option<&str>, seed: u64) -> Visit {
        let mut visit = Visit {
            connection: Connection::Nameless,
            name: None,
            at,
            tables: None,
            seen: None,
            playing: false,
            missed: false,
            pending: Vec::new(),
            pledge: kept.and_then(|text| wire::read(text.as_bytes()).ok()),
            again: false,
            asked: None,
            last_heard: 0,
            next_check: 0,
            deadline: None,
            retry: 0,
            attempts: false,
            failures: 0,
            seed,
            now: 0,
            out: Vec::new(),
        };
        if let Some(name) = name {
            visit.named(name);
        }
        visit
    }

    /// The state of the connection.
    #[must_use]
    pub fn connection(&self) -> Connection {
        self.connection
    }

    /// The user's name.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// The current table; `None` in the lobby.
    #[must_use]
    pub fn at(&self) -> Option<TableId> {
        self.at
    }

    /// The public tables that wait for players; `None` until the server has sent them.
    #[must_use]
    pub fn tables(&self) -> Option<&[Listing]> {
        self.tables.as_deref()
    }

    /// The latest snapshot of the table.
    #[must_use]
    pub fn seen(&self) -> Option<&Snapshot> {
        self.seen.as_deref()
    }

    /// The seats of the table.
    #[must_use]
    pub fn lobby_seats(&self) -> Vec<LobbySeat> {
        self.seen().map(seated::lobby_seats).unwrap_or_default()
    }

    /// Whether a command is not answered yet.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Whether there is a connection and the table was received over it, so that [`seen`](Visit::seen) is
    /// up to date.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.connection == Connection::There && self.seen.is_some() && !self.missed
    }

    /// Compares a record with what this client has seen and committed to before the game.
    #[must_use]
    pub fn witness(&self, record: &str) -> Witness {
        Witness::new(self.pledge.as_ref(), record)
    }

    /// The user's seat; `None` for a spectator.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.seen()?.eye.seat()
    }

    /// Whether a bot plays for the user.
    #[must_use]
    pub fn is_replaced(&self) -> bool {
        let own = self.seat().and_then(|seat| self.seen()?.seats.get(seat));
        own.is_some_and(|sitting| matches!(sitting.who, Occupant::Away(..)))
    }

    /// The players whom a bot may replace if the others agree (V16): the seat, a sentence that says why, and
    /// whether the user has agreed.
    #[must_use]
    pub fn late(&self) -> Vec<(Seat, Text, bool)> {
        let (Some(seen), Some(own)) = (self.seen(), self.seat()) else { return Vec::new() };
        let late = seen.seats.iter().filter(|(seat, sitting)| sitting.late && *seat != own);
        late.filter_map(|(seat, sitting)| {
            let name = seated::name(sitting)?;
            let why = if sitting.present { words::idle(name) } else { words::late(name) };
            Some((seat, why, sitting.agreed.has(own)))
        })
        .collect()
    }

    /// Whether the user does not move, so that the others may let a bot play.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.seat().and_then(|seat| self.seen()?.seats.get(seat)).is_some_and(|sitting| sitting.late)
    }

    /// Whether the user opened the table.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.seen().is_some_and(|seen| seen.is_host)
    }

    /// The proposal to end the game that the user can answer (V18): who has agreed, and whether the user has.
    #[must_use]
    pub fn end_proposal(&self) -> Option<(Vec<Text>, bool)> {
        let (seen, own) = (self.seen()?, self.seat()?);
        let proposal = seen.ending?;
        let name = |seat: Seat| seen.seats.get(seat).and_then(seated::name);
        let is_asked = proposal.agreed.has(own) || proposal.missing.has(own);
        is_asked.then(|| (proposal.agreed.iter().filter_map(name).collect(), proposal.agreed.has(own)))
    }

    /// The milliseconds left of this turn, if there is a time limit.
    #[must_use]
    pub fn left(&self, now: u64) -> Option<u64> {
        Some(self.deadline?.saturating_sub(now))
    }

    /// Takes the outputs since the last call, in order.
    pub fn take_out(&mut self) -> Vec<VisitOutput> {
        std::mem::take(&mut self.out)
    }

    /// Handles an input. The time is in milliseconds of any monotonic clock.
    pub fn handle(&mut self, input: VisitInput, now: u64) {
        self.now = now;
        match input {
            VisitInput::Name(name) => self.named(name),
            VisitInput::NoServer if self.connection == Connection::Connecting => self.gone(Gone::NoServer),
            _ if matches!(self.connection, Connection::Gone(_) | Connection::Nameless) => {}
            VisitInput::Opened => {}
            VisitInput::Heard(text) => self.heard(&text),
            VisitInput::Closed | VisitInput::Offline | VisitInput::NoServer => self.broken(),
            VisitInput::SignedOut => self.gone(Gone::SignedOut),
            VisitInput::Tick => self.tick(),
            VisitInput::Here => self.look(),
            VisitInput::Go(table) => self.go(table),
            VisitInput::Open(table) => self.ask(|id| ToServer::Create { id, table: *table }),
            VisitInput::Ready(random) => self.ready(random),
            VisitInput::Do(act) => {
                self.again = act == TableCommand::Rematch;
                if let Some(version) = self.seen().map(|seen| seen.version) {
                    self.act(version, act);
                }
            }
            VisitInput::Say(phrase) => self.send(&ToServer::Say(phrase)),
            VisitInput::Record => self.send(&ToServer::Record),
        }
    }

    fn named(&mut self, name: Name) {
        self.connection = Connection::Connecting;
        self.name = Some(name);
        self.connect();
    }

    fn gone(&mut self, why: Gone) {
        self.connection = Connection::Gone(why);
        self.pending.clear();
        self.out.push(VisitOutput::Disconnect);
    }

    fn send(&mut self, message: &ToServer) {
        if self.connection == Connection::There {
            match wire::write(message) {
                Ok(text) => self.out.push(VisitOutput::Send(text)),
                // The command cannot be sent, so its answer would never arrive.
                Err(_) => self.gone(Gone::Outdated),
            }
        }
    }

    /// Sends a command now, or as soon as there is a connection.
    fn ask(&mut self, command: impl FnOnce(u64) -> ToServer) {
        let id = random(&mut self.seed);
        self.pending.push(Pending { id, command: command(id), since: self.now });
        self.send_pending(self.pending.len() - 1);
    }

    fn act(&mut self, version: u64, act: TableCommand) {
        self.ask(|id| ToServer::Do { id, version, act });
    }

    fn send_pending(&mut self, at: usize) {
        let Some(pending) = self.pending.get_mut(at) else { return };
        pending.since = self.now;
        let command = pending.command.clone();
        self.send(&command);
        self.out.push(VisitOutput::Wake(ANSWER_TIMEOUT as u32));
    }

    fn go(&mut self, table: TableId) {
        self.at = Some(table);
        self.forget();
        self.join();
    }

    /// Discards everything about the previous table.
    fn forget(&mut self) {
        self.deadline = None;
        self.playing = false;
        self.missed = false;
        if let (Some(seen), Some(_)) = (self.seen.take(), self.pledge.take()) {
            self.out.push(VisitOutput::Keep(seen.table, None));
        }
        self.pending.retain(|pending| pending.act().is_none());
    }

    fn join(&mut self) {
        match self.at {
            Some(table) => {
                let since = self.seen().map_or(0, |seen| seen.version);
                self.send(&ToServer::Join { table, since });
            }
            None => {
                self.send(&ToServer::List);
                self.out.push(VisitOutput::Wake(LIST_INTERVAL));
            }
        }
    }

    /// The connection is lost: keeps the state and reconnects after a pause.
    fn broken(&mut self) {
        if matches!(self.connection, Connection::Broken(_)) && !self.attempts {
            return;
        }
        self.connection = Connection::Broken(self.failures);
        (self.attempts, self.asked) = (false, None);
        let pause = pause(self.failures, &mut self.seed);
        self.failures = self.failures.saturating_add(1);
        self.retry = self.now + u64::from(pause);
        self.out.extend([VisitOutput::Disconnect, VisitOutput::Wake(pause)]);
    }

    fn connect(&mut self) {
        // The attempt fails after this timeout.
        self.attempts = true;
        self.retry = self.now + ANSWER_TIMEOUT;
        self.out.push(VisitOutput::Wake(ANSWER_TIMEOUT as u32));
        self.out.extend(self.name.clone().map(VisitOutput::Connect));
    }

    fn tick(&mut self) {
        match self.connection {
            Connection::Broken(_) | Connection::Connecting if self.now < self.retry => {}
            Connection::Broken(_) if !self.attempts => self.connect(),
            Connection::Broken(_) | Connection::Connecting => self.broken(),
            Connection::There => {
                let old = |since: u64| self.now >= since + ANSWER_TIMEOUT;
                if self.pending.iter().any(|pending| old(pending.since)) || self.asked.is_some_and(old) {
                    self.broken();
                } else if self.at.is_none() {
                    self.join();
                } else {
                    self.watch_for_silence();
                }
            }
            _ => {}
        }
    }

    /// The user is back: reconnects at once if the connection is lost, and checks it otherwise.
    fn look(&mut self) {
        match self.connection {
            Connection::Broken(_) if !self.attempts => self.connect(),
            Connection::There => self.check_connection(),
            _ => {}
        }
    }

    /// Checks whether the server answers.
    fn check_connection(&mut self) {
        self.asked.get_or_insert(self.now);
        self.send(if self.at.is_some() { &ToServer::Ping } else { &ToServer::List });
        self.out.push(VisitOutput::Wake(ANSWER_TIMEOUT as u32));
    }

    /// Asks a silent server for a sign of life, and looks again later.
    fn watch_for_silence(&mut self) {
        // Another wake-up, or one that comes a little early.
        if self.now + CHECK_TOLERANCE < self.next_check {
            return;
        }
        let mut pause = MAX_SILENCE.saturating_sub(self.now.saturating_sub(self.last_heard));
        if pause <= CHECK_TOLERANCE {
            if self.asked.is_none() {
                self.check_connection();
            }
            pause = MAX_SILENCE;
        }
        self.next_check = self.now + pause;
        self.out.push(VisitOutput::Wake(pause as u32));
    }

    fn heard(&mut self, text: &str) {
        (self.asked, self.last_heard) = (None, self.now);
        // An unreadable message comes from another version of the protocol.
        let Ok(message) = wire::read::<ToClient>(text.as_bytes()) else { return self.gone(Gone::Outdated) };
        // A server that only welcomes us and then closes the connection is of no use yet.
        if !matches!(message, ToClient::Welcome { .. }) {
            self.failures = 0;
        }
        match message {
            ToClient::Welcome { protocol, .. } if !ProtocolVersions::default().contains(protocol) => {
                self.gone(Gone::Outdated);
            }
            ToClient::Welcome { name, .. } => self.welcome(name),
            ToClient::Tables(tables) => self.tables = Some(tables),
            ToClient::Created { id, table } => {
                if self.answered(id).is_some() {
                    self.out.push(VisitOutput::At(table));
                    self.go(table);
                }
            }
            ToClient::Pong => {}
            ToClient::Table(seen) => self.look_at(seen),
            ToClient::Done { id, version } => self.done(id, version),
            ToClient::Refused { id, why, .. } => self.refused(id, why),
            ToClient::Record(record) => {
                let verdict = verify(&record, self.witness(&record));
                self.out.push(VisitOutput::Record(record, verdict));
            }
            ToClient::Said { seat, phrase } => {
                let name = self.seen().and_then(|seen| seated::name(seen.seats.get(seat)?));
                let text = words::says(name.unwrap_or_else(|| seat.into()), phrase);
                self.out.push(VisitOutput::Said { seat, phrase, text });
            }
        }
    }

    fn welcome(&mut self, name: Name) {
        self.missed = self.seen.is_some();
        self.connection = Connection::There;
        self.attempts = false;
        self.name = Some(name);
        self.join();
        for at in 0..self.pending.len() {
            self.send_pending(at);
        }
        if self.at.is_some() {
            self.watch_for_silence();
        }
    }

    /// Removes the pending command with this id.
    fn answered(&mut self, id: u64) -> Option<Pending> {
        let at = self.pending.iter().position(|pending| pending.id == id)?;
        Some(self.pending.remove(at))
    }

    fn done(&mut self, id: u64, version: u64) {
        let Some(pending) = self.answered(id) else { return self.before_game() };
        let act = pending.act();
        self.out
            .push(VisitOutput::Answered { command: Some(Box::new(pending.command)), result: Ok(version) });
        match act {
            Some(act) if changes_game(act) => self.out.push(VisitOutput::Done),
            Some(TableCommand::Rematch) => self.go_to_rematch(),
            _ => self.before_game(),
        }
    }

    fn refused(&mut self, id: Option<u64>, why: RefusalReason) {
        let pending = id.and_then(|id| self.answered(id));
        match (&pending, &why) {
            (None, RefusalReason::NoSuchTable) => return self.gone(Gone::Missing),
            (None, RefusalReason::Damaged) => return self.gone(Gone::Damaged),
            _ => {}
        }
        let shown = match (pending.as_ref().and_then(Pending::act), &why) {
            (Some(act), RefusalReason::Rule(refusal)) if changes_game(act) => {
                VisitOutput::Refused(Some(refusal.clone()), refusal.text())
            }
            (Some(act), why) if changes_game(act) => VisitOutput::Refused(None, words::why(why)),
            (_, why) => VisitOutput::Say(words::why(why)),
        };
        let command = pending.map(|pending| Box::new(pending.command));
        self.out.extend([VisitOutput::Answered { command, result: Err(why) }, shown]);
    }

    fn look_at(&mut self, seen: Box<Snapshot>) {
        if self.at != Some(seen.table) {
            // The snapshot was on its way when the player went to another table.
            return;
        }
        if seen.closed {
            self.seen = Some(seen);
            return self.gone(Gone::Closed);
        }
        self.tell_lost_seats(&seen);
        let before = self.seen.as_ref().is_some_and(|seen| seen.rematch.is_some());
        let is_new_rematch = self.seen.is_some() && !before && seen.rematch.is_some();
        self.deadline = seen.left.map(|left| self.now + u64::from(left));
        let missed = std::mem::take(&mut self.missed);
        if seen.has_game() {
            let seen = seen.clone();
            self.out.push(if self.playing {
                VisitOutput::Step(seen, missed)
            } else {
                VisitOutput::Begin(seen)
            });
            self.playing = true;
        }
        self.seen = Some(seen);
        let asks = |pending: &Pending| pending.act() == Some(TableCommand::Rematch);
        // Everybody who was at the table goes to the rematch. Whoever has asked for one waits for the answer.
        if is_new_rematch && !self.pending.iter().any(asks) {
            self.go_to_rematch();
        }
        self.before_game();
    }

    /// Says who has lost a seat before the game. During a game, the session tells what happens.
    fn tell_lost_seats(&mut self, seen: &Snapshot) {
        if self.seen.is_none() || seen.has_game() {
            return;
        }
        let own = self.seat();
        for event in &seen.events {
            let text = match event.kind {
                TableEventKind::Removed if event.seat == own => words::REMOVED,
                TableEventKind::Silent if event.seat == own => words::WAS_SILENT,
                TableEventKind::Removed | TableEventKind::Silent => event.text.clone(),
                _ => continue,
            };
            self.out.push(VisitOutput::Say(text));
        }
    }

    /// Goes to the rematch, if there is one. The client does this itself, because the server cannot know
    /// which commands it sends before it learns of the rematch: those are for the old table.
    fn go_to_rematch(&mut self) {
        if let Some(next) = self.seen().and_then(|seen| seen.rematch) {
            self.out.push(VisitOutput::At(next));
            self.go(next);
        }
    }

    /// Makes the contribution to the table's key, and tells the server that the player is ready.
    fn ready(&mut self, random: [u8; 16]) {
        let Some(seen) = self.seen() else { return };
        let (table, version) = (seen.table, seen.version);
        if let Some(pledge) = Pledge::new(seen, random) {
            let Ok(kept) = wire::write(&pledge) else { return self.gone(Gone::Outdated) };
            self.pledge = Some(pledge);
            self.out.push(VisitOutput::Keep(table, Some(kept)));
            self.act(version, pledge.ready());
        }
    }

    /// The automatic steps before a game: reveals the contribution when everybody is ready.
    fn before_game(&mut self) {
        let Some((seen, seat)) = self.seen().zip(self.seat()).filter(|(seen, _)| !seen.has_game()) else {
            return;
        };
        let waits = |pending: &Pending| {
            matches!(pending.act(), Some(TableCommand::Reveal(_) | TableCommand::Ready(_)))
        };
        if self.pending.iter().any(waits) {
            return;
        }
        if let Some(act) = self.pledge.and_then(|pledge| pledge.reveal(seen)) {
            let version = seen.version;
            return self.act(version, act);
        }
        // If the contribution is lost, for example on another device, make a new one.
        let promised = seen.fair.seats.get(seat).and_then(|share| share.commitment);
        let forgotten = promised.is_some()
            && self.pledge.map(|pledge| pledge.ready()) != Some(TableCommand::Ready(promised));
        if (forgotten && seen.fair.reveal.is_none()) || std::mem::take(&mut self.again) {
            self.out.push(VisitOutput::Draw);
        }
    }
}

/// Whether the session waits for the answer to a command, because it changes the game.
fn changes_game(act: TableCommand) -> bool {
    use TableCommand::{Auto, Play, Redo, Undo};
    matches!(act, Play(_) | Auto(_) | Undo | Redo)
}
