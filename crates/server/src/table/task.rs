use std::collections::VecDeque;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use bots::Bots;
use bots::catalog::BotsVisitor;
use table::Seats;
use tokio::sync::mpsc::Receiver;
use tokio::time::Instant;
use wire::{CLOSE_RESTART, Listing, Phrase, RefusalReason, TableCommand, TableId, ToClient, ToServer};

use super::bot::{Thinking, decision};
use super::command::{Caller, Change, Decision, Draft};
use super::event::Event;
use super::presence::Presence;
use super::remote::{RemoteEnd, RemoteTable};
use super::secret::{self, StoredSecret};
use super::snapshot::InfoText;
use super::state::{TableState, UnreadableLine};
use super::storage::{LoadedTable, OpenError, create_in_store, load, unreadable};
use super::visitors::Visitors;
use crate::Identity;
use crate::open_tables::StoredListing;
use crate::send_queue::{Outgoing, SendQueue};
use crate::server_state::{ServerState, wait_for_stop};
use crate::store::{Append, Ownership, StoreError, append_until_known};

/// How long a table stays in memory after the last person has left.
const IDLE_TIMEOUT: Duration = Duration::from_secs(20);
/// The same for a long game, which takes much memory.
const LONG_IDLE_TIMEOUT: Duration = Duration::from_secs(2);
/// A game with at most this many lines is replayed at once.
const MAX_SHORT_GAME: usize = 1000;
/// How many long games of one address may wait until they are replayed.
const MAX_WAITING_LOADS: usize = 8;
/// The pause before an automatic change that could not be stored is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// A message to the task of a table.
pub(crate) enum TableMessage {
    /// A connection joins.
    Join { guest: Guest, since: u64 },
    /// A connection leaves.
    Leave { socket: u64 },
    /// Somebody sends a command.
    Command { socket: u64, id: u64, version: u64, act: TableCommand },
    /// Somebody says something.
    Say { socket: u64, phrase: Phrase },
    /// Somebody asks for the record.
    Record { socket: u64 },
}

/// A connection at a table.
pub(crate) struct Guest {
    /// The unique id of the connection.
    pub(crate) socket: u64,
    pub(crate) caller: Caller,
    /// The version of the protocol that is spoken with it.
    pub(crate) protocol: u16,
    pub(crate) queue: SendQueue,
    /// Whether another node relays it.
    pub(crate) relayed: bool,
}

impl TableMessage {
    /// The tag of the address of somebody who joins.
    pub(crate) fn address_tag(&self) -> u64 {
        match self {
            TableMessage::Join { guest, .. } => guest.caller.address_tag,
            _ => 0,
        }
    }

    /// A client's message to its table; `None` if it is not for the table.
    pub(crate) fn from_client(socket: u64, message: ToServer) -> Option<TableMessage> {
        Some(match message {
            ToServer::Do { id, version, act } => TableMessage::Command { socket, id, version, act },
            ToServer::Say(phrase) => TableMessage::Say { socket, phrase },
            ToServer::Record => TableMessage::Record { socket },
            ToServer::List
            | ToServer::Create { .. }
            | ToServer::Join { .. }
            | ToServer::Leave
            | ToServer::Ping => {
                return None;
            }
        })
    }
}

/// Runs a table from the first message to it, by somebody at the address with this tag, until nobody has been
/// there for a while.
pub(crate) async fn run(
    server: Arc<ServerState>,
    id: TableId,
    address_tag: u64,
    mut inbox: Receiver<Box<TableMessage>>,
) {
    let mut remote = RemoteTable::new(&server, id);
    // Large futures are boxed, because most tables are idle most of the time.
    loop {
        match Box::pin(open(&server, id, address_tag)).await {
            Ok(mut task) => {
                server.metrics.tables.add(1);
                task.serve(remote.into_messages(), &mut inbox).await;
                server.metrics.tables.sub(1);
                break;
            }
            Err(OpenError::Elsewhere { node, address }) => remote.set_owner(node, address),
            Err(why) => {
                remote.turn_away(|guest| turn_away(guest, &why));
                if remote.is_empty() {
                    // Refuse everybody who tries to join.
                    while !server.unload_if_idle(id, &mut inbox) {
                        match inbox.recv().await.map(|message| *message) {
                            Some(TableMessage::Join { guest, .. }) => turn_away(&guest, &why),
                            Some(_) => {}
                            None => return,
                        }
                    }
                    break;
                }
            }
        }
        if Box::pin(remote.relay(&mut inbox)).await == RemoteEnd::Unloaded {
            break;
        }
    }
    // Whoever joins too late has the address of this task, and not of the next one: they have to reconnect.
    inbox.close();
    while let Some(message) = inbox.recv().await {
        if let TableMessage::Join { guest, .. } = *message {
            turn_away(&guest, &OpenError::Unavailable);
        }
    }
}

