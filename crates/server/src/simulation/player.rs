use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use games::catalog::Visitor;
use games::events::Describe;
use table::{Eye, View};
use tokio::time::Instant;
use transport::{
    Connect, Connecting, Connection, Driver, Socket, TransportError, Visit, VisitInput, VisitOutput,
};
use wire::{NewTable, Occupant, Phrase, Snapshot, TableCommand, TableId, ToServer};

use super::network::connection;
use super::node::Node;
use super::random::Random;
use super::world::{Phase, World};

/// Several people who want to play with each other, and perhaps a spectator.
pub(super) struct Party {
    /// What the first of them opens.
    pub(super) opening: NewTable,
    /// The table that was opened.
    table: Mutex<Option<TableId>>,
}

impl Party {
    pub(super) fn new(opening: NewTable) -> Party {
        Party { opening, table: Mutex::new(None) }
    }

    fn table(&self) -> Option<TableId> {
        *self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_table(&self, table: TableId) {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(table);
    }
}

/// What a person wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Opens the table and plays.
    Opener,
    /// Plays.
    Player,
    /// Watches.
    Spectator,
}

/// Where a client is.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct ClientStatus {
    /// The table, if the client is connected and has its latest snapshot.
    pub(super) table: Option<TableId>,
    /// Whether the client has given up, and why.
    pub(super) gone: Option<String>,
}

/// The nodes as a client reaches them: through a proxy that chooses any.
pub(super) struct SimulatedEndpoint {
    pub(super) world: Arc<World>,
    pub(super) nodes: Arc<[Node]>,
    pub(super) client: usize,
    /// Whether the proxy knows which nodes are down.
    pub(super) avoids_crashed: bool,
    pub(super) max_delay: Duration,
    pub(super) random: Mutex<Random>,
}

impl Connect for SimulatedEndpoint {
    fn connect(&self, pass: &str) -> Connecting {
        let (world, nodes, pass) = (Arc::clone(&self.world), Arc::clone(&self.nodes), pass.to_owned());
        let (client, max_delay, avoids_crashed) = (self.client, self.max_delay, self.avoids_crashed);
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        let (chosen, delay) = (random.below(nodes.len()), random.millis(1, 1 + max_delay.as_millis() as u64));
        Box::pin(async move {
            tokio::time::sleep(delay).await;
            let from_chosen = (chosen..nodes.len()).chain(0..chosen);
            let running = |at: &usize| !avoids_crashed || nodes[*at].answers().is_some();
            let chosen = from_chosen.into_iter().find(running).unwrap_or(chosen);
            let node = &nodes[chosen];
            match node.answers() {
                Some(true) => {}
                Some(false) => {
                    tokio::time::sleep(Duration::from_secs(10)).await;
                    return Err(TransportError::TimedOut);
                }
                None => return Err(TransportError::Refused(503)),
            }
            let names = [format!("client {client}"), format!("node {chosen}, client {client}")];
            let (mine, theirs, cable) = connection(&world, names, max_delay);
            let recording = world.recorder().connect(client);
            match node.accept(client, &pass, theirs, cable) {
                true => Ok(Socket::new(mine.recorded(recording))),
                false => Err(TransportError::Refused(429)),
            }
        })
    }
}

/// A person with the real protocol client.
pub(super) struct Player {
    pub(super) world: Arc<World>,
    pub(super) driver: Driver<SimulatedEndpoint>,
    pub(super) random: Random,
    pub(super) party: Arc<Party>,
    pub(super) role: Role,
    /// The longest pause before the next action, in milliseconds.
    pub(super) max_pause: u64,
    pub(super) has_opened: bool,
    pub(super) status: Arc<Mutex<ClientStatus>>,
}

impl Player {
    /// Plays until the schedule is over.
    pub(super) async fn run(mut self) {
        let world = Arc::clone(&self.world);
        let mut act_at = Instant::now() + self.pause();
        loop {
            tokio::select! {
                biased;
                () = world.wait_for(Phase::Over) => return,
                // An error is a broken connection, after which the visit reconnects.
                out = self.driver.next() => self.take(out.unwrap_or_default()),
                () = tokio::time::sleep_until(act_at) => {
                    self.act().await;
                    act_at = Instant::now() + self.pause();
                }
            }
            self.report();
        }
    }

    fn pause(&mut self) -> Duration {
        self.random.millis(50, self.max_pause)
    }

    fn visit(&self) -> &Visit {
        self.driver.visit()
    }

    fn report(&self) {
        let gone = match self.visit().connection() {
            Connection::Gone(why) => Some(format!("{why:?}")),
            _ => None,
        };
        let table = self.visit().at().filter(|_| self.visit().is_current());
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = ClientStatus { table, gone };
    }

