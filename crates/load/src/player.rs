use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use client::online::{Connection, Name, Visit, VisitInput, VisitOutput};
use games::savannah::Savannah;
use serde::Serialize;
use table::{Eye, Seat, View};
use transport::{Driver, Endpoint};
use wire::{NewTable, RefusalReason, TableCommand, TableId, ToClient, ToServer};

use crate::random::Random;
use crate::server_process::MAX_WAIT;

/// A client that plays random legal moves and records what the server sends.
pub(crate) struct RandomPlayer {
    driver: Driver,
    /// Every version of a table that this player has seen.
    pub(crate) seen: Vec<SeenView>,
    /// Every acknowledged version.
    pub(crate) acknowledged: Vec<(TableId, u64)>,
    /// The number of acknowledged commands.
    pub(crate) done: usize,
    random: Random,
}

/// A view that a player has seen.
#[derive(Clone, Copy)]
pub(crate) struct SeenView {
    pub(crate) table: TableId,
    pub(crate) version: u64,
    pub(crate) eye: Eye,
    pub(crate) hash: u64,
}

/// A command, and the version that it produced or why it was refused.
pub(crate) type CommandResult = (ToServer, Result<u64, RefusalReason>);

/// A hash of a player's view.
pub(crate) fn hash<V: Serialize>(view: &V) -> Result<u64> {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    hasher.write(wire::write(view)?.as_bytes());
    Ok(hasher.finish())
}

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
            seen: Vec::new(),
            acknowledged: Vec::new(),
            done: 0,
            random,
        }
    }

    pub(crate) fn visit(&self) -> &Visit {
        self.driver.visit()
    }

    /// Waits until something happens. Returns the answer to a command, if it was one. A broken connection is
    /// an error.
    pub(crate) async fn listen(&mut self) -> Result<Option<CommandResult>> {
        let (was, table) = (self.visit().connection(), self.visit().at());
        let out = tokio::time::timeout(MAX_WAIT, self.driver.next());
        let out = out.await.context("the server does not answer")??;
        match self.visit().connection() {
            Connection::Broken(_) if was == Connection::There => bail!("the server does not answer"),
            Connection::Gone(why) => bail!("the visit has ended: {why:?}"),
            _ => self.take(out, table),
        }
    }

    /// Records the output of the client, which was at this table, and handles automatic steps.
    fn take(&mut self, out: Vec<VisitOutput>, table: Option<TableId>) -> Result<Option<CommandResult>> {
        let mut answer = None;
        for out in out {
            match out {
                VisitOutput::Begin(_) | VisitOutput::Step(..) => self.remember()?,
                VisitOutput::Draw => self.driver.handle(VisitInput::Ready(self.random.bytes())),
                VisitOutput::Answered { command: Some(command), result } => {
                    if let (Ok(version), Some(table)) = (&result, table) {
                        self.done += 1;
                        self.acknowledged.push((table, *version));
                    }
                    answer = Some((*command, result));
                }
                _ => {}
            }
        }
        Ok(answer)
    }

    fn remember(&mut self) -> Result<()> {
        if let Some(seen) = self.visit().seen()
            && seen.has_game()
        {
            let view = seen.view::<Savannah>().context("a view that is none")?;
            let (table, version, eye, hash) = (seen.table, seen.version, seen.eye, hash(&view)?);
            self.seen.push(SeenView { table, version, eye, hash });
        }
        Ok(())
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
        self.driver.set_endpoint(endpoint.clone());
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

    /// The next thing to do; `None` if it is another player's turn.
    pub(crate) fn next(&mut self) -> Option<VisitInput> {
        let visit = self.driver.visit();
        let seen = visit.seen().filter(|_| !visit.is_busy())?;
        let Eye::Seat(seat) = seen.eye else { return None };
        match seen.view::<Savannah>() {
            None => (!seen.seats.get(seat)?.ready).then(|| VisitInput::Ready(self.random.bytes())),
            Some(view) if view.outcome().is_some() => {
                (seat == Seat::A && seen.rematch.is_none()).then_some(VisitInput::Do(TableCommand::Rematch))
            }
            Some(view) => {
                let legal = view.legal();
                let mv = legal.get(self.random.below(legal.len()))?;
                Some(VisitInput::Do(TableCommand::Play(mv.to_string().parse().ok()?)))
            }
        }
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
