//! Pauses of the server blame nobody. Time is tokio's paused clock: when it is advanced, all timers are late,
//! as after SIGSTOP.

use std::sync::Arc;
use std::time::Duration;

use games::savannah::Savannah;
use table::{BySeat, Game, Seat, View as _};
use wire::{NewTable, Occupant, Pledge, RefusalReason, SeatPlan, Snapshot, TableCommand, TableId, ToClient};

use super::{Caller, Guest, TableMessage, create, is_replacement};
use crate::send_queue::{Outgoing, SendQueueReader, send_queue};
use crate::store::{MemoryStore, Store};
use crate::{Identity, Limits, ServerOptions, ServerState};

const PAUSE: Duration = Duration::from_secs(40);
const CLOCK: u32 = 30;

struct Player {
    server: Arc<ServerState>,
    caller: Caller,
    table: TableId,
    socket: u64,
    reader: SendQueueReader,
    seen: Option<Snapshot>,
    commands: u64,
}

impl Player {
    async fn join(server: &Arc<ServerState>, table: TableId, number: u8) -> Player {
        let caller = caller(number);
        let (queue, reader) = send_queue();
        let socket = server.next_socket_id();
        let guest = Guest { socket, caller: caller.clone(), protocol: wire::PROTOCOL, queue, relayed: false };
        server.send_to_table(table, TableMessage::Join { guest, since: 0 }).await;
        let server = Arc::clone(server);
        let mut player = Player { server, caller, table, socket, reader, seen: None, commands: 0 };
        player.until(|_| true).await;
        player
    }

    async fn hear(&mut self) -> ToClient {
        let text = match self.reader.recv().await {
            Some(Outgoing::Text(text)) => text,
            other => panic!("{other:?}"),
        };
        let message = wire::read(text.as_bytes()).unwrap();
        if let ToClient::Table(seen) = &message {
            self.seen = Some((**seen).clone());
        }
        message
    }

    async fn until(&mut self, looks: impl Fn(&Snapshot) -> bool) {
        while !self.seen.as_ref().is_some_and(&looks) {
            self.hear().await;
        }
    }

    fn seen(&self) -> &Snapshot {
        self.seen.as_ref().unwrap()
    }

    async fn act(&mut self, act: TableCommand) -> Result<u64, RefusalReason> {
        self.commands += 1;
        let id = u64::from(self.caller.name.as_str().as_bytes()[0]) * 1000 + self.commands;
        let (socket, version) = (self.socket, self.seen().version);
        self.server.send_to_table(self.table, TableMessage::Command { socket, id, version, act }).await;
        loop {
            match self.hear().await {
                ToClient::Done { id: of, version } if of == id => return Ok(version),
                ToClient::Refused { id: Some(of), why, .. } if of == id => return Err(why),
                _ => {}
            }
        }
    }

    /// Sits down and gets ready. Returns the contribution.
    async fn ready(&mut self, seat: Seat) -> Pledge {
        self.act(TableCommand::Sit(seat)).await.unwrap();
        let pledge = Pledge::new(self.seen(), [seat.number() as u8; 16]).unwrap();
        self.act(pledge.ready()).await.unwrap();
        pledge
    }

    async fn reveal(&mut self, pledge: Pledge) {
        self.until(|seen| seen.fair.reveal.is_some()).await;
        let act = pledge.reveal(self.seen()).unwrap();
        self.act(act).await.unwrap();
    }

    /// Plays the first legal move.
    async fn play(&mut self) -> Result<u64, RefusalReason> {
        let mv = self.seen().view::<Savannah>().unwrap().legal()[0];
        self.act(TableCommand::Play(mv.to_string().parse().unwrap())).await
    }

    async fn leave(&self) {
        self.server.send_to_table(self.table, TableMessage::Leave { socket: self.socket }).await;
    }
}

fn caller(number: u8) -> Caller {
    let name = char::from(b'A' + number).to_string().parse().unwrap();
    Caller { who: Identity::from_bytes(&[number; 16]).unwrap(), name, address_tag: number.into() }
}