    fn take(&mut self, out: Vec<VisitOutput>) {
        for out in out {
            match out {
                VisitOutput::Draw => self.ready(),
                VisitOutput::At(table) => self.party.set_table(table),
                VisitOutput::Answered { command: Some(command), result: Err(_) } => {
                    self.has_opened &= !matches!(*command, ToServer::Create { .. });
                }
                _ => {}
            }
        }
    }

    fn ready(&mut self) {
        let mut bytes = [0; 16];
        self.random.fill(&mut bytes);
        self.driver.handle(VisitInput::Ready(bytes));
    }

    async fn act(&mut self) {
        if !self.world.is_calm() && self.random.percent(2) {
            return self.go_away().await;
        }
        // People look at the page now and then, which checks the connection.
        if self.random.percent(5) {
            self.driver.handle(VisitInput::Here);
        }
        if self.visit().is_busy() {
            return;
        }
        match self.visit().at() {
            None => self.find_table(),
            Some(_) if !self.visit().is_current() => {}
            Some(_) => {
                if let Some(seen) = self.visit().seen().cloned() {
                    self.play(&seen);
                }
            }
        }
    }

    /// Is offline for a while.
    async fn go_away(&mut self) {
        self.driver.handle(VisitInput::Offline);
        self.report();
        let world = Arc::clone(&self.world);
        let pause = self.random.millis(100, 15_000);
        tokio::select! {
            biased;
            () = world.wait_for(Phase::Calm) => {}
            () = tokio::time::sleep(pause) => {}
        }
        self.driver.handle(VisitInput::Here);
    }

    fn find_table(&mut self) {
        match (self.role, self.party.table()) {
            (_, Some(table)) => self.driver.handle(VisitInput::Go(table)),
            (Role::Opener, None) if !self.has_opened => {
                self.has_opened = true;
                self.driver.handle(VisitInput::Open(Box::new(self.party.opening.clone())));
            }
            _ => {}
        }
    }

    fn play(&mut self, seen: &Snapshot) {
        match seen.eye {
            Eye::Spectator => self.watch(seen),
            Eye::Seat(_) => {
                if let Some(act) = self.command(seen) {
                    self.driver.handle(VisitInput::Do(act));
                }
            }
        }
    }

    fn watch(&mut self, seen: &Snapshot) {
        let free = seen.seats.iter().find(|(_, sitting)| sitting.who == Occupant::Nobody);
        match (free, seen.rematch) {
            (Some((seat, _)), None) if self.role != Role::Spectator && !seen.has_game() => {
                self.driver.handle(VisitInput::Do(TableCommand::Sit(seat)));
            }
            // Whoever was away during the rematch is not moved there.
            (_, Some(next)) => self.driver.handle(VisitInput::Go(next)),
            _ => {}
        }
    }

    /// What a person with a seat does next.
    fn command(&mut self, seen: &Snapshot) -> Option<TableCommand> {
        let seat = seen.eye.seat()?;
        let own = seen.seats.get(seat)?;
        if let Some(next) = seen.rematch {
            self.driver.handle(VisitInput::Go(next));
            return None;
        }
        if !seen.has_game() {
            if !own.ready {
                self.ready();
            }
            return None;
        }
        let Position { is_over, moves } = seen.game.visit(Look(seen))?;
        if is_over {
            return Some(TableCommand::Rematch);
        }
        if matches!(own.who, Occupant::Away(..)) {
            return Some(TableCommand::Back);
        }
        let late = seen.seats.iter().find(|(other, sitting)| {
            *other != seat && sitting.late && matches!(sitting.who, Occupant::Person(_))
        });
        if let Some((late, _)) = late.filter(|_| self.random.percent(30)) {
            return Some(TableCommand::Replace(late));
        }
        let is_calm = self.world.is_calm();
        match self.random.below(100) {
            0 if !is_calm => Some(TableCommand::Stand),
            1 if !is_calm => Some(TableCommand::Resign),
            2 => {
                self.driver.handle(VisitInput::Say(Phrase::Hello));
                None
            }
            3..15 if seen.undo > 0 => Some(TableCommand::Undo),
            15..25 if seen.redo > 0 => Some(TableCommand::Redo),
            _ if moves.is_empty() => None,
            _ => moves[self.random.below(moves.len())].parse().ok().map(TableCommand::Play),
        }
    }
}

/// What a player sees of a game.
struct Position {
    is_over: bool,
    moves: Vec<String>,
}

struct Look<'a>(&'a Snapshot);

impl Visitor for Look<'_> {
    type Output = Option<Position>;

    fn visit<G: Describe>(self) -> Option<Position> {
        let view = self.0.view::<G>()?;
        let moves = view.legal().iter().map(ToString::to_string).collect();
        Some(Position { is_over: view.outcome().is_some(), moves })
    }
}