/// Tells a connection why it cannot join.
fn turn_away(guest: &Guest, why: &OpenError) {
    match why {
        OpenError::Refused(why) => guest.queue.refuse(None, 0, why.clone()),
        OpenError::Elsewhere { .. } | OpenError::Unavailable => {
            guest.queue.push(Outgoing::Close(CLOSE_RESTART));
        }
    }
}

/// The task of a table with any game.
trait ServeTable: Send {
    /// Handles messages, the early ones first, until nobody has been there for a while. Then gives up the
    /// table.
    fn serve<'a>(
        &'a mut self,
        early: VecDeque<TableMessage>,
        inbox: &'a mut Receiver<Box<TableMessage>>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

/// Loads a table and creates its task, with the type of its game. A long game is replayed on another thread,
/// and only a few at the same time.
async fn open(
    server: &Arc<ServerState>,
    id: TableId,
    address_tag: u64,
) -> Result<Box<dyn ServeTable>, OpenError> {
    struct Open(Arc<ServerState>, TableId, LoadedTable);
    impl BotsVisitor for Open {
        type Output = Result<Box<dyn ServeTable>, UnreadableLine>;

        fn visit<G: Bots>(self) -> Self::Output {
            let Open(server, id, LoadedTable { stored, term, .. }) = self;
            let state = TableState::<G>::replay(id, &stored)?;
            let presence = Presence::new(&state, &server.limits, Instant::now());
            Ok(Box::new(TableTask {
                visitors: Visitors::new(&server.limits),
                lost_time: server.lost_time(),
                server,
                state,
                presence,
                announced_late: Seats::NONE,
                thinking: None,
                retry_at: None,
                empty_since: Some(Instant::now()),
                ownership: stored.ownership,
                term,
                listing: stored.listing,
                info: None,
                record: None,
                presence_sent: None,
                presence_due: None,
                lost_lease: false,
            }))
        }
    }
    let loaded = load(server, id).await?;
    let epoch = loaded.stored.ownership.epoch;
    let (game, lines) = (loaded.game, loaded.stored.lines.len());
    let open = Open(Arc::clone(server), id, loaded);
    let opened = if lines <= MAX_SHORT_GAME {
        bots::catalog::visit(game, open)
    } else {
        let permit = server.work_permits.acquire(address_tag, MAX_WAITING_LOADS).await;
        let opened = match permit {
            Some(_) => server.environment.compute(move || bots::catalog::visit(game, open)).await,
            None => None,
        };
        let Some(opened) = opened else {
            release(Arc::clone(server), id, epoch).await;
            return Err(OpenError::Unavailable);
        };
        opened
    };
    match opened {
        Ok(task) => Ok(task),
        Err(line) => Err(unreadable(server, id, epoch, line).await),
    }
}

/// The task that owns a table. It handles one message after the other.
pub(super) struct TableTask<G: Bots> {
    pub(super) server: Arc<ServerState>,
    pub(super) state: TableState<G>,
    pub(super) presence: Presence,
    visitors: Visitors,
    /// The time that the server has lost, as far as deadlines are extended by it.
    lost_time: Duration,
    pub(super) announced_late: Seats,
    pub(super) thinking: Option<Thinking<G::Move>>,
    /// When automatic changes are tried again after one could not be stored. Commands are handled
    /// meanwhile.
    pub(super) retry_at: Option<Instant>,
    /// Since when nobody is at the table.
    pub(super) empty_since: Option<Instant>,
    /// The epoch in which this server owns the table, and the end of its stored log.
    ownership: Ownership,
    /// The term of the lease in which this server owns the table.
    term: u64,
    /// The stored entry in the list of open tables.
    listing: Option<String>,
    /// The part of the last snapshot that moves do not change.
    pub(super) info: Option<InfoText>,
    /// The message with the record of the finished game, once somebody has asked for it.
    pub(super) record: Option<Outgoing>,
    /// When a change of presence was sent last.
    pub(super) presence_sent: Option<Instant>,
    /// When the next one has to be sent, if it waits.
    pub(super) presence_due: Option<Instant>,
    /// Whether the server no longer owns the table. Nobody gets an answer then, because it is not known
    /// what the next owner has found.
    lost_lease: bool,
}

impl<G: Bots> ServeTable for TableTask<G> {
    fn serve<'a>(
        &'a mut self,
        early: VecDeque<TableMessage>,
        inbox: &'a mut Receiver<Box<TableMessage>>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async {
            self.run(early, inbox).await;
            // A server that shuts down gives up all of its tables at once.
            if !(self.lost_lease || self.server.stop.get()) {
                let (server, id, epoch) = (Arc::clone(&self.server), self.state.id, self.ownership.epoch);
                Box::pin(release(server, id, epoch)).await;
            }
        })
    }
}

