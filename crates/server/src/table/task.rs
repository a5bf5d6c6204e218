use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use games::savannah::{Move, Savannah};
use table::{Eye, Game, Seat, Seats, Sight, Turn};
use tokio::sync::mpsc::{Receiver, WeakSender};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use wire::{Act, NewTable, News, Phrase, RESTART, TableId, ToClient, Why};

use super::act::{Caller, Draft, Verdict, opened};
use super::bot::{self, Thinking};
use super::key::Kept;
use super::presence::Presence;
use super::room::Room;
use super::show::There;
use super::{key, news};
use crate::house::{House, stopped};
use crate::outbox::{Out, Outbox};
use crate::store::{Append, Created, Fresh, Line, Stage, StoreError};

/// How long a table stays in memory when nobody is there.
const LINGER: Duration = Duration::from_secs(20);
/// How long a bot waits after its move could not be stored.
const PAUSE: Duration = Duration::from_secs(1);

/// What a table is told.
pub(crate) enum Order {
    /// Somebody comes.
    Join { guest: Guest, since: u64 },
    /// A connection goes.
    Part { socket: u64 },
    /// Somebody does something.
    Do { socket: u64, id: u64, version: u64, act: Act },
    /// Somebody says something.
    Say { socket: u64, phrase: Phrase },
    /// Somebody asks for the record.
    Record { socket: u64 },
    /// A bot has made up its mind.
    Thought { version: u64, mv: Option<Move> },
}

/// A connection at a table.
pub(crate) struct Guest {
    /// Different for every connection.
    pub(crate) socket: u64,
    pub(crate) caller: Caller,
    pub(crate) outbox: Outbox,
}

/// Opens a table, once for each command.
pub(crate) async fn create(house: &House, caller: &Caller, id: u64, table: NewTable) -> Result<TableId, Why> {
    let line = opened(table, caller)?;
    let table = house.signer.table(caller.who, id);
    keep(house, caller, table, line).await.map(|()| table)
}

/// Keeps a table that begins with this line.
async fn keep(house: &House, caller: &Caller, table: TableId, line: Line) -> Result<(), Why> {
    let secret = key::fresh().map_err(|_| Why::Unstored)?.expose().0;
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let fresh = Fresh { table, secret, creator: caller.who, owner: house.owner, created, lines: vec![line] };
    match house.store.create(fresh, house.limits.tables).await {
        Ok(Created::New) => {
            house.metrics.opened.add(1);
            tracing::info!(table = table.mark(), "opened");
            Ok(())
        }
        Ok(Created::There) => Ok(()),
        Ok(Created::TooMany) => Err(Why::Tables),
        Err(error) => {
            house.failed(table, &error);
            Err(Why::Unstored)
        }
    }
}

/// Owns a table from the moment that somebody asks for it until nobody has been there for a while.
pub(crate) async fn run(house: Arc<House>, id: TableId, mut orders: Receiver<Order>, me: WeakSender<Order>) {
    // Everything large lies in a box of its own: most tables wait most of the time.
    match Box::pin(open(&house, id, me)).await {
        Ok(mut task) => {
            house.metrics.tables.add(1);
            task.serve(&mut orders).await;
            house.metrics.tables.sub(1);
            house.lobby.set(id, None);
        }
        Err(why) => {
            // Whoever asks is told, until nobody asks any more.
            while !house.forget(id, &mut orders) {
                match orders.recv().await {
                    Some(Order::Join { guest, .. }) => guest.outbox.refuse(None, 0, why.clone()),
                    Some(_) => {}
                    None => return,
                }
            }
        }
    }
    // Who came in the very last moment comes to the same table, loaded again.
    while let Some(order) = orders.recv().await {
        if matches!(order, Order::Join { .. }) {
            Box::pin(house.tell(id, order)).await;
        }
    }
}

/// Somebody who owns the table that the store has kept.
async fn open(house: &Arc<House>, id: TableId, me: WeakSender<Order>) -> Result<Box<Task>, Why> {
    let room = load(house, id).await?;
    let presence = Presence::new(&room, &house.limits, Instant::now());
    Ok(Box::new(Task {
        house: Arc::clone(house),
        me,
        room,
        presence,
        told_late: Seats::NONE,
        thinking: None,
        paused: None,
        deserted: Some(Instant::now()),
        claimed: false,
        lost: false,
    }))
}