/// A server whose lease lasts this long, and a table with two people who have not begun.
async fn opened(lease: Duration) -> (Arc<ServerState>, Arc<MemoryStore>, TableId, [Player; 2]) {
    let store = Arc::new(MemoryStore::default());
    let options = ServerOptions { limits: Limits { lease, ..Limits::default() }, ..ServerOptions::default() };
    let server = ServerState::new(Arc::<MemoryStore>::clone(&store), options).await.unwrap();
    let plan = NewTable {
        game: Savannah::NAME.to_owned(),
        config: "seats=2 rounds=20".to_owned(),
        seats: BySeat::new(2, |_| SeatPlan::Open),
        public: false,
        clock: Some(CLOCK),
    };
    let table = create(&server, &caller(0), 1, plan).await.unwrap();
    let players = [Player::join(&server, table, 0).await, Player::join(&server, table, 1).await];
    (server, store, table, players)
}

/// A table whose game has begun. Returns also the number of the player whose turn it is.
async fn begun(lease: Duration) -> (Arc<ServerState>, Arc<MemoryStore>, TableId, [Player; 2], usize) {
    let (server, store, table, mut players) = opened(lease).await;
    let mut pledges = Vec::new();
    for (player, seat) in players.iter_mut().zip(Seat::all(2)) {
        pledges.push(player.ready(seat).await);
    }
    for (player, pledge) in players.iter_mut().zip(pledges) {
        player.reveal(pledge).await;
    }
    for player in &mut players {
        player.until(Snapshot::has_game).await;
    }
    let turn = players[0].seen().view::<Savannah>().unwrap().public().seat.number();
    (server, store, table, players, turn)
}

const LONG: Duration = Duration::from_secs(3600);

#[tokio::test(start_paused = true)]
async fn no_turn_times_out_because_the_server_was_stopped() {
    let (_, store, table, mut players, turn) = begun(LONG).await;
    for _ in 0..3 {
        tokio::time::advance(PAUSE).await;
    }
    assert!(players[turn].play().await.is_ok());
    assert!(players[turn].seen().left.is_some_and(|left| left > 25_000), "the clients know the time");
    let stored = store.load(table).await.unwrap().unwrap();
    assert!(!stored.lines.iter().any(is_replacement));
    // The clock still works.
    let (other, letter) = (&mut players[1 - turn], Seat::all(2).nth(turn).unwrap());
    let idle =
        |seen: &Snapshot| seen.seats.iter().any(|(_, sitting)| matches!(sitting.who, Occupant::Away(..)));
    assert!(!idle(other.seen()), "{letter}");
    other.until(idle).await;
}

#[tokio::test(start_paused = true)]
async fn nobody_is_silent_because_the_server_was_stopped() {
    let (_, _, _, mut players) = opened(LONG).await;
    let first = players[0].ready(Seat::A).await;
    let second = players[1].ready(Seat::all(2).nth(1).unwrap()).await;
    players[0].reveal(first).await;
    tokio::time::advance(PAUSE).await;
    players[1].reveal(second).await;
    players[1].until(Snapshot::has_game).await;
    assert!(players[1].seen().fair.void.is_empty());
}

#[tokio::test(start_paused = true)]
async fn nobody_is_away_because_the_server_was_stopped() {
    let (_, _, _, mut players, turn) = begun(LONG).await;
    let seat = Seat::all(2).nth(1 - turn).unwrap();
    players[1 - turn].leave().await;
    players[turn].until(|seen| !seen.seats[seat].present).await;
    tokio::time::advance(PAUSE).await;
    assert_eq!(players[turn].act(TableCommand::Replace(seat)).await, Err(RefusalReason::NotAway));
    tokio::time::advance(PAUSE).await;
    assert_eq!(players[turn].act(TableCommand::Replace(seat)).await, Err(RefusalReason::NotAway));
}

/// A pause that is longer than the lease ends the server's ownership of its tables. Clients connect again.
#[tokio::test(start_paused = true)]
async fn a_pause_beyond_the_lease_blames_nobody() {
    let (server, store, table, mut players, turn) = begun(Limits::default().lease).await;
    tokio::time::advance(PAUSE).await;
    let closed = async |player: &mut Player| loop {
        if let Some(Outgoing::Close(code)) = player.reader.recv().await {
            return code;
        }
    };
    for player in &mut players {
        assert_eq!(closed(player).await, wire::CLOSE_RESTART);
    }
    let mut back = Player::join(&server, table, turn as u8).await;
    assert!(back.play().await.is_ok());
    let stored = store.load(table).await.unwrap().unwrap();
    assert!(!stored.lines.iter().any(is_replacement));
}