impl<G: Bots> TableTask<G> {
    async fn run(&mut self, mut early: VecDeque<TableMessage>, inbox: &mut Receiver<Box<TableMessage>>) {
        let server = Arc::clone(&self.server);
        let stop = Arc::clone(&server.stop);
        // These wait as long as the table runs, because it costs something to begin and to end waiting.
        let mut stopped = pin!(wait_for_stop(&stop));
        let mut lost = pin!(server.lease.wait_until_lost(self.term));
        loop {
            let wake = self.next_deadline(inbox);
            // The futures are boxed to keep idle tables small.
            tokio::select! {
                // Whoever sends many messages does not delay the end of a turn.
                biased;
                () = &mut stopped => return,
                () = &mut lost => self.lost_lease = true,
                () = tokio::time::sleep_until(wake.unwrap_or_else(far_future)), if wake.is_some() => Box::pin(self.handle_deadlines()).await,
                (version, mv) = decision(&mut self.thinking) => {
                    Box::pin(self.play_bot_move(version, mv)).await;
                }
                message = next_message(&mut early, inbox) => match message {
                    Some(message) => Box::pin(self.handle(message)).await,
                    None => return,
                },
            }
            if self.lost_lease {
                self.server.metrics.fenced.add(1);
                self.presence
                    .guests
                    .iter()
                    .for_each(|guest| guest.queue.push(Outgoing::Close(CLOSE_RESTART)));
                self.server.unload(self.state.id, inbox);
                return;
            }
            if self.state.is_starting() {
                Box::pin(self.deal_if_ready()).await;
            }
            let listing = self.listing_text(self.state.listing());
            if listing != self.listing && !self.lost_lease {
                Box::pin(self.update_listing(listing)).await;
            }
            self.start_bot();
            let over = self.empty_since.is_some_and(|since| since.elapsed() >= self.idle_timeout());
            if over && self.server.unload_if_idle(self.state.id, inbox) {
                return;
            }
        }
    }

    async fn handle(&mut self, message: TableMessage) {
        self.extend_deadlines();
        match message {
            TableMessage::Join { guest, since } => self.join(guest, since),
            TableMessage::Leave { socket } => {
                self.presence.guests.retain(|guest| guest.socket != socket);
                self.presence_changed(None);
            }
            TableMessage::Command { socket, id, version, act } => {
                self.handle_command(socket, id, version, act).await;
            }
            TableMessage::Say { socket, phrase } => self.say(socket, phrase),
            TableMessage::Record { socket } => self.send_record(socket),
        }
    }

    /// After a pause of the server, everybody gets the lost time back.
    fn extend_deadlines(&mut self) {
        let lost = self.server.lost_time();
        let Some(more) = lost.checked_sub(self.lost_time).filter(|more| !more.is_zero()) else { return };
        self.lost_time = lost;
        self.presence.shift(more);
        self.visitors.shift(more);
        self.empty_since = self.empty_since.map(|since| since + more);
        self.presence_changed(None);
    }

    pub(super) fn guest(&self, socket: u64) -> Option<&Guest> {
        self.presence.guests.iter().find(|guest| guest.socket == socket)
    }

    async fn handle_command(&mut self, socket: u64, id: u64, version: u64, act: TableCommand) {
        let Some(guest) = self.guest(socket) else { return };
        let (caller, queue) = (guest.caller.clone(), guest.queue.clone());
        let done = match self.state.version_after(caller.who, id) {
            Some(version) => Ok(version),
            None => self.execute(&caller, id, version, act).await,
        };
        match done {
            Ok(version) => queue.send(&ToClient::Done { id, version }),
            Err(_) if self.lost_lease => {}
            Err(why) => {
                self.server.metrics.refused.add(1);
                queue.refuse(Some(id), self.state.version, why);
            }
        }
    }