async fn load(house: &House, id: TableId) -> Result<Room, Why> {
    let stored = match house.store.load(id).await {
        Ok(Some(stored)) if stored.stage == Stage::Damaged => return Err(Why::Damaged),
        Ok(Some(stored)) => Some(stored),
        Ok(None) => return Err(Why::Missing),
        Err(StoreError::Damaged) => None,
        Err(error) => {
            house.failed(id, &error);
            return Err(Why::Unstored);
        }
    };
    let line = match stored.map(|stored| Room::fold(id, stored)) {
        Some(Ok(room)) => return Ok(room),
        Some(Err(damage)) => damage.0,
        None => 0,
    };
    tracing::error!(table = id.mark(), line, "what is stored of this table is damaged: it is closed");
    house.metrics.damaged.add(1);
    if let Err(error) = house.store.close(id).await {
        house.failed(id, &error);
    }
    Err(Why::Damaged)
}

struct Task {
    house: Arc<House>,
    me: WeakSender<Order>,
    room: Room,
    presence: Presence,
    told_late: Seats,
    thinking: Option<Thinking>,
    /// Until when bots wait.
    paused: Option<Instant>,
    /// Since when nobody is there.
    deserted: Option<Instant>,
    /// Whether the store knows that the table is ours.
    claimed: bool,
    /// Whether another has gone on with the table.
    lost: bool,
}

impl Task {
    async fn serve(&mut self, orders: &mut Receiver<Order>) {
        let mut stop = self.house.stop.subscribe();
        loop {
            let wake = self.wake().map(tokio::time::Instant::from_std);
            // Most tables wait most of the time: what they need to do something is taken when they do it.
            tokio::select! {
                order = orders.recv() => match order {
                    Some(order) => Box::pin(self.obey(order)).await,
                    None => return,
                },
                () = tokio::time::sleep_until(wake.unwrap_or_else(far)), if wake.is_some() => Box::pin(self.time()).await,
                () = stopped(&mut stop) => return,
            }
            if self.lost {
                self.presence.here.iter().for_each(|guest| guest.outbox.put(Out::Close(RESTART)));
                self.house.forget_anyway(self.room.id, orders);
                return;
            }
            Box::pin(self.deal()).await;
            self.ask_bot();
            let over = self.deserted.is_some_and(|since| since.elapsed() >= LINGER);
            if over && self.house.forget(self.room.id, orders) {
                return;
            }
        }
    }

    async fn obey(&mut self, order: Order) {
        match order {
            Order::Join { guest, since } => self.join(guest, since),
            Order::Part { socket } => {
                self.presence.here.retain(|guest| guest.socket != socket);
                self.changed(self.room.version, None);
            }
            Order::Do { socket, id, version, act } => self.perform(socket, id, version, act).await,
            Order::Say { socket, phrase } => self.say(socket, phrase),
            Order::Record { socket } => self.show_record(socket),
            Order::Thought { version, mv } => self.bot_decided(version, mv).await,
        }
    }

    fn guest(&self, socket: u64) -> Option<&Guest> {
        self.presence.here.iter().find(|guest| guest.socket == socket)
    }

    fn join(&mut self, guest: Guest, since: u64) {
        let (socket, who) = (guest.socket, guest.caller.who);
        self.presence.here.retain(|other| other.socket != socket);
        self.presence.here.push(guest);
        self.changed(self.room.version, Some(socket));
        let eye = self.room.eye(who);
        let news = news::since(&self.room, since.min(self.room.version), None, eye);
        let text = self.text(eye, news);
        if let Some(guest) = self.guest(socket) {
            guest.outbox.put(Out::Text(text));
        }
    }

    fn say(&self, socket: u64, phrase: Phrase) {
        let Some(guest) = self.guest(socket) else { return };
        match self.room.seat_of(guest.caller.who) {
            Some(seat) => {
                let text: Utf8Bytes = wire::write(&ToClient::Said { seat, phrase }).into();
                self.presence.here.iter().for_each(|other| other.outbox.put(Out::Text(text.clone())));
            }
            None => guest.outbox.refuse(None, self.room.version, Why::Seatless),
        }
    }

    async fn perform(&mut self, socket: u64, id: u64, version: u64, act: Act) {
        let Some(guest) = self.guest(socket) else { return };
        let (caller, outbox) = (guest.caller.clone(), guest.outbox.clone());
        let done = match self.room.done(caller.who, id) {
            Some(version) => Ok(version),
            None => self.act(&caller, id, version, act).await,
        };
        match done {
            Ok(version) => outbox.send(&ToClient::Done { id, version }),
            Err(why) => {
                self.house.metrics.refused.add(1);
                outbox.refuse(Some(id), self.room.version, why);
            }
        }
    }

