use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use client::online::{Connection, Name, Visit, VisitInput, VisitOutput};
use games::catalog::Visitor;
use games::events::Describe;
use server::history::{AcknowledgedCommand, SeenVersion, TableHistory};
use table::{Eye, Seat, Turn, View};
use transport::{Driver, Endpoint};
use wire::{NewTable, RefusalReason, Snapshot, TableCommand, TableId, ToClient, ToServer};

use crate::random::Random;
use crate::server_process::MAX_WAIT;

/// A client that plays random legal moves of any game and records what the server sends.
pub(crate) struct RandomPlayer {
    driver: Driver,
    /// What this player has seen and what was answered, by table.
    pub(crate) histories: BTreeMap<TableId, TableHistory>,
    /// The number of acknowledged commands.
    pub(crate) done: usize,
    /// The number of the connection in the histories.
    connection: u64,
    random: Random,
}

/// Numbers for the connections of all players.
static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
/// A game for one player is given up after this many lines. Random moves seldom end it.
const MAX_SOLO_LINES: u64 = 300;

/// A command, and the version that it produced or why it was refused.
pub(crate) type CommandResult = (ToServer, Result<u64, RefusalReason>);

impl RandomPlayer {
    /// A player with a new pass.
    pub(crate) async fn new(endpoint: &Endpoint, name: &str, seed: u64) -> Result<RandomPlayer> {
        let name: Name = name.parse()?;
        let pass = endpoint.request_pass(&name, None).await?;
        Ok(RandomPlayer::with_pass(endpoint, name, pass, seed))
    }

    /// A player with this pass.
    pub(crate) fn with_pass(endpoint: &Endpoint, name: Name, pass: String, seed: u64) -> RandomPlayer {
        let mut random = Random::new(seed);
        let visit = Visit::new(Some(name), None, None, random.next());
        RandomPlayer {
            driver: Driver::new(endpoint.clone(), pass, visit),
            histories: BTreeMap::new(),
            done: 0,
            connection: CONNECTIONS.fetch_add(1, Ordering::Relaxed),
            random,
        }
    }

    pub(crate) fn visit(&self) -> &Visit {
        self.driver.visit()
    }

    /// Uses another address of the same server, or another server of the same store, for new connections.
    pub(crate) fn set_endpoint(&mut self, endpoint: &Endpoint) {
        self.driver.set_endpoint(endpoint.clone());
    }

    /// Waits until something happens. Returns the answer to a command, if it was one. A broken connection is
    /// an error. The next call reconnects.
    pub(crate) async fn listen(&mut self) -> Result<Option<CommandResult>> {
        let (was, table) = (self.visit().connection(), self.visit().at());
        let out = tokio::time::timeout(MAX_WAIT, self.driver.next()).await;
        let now = self.visit().connection();
        if now != Connection::There {
            self.connection = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
        }
        let out = out.context("the server does not answer")??;
        match now {
            Connection::Broken(_) if was != now => bail!("the server does not answer"),
            Connection::Gone(why) => bail!("the visit has ended: {why:?}"),
            _ => self.take(out, table),
        }
    }

    /// Records the output of the client, which was at this table, and handles automatic steps.
    fn take(&mut self, out: Vec<VisitOutput>, table: Option<TableId>) -> Result<Option<CommandResult>> {
        let mut answer = None;
        for out in out {
            match out {
                VisitOutput::Begin(seen) | VisitOutput::Step(seen, _) => {
                    let version = SeenVersion::new(&seen, self.connection).context("a view that is none")?;
                    self.histories.entry(seen.table).or_default().seen.push(version);
                }
                VisitOutput::Draw => self.driver.handle(VisitInput::Ready(self.random.bytes())),
                VisitOutput::Answered { command: Some(command), result } => {
                    self.record(table, &command, &result);
                    answer = Some((*command, result));
                }
                _ => {}
            }
        }
        Ok(answer)
    }

    /// Records an answer. It is about the table at which the player was before: the answer may have moved
    /// them to another one.
    fn record(&mut self, table: Option<TableId>, command: &ToServer, result: &Result<u64, RefusalReason>) {
        let (Some(table), ToServer::Do { id, .. }) = (table, command) else { return };
        let history = self.histories.entry(table).or_default();
        match result {
            Ok(version) => {
                self.done += 1;
                history.acknowledged.extend(AcknowledgedCommand::new(command, *version));
            }
            Err(_) => history.refused.push(*id),
        }
    }

    /// Opens a table and joins it.
    pub(crate) async fn open(&mut self, table: NewTable) -> Result<TableId> {
        self.driver.handle(VisitInput::Open(Box::new(table)));
        loop {
            if let Some((_, Err(why))) = self.listen().await? {
                bail!("no table: {why}");
            }
            if let Some(table) = self.visit().at().filter(|_| self.visit().is_current()) {
                return Ok(table);
            }
        }
    }

    /// Joins a table.
    pub(crate) async fn join(&mut self, table: TableId) -> Result<()> {
        self.driver.handle(VisitInput::Go(table));
        while !self.visit().is_current() {
            self.listen().await?;
        }
        Ok(())
    }