    /// Executes a command and returns the version that it produced.
    async fn execute(
        &mut self,
        caller: &Caller,
        id: u64,
        version: u64,
        act: TableCommand,
    ) -> Result<u64, RefusalReason> {
        let now = Instant::now();
        let late = self.presence.late(&self.state, now);
        match self.state.decide(caller, version, act, late)? {
            Decision::Nothing => {}
            Decision::Change(draft) => {
                let sits = matches!(draft.change, Change::Event(Event::Sat { .. }));
                if sits && caller.who != self.state.host {
                    self.visitors.check_sit(caller, now)?;
                }
                self.store(draft.for_command(caller.who, id)).await?;
                if sits {
                    self.visitors.count_sit(caller);
                }
            }
            Decision::AgreeToEnd(seat) => {
                if self.presence.agree_to_end(&self.state, seat, now)? {
                    self.store(self.state.draft_end()?.for_command(caller.who, id)).await?;
                } else {
                    self.presence_changed(None);
                }
            }
            Decision::PlayOn => {
                if self.presence.play_on(now) {
                    self.presence_changed(None);
                }
            }
            Decision::Agree(seat) => {
                if self.presence.agree(&self.state, seat, self.state.seat_of(caller.who), now) {
                    self.store(self.state.draft_replacement(seat)?.for_command(caller.who, id)).await?;
                } else {
                    self.presence_changed(None);
                }
            }
            Decision::Rematch => {
                let next = self.server.signer.rematch(self.state.id);
                let created =
                    create_in_store(&self.server, caller, next, self.state.rematch_opening()?).await;
                created.map_err(|error| match error {
                    OpenError::Refused(why) => why,
                    // Creating it again does no harm.
                    OpenError::Elsewhere { .. } | OpenError::Unavailable => RefusalReason::NotStored,
                })?;
                self.store(self.state.draft_rematch(next)?.for_command(caller.who, id)).await?;
            }
        }
        Ok(self.state.version)
    }

    /// Stores a draft, then makes its change and sends the new snapshots. If storing fails, nothing changes.
    pub(super) async fn store(&mut self, draft: Draft<G>) -> Result<(), RefusalReason> {
        let Draft { change, line } = draft;
        let (stage, command, since) = (self.state.stage_after(&change), line.command, self.state.version);
        let listing = self.listing_text(self.state.listing_after(&change));
        let mut append = Append::new(self.state.id, self.ownership, vec![line]);
        append.stage = (stage != self.state.stage()).then_some(stage);
        append.listing = (listing != self.listing).then_some(listing);
        self.append(append).await?;
        self.state.commit(change, command);
        self.state_changed(since);
        Ok(())
    }

    async fn append(&mut self, append: Append) -> Result<(), RefusalReason> {
        let start = Instant::now();
        let (listing, server) = (append.listing.clone(), Arc::clone(&self.server));
        // The lease may end while it is unknown whether the lines were stored.
        let stored = tokio::select! {
            biased;
            stored = append_until_known(&*server.store, server.lease.node, append) => stored,
            () = server.lease.wait_until_lost(self.term) => Err(StoreError::LeaseLost),
        };
        match stored {
            Ok(ownership) => {
                server.metrics.observe_store_time(start.elapsed());
                self.ownership = ownership;
                if let Some(listing) = listing {
                    server.open_tables.invalidate();
                    self.listing = listing;
                }
                Ok(())
            }
            Err(error) => {
                self.lost_lease =
                    matches!(error, StoreError::Fenced | StoreError::LeaseLost | StoreError::Damaged);
                server.report_store_error(self.state.id, &error);
                Err(RefusalReason::NotStored)
            }
        }
    }

    /// An entry in the list of open tables as text. A table at which nobody is present is not listed. It
    /// counts as one of the person who has been there longest.
    fn listing_text(&self, listing: Option<Listing>) -> Option<String> {
        let listed_by = self.presence.guests.first()?.caller.address_tag;
        let listing = listing.filter(|_| self.empty_since.is_none())?;
        serde_json::to_string(&StoredListing { listing, listed_by: Some(listed_by) }).ok()
    }

    /// Stores the entry in the list of open tables, if somebody has come or gone. If that fails, it is
    /// tried again after the next message.
    async fn update_listing(&mut self, listing: Option<String>) {
        let mut append = Append::new(self.state.id, self.ownership, Vec::new());
        append.listing = Some(listing);
        let _ = self.append(append).await;
    }

    /// How long the table stays in memory after the last person has left.
    fn idle_timeout(&self) -> Duration {
        if self.state.version > MAX_SHORT_GAME as u64 { LONG_IDLE_TIMEOUT } else { IDLE_TIMEOUT }
    }