    /// Does what somebody wants; the version that it makes.
    async fn act(&mut self, caller: &Caller, id: u64, version: u64, act: Act) -> Result<u64, Why> {
        let late = self.presence.late(&self.room, Instant::now());
        match self.room.act(caller, version, act, late)? {
            Verdict::Change(draft) => self.store(draft.commanded(caller.who, id)).await?,
            Verdict::Agree(seat) => {
                let agreed = &mut self.presence.agreed[seat];
                *agreed = agreed.iter().chain(self.room.seat_of(caller.who)).collect();
                if self.presence.all_agree(&self.room, seat) {
                    self.store(self.room.replaced(seat)?.commanded(caller.who, id)).await?;
                } else {
                    self.changed(self.room.version, None);
                }
            }
            Verdict::Rematch => {
                let next = self.house.signer.rematch(self.room.id);
                keep(&self.house, caller, next, self.room.next_game()).await?;
                self.store(self.room.leads_to(next)?.commanded(caller.who, id)).await?;
                self.presence.here.iter().for_each(|guest| guest.outbox.put(Out::Carry(next)));
            }
        }
        Ok(self.room.version)
    }

    /// Stores what is drafted, and then tells it. What is not stored has not happened.
    async fn store(&mut self, draft: Draft) -> Result<(), Why> {
        let Draft { room, lines } = draft;
        if lines.is_empty() {
            return Ok(());
        }
        let stage = room.stage();
        let append = Append {
            table: self.room.id,
            owner: self.house.owner,
            seq: self.room.version + 1,
            lines,
            stage: (!self.claimed || stage != self.room.stage()).then_some(stage),
        };
        let start = Instant::now();
        match self.house.store.append(append).await {
            Ok(()) => {
                self.house.metrics.stored(start.elapsed());
                self.claimed = true;
                let before = std::mem::replace(&mut self.room, room);
                self.changed_from(&before);
                Ok(())
            }
            Err(error) => {
                self.lost = matches!(error, StoreError::Conflict | StoreError::Damaged);
                self.house.failed(self.room.id, &error);
                Err(Why::Unstored)
            }
        }
    }

    fn changed_from(&mut self, before: &Room) {
        if self.room.moved > before.moved {
            self.house.metrics.moves.add(1);
        }
        self.change(before.version, Some(before), None);
    }

    /// Something has changed that is not stored: all but one are told.
    fn changed(&mut self, version: u64, but: Option<u64>) {
        self.change(version, None, but);
    }

    fn change(&mut self, since: u64, before: Option<&Room>, but: Option<u64>) {
        let now = Instant::now();
        self.presence.update(&self.room, now);
        self.deserted = self.presence.here.is_empty().then(|| self.deserted.unwrap_or(now));
        self.house.lobby.set(self.room.id, self.room.listing().filter(|_| self.deserted.is_none()));
        self.told_late = self.presence.late(&self.room, now);
        // Those whose connection has ended, or who read too slowly, are gone; the others are told that too.
        if self.tell(since, before, but) {
            self.change(self.room.version, None, None);
        }
    }

    /// Tells everybody but one what is to be seen now; whether some are gone.
    fn tell(&mut self, since: u64, before: Option<&Room>, but: Option<u64>) -> bool {
        let mut texts: Vec<(Eye, Utf8Bytes)> = Vec::new();
        let mut gone = Vec::new();
        for guest in self.presence.here.iter().filter(|guest| Some(guest.socket) != but) {
            let eye = self.room.eye(guest.caller.who);
            let text = match texts.iter().find(|(other, _)| *other == eye) {
                Some((_, text)) => text.clone(),
                None => {
                    let news = if since < self.room.version {
                        news::since(&self.room, since, before, eye)
                    } else {
                        Vec::new()
                    };
                    let text = self.text(eye, news);
                    texts.push((eye, text.clone()));
                    text
                }
            };
            if !guest.outbox.tell(Out::Text(text)) {
                gone.push(guest.socket);
            }
        }
        self.presence.here.retain(|guest| !gone.contains(&guest.socket));
        !gone.is_empty()
    }

