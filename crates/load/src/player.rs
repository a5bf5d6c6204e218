use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use server::{Call, CallError, Callee};
use table::{Eye, Seat, View};
use wire::{Act, Pledge, Seen, TableId, ToClient, ToServer, Why};

use crate::program::PATIENCE;
use crate::random::{Random, command};

/// Somebody who plays what is legal, and remembers what was seen.
pub(crate) struct Player {
    pub(crate) cookie: String,
    call: Call,
    pub(crate) seen: Option<Seen>,
    /// Every version of the table that was seen, with a hash of what the eye saw.
    pub(crate) log: Vec<Sight>,
    /// The largest version that was acknowledged at each table, and how many were.
    pub(crate) acknowledged: Vec<(TableId, u64)>,
    pub(crate) done: usize,
    /// What was not answered yet.
    pub(crate) pending: Option<(u64, u64, Act)>,
    /// What is shown when all are ready.
    pledge: Option<Pledge>,
    random: Random,
}

/// What was seen of a table.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    pub(crate) table: TableId,
    pub(crate) version: u64,
    pub(crate) eye: Eye,
    pub(crate) hash: u64,
}

/// A hash of what an eye sees of a game.
pub(crate) fn hash(view: &games::savannah::View) -> Result<u64> {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    hasher.write(wire::write(view)?.as_bytes());
    Ok(hasher.finish())
}

impl Player {
    pub(crate) async fn new(callee: &Callee, name: &str, seed: u64) -> Result<Player> {
        let cookie = callee.pass(&name.parse()?, None).await?;
        let call = callee.call(&cookie).await?;
        Ok(Player {
            cookie,
            call,
            seen: None,
            log: Vec::new(),
            acknowledged: Vec::new(),
            done: 0,
            pending: None,
            pledge: None,
            random: Random::new(seed),
        })
    }

    /// Calls the card room again, which may be another program now.
    pub(crate) async fn call_again(&mut self, callee: &Callee) -> Result<(), CallError> {
        self.call = callee.call(&self.cookie).await?;
        Ok(())
    }

    pub(crate) fn call(&mut self) -> &mut Call {
        &mut self.call
    }

    pub(crate) async fn say(&mut self, message: &ToServer) -> Result<()> {
        Ok(self.call.say(message).await?)
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Result<ToClient> {
        let heard = tokio::time::timeout(PATIENCE, self.call.hear());
        let message = heard.await.context("the server does not answer")??;
        if let ToClient::Table(seen) = &message {
            if let Some(view) = &seen.view {
                let hash = hash(view)?;
                self.log.push(Sight { table: seen.table, version: seen.version, eye: seen.eye, hash });
            }
            self.seen = Some((**seen).clone());
        }
        Ok(message)
    }

    pub(crate) async fn open(&mut self, table: wire::NewTable) -> Result<TableId> {
        self.say(&ToServer::Create { id: command(), table }).await?;
        loop {
            match self.hear().await? {
                ToClient::Created { table, .. } => return Ok(table),
                ToClient::Refused { why, .. } => bail!("no table: {why}"),
                _ => {}
            }
        }
    }

    pub(crate) async fn join(&mut self, table: TableId) -> Result<()> {
        self.say(&ToServer::Join { table, since: 0 }).await?;
        loop {
            match self.hear().await? {
                ToClient::Table(seen) if seen.table == table => return Ok(()),
                ToClient::Refused { id: None, why, .. } => bail!("cannot join: {why}"),
                _ => {}
            }
        }
    }

    /// Does something for the table as it is seen.
    pub(crate) async fn act(&mut self, act: Act) -> Result<Result<u64, Why>> {
        let version = self.seen.as_ref().map_or(0, |seen| seen.version);
        self.pending = Some((command(), version, act));
        self.send_pending().await
    }

    /// Sends what was not answered, once more if it was sent before, and waits for the answer.
    pub(crate) async fn send_pending(&mut self) -> Result<Result<u64, Why>> {
        let Some((id, version, act)) = self.pending else { bail!("nothing is pending") };
        // Who asks for a rematch may be carried there before the answer comes.
        let table = self.seen.as_ref().map(|seen| seen.table);
        self.say(&ToServer::Do { id, version, act }).await?;
        loop {
            match self.hear().await? {
                ToClient::Done { id: of, version } if of == id => {
                    self.pending = None;
                    self.done += 1;
                    self.acknowledged.extend(table.map(|table| (table, version)));
                    return Ok(Ok(version));
                }
                ToClient::Refused { id: Some(of), why, .. } if of == id => {
                    self.pending = None;
                    return Ok(Err(why));
                }
                _ => {}
            }
        }
    }

    /// What there is to do now; `None` if others are to be waited for.
    pub(crate) fn next(&mut self) -> Option<Act> {
        let seen = self.seen.as_ref()?;
        let Eye::Seat(seat) = seen.eye else { return None };
        match &seen.view {
            None if !seen.seats.get(seat)?.ready => self.ready(),
            None => self.pledge?.reveal(seen),
            Some(view) if view.outcome().is_some() => {
                (seat == Seat::A && seen.rematch.is_none()).then_some(Act::Rematch)
            }
            Some(view) => {
                let legal = view.legal();
                legal.get(self.random.below(legal.len())).copied().map(Act::Play)
            }
        }
    }

    /// Is ready, with a new pledge.
    pub(crate) fn ready(&mut self) -> Option<Act> {
        let seen = self.seen.as_ref()?;
        self.pledge = Pledge::new(seen, self.random.bytes());
        self.pledge.map(|pledge| pledge.ready())
    }

    /// Is ready, and listens until the cards are dealt.
    pub(crate) async fn begin(&mut self) -> Result<()> {
        while self.seen.as_ref().is_some_and(|seen| seen.view.is_none()) {
            self.step().await?;
        }
        Ok(())
    }

    /// The table where the game goes on, if this one is over and there is another.
    fn moved_on(&self) -> Option<TableId> {
        self.seen.as_ref()?.rematch
    }

    /// Does the next thing, or listens. How long it took until it was acknowledged, if a move was made.
    pub(crate) async fn step(&mut self) -> Result<Option<Duration>> {
        let Some(act) = self.next() else {
            match self.moved_on() {
                // All are carried there, except those who came later.
                Some(next) => self.join(next).await?,
                None => drop(self.hear().await?),
            }
            return Ok(None);
        };
        let start = Instant::now();
        let done = self.act(act).await?;
        Ok((done.is_ok() && matches!(act, Act::Play(_))).then(|| start.elapsed()))
    }
}