    /// When the next automatic action is due.
    fn next_deadline(&self, inbox: &Receiver<Box<TableMessage>>) -> Option<Instant> {
        // An idle table is unloaded only when no message waits for it.
        let empty_since =
            self.empty_since.filter(|_| inbox.is_empty()).map(|since| since + self.idle_timeout());
        let clock = self.presence.turn_deadline(&self.state).map(|(_, end)| end);
        let late =
            self.presence.next_late(&self.state, Instant::now()).filter(|_| self.empty_since.is_none());
        let reveal = self.presence.reveal_deadline().filter(|_| !self.state.unrevealed().is_empty());
        let consent = self.presence.consent_deadline().map(|(_, end)| end);
        // After a failure, wait for the retry time.
        let due = [clock, reveal, consent, self.presence.ending_deadline()].into_iter().flatten().min();
        let due = due.map(|due| self.retry_at.map_or(due, |end| due.max(end)));
        [empty_since, due, late, self.retry_at, self.presence_due].into_iter().flatten().min()
    }

    async fn handle_deadlines(&mut self) {
        self.extend_deadlines();
        let now = Instant::now();
        if self.retry_at.is_some_and(|until| until <= now) {
            self.retry_at = None;
            self.thinking = None;
        }
        if self.retry_at.is_none() {
            if let Some((seat, _)) = self.presence.turn_deadline(&self.state).filter(|(_, end)| *end <= now) {
                self.store_automatic(self.state.draft_replacement(seat)).await;
            }
            if let Some((seat, _)) = self.presence.consent_deadline().filter(|(_, end)| *end <= now) {
                self.store_automatic(self.state.draft_replacement(seat)).await;
            }
            if self.presence.ending_deadline().is_some_and(|end| end <= now) {
                self.finish_proposal(now).await;
            }
            if self.presence.reveal_deadline().is_some_and(|end| end <= now)
                && !self.state.unrevealed().is_empty()
            {
                self.void_start(now).await;
            }
        }
        if self.presence_due.is_some_and(|due| due <= now)
            || self.presence.late(&self.state, now) != self.announced_late
        {
            self.presence_changed(None);
        }
    }

    /// The time to agree to the end of the game is over. Those who have not agreed may have left meanwhile.
    async fn finish_proposal(&mut self, now: Instant) {
        let is_agreed =
            self.presence.ending(&self.state, now).is_some_and(|proposal| proposal.missing.is_empty());
        if is_agreed {
            self.store_automatic(self.state.draft_end()).await;
        } else if self.presence.play_on(now) {
            self.presence_changed(None);
        }
    }

    /// Some have not revealed their contributions in time, and lose their seats.
    async fn void_start(&mut self, now: Instant) {
        let silent: Vec<Identity> = self
            .state
            .unrevealed()
            .iter()
            .filter_map(|seat| self.state.person(seat).map(|person| person.who))
            .collect();
        let secret = secret::generate(&self.server.environment).map_err(|_| RefusalReason::NotStored);
        let version = self.state.version;
        self.store_automatic(secret.and_then(|secret| self.state.draft_void(StoredSecret(secret)))).await;
        if self.state.version > version {
            for who in silent {
                self.visitors.delay(who, self.state.budget.silences(who), now);
            }
        }
    }

    /// Stores an automatic change. If that fails, it is tried again after a pause, and deadlines
    /// are extended until then.
    pub(super) async fn store_automatic(&mut self, draft: Result<Draft<G>, RefusalReason>) {
        let stored = match draft {
            Ok(draft) => self.store(draft).await,
            Err(why) => Err(why),
        };
        if stored.is_err() {
            self.retry_at = Some(Instant::now() + RETRY_DELAY);
        }
    }

    /// Deals once all contributions are revealed and sent, also after a restart in between.
    async fn deal_if_ready(&mut self) {
        if let Some(draft) =
            self.state.draft_deal().filter(|_| self.empty_since.is_none() && self.retry_at.is_none())
        {
            self.store_automatic(Ok(draft)).await;
        }
    }
}

async fn next_message(
    early: &mut VecDeque<TableMessage>,
    inbox: &mut Receiver<Box<TableMessage>>,
) -> Option<TableMessage> {
    match early.pop_front() {
        Some(message) => Some(message),
        None => inbox.recv().await.map(|message| *message),
    }
}

/// Gives up a table, so that another server can have it.
async fn release(server: Arc<ServerState>, id: TableId, epoch: u64) {
    if let Err(error) = server.store.release(id, epoch).await {
        server.report_store_error(id, &error);
    }
    server.open_tables.invalidate();
}

fn far_future() -> Instant {
    Instant::now() + IDLE_TIMEOUT
}