    fn text(&self, eye: Eye, news: Vec<News>) -> Utf8Bytes {
        let there = There::new(&self.room, &self.presence, Instant::now());
        wire::write(&ToClient::Table(Box::new(self.room.seen(eye, &there, news)))).into()
    }

    /// When something happens by itself.
    fn wake(&self) -> Option<Instant> {
        let deserted = self.deserted.map(|since| since + LINGER);
        let clock = self.presence.clock(&self.room).map(|(_, end)| end);
        let late = self.presence.next_late(&self.room, Instant::now()).filter(|_| self.deserted.is_none());
        let reveal = self.presence.reveal().filter(|_| !self.room.silent().is_empty());
        [deserted, clock, late, reveal, self.paused].into_iter().flatten().min()
    }

    async fn time(&mut self) {
        let now = Instant::now();
        if self.paused.is_some_and(|until| until <= now) {
            self.paused = None;
            self.thinking = None;
        }
        if let Some((seat, _)) = self.presence.clock(&self.room).filter(|(_, end)| *end <= now) {
            self.store_by_itself(self.room.replaced(seat)).await;
        }
        if self.presence.reveal().is_some_and(|end| end <= now) && !self.room.silent().is_empty() {
            let secret = key::fresh().map_err(|_| Why::Unstored);
            self.store_by_itself(secret.and_then(|secret| self.room.voided(Kept(secret)))).await;
        }
        if self.presence.late(&self.room, now) != self.told_late {
            self.changed(self.room.version, None);
        }
    }

    /// Stores what happens without being asked for. What cannot be stored is tried again after a while, and time is given until then.
    async fn store_by_itself(&mut self, draft: Result<Draft, Why>) {
        let stored = match draft {
            Ok(draft) => self.store(draft).await,
            Err(why) => Err(why),
        };
        if stored.is_err() {
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Deals, when everybody has shown their contribution and all were told: also after a restart in between.
    async fn deal(&mut self) {
        if let Some(draft) = self.room.dealt().filter(|_| self.deserted.is_none() && self.paused.is_none())
            && self.store(draft).await.is_err()
        {
            self.paused = Some(Instant::now() + PAUSE);
        }
    }

    fn show_record(&self, socket: u64) {
        let Some(guest) = self.guest(socket) else { return };
        match self.room.whole_record() {
            Some(record) => guest.outbox.send(&ToClient::Record(record)),
            None => guest.outbox.refuse(None, self.room.version, Why::Running),
        }
    }

    /// Asks a bot, if one is to play and anybody is there to see it.
    fn ask_bot(&mut self) {
        let Some((seat, level)) = self.bot_to_play().filter(|_| self.deserted.is_none()) else {
            self.thinking = None;
            return;
        };
        let version = self.room.moved;
        if self.paused.is_some() || self.thinking.as_ref().is_some_and(|thinking| thinking.version == version)
        {
            return;
        }
        if let Some(game) = &self.room.game {
            let view = game.view(Eye::Seat(seat));
            self.thinking = Some(bot::ask(&self.house, self.me.clone(), level, view, version));
        }
    }

    fn bot_to_play(&self) -> Option<(Seat, bots::savannah::Level)> {
        match self.room.game.as_ref()?.turn() {
            Turn::Seat(seat) => Some((seat, self.room.chairs[seat].bot()?)),
            Turn::Chance(_) | Turn::Over => None,
        }
    }

    /// A bot's move is played by the rules: one that they refuse is replaced by one that they allow.
    async fn bot_decided(&mut self, version: u64, mv: Option<Move>) {
        let Some((seat, _)) = self.bot_to_play().filter(|_| version == self.room.moved) else { return };
        let Some(mv) = self.room.game.as_ref().and_then(|game| legal(game.game(), seat, mv)) else { return };
        let stored = match self.room.bot_plays(seat, mv) {
            Ok(draft) => self.store(draft).await,
            Err(why) => Err(why),
        };
        if stored.is_err() {
            self.paused = Some(Instant::now() + PAUSE);
        }
    }
}

fn legal(game: &Savannah, seat: Seat, mv: Option<Move>) -> Option<Move> {
    let mut moves = Vec::new();
    game.sight(seat).legal_into(&mut moves);
    mv.filter(|mv| moves.contains(mv)).or_else(|| moves.last().copied())
}

fn far() -> tokio::time::Instant {
    tokio::time::Instant::now() + LINGER
}