    /// Sends a command and waits for the answer.
    pub(crate) async fn act(&mut self, input: VisitInput) -> Result<Result<u64, RefusalReason>> {
        self.driver.handle(input);
        loop {
            match self.listen().await? {
                // An automatic command.
                Some((ToServer::Do { act: TableCommand::Reveal(_), .. }, _)) | None => {}
                Some((_, result)) => return Ok(result),
            }
        }
    }

    /// Reconnects to a server, which may be a new process. Returns the answers to pending commands.
    pub(crate) async fn reconnect(&mut self, endpoint: &Endpoint) -> Result<Vec<CommandResult>> {
        self.set_endpoint(endpoint);
        self.driver.handle(VisitInput::Offline);
        self.driver.handle(VisitInput::Here);
        let mut answers = Vec::new();
        while !self.visit().is_current() || self.visit().is_busy() {
            answers.extend(self.listen().await?);
        }
        Ok(answers)
    }

    /// Sends an answered command again, which the client itself never does, and waits for the
    /// answer.
    pub(crate) async fn resend(&mut self, command: &ToServer) -> Result<Result<u64, RefusalReason>> {
        let ToServer::Do { id, .. } = command else { bail!("only commands at a table are sent again") };
        self.driver.socket().context("no connection")?.queue(wire::write(command)?);
        loop {
            let socket = self.driver.socket().context("no connection")?;
            let text = tokio::time::timeout(MAX_WAIT, socket.receive_text());
            let text = text.await.context("the server does not answer")??;
            let message: ToClient = wire::read(text.as_bytes())?;
            let table = self.visit().at();
            self.driver.handle(VisitInput::Heard(text));
            let out = self.driver.take_out();
            self.take(out, table)?;
            match message {
                ToClient::Done { id: of, version } if of == *id => return Ok(Ok(version)),
                ToClient::Refused { id: Some(of), why, .. } if of == *id => return Ok(Err(why)),
                _ => {}
            }
        }
    }

    /// Sends something beside the client, and does not wait for an answer.
    pub(crate) async fn send_raw(&mut self, message: &ToServer) -> Result<()> {
        Ok(self.driver.socket().context("no connection")?.send(message).await?)
    }

    /// The next thing to do; `None` if it is another player's turn.
    pub(crate) fn next(&mut self) -> Option<VisitInput> {
        let visit = self.driver.visit();
        let seen = visit.seen().filter(|_| !visit.is_busy())?;
        let Eye::Seat(seat) = seen.eye else { return None };
        if visit.is_replaced() {
            return Some(VisitInput::Do(TableCommand::Back));
        }
        if !seen.has_game() {
            return (!seen.seats.get(seat)?.ready).then(|| VisitInput::Ready(self.random.bytes()));
        }
        seen.game.visit(NextCommand { seen, seat, random: &mut self.random }).map(VisitInput::Do)
    }

    /// Says that the player is ready, and waits for the deal.
    pub(crate) async fn begin(&mut self) -> Result<()> {
        while self.visit().seen().is_some_and(|seen| !seen.has_game()) {
            self.step().await?;
        }
        Ok(())
    }

    /// The table of the rematch, if this game is over.
    fn moved_on(&self) -> Option<TableId> {
        self.visit().seen()?.rematch
    }

    /// Does the next thing, or waits for a message. Returns the latency of a move.
    pub(crate) async fn step(&mut self) -> Result<Option<Duration>> {
        let Some(input) = self.next() else {
            match self.moved_on() {
                // Players who joined late do not go there automatically.
                Some(next) => self.join(next).await?,
                None => drop(self.listen().await?),
            }
            return Ok(None);
        };
        let (start, is_move) = (Instant::now(), matches!(input, VisitInput::Do(TableCommand::Play(_))));
        let done = self.act(input).await?;
        Ok((done.is_ok() && is_move).then(|| start.elapsed()))
    }
}

/// Chooses a random command in a game.
struct NextCommand<'a> {
    seen: &'a Snapshot,
    seat: Seat,
    random: &'a mut Random,
}

impl Visitor for NextCommand<'_> {
    type Output = Option<TableCommand>;

    fn visit<G: Describe>(self) -> Option<TableCommand> {
        let NextCommand { seen, seat, random } = self;
        let view = seen.view::<G>()?;
        if view.outcome().is_some() {
            return (seat == Seat::A && seen.rematch.is_none()).then_some(TableCommand::Rematch);
        }
        if view.turn() != Turn::Seat(seat) {
            return None;
        }
        let (legal, is_solo) = (view.legal(), seen.seats.seats() == 1);
        if is_solo && (legal.is_empty() || seen.version >= MAX_SOLO_LINES) {
            return Some(TableCommand::Resign);
        }
        match random.below(8) {
            0 if is_solo => Some(TableCommand::Undo),
            1 if is_solo => Some(TableCommand::Redo),
            _ => {
                let mv = legal.get(random.below(legal.len()))?;
                Some(TableCommand::Play(mv.to_string().parse().ok()?))
            }
        }
    }
}
