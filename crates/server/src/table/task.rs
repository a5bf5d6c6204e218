use std::sync::Arc;
use std::time::{Duration, Instant};

use games::savannah::Move;
use table::Seats;
use tokio::sync::mpsc::{Receiver, WeakSender};
use wire::{CLOSE_RESTART, Phrase, RefusalReason, TableCommand, TableId, ToClient};

use super::act::{Caller, Draft, Verdict};
use super::bot::Thinking;
use super::kept::{keep, load};
use super::key::{self, Kept};
use super::presence::Presence;
use super::room::Room;
use crate::house::{House, stopped};
use crate::outbox::{Out, Outbox};
use crate::store::{Append, StoreError};

/// How long a table stays in memory when nobody is there.
const LINGER: Duration = Duration::from_secs(20);
/// How long a table waits before it tries again what nobody has asked for and could not be stored.
const PAUSE: Duration = Duration::from_secs(1);

/// What a table is told.
pub(crate) enum Order {
    /// Somebody comes.
    Join { guest: Guest, since: u64 },
    /// A connection goes.
    Part { socket: u64 },
    /// Somebody does something.
    Do { socket: u64, id: u64, version: u64, act: TableCommand },
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
async fn open(house: &Arc<House>, id: TableId, me: WeakSender<Order>) -> Result<Box<Task>, RefusalReason> {
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

/// Somebody who owns a table: all that happens there goes through it, one thing after the other.
pub(super) struct Task {
    pub(super) house: Arc<House>,
    pub(super) me: WeakSender<Order>,
    pub(super) room: Room,
    pub(super) presence: Presence,
    pub(super) told_late: Seats,
    pub(super) thinking: Option<Thinking>,
    /// Until when nothing happens by itself, after something could not be stored. Commands are answered
    /// meanwhile.
    pub(super) paused: Option<Instant>,
    /// Since when nobody is there.
    pub(super) deserted: Option<Instant>,
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
                self.presence.here.iter().for_each(|guest| guest.outbox.put(Out::Close(CLOSE_RESTART)));
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

    pub(super) fn guest(&self, socket: u64) -> Option<&Guest> {
        self.presence.here.iter().find(|guest| guest.socket == socket)
    }

    async fn perform(&mut self, socket: u64, id: u64, version: u64, act: TableCommand) {
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
    async fn act(
        &mut self,
        caller: &Caller,
        id: u64,
        version: u64,
        act: TableCommand,
    ) -> Result<u64, RefusalReason> {
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
                keep(&self.house, caller, next, self.room.next_game()?).await?;
                self.store(self.room.leads_to(next)?.commanded(caller.who, id)).await?;
                self.presence.here.iter().for_each(|guest| guest.outbox.put(Out::Carry(next)));
            }
        }
        Ok(self.room.version)
    }

    /// Stores what is drafted, and then tells it. What is not stored has not happened.
    pub(super) async fn store(&mut self, draft: Draft) -> Result<(), RefusalReason> {
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
                Err(RefusalReason::NotStored)
            }
        }
    }

    /// When something happens by itself.
    fn wake(&self) -> Option<Instant> {
        let deserted = self.deserted.map(|since| since + LINGER);
        let clock = self.presence.clock(&self.room).map(|(_, end)| end);
        let late = self.presence.next_late(&self.room, Instant::now()).filter(|_| self.deserted.is_none());
        let reveal = self.presence.reveal().filter(|_| !self.room.silent().is_empty());
        // What could not be stored is tried again when the pause is over.
        let due =
            clock.into_iter().chain(reveal).min().map(|due| self.paused.map_or(due, |end| due.max(end)));
        [deserted, due, late, self.paused].into_iter().flatten().min()
    }

    async fn time(&mut self) {
        let now = Instant::now();
        if self.paused.is_some_and(|until| until <= now) {
            self.paused = None;
            self.thinking = None;
        }
        if self.paused.is_none() {
            if let Some((seat, _)) = self.presence.clock(&self.room).filter(|(_, end)| *end <= now) {
                self.store_by_itself(self.room.replaced(seat)).await;
            }
            if self.presence.reveal().is_some_and(|end| end <= now) && !self.room.silent().is_empty() {
                let secret = key::fresh().map_err(|_| RefusalReason::NotStored);
                self.store_by_itself(secret.and_then(|secret| self.room.voided(Kept(secret)))).await;
            }
        }
        if self.presence.late(&self.room, now) != self.told_late {
            self.changed(self.room.version, None);
        }
    }

    /// Stores what happens without being asked for. What cannot be stored is tried again after a while, and time is given until then.
    pub(super) async fn store_by_itself(&mut self, draft: Result<Draft, RefusalReason>) {
        let stored = match draft {
            Ok(draft) => self.store(draft).await,
            Err(why) => Err(why),
        };
        if stored.is_err() {
            self.paused = Some(Instant::now() + PAUSE);
        }
    }

    /// Deals, when everybody has shown their contribution and all were told: also after a restart in between.
    async fn deal(&mut self) {
        if let Some(draft) = self.room.dealt().filter(|_| self.deserted.is_none() && self.paused.is_none()) {
            self.store_by_itself(Ok(draft)).await;
        }
    }
}

fn far() -> tokio::time::Instant {
    tokio::time::Instant::now() + LINGER
}
